//! The survey of a file: the findings of each game, and of all together.

use serde::{Deserialize, Serialize};

use super::inquiry::Inquiry;
use super::instrument::{BeliefFindings, DecisionFinding};
use super::minds::Minds;
use super::prediction::Prediction;
use super::price::{DecisionCost, TrickCosts};
use falsecard_engine::constraint::System;
use falsecard_laboratory::records::{CallPrediction, GameRecord};

/// The findings of one game. They can be serialized without loss.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameFindings {
    #[serde(rename = "sighted")]
    decisions: Vec<Option<DecisionFinding>>,
    prediction: Prediction,
    calls: CallPrediction,
    minds: Minds,
    price: Option<DecisionCost>,
}

impl GameFindings {
    /// The findings of a game whose players have this system; with the costs of cards only if
    /// `priced`.
    pub fn at(record: &GameRecord, system: &System, inquiry: &Inquiry, priced: bool) -> Self {
        Self {
            decisions: BeliefFindings::of(record, system),
            prediction: Prediction::of(record, system),
            calls: CallPrediction::of(record, system),
            minds: Minds::of(record, system, inquiry),
            price: priced.then(|| TrickCosts::of(record, system, inquiry.seed)).flatten(),
        }
    }
}

/// The findings of all games of a file. Games are added in the order of the file, so that sums do
/// not depend on how the work was divided.
#[derive(Debug, Default)]
pub struct RecordSurvey {
    /// The number of games.
    pub games: usize,
    /// What beliefs are worth.
    pub findings: BeliefFindings,
    /// How well people's choices of cards are predicted.
    pub prediction: Prediction,
    /// How well people's calls are predicted.
    pub calls: CallPrediction,
    /// How well imagined players predict people.
    pub minds: Minds,
    /// What cards chosen by each kind of evidence cost.
    pub bill: TrickCosts,
}

impl RecordSurvey {
    /// Adds the findings of the next game, and its costs unless there are `prices` already.
    pub fn add(&mut self, look: &GameFindings, prices: usize) {
        self.games += 1;
        self.findings.add(&look.decisions);
        self.prediction.add(&look.prediction);
        self.calls.add(&look.calls);
        self.minds.add(&look.minds);
        if let Some(price) = look.price.as_ref().filter(|_| self.bill.len() < prices) {
            self.bill.add(price);
        }
    }
}
