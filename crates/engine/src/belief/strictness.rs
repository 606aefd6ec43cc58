//! How strictly rules and readings count: at their weights, or as if all were kept; and the weights
//! that do not depend on the shape of a hand.

use super::Evidence;
use super::reading::{Reading, SuitReading};
use crate::cards::{Hand, Holding, Seat, Suit};
use crate::constraint::lengths::{ByPoints, Lengths};
use crate::constraint::{PointSet, Quantity, Rule};

/// How the rules and readings count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A promise may be broken: exceptions keep the weight that the rule leaves them.
    Weighed,
    /// A layout that breaks a promise has no weight: what is left is a plain number of layouts.
    Strict,
    /// Rules and readings do not count: only the hard facts do.
    FactsOnly,
}

impl Strictness {
    /// The quantities of a hand, besides lengths and points, on which the weight by a rule depends.
    pub(super) fn questions(self, rule: &Rule) -> Vec<Quantity> {
        match self {
            Self::FactsOnly => Vec::new(),
            Self::Weighed if rule.likelihood.is_some() => Vec::new(),
            Self::Weighed | Self::Strict => rule.questions(),
        }
    }

    /// The weight of a hand by a rule, 0 to 1.
    pub(super) fn weight(self, rule: &Rule, hand: Hand) -> f64 {
        match self {
            Self::FactsOnly => 1.0,
            Self::Strict => f64::from(u8::from(rule.condition.is_true_of(&hand))),
            Self::Weighed => rule.weight(&hand),
        }
    }

    /// The factor of [`Strictness::weight`] that depends on the length of one suit alone.
    pub(super) fn of_length(self, rule: &Rule, suit: Suit, length: u8) -> f64 {
        if self == Self::Weighed { rule.of_length(suit, length) } else { 1.0 }
    }

    /// The weight by a rule of a hand of these lengths, for each number of points, without the
    /// factors of [`Strictness::of_length`]. If the rule asks for more than lengths and points, the
    /// greatest weight that it may leave.
    pub(super) fn beside_lengths(self, rule: &Rule, lengths: Lengths) -> ByPoints {
        match self {
            Self::FactsOnly => [1.0; PointSet::MOST as usize + 1],
            Self::Strict => rule.can_be_kept(lengths),
            Self::Weighed => *rule.beside_lengths(lengths),
        }
    }
}

/// The factor that the rules about known hands leave of every layout's weight.
pub(super) fn weight_of_known(evidence: &Evidence, hidden: &[Seat], strictness: Strictness) -> f64 {
    let rules = evidence.rules.iter().filter(|rule| !hidden.contains(&rule.seat));
    let weights = rules.map(|rule| {
        let hand = evidence.ownership.must(rule.seat);
        strictness.weight(rule, hand)
    });
    weights.product()
}

/// What the cards played say of the holdings dealt in a suit.
pub(super) struct SaidOfSuit<'a> {
    suit: Suit,
    readings: Vec<&'a Reading>,
    chosen: Vec<&'a SuitReading>,
    strictness: Strictness,
}

impl<'a> SaidOfSuit<'a> {
    pub(super) fn new(suit: Suit, evidence: &'a Evidence, strictness: Strictness) -> Self {
        let of_suit = evidence.readings.iter().filter(|reading| reading.suit() == suit);
        let readings = of_suit.filter(|_| strictness != Strictness::FactsOnly).collect();
        let chosen = evidence.suits().filter(|_| strictness == Strictness::Weighed).collect();
        Self { suit, readings, chosen, strictness }
    }

    /// The likelihood of all cards played from the suit, given the holdings dealt.
    pub(super) fn weight(&self, dealt: impl Fn(Seat) -> Holding) -> f64 {
        let weights = self.readings.iter().map(|reading| {
            let dealt = dealt(reading.seat);
            match self.strictness {
                Strictness::Strict => f64::from(u8::from(reading.is_kept(dealt))),
                Strictness::Weighed => reading.weight(dealt),
                Strictness::FactsOnly => 1.0,
            }
        });
        let chosen = self.chosen.iter().map(|read| read.weight(self.suit, dealt(read.seat)));
        weights.chain(chosen).product()
    }
}
