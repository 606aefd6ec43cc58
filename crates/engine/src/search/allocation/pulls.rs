//! What every allocation does, and what it decides by.

use std::fmt;

use rand_chacha::ChaCha8Rng;

use crate::search::tally::Tally;

/// A way to share playouts among candidates.
pub trait Allocation: Sync {
    /// Its name on the command line.
    fn slug(&self) -> &'static str;

    /// What it is, in a line, with its source.
    fn about(&self) -> &'static str;

    /// The candidate to be played out next. There is one that is open.
    fn next(&self, pulls: &Pulls, rng: &mut ChaCha8Rng) -> usize;

    /// The candidate that the playouts speak for: the best mean.
    fn best(&self, tally: &Tally) -> usize {
        tally.best_mean()
    }
}

impl fmt::Debug for dyn Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

impl PartialEq for dyn Allocation {
    fn eq(&self, other: &Self) -> bool {
        self.slug() == other.slug()
    }
}

/// What an allocation decides by.
pub struct Pulls<'a> {
    /// The scores so far.
    pub(in crate::search) tally: &'a Tally,
    /// How often each candidate has been played out or is being played out now.
    pub(in crate::search) given: &'a [usize],
    /// How many playouts one candidate may have.
    pub(in crate::search) most: usize,
    /// How many playouts there are for all together.
    pub(in crate::search) total: usize,
}

impl Pulls<'_> {
    /// The candidates that may still be played out.
    pub(in crate::search) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.given.len()).filter(|&arm| self.is_open(arm))
    }

    /// Whether a candidate may still be played out.
    pub(in crate::search) fn is_open(&self, arm: usize) -> bool {
        self.given[arm] < self.most
    }

    /// The open candidate that has been played out least; the first of equals.
    pub(in crate::search) fn neediest(&self) -> usize {
        self.open().min_by_key(|&arm| self.given[arm]).unwrap_or_default()
    }

    /// The neediest candidate while one has fewer than this many playouts.
    pub(in crate::search) fn without(&self, least: usize) -> Option<usize> {
        Some(self.neediest()).filter(|&arm| self.given[arm] < least)
    }

    /// The open candidate for which `index` is largest: of equals the neediest, and else the first.
    pub(in crate::search) fn largest(&self, index: impl Fn(usize) -> f64) -> usize {
        let mut best = self.neediest();
        for arm in self.open() {
            if index(arm) > index(best) {
                best = arm;
            }
        }
        best
    }

    /// The number of playouts given away.
    pub(in crate::search) fn done(&self) -> usize {
        self.given.iter().sum()
    }
}
