//! Soft-max: the better a candidate looks, the likelier its next playout.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};
use crate::real::Real;

/// Candidates are drawn in proportion to `exp(mean / temperature)` (Boltzmann exploration).
pub(super) struct SoftMax;

/// The temperature as a share of the range of scores.
const TEMPERATURE: f64 = 0.1;

impl Allocation for SoftMax {
    fn slug(&self) -> &'static str {
        "soft-max"
    }

    fn about(&self) -> &'static str {
        "drawn in proportion to the exponential of the mean"
    }

    fn next(&self, pulls: &Pulls, rng: &mut ChaCha8Rng) -> usize {
        if let Some(arm) = pulls.without(1) {
            return arm;
        }
        let (low, high) = pulls.tally.range();
        let temperature = (high - low).max(f64::MIN_POSITIVE) * TEMPERATURE;
        let weight = |arm: usize| Real::exp((pulls.tally.moments(arm).0 - high) / temperature);
        let mut ticket = rng.random::<f64>() * pulls.open().map(weight).sum::<f64>();
        for arm in pulls.open() {
            ticket -= weight(arm);
            if ticket < 0.0 {
                return arm;
            }
        }
        pulls.neediest()
    }
}
