//! How likely a player is to make each call who sees his hand: the school of the bidder's network.

use super::corpus::Record;
use super::school::{Examples, School, kept_or_left_out};
use crate::bidding::{BidNetwork, CallChoice, TracedCall};
use crate::cards::Call;
use crate::constraint::caller::AuctionSeen;

/// How often all calls are shown, how many between two steps, and how large these are at most.
const PASSES: usize = 14;
const BATCH: usize = 512;
const RATE: f64 = 2e-3;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.3;

/// The calls of records, each with what its player had before him.
#[derive(Debug, Default)]
pub struct BidRecords {
    calls: Vec<(CallChoice, Call)>,
}

impl Examples for BidRecords {
    type Network = BidNetwork;

    fn add(&mut self, record: &Record) {
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let seen = AuctionSeen::of(&calls[..at], seat, bidding.vulnerability());
            self.calls.push((CallChoice::new(seen, deal[seat]), call));
        }
    }

    fn network(&self, seed: u64, told: &dyn Fn(f64, f64) -> bool) -> Option<BidNetwork> {
        let school = School { passes: PASSES, batch: BATCH, rate: RATE, seed };
        school.teach(
            &self.calls,
            &|network: &BidNetwork, (choice, call), rng, slopes| {
                let kept = std::array::from_fn(|_| kept_or_left_out(rng, LEFT_OUT));
                let traced = TracedCall::new(network, choice, *call, &kept);
                traced.add_slopes(network, slopes);
                traced.nats()
            },
            told,
        )
    }
}
