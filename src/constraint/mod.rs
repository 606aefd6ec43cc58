//! Which deals fit: the 208 ownership variables, the rules over them, and what follows.
//!
//! A [`Condition`] says something of one hand. A [`Promise`] adds to it how far it may be trusted and where it comes
//! from; a [`Rule`] is one player's promise. Rules are read from the files in
//! `constraints/` ([`rulefile`]) by a [`System`]; hard facts (cards seen, voids shown) live in [`Ownership`].

mod carding_style;
mod comparison;
pub mod condition;
mod conflict;
mod deal;
mod explanation;
mod formula;
mod kind;
mod language;
pub mod lengths;
mod linear;
mod lint;
mod outline;
mod ownership;
mod pair;
mod part;
mod pattern;
mod points;
mod portrait;
mod prior;
mod promise;
pub mod reliance;
mod repair;
pub mod rulefile;
mod shape;
mod situation;
mod system;
mod term;

pub use carding_style::CardingStyle;
pub use comparison::{Comparison, LinearForm, Relation};
pub use condition::{Condition, Facts, Feature, Holds, Quantity, Range};
pub use conflict::{Conflict, Part, Size};
pub use deal::{DealCondition, SeatTerm, Statement};
pub use explanation::CallExplanation;
pub use formula::{Formula, Truth};
pub use kind::{AuctionRole, CallKind};
pub use language::{LanguageFault, parse_condition, parse_deal_condition};
pub use linear::{LinearModel, Undecided};
pub use lint::{Finding, lint};
pub use outline::Outline;
pub use ownership::{Fact, Ownership, Variable};
pub use pair::{NoProfile, Pair};
pub use points::PointSet;
pub use portrait::Portrait;
pub use promise::{Promise, Rule};
pub use repair::Repairs;
pub use rulefile::SystemFault;
pub use shape::{ShapePattern, Shapes};
pub use system::{Agreement, CallMeaning, Explained, System, Turn};
pub use term::{Measure, Term};
