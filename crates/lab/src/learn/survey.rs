//! What the games of a file show, each by itself and all together.

use serde::{Deserialize, Serialize};

use super::custom::Customs;
use super::instrument::{Findings, Sighted};
use super::minds::Minds;
use super::panel::Panel;
use super::prediction::Prediction;
use super::price::{Bill, Price};
use falsecard_engine::constraint::System;
use falsecard_engine::mind::JudgesBy;
use falsecard_laboratory::records::{CallPrediction, Record};

/// What is asked of each game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// How many of a file's decisions have their price told, one a board: those of its first boards that have one.
    pub price: usize,
    /// At how many decisions of each board imagined players are put into people's places.
    pub minds: usize,
    /// Whether they are also to make the opening lead.
    #[serde(default)]
    pub leads: bool,
    /// How many worlds these look at.
    pub mind_worlds: usize,
    /// What they judge cards by.
    #[serde(default)]
    pub mind_by: JudgesBy,
    /// Which engines decide there too.
    #[serde(default)]
    pub panel: Panel,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// What one game shows. It can be written and read again without loss. The time that engines took is in it, which no
/// other figure depends on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Look {
    sighted: Vec<Option<Sighted>>,
    customs: Customs,
    prediction: Prediction,
    calls: CallPrediction,
    minds: Minds,
    price: Option<Price>,
}

impl Look {
    /// What a game shows of players of a system, who have agreed what `agreed` has; with its price only if that is
    /// still asked for.
    pub fn at(
        record: &Record,
        system: &System,
        agreed: &System,
        inquiry: &Inquiry,
        priced: bool,
    ) -> Self {
        Self {
            sighted: Findings::of(record, system),
            customs: Customs::of(record, agreed),
            prediction: Prediction::of(record, system),
            calls: CallPrediction::of(record, system),
            minds: Minds::of(record, system, inquiry),
            price: priced.then(|| Bill::of(record, system, inquiry.seed)).flatten(),
        }
    }

    /// Whether the price of one of its decisions is told.
    pub const fn is_priced(&self) -> bool {
        self.price.is_some()
    }
}

/// What the games of a file show together. Games are added in the order of the file, so that sums are the same
/// however the work was divided.
#[derive(Debug, Default)]
pub struct Survey {
    /// The number of games.
    pub games: usize,
    /// What beliefs are worth.
    pub findings: Findings,
    /// What conventions were kept.
    pub customs: Customs,
    /// How well cards are foretold.
    pub prediction: Prediction,
    /// How well calls are foretold.
    pub calls: CallPrediction,
    /// What imagined players and engines would have done.
    pub minds: Minds,
    /// What cards cost.
    pub bill: Bill,
}

impl Survey {
    /// Takes in what the next game shows, and its price unless there are enough already.
    pub fn add(&mut self, look: &Look, prices: usize) {
        self.games += 1;
        self.findings.add(&look.sighted);
        self.customs.add(&look.customs);
        self.prediction.add(&look.prediction);
        self.calls.add(&look.calls);
        self.minds.add(&look.minds);
        if let Some(price) = look.price.as_ref().filter(|_| self.bill.len() < prices) {
            self.bill.add(price);
        }
    }
}
