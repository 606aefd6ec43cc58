//! What a bidder's calls show in fact: which of many random hands make each of them.

use itertools::Itertools;

use super::auction_so_far::AuctionSoFar;
use super::bidder::Bidder;
use super::likely::commonest;
use super::turn::{CallTurn, likeliest_first};
use crate::cards::{Call, Hand, Seat};
use crate::constraint::caller::{Typical, number};
use crate::work::{purpose, shuffled, stream};

/// A call with fewer hands than this tells too little of them.
const FEWEST: usize = 10;

/// A call, and the hands of those who make it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownCall {
    /// The call.
    pub call: Call,
    /// The share of random hands, of those that make the player's earlier calls, that make it: from
    /// 0 to 1. What partner and opponents hold is not asked.
    pub share: f64,
    /// The points and lengths of these hands.
    pub hands: Typical,
}

impl Bidder<'_> {
    /// The calls that the player whose turn it is makes without looking ahead, in the order of
    /// their rank, by the hands of so many random deals that make his earlier calls too. Calls of
    /// hardly any hand are left out. Takes some 0.1 ms a deal.
    ///
    /// ```
    /// use falsecard::bidding::{AuctionSoFar, Bidder};
    /// use falsecard::cards::{Seat, Vulnerability};
    /// use falsecard::constraint::System;
    ///
    /// let acol = System::bundled("acol").unwrap();
    /// let first = AuctionSoFar::new(Seat::North, Vulnerability::NONE);
    /// let openings = Bidder::new(&acol).shown(&first, 250, 1);
    /// let notrump = openings.iter().find(|it| it.call.to_string() == "1NT").unwrap();
    /// assert_eq!(notrump.hands.points, 12..=14);
    /// ```
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn shown(&self, heard: &AuctionSoFar, deals: usize, seed: u64) -> Vec<ShownCall> {
        let seat = heard.turn().expect("somebody is to call");
        let turns = self.turns_of(heard, seat);
        let now = CallTurn::new(self, heard);
        let made = |turn: &CallTurn, hand| commonest(&likeliest_first(turn.calls(self.own, hand)));
        let mut rng = stream(seed, &[purpose::BIDDING]);
        let deals = (0..deals).map(|_| shuffled(&mut rng));
        let hands = deals.flat_map(|deal| Seat::ALL.map(|seat| deal[seat]));
        let may_be_here =
            |hand: &Hand| turns.iter().all(|(turn, call)| made(turn, *hand).call == *call);
        let mut groups = hands.filter(may_be_here).into_group_map_by(|hand| made(&now, *hand).call);
        let all: usize = groups.values().map(Vec::len).sum();
        groups.retain(|_, hands| hands.len() >= FEWEST);
        let shown = |(call, hands): (Call, Vec<Hand>)| {
            let share = hands.len() as f64 / all as f64;
            ShownCall { call, share, hands: Typical::of_these(&hands) }
        };
        groups.into_iter().map(shown).sorted_by_key(|it| number(it.call)).collect()
    }

    /// A player's earlier turns, with what he called.
    fn turns_of(&self, heard: &AuctionSoFar, seat: Seat) -> Vec<(CallTurn<'_>, Call)> {
        let mut before = AuctionSoFar::new(heard.dealer(), heard.vulnerability());
        let mut turns = Vec::new();
        for (caller, call) in heard.calls() {
            if caller == seat {
                turns.push((CallTurn::new(self, &before), call));
            }
            before.push(call, None);
        }
        turns
    }
}
