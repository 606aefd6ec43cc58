//! The rule language: "hcp 15-17 and balanced", "spades 5+ or 2 of AKQ in hearts".
//!
//! ```text
//! any     := all (("or" | "||") all)*
//! all     := one (("and" | "&&" | ",") one)*
//! one     := ("not" | "!") one | "(" any ")" | seat "." one | feature
//! feature := term range | sum relation sum | suit ("odd" | "even") | suit "has" ranks
//!          | suit holding | number "of" ranks "in" suit | "stopper" "in" suit
//!          | "balanced" | "semibalanced" | ["shape"] shape (["or"] shape)*
//!          | "shape" "(" seat "," pattern (("+" | "-") pattern)* ")"
//!          | "hascard" "(" seat "," card ")"
//! term    := measure | suit | measure "(" [seat] [","] [suit] ")" | suit "(" seat ")"
//! measure := "hcp" | "controls" | "losers" | "total" ["points"] | "aces" … "tens"
//!          | "top2" … "top5" | "c13" | "stoppers" | "quality"
//! range   := n | n "-" n | n "+"
//! sum     := [n "*"] term | n, joined by "+" and "-"
//! suit    := "clubs" | "diamonds" | "hearts" | "spades"
//! ```
//!
//! A shape is `4432` in any order, `5=4=3=1` from spades to clubs, or `54xx` with any other
//! lengths. A holding `KQx` means exactly these honours and a small card for each x; `KQx+` that or
//! longer.
//!
//! Words and syntax follow the program `dealer` by Hans van Staveren, so its conditions run
//! unchanged: `shape(north, any 4333 + 5xxx) && hcp(north) >= 15`. Not supported are `cccc`,
//! `tricks`, `score` and `imps`, which are not sums over the four suits, and the statements around
//! a condition (assignments, `produce`, `action`).

mod cards;
mod comparison;
pub mod condition;
mod deal;
mod formula;
pub mod lengths;
mod names;
mod parser;
mod points;
mod shape;
mod sums;
mod term;
mod words;

pub use comparison::{Comparison, LinearForm, Relation};
pub use condition::{Condition, Facts, Feature, Holds, Quantity, Range};
pub use deal::{DealCondition, SeatTerm, Statement};
pub use formula::{Formula, Truth};
pub use points::PointSet;

pub(super) use points::PointBounds;
pub use shape::{ShapePattern, Shapes};
pub use term::{Measure, Term};
pub use words::LanguageFault;

pub(super) use names::Vocabulary;

use self::parser::Parser;
use crate::cards::Seat;

/// Reads a condition on one hand.
///
/// # Errors
///
/// [`LanguageFault`], which points at the word that does not fit.
///
/// ```
/// use falsecard::constraint::parse_condition;
///
/// let rule = parse_condition("hcp 13+ and (hearts 5+ or clubs odd)").unwrap();
/// assert_eq!(rule.to_string(), "(hcp 13+ and (hearts 5+ or clubs odd))");
/// let fault = parse_condition("hcp 15 to 17").unwrap_err();
/// assert_eq!(&"hcp 15 to 17"[fault.span], "to");
/// ```
pub fn parse_condition(text: &str) -> Result<Condition, LanguageFault> {
    parse_named(text, &Vocabulary::default())
}

/// Reads a condition on one hand, with additional names.
pub(super) fn parse_named(text: &str, names: &Vocabulary) -> Result<Condition, LanguageFault> {
    let mut parser = Parser::of_one_hand(text, names);
    let condition = parser.complete()?;
    let whole =
        LanguageFault { message: "this speaks of several hands".into(), span: 0..text.len() };
    condition.about(Parser::ONE_HAND).ok_or(whole)
}

/// Reads a condition on the hands of a deal. `seat` is the player meant where the text names none.
///
/// # Errors
///
/// [`LanguageFault`], which points at the word that does not fit.
///
/// ```
/// use falsecard::constraint::parse_deal_condition;
///
/// let rule = parse_deal_condition("north.hcp > south.hcp and north.(spades 5+)", None).unwrap();
/// assert_eq!(rule.to_string(), "(north.hcp > south.hcp and north.(spades 5+))");
/// let fault = parse_deal_condition("hcp 15-17", None).unwrap_err();
/// assert_eq!(fault.to_string(), "whose hand? Name a seat, as in \"hcp(north)\" or \"north.hcp\"");
/// ```
pub fn parse_deal_condition(
    text: &str,
    seat: Option<Seat>,
) -> Result<DealCondition, LanguageFault> {
    Parser::of_deal(text, seat, &Vocabulary::default()).complete()
}
