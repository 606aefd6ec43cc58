//! UCB1-tuned: optimism in the face of uncertainty.

use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};
use crate::real::Real;

/// The candidate with the largest mean plus `sqrt(ln n / n_i * min(1/4, V_i))`, where `V_i` bounds
/// its variance (Auer, Cesa-Bianchi and Fischer, *Machine Learning* 47, 2002, section 4).
pub(super) struct UcbTuned;

/// The variance of a Bernoulli variable is at most this.
const MOST_VARIANCE: f64 = 0.25;

/// The playouts that every candidate gets first.
const FIRST: usize = 2;

impl Allocation for UcbTuned {
    fn slug(&self) -> &'static str {
        "ucb1-tuned"
    }

    fn about(&self) -> &'static str {
        "the largest upper confidence bound (Auer et al. 2002)"
    }

    fn next(&self, pulls: &Pulls, _: &mut ChaCha8Rng) -> usize {
        if let Some(arm) = pulls.without(FIRST) {
            return arm;
        }
        let (low, high) = pulls.tally.range();
        let range = (high - low).max(f64::MIN_POSITIVE);
        let log = Real::ln(pulls.done() as f64);
        pulls.largest(|arm| {
            let share = log / pulls.given[arm] as f64;
            let (mean, variance) = pulls.tally.moments(arm);
            let bound = variance / (range * range) + (2.0 * share).sqrt();
            (mean - low) / range + (share * bound.min(MOST_VARIANCE)).sqrt()
        })
    }
}
