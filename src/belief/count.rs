//! The exact count of the layouts of two hidden hands, and samples in proportion to it.
//!
//! One hidden hand is the other's complement. Each suit is divided in every way (`suit.rs`), the
//! four suits' classes are combined under the rules on shape and strength (`combine.rs`), and every
//! combination is weighed. Building takes well under a millisecond; a sample is a binary search.

use rand::{Rng, RngExt};
use thiserror::Error;

use super::Evidence;
use super::combine::{Combination, Combiner};
use super::suit::{Strictness, SuitDivision};
use crate::cards::{Builder, BySeat, BySuit, FullDeal, Hand, Seat, Suit};
use crate::constraint::Ownership;

/// Why no belief can be formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoBelief {
    /// The evidence contradicts itself.
    #[error("no layout of the hidden hands fits all that is said to be certain")]
    NothingFits,
    /// Before the opening lead three hands are hidden.
    #[error("three hands are hidden before the opening lead, which this count does not cover")]
    ThreeHidden,
}

/// The weight of every layout of the two hidden hands.
#[derive(Debug, Clone)]
pub struct Belief {
    pub(super) seats: [Seat; 2],
    pub(super) ownership: Ownership,
    pub(super) suits: BySuit<SuitDivision>,
    pub(super) combinations: Vec<Combination>,
    fit: f64,
}

impl Belief {
    /// Weighs every layout by the evidence.
    ///
    /// # Errors
    ///
    /// [`NoBelief`].
    pub fn new(evidence: &Evidence) -> Result<Self, NoBelief> {
        Self::with(evidence, Strictness::Weighed)
    }

    fn with(evidence: &Evidence, strictness: Strictness) -> Result<Self, NoBelief> {
        let seats = two_hidden(evidence)?;
        let combiner = Combiner::new(evidence, seats, strictness);
        let combinations = combiner.combine();
        let weight = combinations.last().map_or(0.0, |last| last.upto);
        if weight <= 0.0 {
            return Err(NoBelief::NothingFits);
        }
        let ownership = evidence.ownership.clone();
        Ok(Self { seats, ownership, suits: combiner.suits, combinations, fit: weight })
    }

    /// The number of layouts that the hard facts allow.
    ///
    /// # Errors
    ///
    /// [`NoBelief::ThreeHidden`].
    pub fn possible(evidence: &Evidence) -> Result<u64, NoBelief> {
        Self::layouts(evidence, Strictness::FactsOnly)
    }

    /// The number of layouts that keep every promise: each rule and each reading taken strictly.
    ///
    /// # Errors
    ///
    /// [`NoBelief::ThreeHidden`].
    pub fn fitting(evidence: &Evidence) -> Result<u64, NoBelief> {
        Self::layouts(evidence, Strictness::Strict)
    }

    fn layouts(evidence: &Evidence, strictness: Strictness) -> Result<u64, NoBelief> {
        match Self::with(evidence, strictness) {
            Ok(belief) => Ok(belief.fit as u64),
            Err(NoBelief::NothingFits) => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// The total weight of all layouts. A layout that keeps every promise of the auction weighs
    /// the product of what its signals say, at most 1.
    pub fn weight(&self) -> f64 {
        self.fit
    }

    /// The seats whose hands are hidden.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// Draws a deal in proportion to its weight.
    pub fn sample(&self, rng: &mut impl Rng) -> FullDeal {
        let ticket = rng.random::<f64>();
        self.draw(ticket, rng)
    }

    /// Draws deals without end, each in proportion to its weight, that together are spread more
    /// evenly over shapes and strengths than independent ones: where a king lies to the left with
    /// probability 0.86, 14 of any 16 in a row have it there, or 13.
    ///
    /// Tickets follow an additive recurrence with the golden ratio from a random start.
    pub fn spread<'a, R: Rng>(&'a self, rng: &'a mut R) -> impl Iterator<Item = FullDeal> + 'a {
        let mut ticket = rng.random::<f64>();
        std::iter::from_fn(move || {
            ticket = (ticket + GOLDEN_RATIO).fract();
            Some(self.draw(ticket, rng))
        })
    }

    /// The deal at a place between 0 and 1 in the list of all combinations.
    fn draw(&self, ticket: f64, rng: &mut impl Rng) -> FullDeal {
        let ticket = ticket * self.fit;
        let last = self.combinations.len() - 1;
        let at = self.combinations.partition_point(|c| c.upto <= ticket).min(last);
        let mut first = Hand::EMPTY;
        for suit in Suit::ASC {
            let class = self.combinations[at].classes[suit as usize];
            let class = &self.suits[suit].classes[usize::from(class)];
            let ticket = rng.random::<f64>() * class.weight;
            let last = class.divisions.len() - 1;
            let at = class.divisions.partition_point(|(_, upto)| *upto <= ticket).min(last);
            first[suit] = class.divisions[at].0;
        }
        self.deal(first)
    }

    /// The deal in which the first hidden seat has these cards.
    fn deal(&self, first: Hand) -> FullDeal {
        let both = Suit::ASC.into_iter().fold(Hand::EMPTY, |mut both, suit| {
            both[suit] = self.suits[suit].cards;
            both
        });
        let mut deal = Builder::new();
        for seat in Seat::ALL {
            deal[seat] = self.ownership.must(seat);
        }
        deal[self.seats[0]] = first;
        deal[self.seats[1]] = both - first;
        deal.build_full().expect("two complementary hands of thirteen complete the deal")
    }
}

/// The fractional part of the golden ratio, whose multiples fill the unit interval most evenly.
const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// The two hidden seats.
fn two_hidden(evidence: &Evidence) -> Result<[Seat; 2], NoBelief> {
    evidence.hidden[..].try_into().map_err(|_| NoBelief::ThreeHidden)
}

/// A value for each seat from one for each hidden seat.
pub(super) fn by_hidden_seat(seats: [Seat; 2], values: [f64; 2]) -> BySeat<f64> {
    BySeat::from_fn(|seat| {
        seats.iter().position(|&hidden| hidden == seat).map_or(0.0, |i| values[i])
    })
}
