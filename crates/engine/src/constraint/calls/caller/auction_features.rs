//! The features of an auction for the player who is to call, and the legal calls.
//!
//! For each of the 35 bids: who made it, who doubled it, who redoubled it; who passed before the
//! first bid; how many have passed since; who is vulnerable. Seats count from the caller. Passes in
//! between follow from the order of the bids, so nearly all auctions have different features (after
//! T. Rong, T. Qin, B. An, "Competitive Bridge Bidding with Deep Neural Networks", AAMAS 2019).

use crate::cards::{Bid, Call, Level, Seat, Side, Strain, Vulnerability};
use crate::real::Real;

/// The number of calls: pass, double, redouble and 35 bids.
pub const CALLS: usize = 38;

const PASS: usize = 0;
const DOUBLE: usize = 1;
const REDOUBLE: usize = 2;
const FIRST_BID: usize = 3;
const BIDS: usize = CALLS - FIRST_BID;

/// The index of the first feature of each kind.
const PASSED_BEFORE: usize = BIDS * 12;
const PASSED_SINCE: usize = PASSED_BEFORE + 4;
const VULNERABLE: usize = PASSED_SINCE + 4;

/// The number of features.
pub(crate) const AUCTION_FEATURES: usize = VULNERABLE + 4;

/// The number of a call: 0 a pass, 1 a double, 2 a redouble, 3 to 37 the bids from 1♣ to 7NT.
pub fn number(call: Call) -> usize {
    match call {
        Call::Pass => PASS,
        Call::Double => DOUBLE,
        Call::Redouble => REDOUBLE,
        Call::Bid(Bid { level, strain }) => {
            FIRST_BID + 5 * usize::from(level.get() - 1) + strain as usize
        }
    }
}

/// The call of a number below [`CALLS`].
pub fn call(number: usize) -> Call {
    match number {
        PASS => Call::Pass,
        DOUBLE => Call::Double,
        REDOUBLE => Call::Redouble,
        bid => Call::Bid(Bid {
            level: Level::new(((bid - FIRST_BID) / 5 + 1) as u8),
            strain: Strain::ASC[(bid - FIRST_BID) % 5],
        }),
    }
}

/// The features of an auction before a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuctionFeatures {
    /// The indices of the features that are 1.
    active: Vec<u16>,
    /// The legal calls, each a bit.
    open: u64,
}

impl AuctionFeatures {
    /// The features for the seat that is to call after these calls.
    pub fn of(before: &[(Seat, Call)], seat: Seat, vulnerability: Vulnerability) -> Self {
        let from = |other: Seat| (other as usize + 4 - seat as usize) % 4;
        let mut active = Vec::with_capacity(before.len() + 2);
        let mut auction = Auction::default();
        for &(other, call) in before {
            let who = from(other);
            let feature = match (call, auction.bid) {
                (Call::Pass, None) => Some(PASSED_BEFORE + who),
                (Call::Pass, Some(_)) | (Call::Double | Call::Redouble, None) => None,
                (Call::Double, Some(bid)) => Some(12 * bid + 4 + who),
                (Call::Redouble, Some(bid)) => Some(12 * bid + 8 + who),
                (Call::Bid(_), _) => Some(12 * (number(call) - FIRST_BID) + who),
            };
            active.extend(feature.map(|feature| feature as u16));
            auction.add(other, call);
        }
        if auction.bid.is_some() {
            active.push((PASSED_SINCE + auction.passes.min(3)) as u16);
        }
        let sides = [Side::of(seat), Side::of(seat).other()];
        let [own, theirs] = sides.map(|side| usize::from(side.is_vulnerable(vulnerability)));
        active.push((VULNERABLE + 2 * own + theirs) as u16);
        Self { active, open: auction.open(seat) }
    }

    /// The indices of the features that are 1, each below their number.
    pub fn active(&self) -> &[u16] {
        &self.active
    }

    /// Whether a call is legal, by its number.
    pub const fn is_open(&self, call: usize) -> bool {
        self.open >> call & 1 == 1
    }

    /// The numbers of the legal calls, in order.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..CALLS).filter(|&call| self.is_open(call))
    }

    /// The softmax of these logits over the legal calls; 0 for the others.
    pub fn shares(&self, calls: &[f32; CALLS]) -> [f32; CALLS] {
        let most = self.open().map(|call| calls[call]).fold(f32::NEG_INFINITY, f32::max);
        let mut shares = [0.0; CALLS];
        self.open().for_each(|call| shares[call] = Real::exp(calls[call] - most));
        let all: f32 = shares.iter().sum();
        shares.map(|share| share / all)
    }
}

/// The state of an auction.
#[derive(Default)]
struct Auction {
    /// The last bid, numbered from 0, and who made it.
    bid: Option<usize>,
    bidder: Option<Seat>,
    /// How often the last bid was doubled: 0, 1 or 2.
    doubled: u8,
    /// The number of passes since the last other call.
    passes: usize,
}

impl Auction {
    fn add(&mut self, seat: Seat, call: Call) {
        self.passes = if call == Call::Pass { self.passes + 1 } else { 0 };
        match call {
            Call::Pass => {}
            Call::Double => self.doubled = 1,
            Call::Redouble => self.doubled = 2,
            Call::Bid(_) => {
                (self.bid, self.bidder) = (Some(number(call) - FIRST_BID), Some(seat));
                self.doubled = 0;
            }
        }
    }

    fn open(&self, seat: Seat) -> u64 {
        let next = FIRST_BID + self.bid.map_or(0, |bid| bid + 1);
        let mut open = 1 | (!0 << next & ((1 << CALLS) - 1));
        if let Some(bidder) = self.bidder {
            let is_theirs = Side::of(bidder) != Side::of(seat);
            open |= u64::from(is_theirs && self.doubled == 0) << DOUBLE;
            open |= u64::from(!is_theirs && self.doubled == 1) << REDOUBLE;
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_numbered_in_order() {
        assert!((0..CALLS).all(|it| number(call(it)) == it));
        assert_eq!(call(3), "1C".parse::<Bid>().map(Call::Bid).unwrap());
        assert_eq!(call(37), "7NT".parse::<Bid>().map(Call::Bid).unwrap());
    }

    #[test]
    fn what_is_open_is_legal() {
        let one_spade = call(7);
        let before = [(Seat::North, one_spade)];
        let open = |before: &[(Seat, Call)], seat| {
            AuctionFeatures::of(before, seat, Vulnerability::NONE).open().collect::<Vec<_>>()
        };
        let bids = 8..CALLS;
        let rho: Vec<usize> = [PASS, DOUBLE].into_iter().chain(bids.clone()).collect();
        assert_eq!(open(&before, Seat::East), rho);
        let before = [(Seat::North, one_spade), (Seat::East, Call::Double)];
        let partner: Vec<usize> = [PASS, REDOUBLE].into_iter().chain(bids.clone()).collect();
        assert_eq!(open(&before, Seat::South), partner);
        let before = [before[0], before[1], (Seat::South, Call::Redouble)];
        let none: Vec<usize> = [PASS].into_iter().chain(bids).collect();
        assert_eq!(open(&before, Seat::West), none);
        assert_eq!(open(&[], Seat::West).len(), 36);
    }
}
