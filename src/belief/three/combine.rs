//! The suits of three hands combined: two suits to a half, two halves to a deal.

use std::collections::BTreeMap;

use itertools::Itertools;

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

/// Halves of the minors with halves of the majors, each of these with each of those, that no rule
/// tells apart.
#[derive(Debug, Clone)]
pub(super) struct Combination {
    pub kind: Kind,
    /// The halves of the minors and of the majors, by number.
    pub halves: [Vec<u16>; 2],
    /// The weight for each pair of points in the minors.
    pub weights: Grid,
    /// What the halves of the majors weigh together, before the rules.
    pub majors: Grid,
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
        let mut upto = 0.0;
        for (kind, all) in combinations.alike(suits, worth) {
            let Some(worth) = worth.of(kind) else { continue };
            for halves in all {
                let [minors, majors] = combinations.sums(&halves);
                let weights = majors.correlated(&worth).times(&minors);
                let weight = weights.total();
                if weight > 0.0 {
                    upto += weight;
                    combinations.all.push(Combination { kind, halves, weights, majors, upto });
                }
            }
        }
        combinations
    }

    /// The halves that make a deal, gathered to as few sums as their lengths allow.
    fn alike(
        &self,
        suits: &BySuit<SuitDivision>,
        worth: &Worth,
    ) -> BTreeMap<Kind, Vec<[Vec<u16>; 2]>> {
        let kind = |minors: u16, majors: u16| {
            let halves = [(0, minors), (1, majors)];
            worth.kind(lengths(suits, halves.map(|(i, at)| &self.halves[i][usize::from(at)])))
        };
        let mut alike: BTreeMap<Kind, Vec<[Vec<u16>; 2]>> = BTreeMap::new();
        let [minors, majors] = self.halves.each_ref().map(|halves| by_cards(halves));
        for (first, second) in (0..=13).cartesian_product(0..=13) {
            let (low, high) = (&minors[first][second], &majors[13 - first][13 - second]);
            let by_low = rectangles(low, high, kind);
            let by_high = rectangles(high, low, |majors, minors| kind(minors, majors));
            if by_low.len() <= by_high.len() {
                let found = by_low.into_iter().map(|((kind, high), low)| (kind, [low, high]));
                found.for_each(|(kind, halves)| alike.entry(kind).or_default().push(halves));
            } else {
                let found = by_high.into_iter().map(|((kind, low), high)| (kind, [low, high]));
                found.for_each(|(kind, halves)| alike.entry(kind).or_default().push(halves));
            }
        }
        alike
    }

    /// What some halves of the minors, and some of the majors, weigh together.
    pub(super) fn sums(&self, numbers: &[Vec<u16>; 2]) -> [Grid; 2] {
        std::array::from_fn(|i| {
            let mut grids = numbers[i].iter().map(|&half| &self.halves[i][usize::from(half)].grid);
            let first = grids.next().expect("a combination has halves").clone();
            grids.fold(first, |mut sum, more| {
                sum.add(more);
                sum
            })
        })
    }

    /// The total weight.
    pub(super) fn weight(&self) -> f64 {
        self.all.last().map_or(0.0, |last| last.upto)
    }
}

/// Rows and columns of a table of kinds, gathered where the kind is the same for each of these rows
/// in each of these columns: the rows of each kind and selection of columns.
fn rectangles(
    rows: &[u16],
    columns: &[u16],
    kind: impl Fn(u16, u16) -> Kind,
) -> BTreeMap<(Kind, Vec<u16>), Vec<u16>> {
    let mut equal: BTreeMap<Vec<Kind>, Vec<u16>> = BTreeMap::new();
    for &row in rows {
        let kinds = columns.iter().map(|&column| kind(row, column)).collect();
        equal.entry(kinds).or_default().push(row);
    }
    let mut found: BTreeMap<(Kind, Vec<u16>), Vec<u16>> = BTreeMap::new();
    for (kinds, rows) in equal {
        let by_kind = kinds.into_iter().zip(columns.iter().copied()).into_group_map();
        for selection in by_kind {
            found.entry(selection).or_default().extend(&rows);
        }
    }
    found
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
