//! What the line taken makes of worlds drawn from a belief.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::line::Line;
use crate::belief::{Belief, effective_size};
use crate::cards::{Card, FullDeal, Seat, serialize_card, serialize_seat};
use crate::play::View;
use crate::work::{Clock, mean_and_error, on_all_threads, purpose, stream};

/// What the line taken made of the worlds drawn.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LineTaken {
    /// The cards that it was judged by, in the order of play. None if nothing that was played
    /// matters, if nobody asked, or if there was no time to find out.
    pub cards: Vec<LineCard>,
    /// The worlds drawn, not counting those that partner's card speaks against.
    pub drawn: usize,
    /// What they are worth, in worlds of one weight: the number kept, where worlds are kept or not;
    /// else their effective sample size.
    pub effective: f64,
}

/// A card of the line, and the hand that it was played from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LineCard {
    /// The hand.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
}

impl LineTaken {
    pub(super) fn new(line: &Line, drawn: usize, effective: f64) -> Self {
        let cards = line.cards().map(|(seat, card)| LineCard { seat, card }).collect();
        Self { cards, drawn, effective }
    }
}

/// The worlds by which it is judged which cards of the line matter.
const PILOTS: usize = 8;

/// The cards of the line that matter to what a player believes, by the first of some worlds that he
/// thinks possible, as far as there is time to find them.
pub(super) fn that_matter(
    view: &View,
    worlds: impl Iterator<Item = FullDeal>,
    clock: &Clock,
) -> Line {
    let all = Line::of(view);
    if all.is_empty() {
        return all;
    }
    let pilots: Vec<FullDeal> = worlds.take(PILOTS).collect();
    let costs = on_all_threads(&pilots, |world, solver| all.costs(world, solver, || clock.is_up()));
    all.that_matter(&costs.into_iter().flatten().collect::<Vec<_>>())
}

/// Worlds drawn from a belief, with the weights that the line taken gives them.
#[derive(Debug, Clone)]
pub struct Weighed {
    /// What it made of them.
    pub line: LineTaken,
    /// Each world with its weight, above 0 and at most 1.
    pub worlds: Vec<(FullDeal, f64)>,
}

impl Weighed {
    /// Draws `n` worlds from a player's belief and weighs them, fewer if it is told to stop before.
    /// Costs about two double-dummy solves for each card and world.
    pub fn draw(view: &View, belief: &Belief, seed: u64, n: usize, stop: &AtomicBool) -> Self {
        let clock = Clock::start(None, stop);
        let mut pilots = stream(seed, &[purpose::PILOT]);
        let line = that_matter(view, belief.spread(&mut pilots), &clock);
        let n = if line.is_empty() { 0 } else { n };
        let mut rng = stream(seed, &[purpose::WEIGHED]);
        let worlds: Vec<FullDeal> = belief.spread(&mut rng).take(n).collect();
        let weigh = |world: &FullDeal, solver: &mut _| {
            (!clock.is_up()).then(|| (*world, line.weight(world, solver)))
        };
        let worlds: Vec<(FullDeal, f64)> =
            on_all_threads(&worlds, weigh).into_iter().flatten().collect();
        let weights: Vec<f64> = worlds.iter().map(|(_, weight)| *weight).collect();
        let line = LineTaken::new(&line, worlds.len(), effective_size(&weights));
        Self { line, worlds }
    }

    /// By how much the line makes it likelier that a seat was dealt a card, and the standard error
    /// of that: the covariance of the weight with the card's being there.
    pub fn shift(&self, seat: Seat, card: Card) -> (f64, f64) {
        let n = self.worlds.len().max(1) as f64;
        let has = |world: &FullDeal| f64::from(u8::from(world[seat].contains(card)));
        let weight = self.worlds.iter().map(|(_, weight)| weight).sum::<f64>() / n;
        let share = self.worlds.iter().map(|(world, _)| has(world)).sum::<f64>() / n;
        let part = |(world, own): &(FullDeal, f64)| (own / weight - 1.0) * (has(world) - share);
        mean_and_error(&self.worlds.iter().map(part).collect::<Vec<_>>())
    }
}
