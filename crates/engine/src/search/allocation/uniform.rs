//! All candidates alike.

use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};

/// Every candidate is played out equally often.
pub(super) struct Uniform;

impl Allocation for Uniform {
    fn slug(&self) -> &'static str {
        "uniform"
    }

    fn about(&self) -> &'static str {
        "every candidate equally often"
    }

    fn next(&self, pulls: &Pulls, _: &mut ChaCha8Rng) -> usize {
        pulls.neediest()
    }
}
