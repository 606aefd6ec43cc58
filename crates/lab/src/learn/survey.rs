//! What the games of a file show, each by itself and all together.

use serde::{Deserialize, Serialize};

use super::inquiry::Inquiry;
use super::instrument::{DecisionFinding, Findings};
use super::minds::Minds;
use super::prediction::Prediction;
use super::price::{DecisionCost, TrickCosts};
use falsecard_engine::constraint::System;
use falsecard_laboratory::records::{CallPrediction, GameRecord};

/// What one game shows. It can be written and read again without loss.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameFindings {
    sighted: Vec<Option<DecisionFinding>>,
    prediction: Prediction,
    calls: CallPrediction,
    minds: Minds,
    price: Option<DecisionCost>,
}

impl GameFindings {
    /// What a game shows of players of a system; with its price only if that is still asked for.
    pub fn at(record: &GameRecord, system: &System, inquiry: &Inquiry, priced: bool) -> Self {
        Self {
            sighted: Findings::of(record, system),
            prediction: Prediction::of(record, system),
            calls: CallPrediction::of(record, system),
            minds: Minds::of(record, system, inquiry),
            price: priced.then(|| TrickCosts::of(record, system, inquiry.seed)).flatten(),
        }
    }
}

/// What the games of a file show together. Games are added in the order of the file, so that sums
/// are the same however the work was divided.
#[derive(Debug, Default)]
pub struct Survey {
    /// The number of games.
    pub games: usize,
    /// What beliefs are worth.
    pub findings: Findings,
    /// How well cards are foretold.
    pub prediction: Prediction,
    /// How well calls are foretold.
    pub calls: CallPrediction,
    /// What imagined players would have done.
    pub minds: Minds,
    /// What cards cost.
    pub bill: TrickCosts,
}

impl Survey {
    /// Takes in what the next game shows, and its price unless there are enough already.
    pub fn add(&mut self, look: &GameFindings, prices: usize) {
        self.games += 1;
        self.findings.add(&look.sighted);
        self.prediction.add(&look.prediction);
        self.calls.add(&look.calls);
        self.minds.add(&look.minds);
        if let Some(price) = look.price.as_ref().filter(|_| self.bill.len() < prices) {
            self.bill.add(price);
        }
    }
}
