//! Weights by the points of two hands, and their sums over all ways to share points out.

use std::ops::{Index, IndexMut};

/// The points of the first and of the second hand.
pub(super) type PointPair = [usize; 2];

/// How many neighbouring cells are summed at a time, so that the sums stay in registers.
const BLOCK: usize = 8;

/// A weight for each pair of points whose sum is at most some number.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    most: usize,
    /// The cells row by row, a square of which half stays zero, with room for a block that reaches
    /// beyond the end.
    cells: Vec<f64>,
}

impl Grid {
    /// A grid of zeros for two of three hands that share some number of points.
    pub(super) fn new(most: usize) -> Self {
        Self { most, cells: vec![0.0; (most + 1) * (most + 1) + BLOCK] }
    }

    /// The number of points that the hands share.
    pub(super) const fn most(&self) -> usize {
        self.most
    }

    /// The index of a cell, below [`Grid::size`].
    pub(super) const fn at(&self, [first, second]: PointPair) -> usize {
        first * (self.most + 1) + second
    }

    /// The length of a list with a place for every cell.
    pub(super) const fn size(&self) -> usize {
        (self.most + 1) * (self.most + 1)
    }

    /// The cells that are not zero.
    pub(super) fn each(&self) -> impl Iterator<Item = (PointPair, f64)> + '_ {
        let rows = (0..=self.most)
            .flat_map(|first| (0..).zip(self.row(first)).map(move |cell| (first, cell)));
        rows.filter(|(_, (_, value))| **value > 0.0)
            .map(|(first, (second, value))| ([first, second], *value))
    }

    /// The sum of all cells.
    pub(super) fn total(&self) -> f64 {
        self.each().map(|(_, value)| value).sum()
    }

    /// Adds another grid for the same points.
    pub(super) fn add(&mut self, other: &Self) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(sum, more)| *sum += more);
    }

    /// Multiplies each cell by that of a grid for the same points.
    pub(super) fn times(mut self, other: &Self) -> Self {
        self.cells.iter_mut().zip(&other.cells).for_each(|(product, factor)| *product *= factor);
        self
    }

    /// Multiplies each cell by a factor that depends on its points.
    pub(super) fn weighed(&self, factor: impl Fn(PointPair) -> f64) -> Self {
        let mut product = Self::new(self.most);
        for (points, value) in self.each() {
            product[points] = value * factor(points);
        }
        product
    }

    /// For each pair of points, the sum over all ways to take a part of it from either grid.
    pub(super) fn convolved(&self, other: &Self) -> Self {
        let mut sum = Self::new(self.most + other.most);
        let others: Vec<_> = other.each().map(|(points, value)| (sum.at(points), value)).collect();
        for (points, factor) in self.each() {
            let from = sum.at(points);
            for &(at, value) in &others {
                sum.cells[from + at] += factor * value;
            }
        }
        sum
    }

    /// For each pair of points, the sum of this grid's cells, each times the cell of `whole` for
    /// the sum of both pairs: what `whole` is worth on average over this grid.
    pub(super) fn correlated(&self, whole: &Self) -> Self {
        let mut sum = Self::new(whole.most - self.most);
        for first in 0..=sum.most {
            for from in (0..=sum.most - first).step_by(BLOCK) {
                let mut block = [0.0; BLOCK];
                for own in 0..=self.most {
                    let cells = &whole.cells[whole.at([first + own, from])..];
                    add_products(&mut block, self.row(own), cells);
                }
                let at = sum.at([first, from]);
                let width = BLOCK.min(sum.most - first - from + 1);
                sum.cells[at..at + width].copy_from_slice(&block[..width]);
            }
        }
        sum
    }

    /// The cell at a place between 0 and 1 in the list of all cells, each as wide as its weight.
    pub(super) fn pick(&self, ticket: f64) -> PointPair {
        let mut left = ticket * self.total();
        let mut last = [0, 0];
        for (points, value) in self.each() {
            last = points;
            left -= value;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// The cells in which the first hand has this number of points.
    fn row(&self, first: usize) -> &[f64] {
        let from = self.at([first, 0]);
        &self.cells[from..=from + self.most - first]
    }
}

/// Adds the products of the factors with the values at the same place, at the next, and so on.
fn add_products(sums: &mut [f64; BLOCK], factors: &[f64], values: &[f64]) {
    let mut block = *sums;
    for (factor, shifted) in factors.iter().zip(values.windows(BLOCK)) {
        let shifted: &[f64; BLOCK] = shifted.try_into().expect("a window is a block");
        for (sum, value) in block.iter_mut().zip(shifted) {
            *sum += factor * value;
        }
    }
    *sums = block;
}

impl Index<PointPair> for Grid {
    type Output = f64;

    fn index(&self, points: PointPair) -> &f64 {
        &self.cells[self.at(points)]
    }
}

impl IndexMut<PointPair> for Grid {
    fn index_mut(&mut self, points: PointPair) -> &mut f64 {
        let at = self.at(points);
        &mut self.cells[at]
    }
}
