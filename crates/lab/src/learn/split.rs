//! Cross-validation: no record is judged by a fit to itself, to the same deal or to the same
//! persons.

use std::collections::{HashMap, HashSet};

use falsecard_engine::cards::{FullDeal, Side};
use falsecard_laboratory::records::GameRecord;

/// The indices of records that are judged together, and of those to which the judging fit is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The records that are judged.
    pub judged: Vec<usize>,
    /// The records to which the fit is made. No deal is in both lists.
    pub others: Vec<usize>,
}

/// A division of partnerships into folds.
#[derive(Debug, Clone)]
pub struct Folds {
    /// The folds of both pairs of each record, the lower number first.
    of: Vec<[usize; 2]>,
    /// A number that identifies the deal of each record.
    deals: Vec<usize>,
}

impl Folds {
    /// Divides the partnerships of some records among this many folds, in the order of their
    /// appearance. Boards without names of players form a further fold, the last.
    pub fn of(records: &[&GameRecord], folds: usize) -> Self {
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

    /// For each two folds, the records of their pairs, and the records that share no partnership
    /// and no deal with them.
    pub fn each(&self) -> Vec<Split> {
        let mut judged: Vec<[usize; 2]> = self.of.clone();
        judged.sort_unstable();
        judged.dedup();
        let split = |folds: [usize; 2]| {
            let judged: Vec<usize> =
                (0..self.of.len()).filter(|&at| self.of[at] == folds).collect();
            let deals: HashSet<usize> = judged.iter().map(|&at| self.deals[at]).collect();
            let is_apart = |at: &usize| {
                !self.of[*at].iter().any(|fold| folds.contains(fold))
                    && !deals.contains(&self.deals[*at])
            };
            Split { judged, others: (0..self.of.len()).filter(is_apart).collect() }
        };
        judged.into_iter().map(split).collect()
    }
}
