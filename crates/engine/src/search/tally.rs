//! The scores of the candidates so far, and what they speak for.

use super::doubt::Doubt;
use crate::work::mean_and_error;

/// The scores of every candidate, one a world, and what is thought of them before. The first
/// candidate is minimax's card, with which the others are compared.
#[derive(Debug, Clone)]
pub struct Tally {
    priors: Vec<Prior>,
    scores: Vec<Vec<f64>>,
    best_defence: f64,
    stake: f64,
}

/// What is thought of a candidate before any playout: what it gains over minimax's card, in what is
/// played for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prior {
    /// What double dummy says of it: 0 or less.
    pub(super) price: f64,
    /// Whether double dummy cannot tell it from minimax's card.
    pub(super) is_equal: bool,
    /// What playouts without end are expected to say.
    pub(super) expected: Expected,
    /// How far they may be off that.
    pub(super) doubt: Doubt,
}

/// What a candidate is expected to gain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Expected {
    /// This, in what is played for.
    Fixed(f64),
    /// Half of what another candidate gains, whatever that turns out to be.
    HalfOf(usize),
}

impl Tally {
    /// No scores yet.
    pub(super) fn new(priors: Vec<Prior>, best_defence: f64, stake: f64) -> Self {
        let scores = vec![Vec::new(); priors.len()];
        Self { priors, scores, best_defence, stake }
    }

    /// The most that one trick more or less is worth.
    pub(super) const fn stake(&self) -> f64 {
        self.stake
    }

    /// The share of opponents who play as if they saw all hands.
    pub(super) const fn best_defence(&self) -> f64 {
        self.best_defence
    }

    /// Replaces the scores of a candidate.
    pub(super) fn set(&mut self, arm: usize, scores: Vec<f64>) {
        self.scores[arm] = scores;
    }

    /// The number of candidates.
    pub(super) fn arms(&self) -> usize {
        self.scores.len()
    }

    /// The scores of a candidate, in the order of the worlds.
    pub(super) fn scores(&self, arm: usize) -> &[f64] {
        &self.scores[arm]
    }

    /// What is thought of a candidate before any playout.
    pub(super) fn prior(&self, arm: usize) -> Prior {
        self.priors[arm]
    }

    /// Mean and variance of a candidate's scores.
    pub(super) fn moments(&self, arm: usize) -> (f64, f64) {
        let n = self.scores[arm].len() as f64;
        let (mean, error) = mean_and_error(&self.scores[arm]);
        (mean, if n < 2.0 { 0.0 } else { error * error * n })
    }

    /// The lowest and the highest score.
    pub(super) fn range(&self) -> (f64, f64) {
        let all = || self.scores.iter().flatten().copied();
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    }

    /// The candidate with the best mean; where no playout has been, minimax's card.
    pub(super) fn best_mean(&self) -> usize {
        let mean = |arm: usize| match self.scores[arm].len() {
            0 => f64::NEG_INFINITY,
            _ => self.moments(arm).0,
        };
        (0..self.arms()).fold(0, |a, b| if mean(b) > mean(a) { b } else { a })
    }

    /// The scores by which a candidate is ahead of minimax's card, one a world that both were
    /// played out in.
    pub(super) fn edges(&self, arm: usize) -> Vec<f64> {
        let pairs = self.scores[arm].iter().zip(&self.scores[0]);
        pairs.map(|(mine, other)| mine - other).collect()
    }
}
