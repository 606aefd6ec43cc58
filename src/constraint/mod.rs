//! Which deals fit: the 208 ownership variables, the rules over them, and what follows.
//!
//! A [`Condition`] says something of one hand. A [`Promise`] is a condition with how far it may be
//! trusted and where it comes from, and a [`Rule`] is the promise of one player. Rules are read from the files in
//! `constraints/` ([`rulefile`]); hard facts (cards seen, voids shown) live in [`Ownership`].

pub mod condition;
mod conflict;
mod language;
mod linear;
mod ownership;
mod prior;
pub mod rulefile;

pub use condition::{Condition, Facts};
pub use conflict::{Conflict, Part, Size};
pub use language::{LanguageFault, parse_condition};
pub use linear::{LinearModel, Undecided};
pub use ownership::{Fact, Ownership, Variable};
pub use rulefile::{System, SystemFault};

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::cards::Seat;

/// What is said of a hand, how far it may be trusted, and where it comes from.
#[derive(Debug)]
pub struct Promise {
    /// What the hand is said to be.
    pub condition: Condition,
    /// The share of the hands behind such a promise that keep it, above 0 and up to 1.
    pub confidence: f64,
    /// Where it comes from, in words: "opening 2NT: hcp 21-22, balanced (Otawa & Uehara 2006)".
    pub source: String,
    exception: OnceLock<f64>,
}

/// Equal when they say the same.
impl PartialEq for Promise {
    fn eq(&self, other: &Self) -> bool {
        self.condition == other.condition
            && self.confidence.total_cmp(&other.confidence).is_eq()
            && self.source == other.source
    }
}

/// A promise of one player. Cloning it is cheap.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The player.
    pub seat: Seat,
    promise: Arc<Promise>,
}

impl Promise {
    /// A promise that `confidence` of the hands behind it keep.
    pub fn new(condition: Condition, confidence: f64, source: impl Into<String>) -> Self {
        Self { condition, confidence, source: source.into(), exception: OnceLock::new() }
    }

    /// How much less likely a hand outside the condition is to be behind the promise than a hand
    /// inside: P(call | outside) / P(call | inside), 0 when the promise is certain.
    ///
    /// Chosen so that, of thirteen cards dealt at random and then promised, `confidence` of the
    /// hands keep the promise. It is a property of the promise, not of the deal; the first call
    /// takes some 20 ms, later ones nothing.
    pub fn exception(&self) -> f64 {
        *self.exception.get_or_init(|| {
            if self.confidence >= 1.0 {
                return 0.0;
            }
            let inside = prior::probability(&self.condition);
            if inside <= 0.0 || inside >= 1.0 {
                return 1.0;
            }
            ((1.0 - self.confidence) / self.confidence * inside / (1.0 - inside)).min(1.0)
        })
    }
}

impl Rule {
    /// A player's promise.
    pub fn new(seat: Seat, promise: impl Into<Arc<Promise>>) -> Self {
        Self { seat, promise: promise.into() }
    }

    /// A rule that admits no exception, such as a range that the user gives.
    pub fn certain(seat: Seat, condition: Condition, source: impl Into<String>) -> Self {
        Self::new(seat, Promise::new(condition, 1.0, source))
    }
}

impl Deref for Rule {
    type Target = Promise;

    fn deref(&self) -> &Promise {
        &self.promise
    }
}
