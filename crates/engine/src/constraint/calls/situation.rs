//! The situation of a call: the caller's part in the auction, and the hands shown so far.

use itertools::Itertools;

use super::kind::{AuctionRole, CallKind, CallSituation, Flag, NAMES};
use super::outline::Outline;
use super::pattern::{is_notrump, suit_of};
use super::reliance::KINDS;
use crate::cards::{Bid, Call, Level, Seat, Strain, Suit, pbn_strain};
use crate::constraint::language::Condition;
use crate::constraint::language::Vocabulary;

/// A pre-empt may have fewer points than this.
const LIGHT: u8 = 8;

/// A pre-empt always has fewer points than this.
const STRONG: u8 = 15;

/// A pre-empt shows at least this many cards of its suit.
const LONG: u8 = 6;

/// The auction so far, and what each player has shown in it.
pub(super) struct ShownHands<'a> {
    /// The calls so far with their callers.
    pub(super) calls: &'a [(Seat, Call)],
    /// The possible hands of each seat, by its index, after its promises.
    pub(super) outlines: &'a [Outline; 4],
}

impl ShownHands<'_> {
    /// The situation of a call that a player makes now.
    pub(super) fn situation(&self, seat: Seat, call: Call) -> CallSituation {
        let bid = bid_of(call);
        let (role, kind) = (self.role(seat), self.kind(seat, call));
        let cheapest = |strain| match self.last_bid() {
            Some((_, last)) => last.level.get() + u8::from(strain <= last.strain),
            None => 1,
        };
        let jump = bid.map_or(0, |bid| bid.level.get() - cheapest(bid.strain));
        let mut situation = CallSituation {
            role,
            kind,
            jump,
            bid,
            flags: Vec::new(),
            names: self.names(seat, call),
        };
        situation.flags = self.flags(seat, &situation);
        situation
    }

    /// The kinds of a call, from the general to the particular, and its suits: the suit bid,
    /// partner's last and the opponents' last. The third kind has the level of the bid, for
    /// other calls that of the last bid, before the first bid the caller's place after the dealer;
    /// levels above 4 count as 4. The last kind is the auction itself, with this call.
    pub(super) fn kinds(&self, seat: Seat, call: Call) -> ([String; KINDS], [Option<Suit>; 3]) {
        let situation = self.situation(seat, call);
        let last = self.last_bid();
        let kind = situation.kind.name();
        let (role, level) = match (last, situation.bid) {
            (None, None) => ("opening", self.calls.len() as u8 + 1),
            (None, Some(bid)) => ("opening", bid.level.get()),
            (Some((_, last)), None) => (situation.role.name(), last.level.get()),
            (Some(_), Some(bid)) => (situation.role.name(), bid.level.get()),
        };
        let manner = match situation.bid {
            Some(_) if role == "opening" || situation.jump == 0 => "",
            Some(_) => "jump ",
            None if situation.flags.contains(&Flag::Competitive) => "competitive ",
            None => "",
        };
        let particular = format!("{role} {manner}{kind} at {}", level.min(4));
        let suit = |name: &str| {
            let named = situation.names.suits.iter().find(|(known, _)| known == name);
            named.map(|(_, suit)| *suit)
        };
        let suits = [suit("suit"), suit("partners"), suit("theirs")];
        let kinds =
            [kind.to_owned(), format!("{role} {kind}"), particular, self.auction_with(call)];
        (kinds, suits)
    }

    /// The auction up to a call that is made now, from the first bid on if there was one: `auction
    /// 1NT-P-3NT`.
    fn auction_with(&self, call: Call) -> String {
        let calls = self.calls.iter().map(|(_, call)| *call).chain([call]);
        let is_open = bid_of(call).is_some() || self.last_bid().is_some();
        let calls = calls.skip_while(|&call| is_open && bid_of(call).is_none());
        format!("auction {}", calls.map(code).format("-"))
    }

    fn role(&self, seat: Seat) -> AuctionRole {
        let first = self.calls.iter().find(|(_, call)| bid_of(*call).is_some());
        let opener = first.map_or(seat, |(opener, _)| *opener);
        let partner = seat.partner();
        let mut ours = self
            .calls
            .iter()
            .filter(|(caller, call)| [seat, partner].contains(caller) && *call != Call::Pass);
        if opener == seat {
            AuctionRole::Opener
        } else if opener == partner {
            AuctionRole::Responder
        } else if ours.next().is_some_and(|(first, _)| *first == partner) {
            AuctionRole::Advancer
        } else {
            AuctionRole::Overcaller
        }
    }

    fn kind(&self, seat: Seat, call: Call) -> CallKind {
        let Some(suit) = suit_of(call) else {
            return match call {
                Call::Pass => CallKind::Pass,
                Call::Double => CallKind::Double,
                Call::Redouble => CallKind::Redouble,
                Call::Bid(_) => CallKind::Notrump,
            };
        };
        let partners_last = self.calls_of(seat.partner()).last();
        if partners_last.is_some_and(asks_for_aces) {
            CallKind::Answer
        } else if self.suits(seat.partner()).contains(&suit) {
            CallKind::Raise
        } else if self.suits(seat).contains(&suit) {
            CallKind::Rebid
        } else if self.their_suits(seat).contains(&suit) {
            CallKind::Cue
        } else {
            CallKind::New
        }
    }

    fn flags(&self, seat: Seat, call: &CallSituation) -> Vec<Flag> {
        let partner = seat.partner();
        let suit = call.bid.and_then(|bid| bid.strain.suit());
        let last_spoken = self.calls.iter().rev().find(|(_, call)| *call != Call::Pass);
        let ours = |caller: Seat| caller == seat || caller == partner;
        let agreed = |suit: Suit| self.least(seat, suit) + self.least(partner, suit) > 6;
        let reverse = (call.kind, call.role, call.jump) == (CallKind::New, AuctionRole::Opener, 0)
            && call.bid.is_some_and(|bid| bid.level.get() == 2)
            && self.suits(seat).first().zip(suit).is_some_and(|(first, suit)| suit > *first);
        let notrump = |caller| self.calls_of(caller).any(is_notrump);
        let over_suit = !self.their_suits(seat).is_empty() && !notrump(seat) && !notrump(partner);
        let partial = |(caller, bid): (Seat, Bid)| ours(caller) && bid.level < game(bid.strain);
        let all = [
            (Flag::Game, call.bid.is_some_and(|bid| bid.level == game(bid.strain))),
            (Flag::Reverse, reverse),
            (Flag::Balancing, self.calls_of(partner).all(|call| call == Call::Pass)),
            (Flag::OverDouble, self.calls_of(partner).last() == Some(Call::Double)),
            (Flag::Competitive, last_spoken.is_some_and(|(caller, _)| !ours(*caller))),
            (Flag::OverSuit, over_suit),
            (Flag::Agreed, Suit::ASC.into_iter().any(agreed)),
            (Flag::Preempted, self.has_preempted(partner)),
            (Flag::Partial, self.last_bid().is_some_and(partial)),
            (Flag::Slam, self.last_bid().is_some_and(|(_, bid)| bid.level.get() >= 6)),
        ];
        all.into_iter().filter(|(_, is_so)| *is_so).map(|(flag, _)| flag).collect()
    }

    /// The suits and points that a general rule may refer to.
    fn names(&self, seat: Seat, call: Call) -> Vocabulary {
        let partner = seat.partner();
        let suits = [
            suit_of(call),
            self.suits(seat).first().copied(),
            self.suits(partner).last().copied(),
            self.their_suits(seat).last().copied(),
        ];
        let suits = NAMES.iter().zip(suits);
        let suits = suits.filter_map(|(name, suit)| Some(((*name).to_owned(), suit?))).collect();
        let points = self.outlines[partner as usize].points();
        Vocabulary { suits, partner: Some(points.map_or(0, |range| *range.start())) }
    }

    /// The least points that a player who bids under this condition and his partner promise
    /// together, if both promise some.
    pub(super) fn together(&self, seat: Seat, call: Call, says: &Condition) -> Option<u8> {
        let least = |outline: &Outline| outline.points().map(|range| *range.start());
        let partner = least(&self.outlines[seat.partner() as usize])?;
        let own = bid_of(call).and_then(|_| least(&Outline::of(says)))?;
        (partner > 0 && own > 0).then_some(partner + own)
    }

    /// The suits that a player has shown: those that he bid and promised three cards of, and those
    /// that he promised four cards of.
    fn suits(&self, seat: Seat) -> Vec<Suit> {
        let bid = |suit| self.calls_of(seat).any(|call| suit_of(call) == Some(suit));
        let shown = |suit: &Suit| self.least(seat, *suit) >= if bid(*suit) { 3 } else { 4 };
        Suit::ASC.into_iter().filter(shown).collect()
    }

    fn their_suits(&self, seat: Seat) -> Vec<Suit> {
        [seat.lho(), seat.rho()].into_iter().flat_map(|seat| self.suits(seat)).collect()
    }

    /// The least length that a player has shown in a suit.
    fn least(&self, seat: Seat, suit: Suit) -> u8 {
        self.outlines[seat as usize].length(suit).map_or(0, |range| *range.start())
    }

    /// Whether a player has shown a long suit and less than an opening bid.
    fn has_preempted(&self, seat: Seat) -> bool {
        let points = self.outlines[seat as usize].points();
        let is_weak = points.is_some_and(|range| *range.start() < LIGHT && *range.end() < STRONG);
        is_weak && Suit::ASC.into_iter().any(|suit| self.least(seat, suit) >= LONG)
    }

    fn calls_of(&self, seat: Seat) -> impl Iterator<Item = Call> {
        self.calls.iter().filter(move |(caller, _)| *caller == seat).map(|(_, call)| *call)
    }

    fn last_bid(&self) -> Option<(Seat, Bid)> {
        self.calls.iter().rev().find_map(|(caller, call)| Some((*caller, bid_of(*call)?)))
    }
}

/// A call as rule files write it: "P", "X", "1NT", "2S".
fn code(call: Call) -> String {
    bid_of(call)
        .map_or_else(|| call.to_string(), |bid| format!("{}{}", bid.level, pbn_strain(bid.strain)))
}

fn bid_of(call: Call) -> Option<Bid> {
    match call {
        Call::Bid(bid) => Some(bid),
        _ => None,
    }
}

/// The level of game in a strain.
fn game(strain: Strain) -> Level {
    Level::new(match strain {
        Strain::Notrump => 3,
        Strain::Hearts | Strain::Spades => 4,
        Strain::Clubs | Strain::Diamonds => 5,
    })
}

fn asks_for_aces(call: Call) -> bool {
    is_notrump(call) && bid_of(call).is_some_and(|bid| bid.level.get() == 4)
}
