//! Looking ahead: where the auction ends after each of the likeliest calls, and what that contract
//! is worth.
//!
//! Deals that fit the auction are drawn by how champions call. In them all four players go on by
//! our bidding, and the contract is scored double dummy. Another call must gain something over the
//! one that the player would make at once, and more if champions seldom make it: double dummy knows
//! where every queen is, and the model does not know what a rare call would mean to partner.

use std::collections::HashMap;

use super::auction_so_far::AuctionSoFar;
use super::bidder::{Bidder, Foresight};
use super::likely::{LikelyCall, commonest};
use super::worlds::imagine;
use crate::cards::{BySeat, Call, Hand, Seat, Side, Strain};
use crate::dd::Solver;
use crate::play::{DeclaredContract, Position, imps};
use crate::real::Real;
use crate::work::{Interval, on_all_threads};

/// A call that was tried.
#[derive(Debug, Clone, PartialEq)]
pub struct TriedCall {
    /// The call, with its probability.
    pub call: LikelyCall,
    /// What it gains over the call that the player would make at once, in IMPs a deal.
    pub gain: Interval,
    /// Where the auction ends after it, the most frequent first, with the shares of the deals; no
    /// contract where all pass.
    pub ends: Vec<(Option<DeclaredContract>, f64)>,
}

/// The most calls of champions that are tried, beside the one that the player would make at once.
const CALLS: usize = 4;

/// The least probability by champions of a call that is tried.
const LEAST: f64 = 0.04;

/// The gain, in IMPs, that is asked for each nat by which champions make a call more rarely than
/// the one they make most, of those tried.
const FOR_A_NAT: f64 = 0.5;

impl Foresight {
    /// The most deals in which a call is tried: some minutes for a call.
    pub const MOST_DEALS: usize = 10_000;

    /// The best of the calls that were tried: its gain counts, and how often champions make it,
    /// unless the player would make it at once. `None` if none was tried.
    pub fn choice(tried: &[TriedCall]) -> Option<LikelyCall> {
        let (first, others) = tried.split_first()?;
        let most = tried.iter().map(|it| it.call.probability).fold(0.0, f64::max);
        let worth =
            |it: &TriedCall| it.gain.mean + FOR_A_NAT * Real::ln(it.call.probability / most);
        let best = others.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        Some(best.filter(|it| worth(it) > first.gain.mean).unwrap_or(first).call)
    }

    /// Tries the call that the player would make at once, and then those that champions make most,
    /// with their probabilities. Returns nothing if there is no other.
    ///
    /// # Panics
    ///
    /// When the hand does not have thirteen cards, or the auction is over.
    pub fn tries(self, bidder: &Bidder, hand: Hand, heard: &AuctionSoFar) -> Vec<TriedCall> {
        let calls = bidder.calls(hand, heard);
        let own = commonest(&bidder.inclinations(hand, heard)).call;
        let others =
            calls.iter().take(CALLS).filter(|it| it.probability >= LEAST && it.call != own);
        let own = calls.iter().find(|it| it.call == own);
        let near: Vec<LikelyCall> = own.into_iter().chain(others).copied().collect();
        let Some(seat) = heard.turn().filter(|_| near.len() > 1) else { return Vec::new() };
        let deals = imagine(bidder, (seat, hand), heard, (self.deals, self.seed));
        let own = bidder.with_foresight(None);
        let is_ours = |it| Side::of(it) == Side::of(seat);
        let everybody = BySeat::from_fn(|it| if is_ours(it) { own } else { own.opponent() });
        let ends: Vec<Vec<ScoredEnd>> = on_all_threads(&deals, |hands, solver| {
            let mut tricks = LazyTricks { hands, known: HashMap::new(), solver };
            let end = |it: &LikelyCall| {
                let next = heard.with(it.call).expect("the call is legal");
                let contract = bid_out(&everybody, hands, next).contract();
                let score = contract.map_or(0, |contract| {
                    let tricks = tricks.of(contract);
                    contract.score(tricks, heard.vulnerability(), Side::of(seat))
                });
                ScoredEnd { contract, score }
            };
            near.iter().map(end).collect()
        });
        let tried = |(at, &call): (usize, &LikelyCall)| {
            let gains: Vec<f64> =
                ends.iter().map(|each| f64::from(imps(each[at].score - each[0].score))).collect();
            let ends = shares(ends.iter().map(|each| each[at].contract));
            TriedCall { call, gain: Interval::of(&gains), ends }
        };
        near.iter().enumerate().map(tried).collect()
    }
}

impl Bidder<'_> {
    /// A legal call for the player whose turn it is, with this hand. Takes well under a
    /// millisecond, or a second if he looks ahead.
    ///
    /// # Panics
    ///
    /// When the auction is over, or when he looks ahead and the hand does not have thirteen cards.
    pub fn call(&self, hand: Hand, heard: &AuctionSoFar) -> Call {
        let tried = self.foresight().map_or_else(Vec::new, |it| it.tries(self, hand, heard));
        let at_once = || commonest(&self.inclinations(hand, heard));
        Foresight::choice(&tried).unwrap_or_else(at_once).call
    }
}

/// The auction of four players from where it stands to the end.
pub fn bid_out(players: &BySeat<Bidder>, hands: &BySeat<Hand>, from: AuctionSoFar) -> AuctionSoFar {
    let mut heard = from;
    while let Some(seat) = heard.turn() {
        let call = players[seat].call(hands[seat], &heard);
        assert!(heard.push(call, None), "a bidder makes legal calls");
    }
    heard
}

/// The contract in which an auction ends in one deal, and its score for the player's side.
struct ScoredEnd {
    contract: Option<DeclaredContract>,
    score: i32,
}

/// How often each contract is reached, the most frequent first.
fn shares(
    contracts: impl Iterator<Item = Option<DeclaredContract>>,
) -> Vec<(Option<DeclaredContract>, f64)> {
    let mut counts: Vec<(Option<DeclaredContract>, f64)> = Vec::new();
    let mut all = 0.0;
    for contract in contracts {
        all += 1.0;
        match counts.iter_mut().find(|(known, _)| *known == contract) {
            Some((_, count)) => *count += 1.0,
            None => counts.push((contract, 1.0)),
        }
    }
    for (_, count) in &mut counts {
        *count /= all;
    }
    counts.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    counts
}

/// The double-dummy tricks of a deal, each solved when it is first asked for.
struct LazyTricks<'a> {
    hands: &'a BySeat<Hand>,
    known: HashMap<(Strain, Seat), u8>,
    solver: &'a mut Solver,
}

impl LazyTricks<'_> {
    fn of(&mut self, contract: DeclaredContract) -> u8 {
        let (strain, declarer) = (contract.strain(), contract.declarer);
        *self.known.entry((strain, declarer)).or_insert_with(|| {
            let start = Position::new(*self.hands, strain, declarer.lho());
            13 - self.solver.tricks(&start.expect("four hands of thirteen cards"))
        })
    }
}
