//! The count of three hands: lengths, points, and the cards of one suit.

use std::sync::OnceLock;

use rand::{Rng, RngExt};

use super::combine::{HALVES, Half, HalfCombination, HalfCombinations};
use super::grid::{Grid, PointPair};
use super::sorted_rules::SortedRules;
use super::suit::SuitDivision;
use super::worth::ShapeWorths;
use crate::belief::strictness::Strictness;
use crate::belief::{Evidence, NoBelief};
use crate::cards::{BySuit, Hand, Seat, Suit};

/// Three hands with their seats.
pub(super) type HiddenHands = [(Seat, Hand); 3];

/// The weight of every layout of three hidden hands, as far as it is counted.
#[derive(Debug, Clone)]
pub(super) struct ThreeHandCount {
    pub seats: [Seat; 3],
    pub suits: BySuit<SuitDivision>,
    pub worth: ShapeWorths,
    pub combinations: HalfCombinations,
    /// What the shares of cards are computed from; made when one is first asked for.
    pub context: OnceLock<Derivatives>,
}

/// Derivatives of the total weight, from which shares are computed.
#[derive(Debug, Clone)]
pub(super) struct Derivatives {
    /// For each part of each suit, what its divisions of certain points are worth, summed over all
    /// that the other suits can be.
    pub parts: BySuit<Vec<Grid>>,
    /// The total weight for each pair of points of the whole hands.
    pub points: Grid,
}

impl ThreeHandCount {
    /// Weighs every layout; `None` if `stop` says so before that is done.
    pub(super) fn new(
        evidence: &Evidence,
        asked: &SortedRules,
        seats: [Seat; 3],
        strictness: Strictness,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        let divide = |suit| SuitDivision::new(suit, seats, evidence, asked, strictness);
        let suits = BySuit::from_fn(divide);
        let points = suits.iter().map(|(_, suit)| suit.points()).sum();
        let worth = ShapeWorths::new(evidence, asked, seats, strictness, points);
        let combinations = HalfCombinations::new(&suits, &worth, &asked.learned, stop)
            .ok_or(NoBelief::OutOfTime)?;
        if combinations.weight() <= 0.0 {
            return Err(NoBelief::NothingFits);
        }
        Ok(Self { seats, suits, worth, combinations, context: OnceLock::new() })
    }

    /// The total weight.
    pub(super) fn weight(&self) -> f64 {
        self.combinations.weight()
    }

    /// The hidden hands at a place between 0 and 1 in the list of all combinations.
    pub(super) fn draw(&self, ticket: f64, rng: &mut impl Rng) -> HiddenHands {
        let all = &self.combinations.all;
        let ticket = ticket * self.combinations.weight();
        let at = all.partition_point(|combination| combination.upto <= ticket).min(all.len() - 1);
        let HalfCombination { kind, classes, weights, majors, .. } = &all[at];
        let low_points = weights.pick(rng.random());
        let worth = |[first, second]: PointPair| {
            self.worth.at(*kind, [first + low_points[0], second + low_points[1]])
        };
        let high_points = majors.weighed(worth).pick(rng.random());
        let mut hands = [Hand::EMPTY; 3];
        for (i, points) in [low_points, high_points].into_iter().enumerate() {
            let all = &self.combinations.classes[i];
            let class = one_of(&classes[i], |class| all[class].grid[points], rng.random());
            let all_halves = &self.combinations.halves[i];
            let halves = &all[class].halves;
            let half = one_of(halves, |half| all_halves[half].grid[points], rng.random());
            let half = &all_halves[half];
            self.fill(half, HALVES[i], points, &mut hands, rng);
        }
        std::array::from_fn(|i| (self.seats[i], hands[i]))
    }

    /// Draws two suits of known lengths and points.
    fn fill(
        &self,
        half: &Half,
        pair: [Suit; 2],
        points: PointPair,
        hands: &mut [Hand; 3],
        rng: &mut impl Rng,
    ) {
        let [low, high] =
            std::array::from_fn(|i| &self.suits[pair[i]].parts[usize::from(half.parts[i])]);
        let low_points = complements(&low.grid, &high.grid, points).pick(rng.random());
        let high_points = std::array::from_fn(|i| points[i] - low_points[i]);
        for (i, points) in [low_points, high_points].into_iter().enumerate() {
            let holdings = self.suits[pair[i]].draw(half.parts[i], points, rng);
            for (hand, holding) in hands.iter_mut().zip(holdings) {
                hand[pair[i]] = holding;
            }
        }
    }
}

/// Picks the number at a place between 0 and 1 in the list of them, each as wide as its weight.
fn one_of(numbers: &[u16], weight: impl Fn(usize) -> f64, ticket: f64) -> usize {
    let weighed =
        || numbers.iter().map(|&number| (usize::from(number), weight(usize::from(number))));
    let mut left = ticket * weighed().map(|(_, weight)| weight).sum::<f64>();
    let mut chosen = usize::from(numbers[0]);
    for (number, weight) in weighed().filter(|(_, weight)| *weight > 0.0) {
        chosen = number;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    chosen
}

/// The weight of each cell times that of the cell of the other grid which completes these points.
fn complements(grid: &Grid, other: &Grid, points: PointPair) -> Grid {
    let mut product = Grid::new(grid.most());
    for (own, weight) in grid.each() {
        let rest = [points[0].checked_sub(own[0]), points[1].checked_sub(own[1])];
        if let [Some(first), Some(second)] = rest
            && first + second <= other.most()
        {
            product[own] = weight * other[[first, second]];
        }
    }
    product
}
