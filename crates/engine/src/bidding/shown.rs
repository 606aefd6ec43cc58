//! What a bidder's calls show in fact: which hands make each of them, of many random deals in which
//! everybody would have called as he has.

use itertools::Itertools;
use rand::Rng;
use rand::seq::SliceRandom;

use super::auction_so_far::AuctionSoFar;
use super::bidder::Bidder;
use super::likely::commonest;
use super::turn::{CallTurn, likeliest_first};
use crate::cards::{BySeat, Call, Card, Hand, Seat};
use crate::constraint::caller::{Typical, number};
use crate::work::{purpose, shuffled, stream};

/// A call with fewer hands than this tells too little of them.
const FEWEST: usize = 10;

/// The random hands for each deal, among which the first bidder's are found, and how many of these
/// are enough: each sits at several deals.
const POOL: usize = 5;
const OPENERS: usize = 50;

/// The other hands are dealt at most so often until their players call as they have.
const TRIES: usize = 50;

/// A call, and the hands of those who make it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownCall {
    /// The call.
    pub call: Call,
    /// The share of the player's possible hands that make it, from 0 to 1.
    pub share: f64,
    /// The points and lengths of these hands.
    pub hands: Typical,
}

/// The turns of each player, with what he called.
type Turns<'a> = BySeat<Vec<(CallTurn<'a>, Call)>>;

impl Bidder<'_> {
    /// The calls that the player whose turn it is makes without looking ahead, in the order of
    /// their rank, by his hands in so many deals in which everybody has called as he has, by this
    /// bidder. Before the first bid there are five times as many hands. Calls of hardly any hand
    /// are left out. Takes some 0.3 ms a deal.
    ///
    /// ```
    /// use falsecard::bidding::{AuctionSoFar, Bidder};
    /// use falsecard::cards::{Seat, Vulnerability};
    /// use falsecard::constraint::System;
    ///
    /// let acol = System::bundled("acol").unwrap();
    /// let first = AuctionSoFar::new(Seat::North, Vulnerability::NONE);
    /// let openings = Bidder::new(&acol).shown(&first, 200, 1);
    /// let notrump = openings.iter().find(|it| it.call.to_string() == "1NT").unwrap();
    /// assert_eq!(notrump.hands.points, 12..=14);
    /// ```
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn shown(&self, heard: &AuctionSoFar, deals: usize, seed: u64) -> Vec<ShownCall> {
        let seat = heard.turn().expect("somebody is to call");
        let turns = self.turns(heard);
        let now = CallTurn::new(self, heard);
        let hands = self.hands_of(seat, heard, &turns, deals, seed);
        let mut groups = hands.iter().copied().into_group_map_by(|hand| self.made(&now, *hand));
        groups.retain(|_, hands| hands.len() >= FEWEST);
        let shown = |(call, made): (Call, Vec<Hand>)| {
            let share = made.len() as f64 / hands.len() as f64;
            ShownCall { call, share, hands: Typical::of_these(&made) }
        };
        groups.into_iter().map(shown).sorted_by_key(|it| number(it.call)).collect()
    }

    /// The hands of a player in deals in which everybody has called as he has.
    fn hands_of(
        &self,
        seat: Seat,
        heard: &AuctionSoFar,
        turns: &Turns,
        deals: usize,
        seed: u64,
    ) -> Vec<Hand> {
        let [mut random, mut rng] = [0, 1].map(|part| stream(seed, &[purpose::SHOWN, part]));
        let calls = heard.calls();
        let first = calls.iter().find(|(_, call)| *call != Call::Pass).map(|(seat, _)| *seat);
        let is_so = |seat: Seat, hand: Hand| {
            turns[seat].iter().all(|(turn, call)| self.made(turn, hand) == *call)
        };
        let pool = (0..POOL * deals).map(|_| shuffled(&mut random)[Seat::North]);
        let Some(opener) = first else {
            return pool.filter(|hand| is_so(seat, *hand)).collect();
        };
        let openers: Vec<Hand> = pool.filter(|hand| is_so(opener, *hand)).take(OPENERS).collect();
        let mut of_deal = |own: Hand| {
            (0..TRIES).find_map(|_| {
                let hands = beside(own, opener, &mut rng);
                let mut others = Seat::ALL.into_iter().filter(|seat| *seat != opener);
                others.all(|seat| is_so(seat, hands[seat])).then(|| hands[seat])
            })
        };
        // Each sits at as many deals as the others.
        let again = deals.checked_div(openers.len()).unwrap_or_default();
        let each = openers.iter().flat_map(|own| std::iter::repeat_n(*own, again));
        each.filter_map(&mut of_deal).collect()
    }

    /// The call that a hand makes in a turn.
    fn made(&self, turn: &CallTurn, hand: Hand) -> Call {
        commonest(&likeliest_first(turn.calls(self.own, hand))).call
    }

    /// Everybody's turns so far.
    fn turns(&self, heard: &AuctionSoFar) -> Turns<'_> {
        let mut before = AuctionSoFar::new(heard.dealer(), heard.vulnerability());
        let mut turns = BySeat::from_fn(|_| Vec::new());
        for (caller, call) in heard.calls() {
            turns[caller].push((CallTurn::new(self, &before), call));
            before.push(call, None);
        }
        turns
    }
}

/// A random deal in which a seat has this hand.
fn beside(own: Hand, seat: Seat, rng: &mut impl Rng) -> BySeat<Hand> {
    let mut rest: Vec<Card> = (Hand::ALL - own).iter().collect();
    rest.shuffle(rng);
    let mut hands = rest.chunks(13).map(|cards| cards.iter().copied().collect::<Hand>());
    BySeat::from_fn(|it| if it == seat { own } else { hands.next().unwrap_or_default() })
}
