//! How well people's calls are predicted.

use serde::{Deserialize, Serialize};

use super::corpus::GameRecord;
use super::sums::RunningMean;
use falsecard_engine::cards::{Call, Hand, hand_points};
use falsecard_engine::constraint::System;
use falsecard_engine::constraint::caller::{AuctionFeatures, CALLS, number};
use falsecard_engine::real::Real;

/// The number of calls that count as the likeliest in [`CallsForetold::among_three`].
const LIKELIEST: usize = 3;

/// How well calls of one kind are predicted.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct CallsForetold {
    /// The log-probability of the call that was made, in nats.
    pub nats: RunningMean,
    /// How often the call made was the likeliest, as a share.
    pub first: RunningMean,
    /// How often the call made was among the three likeliest, as a share.
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

/// How well people's calls are predicted by an observer who sees the caller's hand and the auction.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct CallPrediction {
    /// All calls.
    pub all: CallsForetold,
    /// All calls but passes.
    pub spoken: CallsForetold,
}

impl CallPrediction {
    /// The prediction of a record's calls by the system's model of callers; empty if the system has
    /// none. Partner is assumed to have his average points.
    pub fn of(record: &GameRecord, system: &System) -> Self {
        let mut prediction = Self::default();
        let Some(caller) = system.caller() else { return prediction };
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let seen = AuctionFeatures::of(&calls[..at], seat, bidding.vulnerability());
            let others = hand_points(Hand::ALL) - hand_points(deal[seat]);
            prediction.add_call(&caller.probabilities(&seen, deal[seat], others / 3), call);
        }
        prediction
    }

    /// Adds a call, given the probability of each call by number (0 to 37).
    pub fn add_call(&mut self, shares: &[f64; CALLS], call: Call) {
        self.all.add(shares, number(call));
        if call != Call::Pass {
            self.spoken.add(shares, number(call));
        }
    }

    /// Adds the prediction of another record.
    pub fn add(&mut self, other: &Self) {
        self.all.take(&other.all);
        self.spoken.take(&other.spoken);
    }

    /// All calls, and those other than passes, with names for tables; empty if no call was
    /// predicted.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, &CallsForetold)> {
        let kinds = [("all calls", &self.all), ("but passes", &self.spoken)];
        kinds.into_iter().filter(|(_, foretold)| !foretold.nats.is_empty())
    }
}
