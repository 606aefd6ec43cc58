//! The scores of the candidates so far, with their priors.

use super::doubt::Doubt;
use crate::work::mean_and_error;

/// The scores of every candidate, one a world, with its prior. The first candidate is minimax's
/// card, with which the others are compared.
#[derive(Debug, Clone)]
pub struct Tally {
    priors: Vec<GainPrior>,
    scores: Vec<Vec<f64>>,
    best_defence: f64,
    stake: f64,
}

/// The prior of a candidate's gain over minimax's card, in what is played for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GainPrior {
    /// Its double-dummy gain: 0 or less.
    pub(super) price: f64,
    /// Whether double dummy does not distinguish it from minimax's card.
    pub(super) is_equal: bool,
    /// The expected result of playouts in the limit of many.
    pub(super) expected: ExpectedGain,
    /// The error of that expectation.
    pub(super) doubt: Doubt,
}

/// The expected gain of a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ExpectedGain {
    /// This gain, in what is played for.
    Fixed(f64),
    /// Half the gain of another candidate, whatever that turns out to be.
    HalfOf(usize),
}

impl Tally {
    /// A tally without scores.
    pub(super) fn new(priors: Vec<GainPrior>, best_defence: f64, stake: f64) -> Self {
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

    /// The prior of a candidate.
    pub(super) fn prior(&self, arm: usize) -> GainPrior {
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

    /// The candidate with the best mean; without playouts, minimax's card.
    pub(super) fn best_mean(&self) -> usize {
        let mean = |arm: usize| match self.scores[arm].len() {
            0 => f64::NEG_INFINITY,
            _ => self.moments(arm).0,
        };
        (0..self.arms()).fold(0, |a, b| if mean(b) > mean(a) { b } else { a })
    }

    /// The edges of a candidate over minimax's card, one for each world in which both were played
    /// out.
    pub(super) fn edges(&self, arm: usize) -> Vec<f64> {
        let pairs = self.scores[arm].iter().zip(&self.scores[0]);
        pairs.map(|(mine, other)| mine - other).collect()
    }
}
