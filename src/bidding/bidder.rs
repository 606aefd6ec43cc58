//! A player who bids as champions do, and by a rule file where it states agreements.
//!
//! If the file states lines for his turn, he makes the first call whose promise his hand keeps; a call whose line it breaks he does
//! not make. He makes an artificial call only if the file also has lines for partner's answer. All else a network says that learned
//! from records ([`BidNetwork`]): what most do or, if he looks [ahead](super::ahead), the one that leads to the best contracts.
//! His explanation of a call does not depend on his hand.

use super::ahead::Foresight;
use super::heard::Heard;
use super::network::{BidNetwork, CallChoice};
use super::openings::OpeningStyle;
use crate::cards::{BySeat, Call, Hand, Strain, Suit};
use crate::constraint::caller::{AuctionSeen, Typical, call};
use crate::constraint::{Outline, Promise, System};

/// A player's bidding.
#[derive(Debug, Clone, Copy)]
pub struct Bidder<'a> {
    /// The agreements of his side.
    pub system: &'a System,
    /// Those of his opponents.
    pub theirs: &'a System,
    /// How likely he is to make each call that no agreement speaks of.
    pub network: &'a BidNetwork,
    /// How far he looks ahead; `None` if he calls as most do.
    pub foresight: Option<Foresight>,
}

/// A call that a player may make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LikelyCall {
    /// The call.
    pub call: Call,
    /// How likely a player with this hand is to make it, from 0 to 1.
    pub probability: f64,
}

impl<'a> Bidder<'a> {
    /// A player who bids by these agreements, as his opponents do, and by the network that comes with the program, and does not look ahead.
    pub fn new(system: &'a System) -> Self {
        Self { system, theirs: system, network: BidNetwork::bundled(), foresight: None }
    }

    /// An opponent of his, who knows as much of both sides.
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self { system: self.theirs, theirs: self.system, ..self }
    }

    /// How his pair opens, and how his opponents do.
    pub(super) fn styles(&self) -> [OpeningStyle; 2] {
        [self.system, self.theirs].map(OpeningStyle::of)
    }

    /// A legal call for the player whose turn it is, with this hand: within a millisecond, or a second where he looks ahead.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn call(&self, hand: Hand, heard: &Heard) -> Call {
        let calls = self.calls(hand, heard);
        match &self.foresight {
            Some(foresight) => foresight.best(self, hand, heard, &calls),
            None => commonest(&calls).call,
        }
    }

    /// Every legal call with its probability, the likeliest first. A call by an agreement that the hand keeps has probability 1.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn calls(&self, hand: Hand, heard: &Heard) -> Vec<LikelyCall> {
        let seat = heard.turn().expect("somebody is to call");
        let before = heard.calls();
        let seen = AuctionSeen::of(&before, seat, heard.vulnerability());
        let choice = CallChoice::new(seen, hand, self.styles());
        let shares = self.network.probabilities(&choice);
        let likely = |it: usize| LikelyCall { call: call(it), probability: shares[it] };
        let mut calls: Vec<LikelyCall> = choice.auction().open().map(likely).collect();
        self.keep_to_agreements(hand, heard, &mut calls);
        calls.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        calls
    }

    fn keep_to_agreements(&self, hand: Hand, heard: &Heard, calls: &mut [LikelyCall]) {
        let lines = self.system.stated_lines(&heard.calls());
        let keeps = |promise: &Promise| promise.condition.is_true_of(&hand);
        let agreed = lines.iter().find(|(call, promise)| {
            heard.allows(*call) && keeps(promise) && self.is_understood(*call, promise, heard)
        });
        for it in calls.iter_mut() {
            let own = lines.iter().find(|(call, _)| *call == it.call);
            match agreed {
                Some((call, _)) => it.probability = f64::from(u8::from(*call == it.call)),
                None if own.is_some_and(|(_, promise)| !keeps(promise)) => it.probability = 0.0,
                None => {}
            }
        }
        let all: f64 = calls.iter().map(|it| it.probability).sum();
        for it in calls.iter_mut() {
            // A hand that breaks the lines of all calls passes.
            it.probability = if all > 0.0 {
                it.probability / all
            } else {
                f64::from(u8::from(it.call == Call::Pass))
            };
        }
    }

    /// Whether partner will understand a call: it is natural, or the files have lines for his
    /// answer. A bid is natural if it promises three cards of the suit bid, or if it is notrump and
    /// promises no suit of five cards.
    fn is_understood(&self, call: Call, promise: &Promise, heard: &Heard) -> bool {
        let Call::Bid(bid) = call else { return true };
        let shown = Outline::of(&promise.condition);
        let least = |suit| shown.length(suit).map_or(0, |range| *range.start());
        let is_natural = match bid.strain.suit() {
            Some(suit) => least(suit) >= 3,
            None => Suit::ASC.into_iter().all(|suit| least(suit) < 5),
        };
        is_natural || self.has_answer(call, heard)
    }

    fn has_answer(&self, call: Call, heard: &Heard) -> bool {
        let next = heard.with(call).and_then(|next| next.with(Call::Pass));
        next.is_some_and(|next| !self.system.stated_lines(&next.calls()).is_empty())
    }

    /// The meaning of the last call in the form that programs read: `HCP=15-17,C=2-5,D=2-5,H=2-5,S=2-5`. Where the call is by no
    /// agreement, nine in ten hands that make it, and the player's calls before, are within each range. "natural" if it limits nothing.
    pub fn meaning(&self, heard: &Heard) -> String {
        let (calls, told) = (heard.calls(), heard.told());
        let explained = self.system.explain_so_far(&calls, told, heard.vulnerability());
        let said = if let Some(Typical { points, lengths }) = Typical::behind(&explained) {
            said(Some(points), |suit| Some(lengths[suit].clone()))
        } else {
            let promise = explained.last().and_then(|call| call.promise.as_ref());
            let outline = promise.map(|promise| Outline::of(&promise.condition));
            outline.map_or_else(String::new, |it| said(it.points(), |suit| it.length(suit)))
        };
        if said.is_empty() { "natural".to_owned() } else { said }
    }
}

