//! The suits of three hands combined: two suits to a half, two halves to a deal.

use std::collections::BTreeMap;

use itertools::Itertools;
use rayon::prelude::*;

use super::grid::Grid;
use super::projection::{LengthPair, Projection};
use super::suit::SuitDivision;
use super::worth::{ShapeKinds, ShapeWorths};
use crate::cards::{BySuit, Suit};

/// Two suits, divided with fixed lengths.
#[derive(Debug, Clone)]
pub(super) struct Half {
    /// The number of the part of each of the two suits.
    pub parts: [u16; 2],
    /// Each hand's lengths in the two suits.
    lengths: [LengthPair; 3],
    /// The total weight by the points of two hands.
    pub grid: Grid,
}

impl Half {
    /// Multiplies the weights by what was learned of each hand's calls.
    fn weigh(&mut self, which: usize, learned: &[Option<Projection>; 3]) {
        let each = learned.iter().zip(self.lengths);
        let factors =
            each.filter_map(|(learned, lengths)| Some(learned.as_ref()?.of_half(which, lengths)));
        let factor: f64 = factors.product();
        self.grid = self.grid.weighed(|_| factor);
    }
}

/// Halves that no rule distinguishes, whatever the other two suits are. The first and the second
/// hand have the same number of cards in each of them.
#[derive(Debug, Clone)]
pub(super) struct HalfClass {
    /// The halves, by number.
    pub halves: Vec<u16>,
    /// The lengths in one of the halves, which stands for all.
    lengths: [LengthPair; 3],
    /// The total weight of the halves, by points.
    pub grid: Grid,
}

/// Classes of the minors and classes of the majors such that no rule distinguishes their pairs:
/// each of these goes with each of those.
#[derive(Debug, Clone)]
pub(super) struct HalfCombination {
    pub kind: ShapeKinds,
    /// The classes of the minors and of the majors, by number.
    pub classes: [Vec<u16>; 2],
    /// The weight by the points in the minors.
    pub weights: Grid,
    /// The total weight of the classes of the majors, before the rules.
    pub majors: Grid,
    /// The cumulative weight: of this combination and those before it in the list.
    pub upto: f64,
}

/// All the ways to divide the suits by length.
#[derive(Debug, Clone)]
pub(super) struct HalfCombinations {
    /// The halves of the minors and of the majors.
    pub halves: [Vec<Half>; 2],
    /// Their classes.
    pub classes: [Vec<HalfClass>; 2],
    /// The combinations that have weight.
    pub all: Vec<HalfCombination>,
}

/// The suits of each half: the minors and the majors.
pub(super) const HALVES: [[Suit; 2]; 2] =
    [[Suit::Clubs, Suit::Diamonds], [Suit::Hearts, Suit::Spades]];

impl HalfCombinations {
    /// Combines the suits' divisions; `None` if `stop` says so before that is done.
    pub(super) fn new(
        suits: &BySuit<SuitDivision>,
        worth: &ShapeWorths,
        learned: &[Option<Projection>; 3],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut halves = HALVES.map(|pair| halves(pair.map(|suit| &suits[suit])));
        for (which, halves) in halves.iter_mut().enumerate() {
            for half in halves {
                half.weigh(which, learned);
            }
        }
        let mut combinations = Self { halves, classes: Default::default(), all: Vec::new() };
        let alike: Vec<_> = combinations.alike(worth).into_iter().collect();
        let weighed = alike
            .into_par_iter()
            .map(|(kind, all)| (!stop()).then(|| combinations.weighed(kind, all, worth)));
        let weighed: Vec<Vec<HalfCombination>> = weighed.collect::<Option<_>>()?;
        combinations.all = weighed.into_iter().flatten().collect();
        let mut upto = 0.0;
        for combination in &mut combinations.all {
            upto += combination.upto;
            combination.upto = upto;
        }
        Some(combinations)
    }

    /// The combinations of a kind that have weight, each with its own weight, not yet cumulative.
    fn weighed(
        &self,
        kind: ShapeKinds,
        all: Vec<[Vec<u16>; 2]>,
        worth: &ShapeWorths,
    ) -> Vec<HalfCombination> {
        let Some(worth) = worth.of(kind) else { return Vec::new() };
        let weigh = |classes| {
            let [minors, majors] = self.sums(&classes);
            let weights = majors.correlated(&worth).times(&minors);
            let upto = weights.total();
            (upto > 0.0).then_some(HalfCombination { kind, classes, weights, majors, upto })
        };
        all.into_iter().filter_map(weigh).collect()
    }

