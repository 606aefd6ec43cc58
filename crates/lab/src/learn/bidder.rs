//! Trains the bidder's network: the probability of each call, given the caller's hand.

use super::training::{Examples, Trainer, dropout};
use falsecard_engine::bidding::{BidNetwork, BidTrace};
use falsecard_laboratory::records::{BidLesson, BidRecords, GameRecord};

/// The passes over all calls, the batch size, and the largest learning rate.
const PASSES: usize = 14;
const BATCH: usize = 512;
const RATE: f64 = 2e-3;

/// The dropout rate.
const LEFT_OUT: f32 = 0.3;

impl Examples for BidRecords {
    type Network = BidNetwork;
    type Lessons = ();

    fn add_all(&mut self, games: Vec<(&GameRecord, ())>) {
        for (record, ()) in games {
            self.add(record);
        }
    }

    fn network(&self, seed: u64, report: &dyn Fn(f64, f64) -> bool) -> Option<BidNetwork> {
        let trainer = Trainer { passes: PASSES, batch: BATCH, rate: RATE, seed };
        trainer.teach(
            &self.lessons().collect::<Vec<_>>(),
            &|network: &BidNetwork, BidLesson { choice, call, .. }, rng, gradient| {
                let kept = std::array::from_fn(|_| dropout(rng, LEFT_OUT));
                let traced = BidTrace::new(network, choice, *call, &kept);
                traced.add_gradient(network, gradient);
                Some(traced.nats())
            },
            report,
        )
    }
}