/// What a call aims at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Pass,
    Double,
    /// A contract of game or slam, to be played.
    Contract,
    /// To hear or to tell more, or a contract below game.
    More,
}

impl Aim {
    const EACH: [Self; 4] = [Self::Pass, Self::Double, Self::Contract, Self::More];

    fn of(call: Call) -> Self {
        match call {
            Call::Pass => Self::Pass,
            Call::Double | Call::Redouble => Self::Double,
            Call::Bid(bid) => {
                let game = match bid.strain {
                    Strain::Notrump => 3,
                    Strain::Hearts | Strain::Spades => 4,
                    Strain::Clubs | Strain::Diamonds => 5,
                };
                let level = bid.level.get();
                if level == game || level >= 6 { Self::Contract } else { Self::More }
            }
        }
    }
}

/// The call that is made: what most aim at, and then the likeliest such call. Where there are five ways to go on and one to sign off, each
/// may be less likely than the one, and yet most go on.
///
/// # Panics
///
/// Of no calls.
pub fn commonest(calls: &[LikelyCall]) -> LikelyCall {
    let share = |aim: &Aim| -> f64 {
        calls.iter().filter(|it| Aim::of(it.call) == *aim).map(|it| it.probability).sum()
    };
    let aim = Aim::EACH.into_iter().max_by(|a, b| share(a).total_cmp(&share(b)));
    let call = calls.iter().find(|it| Some(Aim::of(it.call)) == aim);
    *call.unwrap_or(&calls[0])
}

/// The points and lengths that are limited.
fn said(points: Option<Range>, length: impl Fn(Suit) -> Option<Range>) -> String {
    let mut said = Vec::new();
    let is_limit = |range: &Range, top: u8| {
        (*range.start() > 0 || *range.end() < top) && range.start() <= range.end()
    };
    if let Some(points) = points.filter(|it| is_limit(it, 37)) {
        said.push(format!("HCP={}-{}", points.start(), points.end()));
    }
    for suit in Suit::ASC {
        if let Some(length) = length(suit).filter(|it| is_limit(it, 13)) {
            said.push(format!("{}={}-{}", suit.letter(), length.start(), length.end()));
        }
    }
    said.join(",")
}

type Range = std::ops::RangeInclusive<u8>;

/// The auction of four players from the first call to the end.
pub fn bid_out(players: &BySeat<Bidder>, hands: &BySeat<Hand>, from: Heard) -> Heard {
    let mut heard = from;
    while let Some(seat) = heard.turn() {
        let call = players[seat].call(hands[seat], &heard);
        assert!(heard.push(call, None), "a bidder makes legal calls");
    }
    heard
}
