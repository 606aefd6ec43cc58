//! The features of the calls so far, beside the calls themselves.
//!
//! They all follow from the calls. A small network that saw only who made which bid would have to
//! learn, from every auction anew, which was partner's last bid, and which suit he raised.

use super::key_cards::{KeyCardTurn, asked_in};
use crate::cards::{Call, Seat, Side, Suit, Vulnerability};
use crate::constraint::caller::{AuctionFeatures, CALLS, number};

/// An auction in the eyes of the player who is to call.
#[derive(Debug, Clone)]
pub struct CallContext {
    auction_features: AuctionFeatures,
    /// The number of the last call other than a pass of each player, and whether he has passed
    /// since, from the caller on.
    lasts: [Option<(usize, bool)>; 4],
    /// The last suits that he himself, partner and the opponents have bid.
    pub(super) suits: [Option<Suit>; 3],
    /// The suit that both players of his side have bid, the latest.
    pub(super) agreed: Option<Suit>,
    pub(super) key_cards: Option<KeyCardTurn>,
    /// The trumps, where partner has asked for key cards beyond doubt.
    pub(super) asked_in: Option<Suit>,
}

impl CallContext {
    /// The auction before the call of a seat.
    pub fn of(before: &[(Seat, Call)], seat: Seat, vulnerability: Vulnerability) -> Self {
        let suit_of = |call: Call| match call {
            Call::Bid(bid) => bid.strain.suit(),
            _ => None,
        };
        let last_suit = |is_his: &dyn Fn(Seat) -> bool| {
            before.iter().rev().find_map(|&(it, call)| suit_of(call).filter(|_| is_his(it)))
        };
        let is_theirs = |it: Seat| Side::of(it) != Side::of(seat);
        let has_bid = |who: Seat, suit| {
            before.iter().any(|&(it, call)| it == who && suit_of(call) == Some(suit))
        };
        let ours = before.iter().rev().filter(|(it, _)| !is_theirs(*it));
        let mut ours = ours.filter_map(|&(it, call)| Some((it, suit_of(call)?)));
        Self {
            auction_features: AuctionFeatures::of(before, seat, vulnerability),
            lasts: [seat, seat.lho(), seat.partner(), seat.rho()].map(|it| last(before, it)),
            suits: [
                last_suit(&|it| it == seat),
                last_suit(&|it| it == seat.partner()),
                last_suit(&is_theirs),
            ],
            agreed: ours.find(|&(it, suit)| has_bid(it.partner(), suit)).map(|(_, suit)| suit),
            key_cards: KeyCardTurn::of(before, seat),
            asked_in: asked_in(before, seat),
        }
    }

    /// The features of the calls themselves.
    pub const fn auction_features(&self) -> &AuctionFeatures {
        &self.auction_features
    }

    /// The features of the players' last calls, each below [`LAST_CALLS`].
    pub(super) fn last_calls(&self) -> impl Iterator<Item = usize> + '_ {
        self.lasts.iter().enumerate().flat_map(|(who, last)| {
            let first = who * OF_ONE;
            let call = last.map(|(call, _)| first + call);
            let passed = last.filter(|(_, passed)| *passed).map(|_| first + CALLS);
            call.into_iter().chain(passed)
        })
    }
}

/// How many features there are of one player's last call, and of all four.
const OF_ONE: usize = CALLS + 1;
pub(super) const LAST_CALLS: usize = 4 * OF_ONE;

/// The last call of a player that was not a pass, and whether he has passed since.
fn last(before: &[(Seat, Call)], seat: Seat) -> Option<(usize, bool)> {
    let mut own = before.iter().rev().filter(|(it, _)| *it == seat).map(|(_, call)| *call);
    let latest = own.next()?;
    let call = std::iter::once(latest).chain(own).find(|call| *call != Call::Pass)?;
    Some((number(call), latest == Call::Pass))
}
