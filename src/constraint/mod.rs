//! Which deals fit: the 208 ownership variables, the rules over them, and what follows.
//!
//! A [`Condition`] says something of one hand. A [`Rule`] is a condition with the player it is
//! about, how far it may be trusted, and where it comes from. Rules are read from the files in
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

use crate::cards::Seat;

/// Something that is believed of one player's hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The player.
    pub seat: Seat,
    /// What his hand is said to be.
    pub condition: Condition,
    /// The share of the hands behind such a promise that keep it, above 0 and up to 1.
    pub confidence: f64,
    /// Where it comes from, in words: "2NT: Otawa & Uehara 2006, appendix".
    pub source: String,
}

impl Rule {
    /// A rule that admits no exception, such as a range that the user gives.
    pub fn certain(seat: Seat, condition: Condition, source: impl Into<String>) -> Self {
        Self { seat, condition, confidence: 1.0, source: source.into() }
    }

    /// How much less likely a hand outside the condition is to be behind the promise than a hand
    /// inside: P(call | outside) / P(call | inside), 0 when the rule is certain.
    ///
    /// Chosen so that, of thirteen cards dealt at random and then promised, `confidence` of the
    /// hands keep the promise. It is a property of the rule, not of the deal.
    pub fn exception(&self) -> f64 {
        if self.confidence >= 1.0 {
            return 0.0;
        }
        let inside = prior::probability(&self.condition);
        if inside <= 0.0 || inside >= 1.0 {
            return 1.0;
        }
        ((1.0 - self.confidence) / self.confidence * inside / (1.0 - inside)).min(1.0)
    }
}
