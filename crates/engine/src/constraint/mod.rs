//! Conditions on hands and deals, the promises of calls, and what follows from them.
//!
//! Three modules, each using only those before it. [`language`]: a [`Condition`] is about one hand,
//! a [`DealCondition`] about several. [`calls`]: a [`Promise`] is a condition with its reliability
//! and source, a [`Rule`] is the promise of one player, and a [`System`] reads rules from the files
//! in `constraints/` ([`rulefile`]). [`linear`]: an [`Ownership`] holds the hard facts (cards seen,
//! voids shown) as 208 variables; the [`LinearModel`] finds deals that fit rules, and [`Repairs`]
//! the rules to give up where none fits.

pub mod calls;
pub mod language;
pub mod linear;

pub use calls::{
    Agreement, AuctionRole, CallExplanation, CallKind, CallMeaning, CallNetwork, CardingStyle,
    ExplainedCall, Finding, NoProfile, Outline, Pair, Promise, Rule, System, SystemFault, caller,
    lint, reliance, rulefile,
};
pub use language::{
    Comparison, Condition, DealCondition, Facts, Feature, Formula, Holds, LanguageFault,
    LinearForm, Measure, PointSet, Quantity, Range, Relation, SeatTerm, ShapePattern, Shapes,
    Statement, Term, Truth, condition, lengths, parse_condition, parse_deal_condition,
};
pub use linear::{
    Conflict, ConflictPart, Fact, LinearModel, Ownership, Repairs, Size, Undecided, Variable,
};
