//! ε-greedy with a falling ε.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};

/// The best mean, but with probability `ε_n = min(1, cK / (d² n))` any candidate (Auer,
/// Cesa-Bianchi and Fischer, *Machine Learning* 47, 2002, section 3).
pub(super) struct EpsilonGreedy;

/// `c / d²`, with the gap `d` between the best and the next as a share of the range of scores: with
/// five candidates the first 25 playouts go to anybody, and one in four of the hundredth.
const RATE: f64 = 5.0;

impl Allocation for EpsilonGreedy {
    fn slug(&self) -> &'static str {
        "epsilon-greedy"
    }

    fn about(&self) -> &'static str {
        "the best mean, but less and less often any candidate (Auer et al. 2002)"
    }

    fn next(&self, pulls: &Pulls, rng: &mut ChaCha8Rng) -> usize {
        if let Some(arm) = pulls.without(1) {
            return arm;
        }
        let arms = pulls.given.len() as f64;
        let epsilon = (RATE * arms / pulls.done() as f64).min(1.0);
        if rng.random_bool(epsilon) {
            let open: Vec<usize> = pulls.open().collect();
            return open[rng.random_range(0..open.len())];
        }
        pulls.largest(|arm| pulls.tally.moments(arm).0)
    }
}
