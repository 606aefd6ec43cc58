//! A player who bids by rule files, and naturally where they have no line.
//!
//! If the files have lines for his turn, he makes the first call whose promise his hand keeps. He
//! makes an artificial call only if the files also have lines for partner's answer. Otherwise he
//! bids by `natural`. His explanation of a call does not depend on his hand: it is the system's
//! promise.

use super::natural::Judge;
use crate::cards::{Auction, BySeat, Call, Hand, Seat, Suit, clockwise};
use crate::constraint::{Outline, Promise, System};

/// An auction as a player hears it: the calls and their explanations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    dealer: Seat,
    auction: Auction,
    told: Vec<Option<String>>,
}

impl Heard {
    /// An auction before the first call.
    pub const fn new(dealer: Seat) -> Self {
        Self { dealer, auction: Auction::new(), told: Vec::new() }
    }

    /// Who made, or is to make, the first call.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The calls so far.
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The explanations of the calls, one entry for each call.
    pub fn told(&self) -> &[Option<String>] {
        &self.told
    }

    /// Whose turn it is, if the auction goes on.
    pub fn turn(&self) -> Option<Seat> {
        (!self.auction.has_ended()).then(|| clockwise(self.dealer, self.auction.len()))
    }

    /// Whether the player whose turn it is may make this call.
    pub fn allows(&self, call: Call) -> bool {
        !self.auction.has_ended() && self.auction.can_push(call).is_ok()
    }

    /// Adds a call of the player whose turn it is, with its explanation. Returns whether it was
    /// legal; an illegal call is not added.
    pub fn push(&mut self, call: Call, told: Option<String>) -> bool {
        let is_legal = self.allows(call) && self.auction.try_push(call).is_ok();
        if is_legal {
            self.told.push(told);
        }
        is_legal
    }

    /// The calls with their callers.
    pub fn calls(&self) -> Vec<(Seat, Call)> {
        let seats = (0..).map(|at| clockwise(self.dealer, at));
        seats.zip(self.auction.iter().copied()).collect()
    }
}

/// A player's bidding.
#[derive(Debug, Clone, Copy)]
pub struct Bidder<'a> {
    /// The agreements of his side.
    pub system: &'a System,
}

impl Bidder<'_> {
    /// A legal call for the player whose turn it is, with this hand.
    ///
    /// # Panics
    ///
    /// When the auction is over.
    pub fn call(&self, hand: Hand, heard: &Heard) -> Call {
        let seat = heard.turn().expect("somebody is to call");
        let turn = self.system.turn(&heard.calls(), heard.told());
        let lines = turn.lines.iter();
        let mut kept = lines
            .filter(|(call, promise)| heard.allows(*call) && promise.condition.is_true_of(&hand));
        let line = kept.find(|(call, promise)| self.is_understood(*call, promise, heard));
        match line {
            Some((call, _)) => *call,
            None => Judge::new(seat, hand, heard, &turn.shown).call(),
        }
    }

    /// Whether partner will understand a call: it is natural, or the files have lines for his
    /// answer. A bid is natural if it promises three cards of the suit bid, or if it is notrump and
    /// promises no suit of five cards.
    fn is_understood(self, call: Call, promise: &Promise, heard: &Heard) -> bool {
        let Call::Bid(bid) = call else { return true };
        let shown = Outline::of(&promise.condition);
        let least = |suit| shown.length(suit).map_or(0, |range| *range.start());
        let is_natural = match bid.strain.suit() {
            Some(suit) => least(suit) >= 3,
            None => Suit::ASC.into_iter().all(|suit| least(suit) < 5),
        };
        is_natural || self.has_answer(call, heard)
    }

    fn has_answer(self, call: Call, heard: &Heard) -> bool {
        let mut next = heard.clone();
        next.push(call, None) && next.push(Call::Pass, None) && {
            !self.system.turn(&next.calls(), next.told()).lines.is_empty()
        }
    }

    /// The meaning of the last call in the form that programs read:
    /// `HCP=15-17,C=2-5,D=2-5,H=2-5,S=2-5`; "natural" if it limits nothing.
    pub fn meaning(&self, heard: &Heard) -> String {
        let explained = self.system.explain_so_far(&heard.calls(), heard.told());
        let promise = explained.last().and_then(|call| call.promise.as_ref());
        let said = promise.map(|promise| ranges(&Outline::of(&promise.condition)));
        said.filter(|said| !said.is_empty()).unwrap_or_else(|| "natural".to_owned())
    }
}

/// The points and lengths that an outline limits.
fn ranges(outline: &Outline) -> String {
    let (points, mut said) = (outline.points(), Vec::new());
    let limits = |least: u8, most: u8, top: u8| (least > 0 || most < top) && least <= most;
    if let Some(points) = points
        && limits(*points.start(), *points.end(), 37)
    {
        said.push(format!("HCP={}-{}", points.start(), points.end()));
    }
    for suit in Suit::ASC {
        if let Some(length) = outline.length(suit)
            && limits(*length.start(), *length.end(), 13)
        {
            said.push(format!("{}={}-{}", suit.letter(), length.start(), length.end()));
        }
    }
    said.join(",")
}

/// The auction of four players who bid by the same system.
pub fn bid_out(system: &System, hands: &BySeat<Hand>, dealer: Seat) -> Heard {
    let (bidder, mut heard) = (Bidder { system }, Heard::new(dealer));
    while let Some(seat) = heard.turn() {
        let call = bidder.call(hands[seat], &heard);
        assert!(heard.push(call, None), "a bidder makes legal calls");
    }
    heard
}
