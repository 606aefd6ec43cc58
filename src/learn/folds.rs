//! Cross-validation over persons: what is fitted is judged on players, and deals, that it was not fitted to.

use std::collections::HashMap;

use super::corpus::Record;
use crate::cards::{FullDeal, Side};

/// A division of partnerships into folds.
#[derive(Debug, Clone)]
pub struct Folds {
    /// The folds of both sides of each record, the lesser first.
    of: Vec<[usize; 2]>,
    /// The deal of each record, as a number.
    deals: Vec<usize>,
}

impl Folds {
    /// Divides the partnerships of some records among so many folds, in the order in which they appear. Where a
    /// file does not say who played, the board is a fold of its own kind, the last.
    pub fn of(records: &[&Record], folds: usize) -> Self {
        let mut pairs: HashMap<[&str; 2], usize> = HashMap::new();
        let mut deals: HashMap<FullDeal, usize> = HashMap::new();
        let mut of = Vec::new();
        let mut numbers = Vec::new();
        for record in records {
            let mut sides = [Side::NorthSouth, Side::EastWest].map(|side| {
                let next = pairs.len();
                record.pair(side).map_or(folds, |pair| *pairs.entry(pair).or_insert(next) % folds)
            });
            sides.sort_unstable();
            of.push(sides);
            let next = deals.len();
            numbers.push(*deals.entry(*record.play.deal()).or_insert(next));
        }
        Self { of, deals: numbers }
    }

    /// The sets of records that are judged together: their numbers, and those of the records that they
    /// may be judged by, which share no partnership and no deal with them.
    pub fn each(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut judged: Vec<[usize; 2]> = self.of.clone();
        judged.sort_unstable();
        judged.dedup();
        let split = |folds: [usize; 2]| {
            let at = |record: &usize| self.of[*record] == folds;
            let judged: Vec<usize> = (0..self.of.len()).filter(at).collect();
            let deals: Vec<usize> = judged.iter().map(|&record| self.deals[record]).collect();
            let is_apart = |record: &usize| {
                !self.of[*record].iter().any(|fold| folds.contains(fold))
                    && !deals.contains(&self.deals[*record])
            };
            let others = (0..self.of.len()).filter(is_apart).collect();
            (judged, others)
        };
        judged.into_iter().map(split).collect()
    }
}
