//! What the line taken makes of worlds drawn from a belief.

use serde::Serialize;

use super::clock::Clock;
use super::random::stream;
use super::statistics::mean_and_error;
use super::{UNTIL_DONE, workers};
use crate::belief::{Belief, EffectiveSize, Line};
use crate::cards::{Card, FullDeal, Seat, serialize_card, serialize_seat};
use crate::play::View;

/// What the line taken made of the worlds drawn.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LineTaken {
    /// The cards that it was judged by, in the order of play; none if nothing that was played matters.
    pub cards: Vec<LineCard>,
    /// The worlds drawn, kept or not.
    pub drawn: usize,
    /// Their effective sample size: so many worlds of one weight would say as much.
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
    pub(super) fn new(line: &Line, size: EffectiveSize) -> Self {
        let cards = line.cards().map(|(seat, card)| LineCard { seat, card }).collect();
        Self { cards, drawn: size.drawn(), effective: size.size() }
    }
}

/// The worlds by which it is judged which cards of the line matter.
const PILOTS: usize = 8;

/// The key of the stream that draws the pilots.
const PILOT: u64 = 4;

/// The cards of the line that matter to what a player believes; none if there is no time to find
/// them.
pub(super) fn that_matter(view: &View, belief: &Belief, seed: u64, clock: &Clock) -> Line {
    let all = Line::of(view);
    if all.is_empty() {
        return all;
    }
    let mut rng = stream(seed, &[PILOT]);
    let pilots: Vec<FullDeal> = belief.spread(&mut rng).take(PILOTS).collect();
    let costs =
        workers::each(
            &pilots,
            |world, solver| {
                if clock.is_up() { None } else { Some(all.costs(world, solver)) }
            },
        );
    let costs: Option<Vec<_>> = costs.into_iter().collect();
    costs.map_or_else(Line::default, |costs| all.that_matter(&costs))
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
    /// Draws `n` worlds from a player's belief and weighs them. Costs about two double-dummy solves
    /// for each card and world.
    pub fn draw(view: &View, belief: &Belief, seed: u64, n: usize) -> Self {
        let line = that_matter(view, belief, seed, &Clock::start(None, &UNTIL_DONE));
        let mut rng = stream(seed, &[PILOT, 1]);
        let worlds: Vec<FullDeal> = belief.spread(&mut rng).take(n).collect();
        let weights = workers::each(&worlds, |world, solver| line.weight(world, solver));
        let size = EffectiveSize::of(weights.iter().copied());
        Self {
            line: LineTaken::new(&line, size),
            worlds: worlds.into_iter().zip(weights).collect(),
        }
    }

    /// By how much the line makes it likelier that a seat was dealt a card, and the standard error of
    /// that: the covariance of the weight with the card's being there.
    pub fn shift(&self, seat: Seat, card: Card) -> (f64, f64) {
        let n = self.worlds.len().max(1) as f64;
        let has = |world: &FullDeal| f64::from(u8::from(world[seat].contains(card)));
        let weight = self.worlds.iter().map(|(_, weight)| weight).sum::<f64>() / n;
        let share = self.worlds.iter().map(|(world, _)| has(world)).sum::<f64>() / n;
        let part = |(world, own): &(FullDeal, f64)| (own / weight - 1.0) * (has(world) - share);
        mean_and_error(&self.worlds.iter().map(part).collect::<Vec<_>>())
    }
}
