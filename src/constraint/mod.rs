//! Which deals fit: conditions, what calls promise, and what follows.
//!
//! Three rooms, each using those before it alone. [`language`]: a [`Condition`] says something of one hand, a
//! [`DealCondition`] of several. [`calls`]: a [`Promise`] is a condition with how far it may be trusted and where it
//! comes from, a [`Rule`] is the promise of one player, and a [`System`] reads them from the files in `constraints/`
//! ([`rulefile`]). [`linear`]: hard facts (cards seen, voids shown) are known of the 208 variables of an
//! [`Ownership`]; the [`LinearModel`] says whether rules contradict each other, and which to give up.

pub mod calls;
pub mod language;
pub mod linear;

pub use calls::{
    Agreement, AuctionRole, CallExplanation, CallKind, CallMeaning, CardingStyle, Explained,
    Finding, NoProfile, Outline, Pair, Promise, Rule, System, SystemFault, Turn, lint, reliance,
    rulefile,
};
pub use language::{
    Comparison, Condition, DealCondition, Facts, Feature, Formula, Holds, LanguageFault,
    LinearForm, Measure, PointSet, Quantity, Range, Relation, SeatTerm, ShapePattern, Shapes,
    Statement, Term, Truth, condition, lengths, parse_condition, parse_deal_condition,
};
pub use linear::{
    Conflict, Fact, LinearModel, Ownership, Part, Repairs, Size, Undecided, Variable,
};
