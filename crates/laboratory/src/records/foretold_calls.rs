//! How well the calls that people made are foretold.

use serde::{Deserialize, Serialize};

use super::corpus::GameRecord;
use super::sums::RunningMean;
use falsecard_engine::cards::{Call, Hand, hand_points};
use falsecard_engine::constraint::System;
use falsecard_engine::constraint::caller::{AuctionSeen, CALLS, number};
use falsecard_engine::real::Real;

/// How many calls the likeliest ones are.
const LIKELIEST: usize = 3;

/// How well calls of one kind are foretold.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct CallsForetold {
    /// The logarithm of the probability given to the call that was made.
    pub nats: RunningMean,
    /// Whether it was the likeliest.
    pub first: RunningMean,
    /// Whether it was among the three likeliest.
    pub among_three: RunningMean,
}

impl CallsForetold {
    fn add(&mut self, shares: &[f64; CALLS], made: usize) {
        let likelier = shares.iter().filter(|share| **share > shares[made]).count();
        self.nats.add(Real::ln(shares[made].max(f64::MIN_POSITIVE)));
        self.first.add(f64::from(u8::from(likelier == 0)));
        self.among_three.add(f64::from(u8::from(likelier < LIKELIEST)));
    }

    fn take(&mut self, other: &Self) {
        self.nats.take(&other.nats);
        self.first.take(&other.first);
        self.among_three.take(&other.among_three);
    }
}

/// How well the calls that people made are foretold by whoever sees the caller's hand and the
/// auction.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct CallPrediction {
    /// All calls.
    pub all: CallsForetold,
    /// All but passes.
    pub spoken: CallsForetold,
}

impl CallPrediction {
    /// Of the calls of a record, by what a system knows of callers; nothing if it knows nothing.
    /// Partner is taken to have the points that he has on average.
    pub fn of(record: &GameRecord, system: &System) -> Self {
        let mut prediction = Self::default();
        let Some(caller) = system.caller() else { return prediction };
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let seen = AuctionSeen::of(&calls[..at], seat, bidding.vulnerability());
            let others = hand_points(Hand::ALL) - hand_points(deal[seat]);
            prediction.add_call(&caller.probabilities(&seen, deal[seat], others / 3), call);
        }
        prediction
    }

    /// Takes in a call, where calls are as likely as these shares have it, by their numbers.
    pub fn add_call(&mut self, shares: &[f64; CALLS], call: Call) {
        self.all.add(shares, number(call));
        if call != Call::Pass {
            self.spoken.add(shares, number(call));
        }
    }

    /// Takes in what another record has shown.
    pub fn add(&mut self, other: &Self) {
        self.all.take(&other.all);
        self.spoken.take(&other.spoken);
    }

    /// All calls, and those that are no passes, with their names; none where nothing is known of
    /// callers.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, &CallsForetold)> {
        let kinds = [("all calls", &self.all), ("but passes", &self.spoken)];
        kinds.into_iter().filter(|(_, foretold)| !foretold.nats.is_empty())
    }
}
