//! Sequential halving.

use itertools::Itertools;
use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};
use crate::search::tally::Tally;

/// All candidates are played out in a few worlds, the worse half is dropped, the rest is played out
/// in twice as many, until two are left (Karnin, Koren and Somekh, ICML 2013).
pub(in crate::search) struct Halving;

impl Allocation for Halving {
    fn slug(&self) -> &'static str {
        "halving"
    }

    fn about(&self) -> &'static str {
        "a few worlds for all, then twice as many for the better half (Karnin et al. 2013)"
    }

    fn next(&self, pulls: &Pulls, _: &mut ChaCha8Rng) -> usize {
        let rounds = rounds(pulls.given.len(), pulls.total, pulls.most);
        let mut before = 0;
        for (size, upto) in rounds {
            let mut running: Vec<usize> =
                (0..pulls.given.len()).filter(|&arm| pulls.given[arm] >= before).collect();
            // Candidates that have begun this round stay in it; the other places go to the best
            // means.
            running.sort_by(|&a, &b| {
                let begun = |arm: usize| pulls.given[arm] > before;
                let mean = |arm: usize| pulls.tally.moments(arm).0;
                begun(b).cmp(&begun(a)).then(mean(b).total_cmp(&mean(a))).then(a.cmp(&b))
            });
            running.truncate(size);
            let behind = running.into_iter().filter(|&arm| pulls.given[arm] < upto);
            if let Some(arm) = behind.min_by_key(|&arm| pulls.given[arm]) {
                return arm;
            }
            before = upto;
        }
        pulls.neediest()
    }

    /// The best mean of the candidates that were never dropped.
    fn best(&self, tally: &Tally) -> usize {
        let playouts = |arm: usize| tally.scores(arm).len();
        let mean = |arm: usize| tally.moments(arm).0;
        let counts = (0..tally.arms()).map(playouts).sorted_unstable().rev();
        // Two are left. The clock may have broken off a portion of one.
        let Some(least) = counts.take(2).min().filter(|&least| least > 0) else {
            return tally.best_mean();
        };
        let left = (0..tally.arms()).filter(|&arm| playouts(arm) >= least);
        left.reduce(|a, b| if mean(b) > mean(a) { b } else { a }).unwrap_or(0)
    }
}

/// The rounds: the number of candidates left, and the number of playouts of each when the round
/// ends.
fn rounds(candidates: usize, total: usize, most: usize) -> Vec<(usize, usize)> {
    let mut sizes = vec![candidates];
    while sizes.last().is_some_and(|&size| size > 2) {
        sizes.push(sizes.last().map_or(0, |size| size.div_ceil(2)));
    }
    let share = total / sizes.len();
    let mut upto = 0;
    let round = |size: usize| {
        upto = (upto + share / size.max(1)).clamp(upto + 1, most.max(upto + 1));
        (size, upto.min(most))
    };
    sizes.into_iter().map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tally::GainPrior;

    /// A candidate that was dropped is not chosen, however well it did.
    #[test]
    fn one_of_the_last_two_is_chosen() {
        let mut tally = Tally::new(vec![GainPrior::REFERENCE; 4], 0.0, 1.0);
        assert_eq!(Halving.best(&tally), 0);
        for (arm, scores) in
            [vec![1.0; 9], vec![2.0; 8], vec![9.0], vec![5.0; 3]].into_iter().enumerate()
        {
            tally.set(arm, scores);
        }
        assert_eq!(Halving.best(&tally), 1);
    }

    #[test]
    fn every_round_costs_the_same() {
        assert_eq!(rounds(2, 64, 100), [(2, 32)]);
        assert_eq!(rounds(8, 96, 100), [(8, 4), (4, 12), (2, 28)]);
        assert_eq!(rounds(1, 64, 50), [(1, 50)]);
    }
}
