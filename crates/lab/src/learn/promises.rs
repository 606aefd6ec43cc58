//! What an engine promises of a card beyond double dummy, and what people's results keep of it.
//!
//! An engine that reckons with what others do wrong promises more of a card than double dummy says. Matches against imagined persons
//! cannot tell whether people do as much wrong. Results at people's tables can, and nobody is imagined there: where a person played the
//! card, his side took so many tricks more, or fewer, than double dummy says of the cards as they lay. The slope of this on what was promised is the share that
//! people's results keep: 1 if they err as the engine expects, 0 if they play double dummy.
//!
//! Two things would spoil a plain regression. What is promised is measured by a handful of playouts, and noise makes a slope small; so
//! the engine is asked twice, with other random numbers, and what it says the second time stands in for what it said the first
//! (instrumental variables; Wooldridge, *Econometric Analysis of Cross Section and Panel Data*, chapter 5). And where minimax's card
//! looks bad because many errors are expected of the side itself, people make them after any card; so what is expected after minimax's
//! card has a slope of its own.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Promises, and what came of each.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Promises(Vec<Kept>);

/// A promise and what came of it, in one unit.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Kept {
    /// Which board: what came at several of its decisions hangs together.
    board: u64,
    /// The tricks left at the decision: what people lose later depends on them, whatever is promised.
    left: u8,
    /// What the engine says each time.
    said: [Said; 2],
    came: f64,
}

/// What is expected beyond double dummy: after minimax's card, and how much more after the person's.
type Said = [f64; 2];

/// What share of promises is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareKept {
    /// The share: 1 if all that is promised comes true on average.
    pub share: f64,
    /// Its standard error: boards are taken to be independent, and the noise need not be the same at all of them (White 1980; Liang and
    /// Zeger 1986).
    pub error: f64,
}

impl Promises {
    /// Adds what the engine expects beyond double dummy of minimax's card and of the person's, each of the two times that it is
    /// asked, and what came of the person's; with the board, and the tricks left.
    pub(super) fn add(&mut self, board: u64, left: u8, expected: [[f64; 2]; 2], came: f64) {
        let said = expected.map(|[first, card]| [first, card - first]);
        self.0.push(Kept { board, left, said, came });
    }

