//! The double-dummy score of each legal card in each of a set of worlds.

use crate::cards::{Card, FullDeal};
use crate::dd::Solver;
use crate::play::View;

/// The double-dummy score of every legal card in every world, for the side of the decider.
#[derive(Debug, Clone)]
pub struct Assessment {
    cards: Vec<Card>,
    /// One row a world, one column a card: the tricks that the decider's side still takes.
    tricks: Vec<u8>,
    /// The weight of each world, above 0.
    weights: Vec<f64>,
    /// The score of each number of further tricks, by that number.
    scale: [i32; 14],
}

impl Assessment {
    /// Solves the worlds. Worlds that do not fit the view are left out.
    pub fn of(view: &View, worlds: &[FullDeal], solver: &mut Solver) -> Self {
        let mut assessment = Self::empty(view);
        for world in worlds {
            assessment.add(view, world, solver);
        }
        assessment
    }

    /// An assessment without worlds.
    pub fn empty(view: &View) -> Self {
        let left = 13 - view.history().tricks_played();
        let scale = std::array::from_fn(|more| view.score_with((more as u8).min(left)));
        Self {
            cards: view.legal().iter().collect(),
            tricks: Vec::new(),
            weights: Vec::new(),
            scale,
        }
    }

    /// Solves one more world, with weight 1. Returns whether it fits the view.
    pub fn add(&mut self, view: &View, world: &FullDeal, solver: &mut Solver) -> bool {
        let Some(position) = view.position(world) else { return false };
        let values = solver.cards(&position);
        let value = |card: &Card| values.value(*card).unwrap_or_default();
        self.tricks.extend(self.cards.iter().map(value));
        self.weights.push(1.0);
        true
    }

    /// Adds a result with weight 1: the further tricks after each legal card.
    pub(crate) fn push(&mut self, tricks: impl Iterator<Item = u8>) {
        self.tricks.extend(tricks);
        self.weights.push(1.0);
    }

    /// Appends the worlds of another assessment of the same decision.
    pub fn extend(&mut self, other: &Self) {
        self.tricks.extend_from_slice(&other.tricks);
        self.weights.extend_from_slice(&other.weights);
    }

    /// The legal cards, spades first, high cards first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The number of worlds.
    pub fn worlds(&self) -> usize {
        self.weights.len()
    }

    /// The tricks that the decider's side still takes after the card, in each world.
    pub fn tricks(&self, column: usize) -> impl Iterator<Item = u8> + '_ {
        self.tricks.chunks(self.cards.len()).map(move |row| row[column])
    }

    /// The tricks that the decider's side still takes in a world, card by card.
    pub(super) fn row(&self, row: usize) -> &[u8] {
        &self.tricks[row * self.cards.len()..][..self.cards.len()]
    }

    /// The score of a number of further tricks.
    pub(super) fn score(&self, tricks: u8) -> i32 {
        self.scale[usize::from(tricks)]
    }

    /// Multiplies the weight of the last world by a factor above 0.
    pub(super) fn reweigh_last(&mut self, factor: f64) {
        if let Some(weight) = self.weights.last_mut() {
            *weight *= factor;
        }
    }

    /// The score of the card in each world.
    pub fn scores(&self, column: usize) -> impl Iterator<Item = i32> + '_ {
        self.tricks(column).map(|tricks| self.scale[usize::from(tricks)])
    }

    /// The mean score of a card, 0 without worlds.
    pub fn mean(&self, column: usize) -> f64 {
        let scores = self.scores(column).zip(&self.weights);
        let sum: f64 = scores.map(|(score, weight)| f64::from(score) * weight).sum();
        let all: f64 = self.weights.iter().sum();
        if all > 0.0 { sum / all } else { 0.0 }
    }

    /// The worth of each card, in tricks: the mean of its tricks and of its score in units of
    /// `stake`, the score that one trick may be worth.
    pub fn worths(&self, stake: f64) -> Vec<(Card, f64)> {
        let all: f64 = self.weights.iter().sum();
        let tricks = |column| -> f64 {
            let each = self.tricks(column).zip(&self.weights);
            each.map(|(tricks, weight)| f64::from(tricks) * weight).sum()
        };
        let worth = |(column, &card): (usize, &Card)| {
            (
                card,
                f64::midpoint(
                    tricks(column) / all.max(f64::MIN_POSITIVE),
                    self.mean(column) / stake,
                ),
            )
        };
        self.cards.iter().enumerate().map(worth).collect()
    }

    /// The column with the best mean; the first of equals.
    pub fn best(&self) -> usize {
        let means: Vec<f64> = (0..self.cards.len()).map(|column| self.mean(column)).collect();
        let best = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        means.iter().position(|&mean| mean >= best).unwrap_or_default()
    }

    /// The cards whose mean falls short of the best by at most `errors` standard errors of the
    /// paired difference.
    pub fn near_best(&self, errors: f64) -> Vec<Card> {
        let best = self.best();
        let near = |column: &usize| {
            let (mean, error) = self.shortfall(best, *column);
            mean <= errors * error
        };
        (0..self.cards.len()).filter(near).map(|column| self.cards[column]).collect()
    }

    /// Whether the best card is ahead of every other by more than `errors` standard errors of the
    /// paired difference. Cards of its suit that did as well in every world count as the same play.
    pub fn is_clear(&self, errors: f64) -> bool {
        let best = self.best();
        let suit = self.cards[best].suit;
        (0..self.cards.len()).all(|column| {
            let (mean, error) = self.shortfall(best, column);
            let same = self.cards[column].suit == suit && mean <= 0.0 && error <= 0.0;
            same || mean > errors * error
        })
    }

    /// How far a card falls short of the best: mean and standard error, paired by world. 0 without
    /// worlds.
    fn shortfall(&self, best: usize, column: usize) -> (f64, f64) {
        if self.weights.is_empty() {
            return (0.0, 0.0);
        }
        let pairs = || self.scores(best).zip(self.scores(column)).zip(&self.weights);
        let all: f64 = self.weights.iter().sum();
        let sum: f64 = pairs().map(|((a, b), weight)| f64::from(a - b) * weight).sum();
        let mean = sum / all;
        let square = |((a, b), weight): ((i32, i32), &f64)| {
            let deviation = (f64::from(a - b) - mean) * weight;
            deviation * deviation
        };
        (mean, pairs().map(square).sum::<f64>().sqrt() / all)
    }
}
