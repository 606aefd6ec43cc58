//! Who gets the next playout: candidates are arms, and a playout is a pull.
//!
//! An [`Allocation`] looks at what the candidates have scored so far and names the one to be played
//! out next. All candidates meet the same worlds in the same order, so that differences are paired;
//! a candidate's `n`-th playout is always the one in world `n`.
//!
//! To add one: one file here and one line in [`ALLOCATIONS`].

mod epsilon_greedy;
mod halving;
mod majority;
mod soft_max;
mod top_two;
mod ucb_tuned;
mod uniform;

pub(super) use halving::Halving;
pub(super) use top_two::TopTwo;

use std::fmt;

use rand_chacha::ChaCha8Rng;

use super::tally::Tally;

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

/// All allocations.
pub const ALLOCATIONS: [&dyn Allocation; 7] = [
    &TopTwo,
    &Halving,
    &uniform::Uniform,
    &ucb_tuned::UcbTuned,
    &epsilon_greedy::EpsilonGreedy,
    &soft_max::SoftMax,
    &majority::Majority,
];

/// The allocation of that name.
pub fn named(slug: &str) -> Option<&'static dyn Allocation> {
    ALLOCATIONS.into_iter().find(|allocation| allocation.slug() == slug)
}

/// What an allocation decides by.
pub struct Pulls<'a> {
    /// The scores so far.
    pub(super) tally: &'a Tally,
    /// How often each candidate has been played out or is being played out now.
    pub(super) given: &'a [usize],
    /// How many playouts one candidate may have.
    pub(super) most: usize,
    /// How many playouts there are for all together.
    pub(super) total: usize,
}

impl Pulls<'_> {
    /// The candidates that may still be played out.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.given.len()).filter(|&arm| self.is_open(arm))
    }

    /// Whether a candidate may still be played out.
    pub(super) fn is_open(&self, arm: usize) -> bool {
        self.given[arm] < self.most
    }

    /// The open candidate that has been played out least; the first of equals.
    pub(super) fn neediest(&self) -> usize {
        self.open().min_by_key(|&arm| self.given[arm]).unwrap_or_default()
    }

    /// The neediest candidate while one has fewer than this many playouts.
    pub(super) fn without(&self, least: usize) -> Option<usize> {
        Some(self.neediest()).filter(|&arm| self.given[arm] < least)
    }

    /// The open candidate for which `index` is largest: of equals the neediest, and else the first.
    pub(super) fn largest(&self, index: impl Fn(usize) -> f64) -> usize {
        let mut best = self.neediest();
        for arm in self.open() {
            if index(arm) > index(best) {
                best = arm;
            }
        }
        best
    }

    /// The number of playouts given away.
    pub(super) fn done(&self) -> usize {
        self.given.iter().sum()
    }
}