    pub(super) fn take(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The share that is kept of what the person's card is said to bring beyond minimax's. `None` where there is too little to tell.
    pub fn kept(&self) -> Option<ShareKept> {
        let apart = self.apart();
        // What is said one time stands in for what is said the other, both ways round.
        let ways = |it: &Kept| [(it.said[0], it.said[1]), (it.said[1], it.said[0])];
        let mut cross = [[0.0; 2]; 2];
        let mut with_came = [0.0; 2];
        for it in &apart {
            for (said, instead) in ways(it) {
                for row in 0..2 {
                    with_came[row] += instead[row] * it.came;
                    (0..2).for_each(|column| cross[row][column] += instead[row] * said[column]);
                }
            }
        }
        let inverse = inverted(cross).filter(|_| apart.len() >= FEWEST)?;
        let slopes = inverse.map(|row| row[0] * with_came[0] + row[1] * with_came[1]);
        let influence = |it: &Kept| -> f64 {
            let each = ways(it).map(|(said, instead)| {
                let rest = it.came - slopes[0] * said[0] - slopes[1] * said[1];
                (inverse[1][0] * instead[0] + inverse[1][1] * instead[1]) * rest
            });
            each.iter().sum()
        };
        let mut by_board: BTreeMap<u64, f64> = BTreeMap::new();
        for it in &apart {
            *by_board.entry(it.board).or_default() += influence(it);
        }
        let variance: f64 = by_board.values().map(|influence| influence.powi(2)).sum();
        // What was fitted, two slopes and a mean for each number of tricks left, makes rests smaller than the noise.
        let groups: BTreeSet<u8> = apart.iter().map(|it| it.left).collect();
        let n = apart.len() as f64;
        let grown = n / (n - groups.len() as f64 - 2.0);
        Some(ShareKept { share: slopes[1], error: (variance * grown).sqrt() })
    }

    /// Everything less its mean at decisions with as many tricks left. Each time has a mean of its own: with a common one, the noise of the
    /// two times would go together.
    fn apart(&self) -> Vec<Kept> {
        let mut sums = [(0.0, [[0.0; 2]; 2], 0.0); 14];
        for it in &self.0 {
            let (n, said, came) = &mut sums[usize::from(it.left.min(13))];
            (*n, *came) = (*n + 1.0, *came + it.came);
            for (sums, said) in said.iter_mut().zip(it.said) {
                sums.iter_mut().zip(said).for_each(|(sum, one)| *sum += one);
            }
        }
        let each = self.0.iter().map(|it| {
            let (n, said, came) = sums[usize::from(it.left.min(13))];
            let apart = |time: usize| [0, 1].map(|at| it.said[time][at] - said[time][at] / n);
            Kept { said: [apart(0), apart(1)], came: it.came - came / n, ..*it }
        });
        each.collect()
    }
}

/// `None` if the rows are nearly alike.
fn inverted([[a, b], [c, d]]: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    let determinant = a * d - b * c;
    (determinant.abs() > ALIKE * (a * d).abs())
        .then(|| [[d, -b], [-c, a]].map(|row| row.map(|it| it / determinant)))
}

/// Of fewer nothing can be told.
const FEWEST: usize = 50;

/// Rows are nearly alike where the determinant is no larger than this, as a share of the product on the diagonal.
const ALIKE: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Promises, measured with noise, of which `share` comes true beside half of what is expected after minimax's card.
    fn promises(n: usize, share: f64, noise: f64) -> Promises {
        let mut rng = ChaCha8Rng::seed_from_u64(n as u64);
        let mut random = |size: f64| (rng.random::<f64>() - 0.5) * size;
        let mut all = Promises::default();
        for at in 0..n {
            let (left, level) = (if at % 2 == 0 { 3 } else { 9 }, random(1.0));
            // A card is ahead of minimax's where much is expected to go wrong after that.
            let more = random(1.0) - 0.6 * level;
            let mut said = || {
                let first = level + random(noise);
                [first, level + more + random(noise)]
            };
            let said = [said(), said()];
            let came = 0.5 * level + share * more - f64::from(left) + random(noise);
            all.add(at as u64, left, said, came);
        }
        all
    }

    #[test]
    fn a_share_is_found_whatever_else_is_lost() {
        for share in [-0.5, 0.0, 0.3, 1.0] {
            let kept = promises(60, share, 0.0).kept().expect("promises differ");
            assert!((kept.share - share).abs() < 1e-9 && kept.error < 1e-9, "{kept:?}");
        }
    }

    /// With noise as large as what is measured a plain slope would be half of what it should be.
    #[test]
    fn noise_makes_an_error_and_no_smaller_share() {
        let [few, many] = [2_000, 32_000].map(|n| promises(n, 0.8, 1.0).kept().expect("enough"));
        assert!((many.share - 0.8).abs() < 3.0 * many.error && many.error < 0.02, "{many:?}");
        assert!((few.share - 0.8).abs() < 3.0 * few.error, "{few:?}");
        assert!((few.error / many.error - 4.0).abs() < 1.0, "{few:?} {many:?}");
    }

    /// A decision that no other has as many tricks left as tells nothing, and neither does the same board once more.
    #[test]
    fn what_tells_nothing_changes_nothing() {
        let all = promises(400, 0.8, 1.0);
        let kept = all.kept().expect("enough");
        let mut with_single = all.clone();
        with_single.add(1_000, 11, [[0.4, -0.3], [-0.2, 0.9]], 2.0);
        assert!((with_single.kept().expect("enough").share - kept.share).abs() < 1e-9);
        let mut twice = all.clone();
        twice.take(&all);
        let twice = twice.kept().expect("enough");
        assert!((twice.share - kept.share).abs() < 1e-9);
        assert!((twice.error / kept.error - 1.0).abs() < 0.01, "{twice:?} {kept:?}");
    }

    #[test]
    fn of_promises_that_are_all_alike_nothing_can_be_told() {
        let mut all = Promises::default();
        assert!(all.is_empty() && all.kept().is_none());
        (0..80).for_each(|n| all.add(n, 7, [[0.0, 0.0]; 2], n as f64));
        assert!(all.kept().is_none() && all.len() == 80);
    }
}
