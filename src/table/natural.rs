//! A simple natural system for turns without a line in the rule files.
//!
//! A player adds his points to the fewest that his partner has shown, and his suits to the shortest
//! that his partner can have. He bids game with 25 points together in a major suit of eight cards,
//! or in notrump with the opponents' suits stopped; with 28 in a minor suit; a small slam with 33
//! and a grand slam with 37. Otherwise he passes, with these exceptions. He does not pass a forcing
//! bid. He invites with a raise of an eight-card suit and 22 points together, and goes back to such
//! a suit from a bad one. Over the opponents he bids an eight-card suit with 17 points together, as
//! high as the number of trumps beyond six. He bids a long suit of his own, doubles low bids for
//! takeout, and answers partner's takeout double. He never doubles for penalties.

use super::bidder::Heard;
use crate::cards::{Bid, BySeat, Call, Hand, Level, Rank, Seat, Strain, Suit, hand_points};
use crate::constraint::Outline;

/// Points together that make game in notrump or a major suit, game in a minor suit, a small slam and a grand slam.
const GAME: u8 = 25;
const MINOR_GAME: u8 = 28;
const SLAM: u8 = 33;
const GRAND: u8 = 37;

/// Points together for a raise that invites game.
const INVITES: u8 = 22;

/// The number of cards together that are a fit.
const FIT: u8 = 8;

/// A hand is unlimited if it may have this many points or more.
const UNLIMITED: u8 = 19;

/// Points together for a bid over the opponents on a fit.
const COMPETES: u8 = 17;

