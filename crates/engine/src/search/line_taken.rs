//! The weights that the line taken gives to worlds drawn from a belief.

use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Serialize;

use super::line::Line;
use crate::belief::{Belief, effective_size};
use crate::cards::{Card, FullDeal, Seat, serialize_card, serialize_seat};
use crate::play::View;
use crate::work::{Clock, mean_and_error, on_all_threads, purpose, stream};

/// What the line taken made of the worlds drawn.
#[derive(Debug, Clone, Default, PartialEq, JsonSchema, Serialize)]
pub struct LineTaken {
    /// The cards that count against worlds in which they cost tricks, in the order of play.
    pub cards: Vec<LineCard>,
    /// The number of worlds drawn.
    pub drawn: usize,
    /// What they are worth, in worlds of one weight.
    pub effective: f64,
}

/// A card of the line, and the hand that it was played from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LineCard {
    /// The hand.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
}

impl LineTaken {
    pub(super) fn new(line: &Line, drawn: usize, effective: f64) -> Self {
        let cards = line.cards().map(|(seat, card)| LineCard { seat, card }).collect();
        Self { cards, drawn, effective }
    }
}

/// The number of worlds by which it is judged which cards of the line matter.
const PILOTS: usize = 8;

/// The cards of the line that matter to a player's belief, by the first of some worlds, as far as
/// there is time to find them.
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
pub struct WeighedWorlds {
    /// The effect of the line on them.
    pub line: LineTaken,
    /// Each world with its weight, above 0 and at most 1.
    pub worlds: Vec<(FullDeal, f64)>,
}

impl WeighedWorlds {
    /// Draws `n` worlds from a player's belief and weighs them; fewer if `stop` says so before.
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

    /// The change by the line in the probability that a seat was dealt a card, with the standard
    /// error: the covariance of the weight with the card's being there.
    pub fn shift(&self, seat: Seat, card: Card) -> (f64, f64) {
        let n = self.worlds.len().max(1) as f64;
        let has = |world: &FullDeal| f64::from(u8::from(world[seat].contains(card)));
        let weight = self.worlds.iter().map(|(_, weight)| weight).sum::<f64>() / n;
        let share = self.worlds.iter().map(|(world, _)| has(world)).sum::<f64>() / n;
        let part = |(world, own): &(FullDeal, f64)| (own / weight - 1.0) * (has(world) - share);
        mean_and_error(&self.worlds.iter().map(part).collect::<Vec<_>>())
    }
}
