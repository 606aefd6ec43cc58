//! The rules about three hidden hands, sorted by what decides them: lengths and points, the cards
//! of one suit, or more.

use super::projection::Projection;
use crate::belief::Evidence;
use crate::belief::strictness::Strictness;
use crate::cards::{BySuit, Hand, Holding, Seat, Suit, hand_points};
use crate::constraint::{Quantity, Rule};

/// The rules about the hidden hands. The fewer are left for rejection, the rarer may be what they
/// ask: that South has five honours of two suits would take millions of tries.
#[derive(Debug, Clone, Default)]
pub(super) struct SortedRules {
    /// Rules about lengths and points alone.
    pub counted: Vec<Rule>,
    /// Rules about the cards of one suit alone.
    pub of_suit: BySuit<Vec<Rule>>,
    /// Rules about more than that.
    pub rest: Vec<Rule>,
    /// For each hidden hand, the factors that approximate how likely all hands were to make its
    /// calls, where that was learned. No rule is needed then.
    pub learned: [Option<Projection>; 3],
}

impl SortedRules {
    pub(super) fn of(evidence: &Evidence, seats: [Seat; 3], strictness: Strictness) -> Self {
        let mut asked = Self::default();
        if strictness == Strictness::FactsOnly {
            return asked;
        }
        let is_learned =
            |rule: &&Rule| strictness == Strictness::Weighed && rule.likelihood.is_some();
        let learned = |seat: Seat, partners: u8| {
            let own = evidence.rules.iter().filter(|rule| rule.seat == seat).filter(is_learned);
            Projection::of(&own.collect::<Vec<_>>(), evidence.ownership.may(seat), partners)
        };
        // What hidden partners have is not known. First they are given as many points as an average
        // hand, then as many as hands that make their calls.
        let first = seats.map(|seat| {
            let partner = seat.partner();
            let is_hidden = seats.contains(&partner);
            let anybodys = hand_points(evidence.ownership.may(seat)) / 3;
            let own = || hand_points(evidence.ownership.must(partner));
            learned(seat, if is_hidden { anybodys } else { own() })
        });
        let place = |seat: Seat| seats.iter().position(|hidden| *hidden == seat);
        asked.learned = std::array::from_fn(|at| {
            let seat = seats[at];
            match place(seat.partner()).and_then(|partner| first[partner].as_ref()) {
                Some(partner) => learned(seat, partner.mean().round() as u8),
                None => first[at].clone(),
            }
        });
        let rules = evidence.rules.iter().filter(|rule| seats.contains(&rule.seat));
        let rules = rules.filter(|rule| !is_learned(rule));
        for rule in rules.flat_map(|rule| parts(rule, strictness)) {
            if rule.questions().is_empty() {
                asked.counted.push(rule);
            } else if let Some(suit) = rule.only_suit() {
                asked.of_suit[suit].push(rule);
            } else {
                asked.rest.push(rule);
            }
        }
        asked
    }
}

impl SortedRules {
    /// The rules whose weight depends on lengths and points.
    pub(super) fn by_lengths(&self) -> impl Iterator<Item = &Rule> {
        self.counted.iter().chain(&self.rest)
    }
}

/// A rule that admits no exception, split into one rule for each of its parts; any other as it is.
fn parts(rule: &Rule, strictness: Strictness) -> Vec<Rule> {
    let is_certain = rule.is_certain() && rule.denied.is_none();
    if rule.questions().is_empty() || !(is_certain || strictness == Strictness::Strict) {
        return vec![rule.clone()];
    }
    let parts = rule.condition.clone().conjuncts().into_iter();
    parts.map(|part| Rule::certain(rule.seat, part, rule.source.clone())).collect()
}

/// The cards of a suit that these rules distinguish.
pub(super) fn told_apart(rules: &[Rule]) -> Holding {
    let ranks = |question| match question {
        Quantity::Holds(holds) => holds.of,
        Quantity::Term(term) => term.ranks(),
    };
    let questions = rules.iter().flat_map(|rule| rule.questions());
    questions.map(ranks).fold(Holding::EMPTY, |all, ranks| all | ranks)
}

/// The weight by the rules about a suit of a way to divide it among three hands.
pub(super) fn weight_of_division(
    rules: &[Rule],
    (suit, seats): (Suit, [Seat; 3]),
    dealt: [Holding; 3],
    strictness: Strictness,
) -> f64 {
    let weight = |rule: &Rule| {
        let at = seats.iter().position(|&seat| seat == rule.seat);
        let mut hand = Hand::EMPTY;
        hand[suit] = at.map_or(Holding::EMPTY, |at| dealt[at]);
        strictness.weight(rule, hand)
    };
    rules.iter().map(weight).product()
}
