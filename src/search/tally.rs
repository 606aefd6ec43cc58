//! The scores of the candidates so far, and what they speak for.

use super::statistics::mean_and_error;

/// The scores of every candidate, one a world, and what double dummy made of them before.
#[derive(Debug, Clone)]
pub struct Tally {
    /// The mean double-dummy score of each candidate, over more worlds than were played out.
    double_dummy: Vec<f64>,
    scores: Vec<Vec<f64>>,
    /// The candidate with the best mean double-dummy score, with which the others are compared.
    reference: usize,
}

impl Tally {
    /// No scores yet.
    pub(super) fn new(double_dummy: Vec<f64>) -> Self {
        let best = double_dummy.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let reference = double_dummy.iter().position(|&mean| mean >= best).unwrap_or_default();
        let scores = vec![Vec::new(); double_dummy.len()];
        Self { double_dummy, scores, reference }
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

    /// The candidate that double dummy likes best.
    pub(super) const fn reference(&self) -> usize {
        self.reference
    }

    /// How far double dummy puts a candidate behind its best; 0 or less.
    pub(super) fn price(&self, arm: usize) -> f64 {
        self.double_dummy[arm] - self.double_dummy[self.reference]
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

    /// The candidate with the best mean; where no playout has been, the best double dummy.
    pub(super) fn best_mean(&self) -> usize {
        let mean = |arm: usize| match self.scores[arm].len() {
            0 => f64::NEG_INFINITY,
            _ => self.moments(arm).0,
        };
        (0..self.arms()).fold(self.reference, |a, b| if mean(b) > mean(a) { b } else { a })
    }

    /// The scores by which a candidate is ahead of the reference, one a world that both were
    /// played out in.
    pub(super) fn lead(&self, arm: usize) -> Vec<f64> {
        let pairs = self.scores[arm].iter().zip(&self.scores[self.reference]);
        pairs.map(|(mine, other)| mine - other).collect()
    }
}
