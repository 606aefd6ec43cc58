//! The exact count of the layouts of two hidden hands, and samples in proportion to it.
//!
//! One hidden hand is the other's complement. Each suit is divided in every way (`suit.rs`), the
//! four suits' classes are combined under the rules on shape and strength (`combine.rs`), and every
//! combination is weighed. Building takes well under a millisecond; a sample is a binary search.

mod combine;
mod posterior;
mod suit;

use combine::{ClassCombination, Combiner};
use rand::{Rng, RngExt};
use suit::SuitClasses;

use super::Evidence;
use super::strictness::Strictness;
use crate::cards::{BySeat, BySuit, Hand, Seat, Suit};

/// The weight of every layout of two hidden hands.
#[derive(Debug, Clone)]
pub(super) struct TwoHands {
    seats: [Seat; 2],
    suits: BySuit<SuitClasses>,
    combinations: Vec<ClassCombination>,
    fit: f64,
}

impl TwoHands {
    /// Weighs every layout; `None` if none has weight.
    pub(super) fn new(
        evidence: &Evidence,
        seats: [Seat; 2],
        strictness: Strictness,
    ) -> Option<Self> {
        let combiner = Combiner::new(evidence, seats, strictness);
        let combinations = combiner.combine();
        let fit = combinations.last().map_or(0.0, |last| last.upto);
        (fit > 0.0).then_some(Self { seats, suits: combiner.suits, combinations, fit })
    }

    /// The total weight of all layouts.
    pub(super) fn weight(&self) -> f64 {
        self.fit
    }

    pub(super) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The hidden hands at a place between 0 and 1 in the list of all combinations.
    pub(super) fn draw(&self, ticket: f64, rng: &mut impl Rng) -> [(Seat, Hand); 2] {
        let ticket = ticket * self.fit;
        let last = self.combinations.len() - 1;
        let at = self.combinations.partition_point(|c| c.upto <= ticket).min(last);
        let mut first = Hand::EMPTY;
        for suit in Suit::ASC {
            let class = self.combinations[at].classes[suit as usize];
            let suits = &self.suits[suit];
            let class = &suits.classes[usize::from(class)];
            let (ticket, divisions) = (rng.random::<f64>() * class.weight, suits.of(class));
            let at = divisions.partition_point(|(_, upto)| *upto <= ticket);
            first[suit] = divisions[at.min(divisions.len() - 1)].0;
        }
        let both = Suit::ASC.into_iter().fold(Hand::EMPTY, |mut both, suit| {
            both[suit] = self.suits[suit].cards;
            both
        });
        [(self.seats[0], first), (self.seats[1], both - first)]
    }
}

/// Values by seat, from one for each hidden seat.
fn by_hidden_seat(seats: [Seat; 2], values: [f64; 2]) -> BySeat<f64> {
    BySeat::from_fn(|seat| {
        seats.iter().position(|&hidden| hidden == seat).map_or(0.0, |i| values[i])
    })
}
