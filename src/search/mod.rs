//! Which card: the searches. Each is given a [`View`] and returns a
//! [`Decision`].
//!
//! To add a search: one file here and one line in [`SEARCHES`].

mod allocation;
mod belief_set;
mod decision;
mod minimax;
mod playout;
mod probing;
mod published;
mod random;
mod statistics;
mod workers;

pub use decision::{Candidate, Decision};
pub use probing::{Imagined, Probing};
pub use random::stream;

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::belief::{Belief, Evidence, NoBelief, Reader};
use crate::constraint::{Rule, System};
use crate::play::View;

/// A way to choose a card.
pub trait Search: Sync {
    /// Its name on the command line.
    fn slug(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Chooses a card.
    ///
    /// # Errors
    ///
    /// [`NoDecision`].
    fn decide(&self, question: &Question) -> Result<Decision, NoDecision>;
}

/// All searches.
pub const SEARCHES: [&dyn Search; 3] =
    [&minimax::Minimax, &belief_set::BeliefSet, &published::Published];

/// The search of that name.
pub fn named(slug: &str) -> Option<&'static dyn Search> {
    SEARCHES.into_iter().find(|search| search.slug() == slug)
}

/// Why no card was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoDecision {
    /// It is not this player's turn.
    #[error("it is not this player's turn")]
    NotToPlay,
    /// No belief can be formed.
    #[error(transparent)]
    Belief(#[from] NoBelief),
}

/// How much work a search may do, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The worlds in which the last two candidates are played out, at least 1. Minimax, whose
    /// worlds are cheap, looks at [`Settings::MINIMAX_FACTOR`] times as many.
    pub worlds: usize,
    /// The worlds that every imagined player draws at each of his decisions, at least 1.
    pub mind_worlds: usize,
    /// How many cards ahead the published rule probes; `None` is to the end.
    pub lookahead: Option<usize>,
    /// Whether the imagined players read signals.
    pub reader: Reader,
    /// Stop at the next pause after this long, with what has been found.
    pub budget: Option<Duration>,
}

impl Settings {
    /// Minimax looks at this many times as many worlds as abc: a world costs it one solve.
    pub const MINIMAX_FACTOR: usize = 4;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            worlds: 128,
            mind_worlds: 8,
            lookahead: Some(16),
            reader: Reader::AtTheTable,
            budget: None,
        }
    }
}

/// A decision to be made: what the player knows, and how hard to think.
pub struct Question<'a> {
    /// What the player knows. It must be his turn.
    pub view: &'a View,
    /// The agreements of the table.
    pub system: &'a System,
    /// What he knows from elsewhere.
    pub hints: &'a [Rule],
    /// How hard to think.
    pub settings: &'a Settings,
    /// Told how far the search has come, from 0 to 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

impl Question<'_> {
    /// What the player believes.
    fn belief(&self) -> Result<Belief, NoDecision> {
        if !self.view.is_deciding() || self.view.legal().is_empty() {
            return Err(NoDecision::NotToPlay);
        }
        let mut evidence = Evidence::of(self.view, self.system, Reader::AtTheTable);
        evidence.rules.extend_from_slice(self.hints);
        Ok(Belief::new(&evidence)?)
    }

    /// When to stop.
    fn deadline(&self) -> Option<Instant> {
        self.settings.budget.map(|budget| Instant::now() + budget)
    }
}
