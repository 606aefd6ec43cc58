//! The majority of five independent runs.

use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};
use crate::search::tally::Tally;

/// Five runs of a fifth of the worlds each, all candidates equally often; each run votes for its
/// best candidate, and the most votes win.
pub(super) struct Majority;

/// The number of runs.
const RUNS: usize = 5;

impl Allocation for Majority {
    fn slug(&self) -> &'static str {
        "majority"
    }

    fn about(&self) -> &'static str {
        "five runs of a fifth of the worlds each vote for their best candidates"
    }

    fn next(&self, pulls: &Pulls, _: &mut ChaCha8Rng) -> usize {
        pulls.neediest()
    }

    fn best(&self, tally: &Tally) -> usize {
        let worlds = (0..tally.arms()).map(|arm| tally.scores(arm).len()).min().unwrap_or(0);
        let overall = tally.best_mean();
        let mut votes = vec![0; tally.arms()];
        for run in 0..RUNS.min(worlds) {
            let mean = |arm: usize| {
                let scores = tally.scores(arm)[..worlds].iter().skip(run).step_by(RUNS);
                scores.sum::<f64>()
            };
            let best =
                (0..tally.arms()).fold(overall, |a, b| if mean(b) > mean(a) { b } else { a });
            votes[best] += 1;
        }
        let most = votes.iter().copied().max().unwrap_or(0);
        if votes[overall] == most {
            return overall;
        }
        votes.iter().position(|&count| count == most).unwrap_or(overall)
    }
}
