//! Trains the caller's network on calls of records: the probability that each hand makes a call.

use super::training::{Examples, Trainer, dropout};
use falsecard_engine::cards::hand_points;
use falsecard_engine::constraint::CallNetwork;
use falsecard_engine::constraint::caller::{AuctionFeatures, CallerTrace, Dropout, number};
use falsecard_engine::constraint::lengths::{self, Lengths};
use falsecard_laboratory::records::GameRecord;

/// The passes over all calls, the batch size, and the largest learning rate.
const PASSES: usize = 14;
const BATCH: usize = 512;
const RATE: f64 = 4e-3;

/// The dropout rate.
const LEFT_OUT: f32 = 0.2;

/// The calls of records, each with the auction before it, the lengths and points of caller and
/// partner, and the call.
#[derive(Debug, Default)]
pub struct CallRecords {
    calls: Vec<CallExample>,
}

#[derive(Debug)]
struct CallExample {
    seen: AuctionFeatures,
    lengths: Lengths,
    /// The points of the caller and of his partner.
    points: [u8; 2],
    call: u8,
}

impl Examples for CallRecords {
    type Network = CallNetwork;
    type Lessons = ();

    fn add_all(&mut self, games: Vec<(&GameRecord, ())>) {
        for (record, ()) in games {
            let (bidding, deal) = (record.play.bidding(), record.play.deal());
            let calls: Vec<_> = bidding.calls().collect();
            for (at, &(seat, call)) in calls.iter().enumerate() {
                let hand = deal[seat];
                let seen = AuctionFeatures::of(&calls[..at], seat, bidding.vulnerability());
                let lengths = lengths::of(hand);
                let points = [hand_points(hand), hand_points(deal[seat.partner()])];
                let call = number(call) as u8;
                self.calls.push(CallExample { seen, lengths, points, call });
            }
        }
    }

    fn network(&self, seed: u64, report: &dyn Fn(f64, f64) -> bool) -> Option<CallNetwork> {
        let trainer = Trainer { passes: PASSES, batch: BATCH, rate: RATE, seed };
        trainer.teach(
            &self.calls,
            &|network: &CallNetwork, called, rng, gradient| {
                let dropout = Dropout::new(|| dropout(rng, LEFT_OUT));
                let made = (&called.seen, usize::from(called.call));
                let traced =
                    CallerTrace::new(network, made, (called.lengths, called.points), &dropout);
                traced.add_gradient(network, gradient);
                Some(traced.nats())
            },
            report,
        )
    }
}