    /// Sorts the halves into classes, and gathers the classes that make a deal into as few sums as
    /// their lengths allow.
    fn alike(&mut self, worth: &ShapeWorths) -> BTreeMap<ShapeKinds, Vec<[Vec<u16>; 2]>> {
        let mut alike: BTreeMap<ShapeKinds, Vec<[Vec<u16>; 2]>> = BTreeMap::new();
        let [low, high] = self.halves.each_ref().map(|halves| by_cards(halves));
        for (first, second) in (0..=13).cartesian_product(0..=13) {
            let minors = self.classify(0, &low[first][second], worth);
            let majors = self.classify(1, &high[13 - first][13 - second], worth);
            let kind = |low: u16, high: u16| {
                let [low, high] =
                    [(0, low), (1, high)].map(|(i, at)| &self.classes[i][usize::from(at)]);
                worth.kind(low.lengths, high.lengths)
            };
            let by_minors = rectangles(&minors, &majors, kind);
            let by_majors = rectangles(&majors, &minors, |high, low| kind(low, high));
            let turned = by_majors.len() < by_minors.len();
            for ((kind, columns), rows) in if turned { by_majors } else { by_minors } {
                let classes = if turned { [columns, rows] } else { [rows, columns] };
                alike.entry(kind).or_default().push(classes);
            }
        }
        alike
    }

    /// Sorts some halves of the minors, or of the majors, into classes; returns the numbers of the
    /// classes.
    fn classify(&mut self, which: usize, halves: &[u16], worth: &ShapeWorths) -> Vec<u16> {
        let half = |number: u16| &self.halves[which][usize::from(number)];
        let of = |&number: &u16| (worth.class(which, half(number).lengths), number);
        let sorted = halves.iter().map(of).into_group_map().into_iter().sorted_unstable();
        let new = sorted.map(|(_, halves)| HalfClass {
            lengths: half(halves[0]).lengths,
            grid: sum(halves.iter().map(|&number| &half(number).grid)),
            halves,
        });
        let new: Vec<HalfClass> = new.collect();
        let from = self.classes[which].len() as u16;
        let numbers = (from..).take(new.len()).collect();
        self.classes[which].extend(new);
        numbers
    }

    /// The total weights of some classes of the minors, and of some of the majors.
    pub(super) fn sums(&self, numbers: &[Vec<u16>; 2]) -> [Grid; 2] {
        std::array::from_fn(|i| {
            sum(numbers[i].iter().map(|&class| &self.classes[i][usize::from(class)].grid))
        })
    }

    /// The total weight.
    pub(super) fn weight(&self) -> f64 {
        self.all.last().map_or(0.0, |last| last.upto)
    }
}

/// Covers a table of kinds by rectangles: the rows of each kind that have it in the same selection
/// of columns.
fn rectangles(
    rows: &[u16],
    columns: &[u16],
    kind: impl Fn(u16, u16) -> ShapeKinds,
) -> BTreeMap<(ShapeKinds, Vec<u16>), Vec<u16>> {
    let mut found: BTreeMap<(ShapeKinds, Vec<u16>), Vec<u16>> = BTreeMap::new();
    for &row in rows {
        let kinds = columns.iter().map(|&column| (kind(row, column), column));
        for selection in kinds.into_group_map() {
            found.entry(selection).or_default().push(row);
        }
    }
    found
}

/// The sum of some grids, at least one.
fn sum<'a>(mut grids: impl Iterator<Item = &'a Grid>) -> Grid {
    let first = grids.next().expect("a class has halves, a combination classes").clone();
    grids.fold(first, |mut sum, more| {
        sum.add(more);
        sum
    })
}

/// All the ways to divide two suits so that no hand has more than thirteen cards of them.
fn halves([low, high]: [&SuitDivision; 2]) -> Vec<Half> {
    let mut halves = Vec::new();
    for (i, a) in (0..).zip(&low.parts) {
        for (j, b) in (0..).zip(&high.parts) {
            let [low, high] = [low.lengths(i), high.lengths(j)];
            let lengths: [LengthPair; 3] = std::array::from_fn(|hand| [low[hand], high[hand]]);
            if lengths.iter().all(|[low, high]| low + high <= 13) {
                halves.push(Half { parts: [i, j], lengths, grid: a.grid.convolved(&b.grid) });
            }
        }
    }
    halves
}

/// The numbers of the halves, by the number of cards of the first and of the second hand.
fn by_cards(halves: &[Half]) -> [[Vec<u16>; 14]; 14] {
    let mut index = [const { [const { Vec::new() }; 14] }; 14];
    for (number, half) in (0..).zip(halves) {
        let [first, second, _] = half.lengths.map(|[low, high]| usize::from(low + high));
        index[first][second].push(number);
    }
    index
}
