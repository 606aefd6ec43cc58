//! The interface of allocations, and the data that they decide by.

use std::fmt;

use rand_chacha::ChaCha8Rng;

use crate::search::tally::Tally;

/// A way to share playouts among candidates.
pub trait Allocation: Sync {
    /// Its name on the command line.
    fn slug(&self) -> &'static str;

    /// What it is, in a line, with its source.
    fn about(&self) -> &'static str;

    /// The candidate to be played out next, among those that are open. At least one is.
    fn next(&self, pulls: &Pulls, rng: &mut ChaCha8Rng) -> usize;

    /// The candidate that the playouts favour: the best mean.
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

/// The data that an allocation decides by.
pub struct Pulls<'a> {
    /// The scores so far.
    pub(in crate::search) tally: &'a Tally,
    /// The number of playouts of each candidate, those in progress included.
    pub(in crate::search) given: &'a [usize],
    /// The most playouts of one candidate.
    pub(in crate::search) most: usize,
    /// The playouts of all candidates together.
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

    /// The neediest candidate, while it has fewer than this many playouts.
    pub(in crate::search) fn without(&self, least: usize) -> Option<usize> {
        Some(self.neediest()).filter(|&arm| self.given[arm] < least)
    }

    /// The open candidate with the largest `index`; of equals the neediest, then the first.
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
