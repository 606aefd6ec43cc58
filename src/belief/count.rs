//! The exact count of the layouts of two hidden hands, and samples in proportion to it.
//!
//! One hidden hand is the other's complement. Each suit is divided in every way (`suit.rs`), the
//! four suits' classes are combined under the rules on shape and strength, and every combination
//! is weighed. Building takes well under a millisecond; a sample is a binary search.

use itertools::Itertools;
use rand::{Rng, RngExt};
use thiserror::Error;

use super::Evidence;
use super::suit::{Strictness, SuitDivision, divide};
use crate::cards::{Builder, BySeat, BySuit, FullDeal, Hand, Seat, Suit};
use crate::constraint::condition::{Facts, Holds};
use crate::constraint::{Ownership, Rule};

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

/// One class of each suit, clubs first, with the weight of this combination and those before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Combination {
    pub classes: [u16; 4],
    pub upto: f64,
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
        let table = Combiner::new(evidence, seats, strictness);
        let combinations = table.combine();
        let weight = combinations.last().map_or(0.0, |last| last.upto);
        if weight <= 0.0 {
            return Err(NoBelief::NothingFits);
        }
        let ownership = evidence.ownership.clone();
        Ok(Self { seats, ownership, suits: table.suits, combinations, fit: weight })
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

/// The four suits' classes on their way to being combined.
struct Combiner<'a> {
    /// Rules about the hidden hands, with the weight of an exception to each.
    rules: Vec<(&'a Rule, f64)>,
    /// What the rules about known hands leave of every layout's weight.
    known: f64,
    holdings: Vec<(Seat, Holds)>,
    seats: [Seat; 2],
    suits: BySuit<SuitDivision>,
    points: u8,
}

impl<'a> Combiner<'a> {
    fn new(evidence: &'a Evidence, seats: [Seat; 2], strictness: Strictness) -> Self {
        let exception = |rule: &Rule| match strictness {
            Strictness::FactsOnly => 1.0,
            Strictness::Strict => 0.0,
            Strictness::Weighed => rule.exception(),
        };
        let (hidden, known): (Vec<&Rule>, Vec<&Rule>) =
            evidence.rules.iter().partition(|rule| seats.contains(&rule.seat));
        let rules: Vec<_> = hidden.into_iter().map(|rule| (rule, exception(rule))).collect();
        let broken =
            |rule: &&&Rule| !rule.condition.is_true_of(&evidence.ownership.must(rule.seat));
        let known = known.iter().filter(broken).map(|rule| exception(rule)).product();
        let asked = |rule: &Rule| {
            let seat = rule.seat;
            rule.condition.holdings().into_iter().map(move |holds| (seat, holds))
        };
        let holdings: Vec<_> =
            rules.iter().flat_map(|(rule, _)| asked(rule)).unique().take(32).collect();
        let suits = BySuit::from_fn(|suit| divide(suit, seats, evidence, &holdings, strictness));
        let points = suits.iter().map(|(_, division)| division.points).sum();
        Self { rules, known, holdings, seats, suits, points }
    }

    /// Every combination of classes that gives the first hand thirteen cards, with its weight.
    fn combine(&self) -> Vec<Combination> {
        let by_length = Suit::ASC.map(|suit| by_length(&self.suits[suit].classes));
        let mut combinations = Combinations { all: Vec::new(), upto: 0.0 };
        for c in 0..=13 {
            for d in 0..=13 - c {
                for h in 0..=13 - c - d {
                    let lengths = [c, d, h, 13 - c - d - h];
                    let groups = std::array::from_fn(|i| by_length[i][lengths[i]].as_slice());
                    self.combine_shape(
                        lengths.map(|length| length as u8),
                        groups,
                        &mut combinations,
                    );
                }
            }
        }
        combinations.all
    }

    /// The combinations of one shape. The rules are asked once for each number of points, unless
    /// they ask about holdings too.
    fn combine_shape(&self, lengths: [u8; 4], groups: [&[u16]; 4], into: &mut Combinations) {
        let mut by_points: [Option<f64>; 38] = [None; 38];
        let class =
            |suit: usize, index: u16| &self.suits[Suit::ASC[suit]].classes[usize::from(index)];
        for &c in groups[0] {
            let club = class(0, c);
            for &d in groups[1] {
                let diamond = class(1, d);
                for &h in groups[2] {
                    let heart = class(2, h);
                    for &s in groups[3] {
                        let spade = class(3, s);
                        let points = club.points + diamond.points + heart.points + spade.points;
                        let bits =
                            club.holdings | diamond.holdings | heart.holdings | spade.holdings;
                        let rules = if self.holdings.is_empty() {
                            let known = &mut by_points[usize::from(points)];
                            *known.get_or_insert_with(|| self.weigh(lengths, points, 0))
                        } else {
                            self.weigh(lengths, points, bits)
                        };
                        let weight =
                            club.weight * diamond.weight * heart.weight * spade.weight * rules;
                        into.add([c, d, h, s], weight);
                    }
                }
            }
        }
    }

    /// What the rules leave of the weight of a first hand of this kind.
    fn weigh(&self, lengths: [u8; 4], points: u8, bits: u32) -> f64 {
        let mut weight = self.known;
        for (rule, exception) in &self.rules {
            let first = rule.seat == self.seats[0];
            let total = |i: usize| self.suits[Suit::ASC[i]].length;
            let facts = HandClass {
                lengths: if first {
                    lengths
                } else {
                    std::array::from_fn(|i| total(i) - lengths[i])
                },
                points: if first { points } else { self.points - points },
                bits,
                seat: rule.seat,
                holdings: &self.holdings,
            };
            if !rule.condition.is_true_of(&facts) {
                weight *= exception;
            }
        }
        weight
    }
}

/// Combinations with a running total of their weights.
struct Combinations {
    all: Vec<Combination>,
    upto: f64,
}

impl Combinations {
    fn add(&mut self, classes: [u16; 4], weight: f64) {
        if weight > 0.0 {
            self.upto += weight;
            self.all.push(Combination { classes, upto: self.upto });
        }
    }
}

/// The indices of the classes of each length.
fn by_length(classes: &[super::suit::Class]) -> [Vec<u16>; 14] {
    let mut index = [const { Vec::new() }; 14];
    for (i, class) in classes.iter().enumerate() {
        index[usize::from(class.length)].push(i as u16);
    }
    index
}

/// A hand of which only lengths, points and the holdings asked about are known.
struct HandClass<'a> {
    lengths: [u8; 4],
    points: u8,
    bits: u32,
    seat: Seat,
    holdings: &'a [(Seat, Holds)],
}

impl Facts for HandClass<'_> {
    fn points(&self) -> u8 {
        self.points
    }

    fn length(&self, suit: Suit) -> u8 {
        self.lengths[suit as usize]
    }

    fn holds(&self, holds: &Holds) -> bool {
        let asked = (self.seat, *holds);
        let bit = self.holdings.iter().position(|known| *known == asked);
        bit.is_some_and(|bit| self.bits >> bit & 1 == 1)
    }
}

/// A value for each seat from one for each hidden seat.
pub(super) fn by_hidden_seat(seats: [Seat; 2], values: [f64; 2]) -> BySeat<f64> {
    BySeat::from_fn(|seat| {
        seats.iter().position(|&hidden| hidden == seat).map_or(0.0, |i| values[i])
    })
}
