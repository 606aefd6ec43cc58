//! What each rule is worth: beliefs, predictions and cards without it, beside those with all of them.

use rayon::prelude::*;

use super::instrument::{AFTER, nats_by_cards};
use super::prediction::Prediction;
use super::price::Bill;
use super::split::Split;
use super::style::{Study, Style};
use falsecard_engine::carding::habits::Occasion;
use falsecard_engine::carding::inclination::SuitOccasion;
use falsecard_engine::carding::lines::Occasions;
use falsecard_engine::constraint::System;
use falsecard_laboratory::records::{Record, Sum};

/// A rule by which people's cards are read and foretold, as rule files name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardRule {
    /// Of the card in its suit: the number of a feature of `habit` lines, a convention or a trait.
    Habit(usize),
    /// Of the suit: the number of a feature of `inclination` lines.
    Inclination(usize),
}

impl CardRule {
    /// All that a style speaks of, in the order of the features.
    pub fn of(style: &Style) -> Vec<Self> {
        let habits = style.habits().features().into_iter().map(Self::Habit);
        habits.chain(style.inclinations().features().into_iter().map(Self::Inclination)).collect()
    }

    /// The word of a rule file whose lines state it.
    pub const fn line(self) -> &'static str {
        match self {
            Self::Habit(_) => "habit",
            Self::Inclination(_) => "inclination",
        }
    }

    /// Its name in those lines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Habit(feature) => Occasion::feature_name(feature),
            Self::Inclination(feature) => SuitOccasion::feature_name(feature),
        }
    }
}

/// What a rule is worth, each figure as the mean over boards of what is lost without it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Loss {
    /// Nats of the true deal by the cards, the mean of the moments of a board.
    pub nats: Sum,
    /// The logarithm of the probability of the cards chosen, the mean over the cards of a board.
    pub foretold: Sum,
    /// Double-dummy tricks given up at one decision of a board.
    pub tricks: Sum,
}

/// What a board shows by some style.
#[derive(Debug, Clone, Copy)]
struct Shown {
    nats: Option<f64>,
    foretold: Option<f64>,
    tricks: Option<f64>,
}

impl Shown {
    fn of(record: &Record, system: &System, seed: Option<u64>) -> Self {
        let played = record.play.history().played().len();
        let mut nats = Sum::default();
        for after in AFTER.into_iter().filter(|&after| after > 1 && after < played) {
            if let Some(found) = nats_by_cards(&record.after(after), system) {
                nats.add(found);
            }
        }
        let foretold = Prediction::of(record, system).all();
        let mean = |sum: &Sum| (!sum.is_empty()).then(|| sum.mean());
        Self {
            nats: mean(&nats),
            foretold: mean(&foretold.policy),
            tricks: seed.and_then(|seed| Bill::by_cards(record, system, seed)),
        }
    }
}

impl Loss {
    /// Takes in a board, with the rule and without it.
    fn add(&mut self, with: &Shown, without: &Shown) {
        let pairs = [
            (&mut self.nats, with.nats, without.nats),
            (&mut self.foretold, with.foretold, without.foretold),
            (&mut self.tricks, without.tricks, with.tricks),
        ];
        for (sum, more, less) in pairs {
            if let (Some(more), Some(less)) = (more, less) {
                sum.add(more - less);
            }
        }
    }
}

/// A study in which each rule is left out in turn.
pub struct LeavingOut<'a> {
    /// The boards, each with the agreements by which its calls are read.
    pub reads: &'a [(Record, System)],
    /// What is to be learned from them.
    pub study: &'a Study,
    /// The seed by which the decisions are drawn whose tricks are counted; none are without it.
    pub seed: Option<u64>,
}

/// What each rule is worth on some boards, by the numbers of the boards.
pub type Losses = Vec<(CardRule, Vec<(usize, BoardLoss)>)>;

/// What a board loses without a rule.
#[derive(Debug, Clone, Copy)]
pub struct BoardLoss {
    with: Shown,
    without: Shown,
}

impl BoardLoss {
    /// Adds it to a sum.
    pub fn add_to(&self, loss: &mut Loss) {
        loss.add(&self.with, &self.without);
    }
}

impl LeavingOut<'_> {
    /// What some boards lose without each of the rules, fitted anew to other boards each time. `told` hears of each rule that is done, and says whether
    /// to go on.
    ///
    /// Takes a fit and a look at all boards for each rule.
    pub fn losses(
        &self,
        Split { judged, others }: &Split,
        style: &Style,
        told: &dyn Fn(CardRule) -> bool,
    ) -> Losses {
        let look = |style: &Style| -> Vec<Shown> {
            let shown = |&at: &usize| {
                let (record, agreed) = &self.reads[at];
                Shown::of(record, &style.of_players(agreed.clone()), self.seed)
            };
            judged.par_iter().map(shown).collect()
        };
        let with = look(style);
        let mut losses = Vec::new();
        for rule in CardRule::of(style) {
            if !told(rule) {
                break;
            }
            let without = look(&self.study.style_without(others, style, rule));
            let boards = judged.iter().zip(with.iter().zip(without));
            let boards = boards.map(|(&at, (&with, without))| (at, BoardLoss { with, without }));
            losses.push((rule, boards.collect()));
        }
        losses
    }
}