/// A player's hand, and the hands that the others have shown.
pub(super) struct Judge<'a> {
    seat: Seat,
    hand: Hand,
    heard: &'a Heard,
    shown: &'a BySeat<Outline>,
    /// The last bid, with its bidder.
    last: Option<(Seat, Bid)>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        seat: Seat,
        hand: Hand,
        heard: &'a Heard,
        shown: &'a BySeat<Outline>,
    ) -> Self {
        let mut calls = heard.calls().into_iter().rev();
        let last = calls.find_map(|(caller, call)| Some((caller, bid_of(call)?)));
        Self { seat, hand, heard, shown, last }
    }

    /// A legal call.
    pub(super) fn call(&self) -> Call {
        let Some((bidder, _)) = self.last else { return Call::Pass };
        let is_ours = bidder == self.seat || bidder == self.seat.partner();
        let call =
            self.contract().or_else(|| if is_ours { self.over_us() } else { self.over_them() });
        call.filter(|call| self.heard.allows(*call)).unwrap_or(Call::Pass)
    }

    /// The contract for both hands together, if it is game or more and has not been reached.
    fn contract(&self) -> Option<Call> {
        let (bidder, last) = self.last?;
        let strain = self.strain()?;
        let total = self.points(strain) + self.partners_points().0;
        let level = match total {
            GRAND.. => 7,
            SLAM.. => 6,
            total if total >= game_points(strain) => game_level(strain),
            _ => return None,
        };
        let is_ours = bidder == self.seat || bidder == self.seat.partner();
        let is_game = last.level.get() >= game_level(last.strain);
        if is_ours && is_game && level < 6 && self.is_playable(last.strain) {
            return None;
        }
        let bid = Bid { level: Level::new(level), strain };
        (bid > last).then_some(Call::Bid(bid))
    }

    /// The strain for a game, in this order: an eight-card major fit, notrump with stoppers, a
    /// minor fit, a six-card suit of one's own.
    fn strain(&self) -> Option<Strain> {
        let fits = |suit: &Suit| self.together(*suit) >= FIT;
        let major = [Suit::Spades, Suit::Hearts].into_iter().filter(fits);
        let longest = major.max_by_key(|suit| self.together(*suit));
        let own = || Suit::ASC.into_iter().rev().find(|suit| self.length(*suit) >= 6);
        let minor = || [Suit::Diamonds, Suit::Clubs].into_iter().find(fits);
        match longest {
            Some(major) => Some(major.into()),
            None if self.stops_theirs() => Some(Strain::Notrump),
            None => minor().or_else(own).map(Strain::from),
        }
    }

    /// Whether our side may play in a strain: notrump, or seven cards together.
    fn is_playable(&self, strain: Strain) -> bool {
        strain.suit().is_none_or(|suit| self.together(suit) + 1 >= FIT)
    }

    /// The call when our side made the last bid, and game is not in sight.
    fn over_us(&self) -> Option<Call> {
        let (bidder, last) = self.last?;
        if bidder == self.seat {
            return None;
        }
        if self.is_forced(last) {
            return self.forced();
        }
        let best = self.fit()?;
        let total = self.points(best.into()) + self.partners_points().0;
        let invites = total >= INVITES && last.level.get() < 3;
        let is_better = !self.is_playable(last.strain) || invites;
        is_better.then(|| self.cheapest(best.into(), 3)).flatten()
    }

    /// Whether partner's last bid is forcing: below game, and either partner's hand has at least
    /// twenty points, or it is unlimited and bids a new suit after this player has called.
    fn is_forced(&self, last: Bid) -> bool {
        let (weakest, strongest) = self.partners_points();
        let calls = self.heard.calls();
        let spoke = |seat| calls.iter().any(|&(caller, call)| caller == seat && call != Call::Pass);
        let is_new = last.strain.suit().is_some_and(|suit| self.shown_length(self.seat, suit) < 3);
        let is_game = last.level.get() >= game_level(last.strain);
        !is_game && ((spoke(self.seat) && strongest >= UNLIMITED && is_new) || weakest >= 20)
    }

    /// A call after a forcing bid: a raise, a suit of one's own of six, five or four cards, or
    /// notrump.
    fn forced(&self) -> Option<Call> {
        let raise = self.fit();
        let longest = |least: u8| {
            let long = Suit::ASC.into_iter().filter(move |suit| self.length(*suit) >= least);
            long.max_by_key(|suit| self.length(*suit))
        };
        let suit = raise.or_else(|| longest(6)).or_else(|| longest(5)).or_else(|| longest(4));
        let notrump = || self.cheapest(Strain::Notrump, 7);
        suit.and_then(|suit| self.cheapest(suit.into(), 3)).or_else(notrump)
    }

    /// The call when the opponents made the last bid.
    fn over_them(&self) -> Option<Call> {
        let (_, last) = self.last?;
        if self.partner_doubled() && last.level.get() <= 3 {
            return self.answer(last);
        }
        if let Some(suit) = self.fit() {
            let total = self.points(suit.into()) + self.partners_points().0;
            let level = self.together(suit).min(10) - 6;
            return (total >= COMPETES).then(|| self.cheapest(suit.into(), level)).flatten();
        }
        let points = hand_points(self.hand);
        // A player who has already called has shown strength, and needs more to bid again.
        let more = if self.has_spoken() { 4 } else { 0 };
        let long = Suit::ASC.into_iter().rev().find(|suit| {
            let (length, theirs) = (self.length(*suit), Strain::from(*suit) == last.strain);
            let is_worth =
                (length >= 6 && points >= 9 + more) || (length >= 5 && points >= 11 + more);
            !theirs && is_worth
        });
        let most = if points >= 13 + more { 3 } else { 2 };
        self.takeout(last).or_else(|| long.and_then(|suit| self.cheapest(suit.into(), most)))
    }

    /// A takeout double of a low bid, once.
    fn takeout(&self, last: Bid) -> Option<Call> {
        let theirs = last.strain.suit()?;
        if self.heard.calls().contains(&(self.seat, Call::Double)) {
            return None;
        }
        let others = Suit::ASC.into_iter().filter(|suit| *suit != theirs);
        let is_short =
            self.length(theirs) <= 2 && others.into_iter().all(|it| self.length(it) >= 3);
        let is_worth = hand_points(self.hand) >= 12 && last.level.get() <= 3;
        (is_short && is_worth).then_some(Call::Double)
    }

    /// The answer to partner's takeout double: the longest other suit, a major first, one level
    /// higher with nine points; notrump with theirs stopped and no long suit or major; a pass with
    /// five cards of their suit and six points.
    fn answer(&self, last: Bid) -> Option<Call> {
        let points = hand_points(self.hand);
        let theirs = last.strain.suit();
        if theirs.is_some_and(|suit| self.length(suit) >= 5 && points >= 6) {
            return None;
        }
        let others = Suit::ASC.into_iter().filter(|suit| Some(*suit) != theirs);
        let is_major = |suit: Suit| u8::from(suit >= Suit::Hearts);
        let longest = others.max_by_key(|suit| (self.length(*suit), is_major(*suit)))?;
        if points >= 8 && self.stops_theirs() && self.length(longest) <= 4 && longest < Suit::Hearts
        {
            return self.cheapest(Strain::Notrump, 3);
        }
        let cheapest = self.cheapest(longest.into(), 7)?;
        let jump = bid_of(cheapest).filter(|bid| points >= 9 && bid.level.get() < 3);
        Some(jump.map_or(cheapest, |bid| {
            Call::Bid(Bid { level: Level::new(bid.level.get() + 1), strain: bid.strain })
        }))
    }

    fn partner_doubled(&self) -> bool {
        let calls = self.heard.calls();
        let mut last = calls.iter().rev().map(|(_, call)| *call);
        last.next() == Some(Call::Pass) && last.next() == Some(Call::Double)
    }

    fn has_spoken(&self) -> bool {
        self.heard.calls().iter().any(|&(caller, call)| caller == self.seat && call != Call::Pass)
    }

    /// The lowest bid in a strain, up to the level `most`.
    fn cheapest(&self, strain: Strain, most: u8) -> Option<Call> {
        let (_, last) = self.last?;
        let level = last.level.get() + u8::from(strain <= last.strain);
        (level <= most.min(7)).then(|| Call::Bid(Bid { level: Level::new(level), strain }))
    }

    /// The longest suit of both hands together, if it is a fit; of equal ones the higher.
    fn fit(&self) -> Option<Suit> {
        let best = Suit::ASC.into_iter().max_by_key(|suit| self.together(*suit))?;
        (self.together(best) >= FIT).then_some(best)
    }

    /// High-card points, and in a trump contract three for a void, two for a singleton, one for a
    /// doubleton.
    fn points(&self, strain: Strain) -> u8 {
        let short = |suit: Suit| match self.length(suit) {
            length @ 0..=2 if Strain::from(suit) != strain => 3 - length,
            _ => 0,
        };
        let shortness: u8 = Suit::ASC.into_iter().map(short).sum();
        hand_points(self.hand) + if strain == Strain::Notrump { 0 } else { shortness }
    }

    fn partners_points(&self) -> (u8, u8) {
        self.shown[self.seat.partner()].points().map_or((0, 37), |it| (*it.start(), *it.end()))
    }

    fn length(&self, suit: Suit) -> u8 {
        self.hand[suit].len() as u8
    }

    fn shown_length(&self, seat: Seat, suit: Suit) -> u8 {
        self.shown[seat].length(suit).map_or(0, |range| *range.start())
    }

    fn together(&self, suit: Suit) -> u8 {
        self.length(suit) + self.shown_length(self.seat.partner(), suit)
    }

    /// Whether every suit that an opponent has shown is stopped.
    fn stops_theirs(&self) -> bool {
        let theirs = |suit: &Suit| {
            [self.seat.lho(), self.seat.rho()]
                .iter()
                .any(|&seat| self.shown_length(seat, *suit) >= 4)
        };
        Suit::ASC.into_iter().filter(theirs).all(|suit| self.stops(suit))
    }

    /// Whether a suit is stopped: ace, Kx, Qxx or Jxxx.
    fn stops(&self, suit: Suit) -> bool {
        let (held, length) = (self.hand[suit], self.length(suit));
        [(Rank::A, 1), (Rank::K, 2), (Rank::Q, 3), (Rank::J, 4)]
            .into_iter()
            .any(|(rank, least)| held.contains(rank) && length >= least)
    }
}

fn bid_of(call: Call) -> Option<Bid> {
    match call {
        Call::Bid(bid) => Some(bid),
        _ => None,
    }
}

const fn game_level(strain: Strain) -> u8 {
    match strain {
        Strain::Notrump => 3,
        Strain::Hearts | Strain::Spades => 4,
        Strain::Clubs | Strain::Diamonds => 5,
    }
}

const fn game_points(strain: Strain) -> u8 {
    match strain {
        Strain::Clubs | Strain::Diamonds => MINOR_GAME,
        _ => GAME,
    }
}
