//! The suits of three hands combined: two suits to a half, two halves to a deal.

use std::collections::BTreeMap;

use super::grid::Grid;
use super::suit::SuitDivision;
use super::worth::{Kind, Worth};
use crate::cards::{BySuit, Suit};
use crate::constraint::lengths::Lengths;

/// Two suits, divided into certain lengths.
#[derive(Debug, Clone)]
pub(super) struct Half {
    /// A part of each of the two suits, by its number.
    pub parts: [u16; 2],
    /// How many cards of the suits the first and the second hand have.
    cards: [u8; 2],
    /// The total weight for each pair of points.
    pub grid: Grid,
}

/// A half of the minors with halves of the majors that no rule tells apart.
#[derive(Debug, Clone)]
pub(super) struct Combination {
    pub minors: u16,
    pub majors: Vec<u16>,
    /// The weight for each pair of points in the minors.
    pub weights: Grid,
    /// The weight of this combination and those before it.
    pub upto: f64,
}

/// All the ways to divide the suits by length.
#[derive(Debug, Clone)]
pub(super) struct Combinations {
    /// The halves of the minors and of the majors.
    pub halves: [Vec<Half>; 2],
    /// Those that have weight.
    pub all: Vec<Combination>,
}

/// The suits of either half.
pub(super) const HALVES: [[Suit; 2]; 2] =
    [[Suit::Clubs, Suit::Diamonds], [Suit::Hearts, Suit::Spades]];

impl Combinations {
    pub(super) fn new(suits: &BySuit<SuitDivision>, worth: &Worth) -> Self {
        let halves = HALVES.map(|pair| halves(pair.map(|suit| &suits[suit])));
        let mut combinations = Self { halves, all: Vec::new() };
        combinations.combine(suits, worth);
        combinations
    }

    fn combine(&mut self, suits: &BySuit<SuitDivision>, worth: &Worth) {
        let by_cards = by_cards(&self.halves[1]);
        let mut upto = 0.0;
        for (number, minors) in (0..).zip(&self.halves[0]) {
            let [first, second] = minors.cards.map(|cards| usize::from(13 - cards));
            let mut alike: BTreeMap<Kind, Vec<u16>> = BTreeMap::new();
            for &majors in &by_cards[first][second] {
                let halves = [minors, &self.halves[1][usize::from(majors)]];
                alike.entry(worth.kind(lengths(suits, halves))).or_default().push(majors);
            }
            for majors in alike.into_values() {
                let halves = [minors, &self.halves[1][usize::from(majors[0])]];
                let Some(worth) = worth.of(lengths(suits, halves)) else { continue };
                let weights = self.sum(&majors).correlated(&worth).times(&minors.grid);
                let weight = weights.total();
                if weight > 0.0 {
                    upto += weight;
                    self.all.push(Combination { minors: number, majors, weights, upto });
                }
            }
        }
    }

    /// The halves of a combination: that of the minors, and one of the majors for all.
    pub(super) fn halves(&self, combination: &Combination) -> [&Half; 2] {
        let first = combination.majors[0];
        [&self.halves[0][usize::from(combination.minors)], self.majors(first)]
    }

    pub(super) fn majors(&self, number: u16) -> &Half {
        &self.halves[1][usize::from(number)]
    }

    /// What these halves of the majors weigh together.
    pub(super) fn sum(&self, majors: &[u16]) -> Grid {
        let mut sum = self.majors(majors[0]).grid.clone();
        majors[1..].iter().for_each(|&more| sum.add(&self.majors(more).grid));
        sum
    }

    /// The total weight.
    pub(super) fn weight(&self) -> f64 {
        self.all.last().map_or(0.0, |last| last.upto)
    }
}

/// The lengths of the three hands.
pub(super) fn lengths(suits: &BySuit<SuitDivision>, halves: [&Half; 2]) -> [Lengths; 3] {
    let mut lengths = [[0; 4]; 3];
    for (half, pair) in halves.iter().zip(HALVES) {
        for (part, suit) in half.parts.into_iter().zip(pair) {
            for (hand, length) in lengths.iter_mut().zip(suits[suit].lengths(part)) {
                hand[suit as usize] = length;
            }
        }
    }
    lengths
}

/// All the ways to divide two suits so that no hand has more than thirteen cards of them.
fn halves([low, high]: [&SuitDivision; 2]) -> Vec<Half> {
    let mut halves = Vec::new();
    for (i, a) in (0..).zip(&low.parts) {
        for (j, b) in (0..).zip(&high.parts) {
            let cards: [u8; 2] = std::array::from_fn(|k| a.lengths[k] + b.lengths[k]);
            let all = (low.cards.len() + high.cards.len()) as u8;
            let third = all - cards[0] - cards[1];
            if cards.into_iter().chain([third]).all(|cards| cards <= 13) {
                halves.push(Half { parts: [i, j], cards, grid: a.grid.convolved(&b.grid) });
            }
        }
    }
    halves
}

/// The numbers of the halves that give the first and the second hand so many cards.
fn by_cards(halves: &[Half]) -> [[Vec<u16>; 14]; 14] {
    let mut index = [const { [const { Vec::new() }; 14] }; 14];
    for (number, half) in (0..).zip(halves) {
        let [first, second] = half.cards.map(usize::from);
        index[first][second].push(number);
    }
    index
}
