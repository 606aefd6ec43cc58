//! How a player chooses among the cards of a suit, and what the card he chose says of them.
//!
//! A [`Policy`] is a chain of conventions, the agreed ones before the natural ones. Each that
//! speaks asks for some of the cards that those before it have left; with the probability that it
//! is kept to, the choice goes on among these, else among all. At the end every card that is left
//! is as likely as any other. So the probabilities of the cards of any holding add up to one, and
//! the same function draws a card (the player) and weighs a holding (the reader).

use super::{Convention, Kind, Situation};
use crate::cards::{Holding, Rank};

/// A convention and how far it is relied on.
#[derive(Clone, Copy)]
pub struct Layer {
    /// The convention.
    pub convention: &'static dyn Convention,
    /// How often the player keeps to it, or is believed to, 0 to 1. At 0 it says nothing.
    pub kept: f64,
}

/// The conventions that a player chooses his cards by, those that come first before the others.
#[derive(Clone, Default)]
pub struct Policy {
    layers: Vec<Layer>,
}

impl Policy {
    /// The conventions in the order of the agreements, natural cards behind the agreed ones.
    pub fn new(layers: impl IntoIterator<Item = Layer>) -> Self {
        let mut layers: Vec<Layer> = layers.into_iter().filter(|layer| layer.kept > 0.0).collect();
        layers.sort_by_key(|layer| layer.convention.kind());
        Self { layers }
    }

    /// The same without the agreed signals: what everybody does.
    #[must_use]
    pub fn without_signals(mut self) -> Self {
        self.layers.retain(|layer| layer.convention.kind() == Kind::Natural);
        self
    }

    /// What bears on a card played here: the conventions that speak.
    pub fn at(&self, situation: &Situation) -> Choice {
        let speaks = |layer: &&Layer| layer.convention.speaks(situation);
        let layers = self.layers.iter().filter(speaks).copied().collect();
        Choice { situation: *situation, layers }
    }
}

/// A card to be played, or played, in a situation, and the conventions that speak there.
#[derive(Clone)]
pub struct Choice {
    situation: Situation,
    layers: Vec<Layer>,
}

impl Choice {
    /// The circumstances.
    pub const fn situation(&self) -> &Situation {
        &self.situation
    }

    /// The conventions that speak, in order.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The probability of a card from the cards of the suit that the player has left. Over all the
    /// cards of the holding it adds up to 1.
    pub fn probability(&self, holding: Holding, card: Rank) -> f64 {
        self.among(holding, holding, card)
    }

    /// The same when only some of the cards come into question.
    pub fn among(&self, holding: Holding, allowed: Holding, card: Rank) -> f64 {
        if allowed.contains(card) { self.chain(&self.layers, holding, allowed, card) } else { 0.0 }
    }

    fn chain(&self, layers: &[Layer], holding: Holding, allowed: Holding, card: Rank) -> f64 {
        if allowed.len() == 1 {
            return 1.0;
        }
        let Some((layer, rest)) = layers.split_first() else {
            return 1.0 / allowed.len() as f64;
        };
        let honest = layer.convention.honest(&self.situation, holding, allowed) & allowed;
        if honest.is_empty() || honest == allowed {
            return self.chain(rest, holding, allowed, card);
        }
        let otherwise = (1.0 - layer.kept) * self.chain(rest, holding, allowed, card);
        if honest.contains(card) {
            layer.kept * self.chain(rest, holding, honest, card) + otherwise
        } else {
            otherwise
        }
    }

    /// The card at a place between 0 and 1 in the list of those that come into question, each as
    /// wide as its probability: a random place draws a card. `None` if none comes into question.
    pub fn draw(&self, holding: Holding, allowed: Holding, ticket: f64) -> Option<Rank> {
        let mut left = ticket;
        let mut last = None;
        for rank in allowed.iter().rev() {
            last = Some(rank);
            left -= self.among(holding, allowed, rank);
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// The likeliest of the cards that come into question, of equals the lowest.
    pub fn likeliest(&self, holding: Holding, allowed: Holding) -> Option<Rank> {
        let mut best = None;
        for rank in allowed.iter().rev() {
            let probability = self.among(holding, allowed, rank);
            if best.is_none_or(|(_, most)| probability > most + ROUNDING) {
                best = Some((rank, probability));
            }
        }
        best.map(|(rank, _)| rank)
    }

    /// The conventions that have something to say of a holding, as long as each is kept to, with
    /// the cards that are left after it.
    pub fn spoken(&self, holding: Holding) -> impl Iterator<Item = (Layer, Holding)> + '_ {
        let mut allowed = holding;
        self.layers.iter().filter_map(move |layer| {
            let honest = layer.convention.honest(&self.situation, holding, allowed) & allowed;
            let speaks = !honest.is_empty() && honest != allowed;
            speaks.then(|| {
                allowed = honest;
                (*layer, honest)
            })
        })
    }

    /// Whether the card keeps to every agreed signal, if it was played from this holding.
    pub fn is_kept(&self, holding: Holding, card: Rank) -> bool {
        let mut signals =
            self.spoken(holding).take_while(|(layer, _)| layer.convention.kind() == Kind::Signal);
        signals.all(|(_, honest)| honest.contains(card))
    }
}

/// Probabilities that differ by less are equal.
const ROUNDING: f64 = 1e-9;
