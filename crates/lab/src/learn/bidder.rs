//! How likely a player is to make each call who sees his hand: the school of the bidder's network.

use super::school::{Examples, Trainer, kept_or_left_out};
use falsecard_engine::bidding::{BidNetwork, TracedCall};
use falsecard_laboratory::records::{BidLesson, BidRecords, GameRecord};

/// How often all calls are shown, how many between two steps, and how large these are at most.
const PASSES: usize = 14;
const BATCH: usize = 512;
const RATE: f64 = 2e-3;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.3;

impl Examples for BidRecords {
    type Network = BidNetwork;
    type Lessons = ();

    fn add_all(&mut self, games: Vec<(&GameRecord, ())>) {
        for (record, ()) in games {
            self.add(record);
        }
    }

    fn network(&self, seed: u64, told: &dyn Fn(f64, f64) -> bool) -> Option<BidNetwork> {
        let school = Trainer { passes: PASSES, batch: BATCH, rate: RATE, seed };
        school.teach(
            &self.lessons().collect::<Vec<_>>(),
            &|network: &BidNetwork, BidLesson { choice, call, .. }, rng, slopes| {
                let kept = std::array::from_fn(|_| kept_or_left_out(rng, LEFT_OUT));
                let traced = TracedCall::new(network, choice, *call, &kept);
                traced.add_slopes(network, slopes);
                Some(traced.nats())
            },
            told,
        )
    }
}
