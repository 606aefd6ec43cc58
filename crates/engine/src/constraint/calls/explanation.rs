//! Explanations given at the table: the alerts of GIB and the ranges of table managers.
//!
//! They outrank any rule file, since the player himself says what his call means.

use std::sync::Arc;

use super::promise::{Promise, Rule};
use crate::cards::{Call, Seat, Suit};
use crate::constraint::language::{Condition, Feature, Formula, Measure, Range, Shapes, Term};

/// The share of hands that fit their player's alert. Programs bid by their alerts, except with
/// hands that fit none of their rules.
const KEPT: f64 = 0.97;

/// A call of an auction with its promise.
#[derive(Debug, Clone)]
pub struct ExplainedCall {
    /// The caller.
    pub seat: Seat,
    /// His call.
    pub call: Call,
    /// Its promise, if any.
    pub promise: Option<Arc<Promise>>,
}

impl ExplainedCall {
    /// What the call promises of the caller's hand, if anything.
    pub fn rule(&self) -> Option<Rule> {
        Some(Rule::new(self.seat, Arc::clone(self.promise.as_ref()?)))
    }
}

impl Rule {
    /// Whether the rule is the promise of this call.
    pub fn is_said_by(&self, call: &ExplainedCall) -> bool {
        call.seat == self.seat && call.promise.as_deref().is_some_and(|promise| *promise == **self)
    }
}

/// An explanation, split into a condition and the parts that could not be read.
///
/// ```
/// use falsecard::constraint::CallExplanation;
///
/// let gib = CallExplanation::parse("Major suit opening -- 5+ !H; 11-21 HCP; 12-22 total points");
/// assert_eq!(
///     gib.condition.to_string(),
///     "(hearts 5+ and hcp 11-21 and total 12-22)"
/// );
/// let manager = CallExplanation::parse("C=0-8,H=5-7,HCP=17-19");
/// assert_eq!(manager.condition.to_string(), "(clubs 0-8 and hearts 5-7 and hcp 17-19)");
/// let prose = CallExplanation::parse("5-5 in the majors; 8-11 HCP");
/// assert_eq!(prose.unread, ["5-5 in the majors"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallExplanation {
    /// The condition on the hand.
    pub condition: Condition,
    /// The parts in an unknown form.
    pub unread: Vec<String>,
    /// The whole text.
    pub text: String,
}

impl CallExplanation {
    /// Reads an explanation. It never fails: parts that cannot be read go to `unread`.
    pub fn parse(text: &str) -> Self {
        let body = text.split_once("--").map_or(text, |(_, body)| body);
        let items = body.split([';', ',']).map(str::trim).filter(|item| !item.is_empty());
        let (mut parts, mut unread) = (Vec::new(), Vec::new());
        for item in items {
            match feature(item) {
                Some(feature) => parts.push(Condition::Is(feature)),
                None => unread.push(item.to_owned()),
            }
        }
        Self { condition: Formula::All(parts), unread, text: text.trim().to_owned() }
    }

    /// Replaces the promise that a system gives the call by the explanation. If nothing of it could
    /// be read, the call stays as it is.
    ///
    /// ```
    /// use falsecard::cards::Seat;
    /// use falsecard::constraint::{ExplainedCall, CallExplanation};
    ///
    /// let call = ExplainedCall { seat: Seat::South, call: "1NT".parse().unwrap(), promise: None };
    /// let told = CallExplanation::parse("notrump opener -- 2-5 !H; 10-12 HCP").outranking(&call);
    /// let promise = told.promise.unwrap();
    /// assert_eq!(promise.source, "explained: notrump opener -- 2-5 !H; 10-12 HCP");
    /// ```
    #[must_use]
    pub fn outranking(&self, call: &ExplainedCall) -> ExplainedCall {
        let source = format!("explained: {}", self.text);
        let promise = || {
            let promise = Promise::new(self.condition.clone(), KEPT, source);
            Arc::new(promise.within(self.condition.softened()))
        };
        let said = self.condition != Formula::All(Vec::new());
        let promise = if said { Some(promise()) } else { call.promise.clone() };
        ExplainedCall { promise, ..call.clone() }
    }
}

/// "5+ !H", "11-21 HCP", "22- total points", "balanced" or "HCP=17-19".
fn feature(item: &str) -> Option<Feature> {
    if item.eq_ignore_ascii_case("balanced") {
        return Some(Feature::Shape(Shapes::balanced()));
    }
    let (values, name) = match item.split_once('=') {
        Some((name, values)) => (values, name),
        None => item.split_once(' ')?,
    };
    let term = term(name.trim())?;
    let (least, most) = bounds(values.trim(), *term.bounds().end())?;
    Range::new(term, least..=most).map(Feature::Range)
}

/// "11-21", "5+", "12-" (no more), "4".
fn bounds(text: &str, top: u16) -> Option<(u16, u16)> {
    if let Some(least) = text.strip_suffix('+') {
        return Some((least.parse().ok()?, top));
    }
    match text.split_once('-') {
        Some((least, "")) => Some((0, least.parse().ok()?)),
        Some((least, most)) => Some((least.parse().ok()?, most.parse().ok()?)),
        None => text.parse().ok().map(|only| (only, only)),
    }
}

/// "HCP", "total points" or a suit: "!H", "♥" or "H".
fn term(name: &str) -> Option<Term> {
    match name.to_ascii_lowercase().as_str() {
        "hcp" => return Some(Term::POINTS),
        "total points" => return Some(Term::Hand(Measure::TotalPoints)),
        _ => {}
    }
    let sign = name.strip_prefix('!').unwrap_or(name).to_uppercase();
    let signs = [["C", "♣"], ["D", "♦"], ["H", "♥"], ["S", "♠"]];
    let suit = signs.iter().position(|names| names.contains(&sign.as_str()))?;
    Some(Term::Length(Suit::ASC[suit]))
}
