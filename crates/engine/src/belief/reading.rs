//! A card that a hidden hand has played, as it is read.

use std::sync::Arc;

use super::message::{claim, promise};
use crate::carding::inclination::Inclined;
use crate::carding::{ByHolding, Choice};
use crate::cards::{Card, FullDeal, Hand, Holding, Seat, Suit};
use crate::constraint::{Ownership, Rule};
use crate::play::Played;

/// A card that a hidden hand has played, and how its player is believed to have chosen it.
#[derive(Clone)]
pub struct Reading {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    choice: Arc<Choice>,
    /// How he would have chosen in each style of carding that his pair may have
    /// ([`Evidence::styles`](super::Evidence::styles)); none where it has one.
    pub(super) by_style: Vec<Choice>,
    suits: Option<SuitReading>,
    /// How likely the card was from what he had left of the suit.
    weights: Arc<ByHolding>,
}

/// The suit of a card that a hidden hand has led or thrown away.
#[derive(Debug, Clone)]
pub struct SuitReading {
    /// Who played it.
    pub seat: Seat,
    /// The suit.
    pub suit: Suit,
    /// How he is believed to have chosen.
    pub inclined: Arc<Inclined>,
}

impl SuitReading {
    /// How likely his choice was if these cards were dealt to him in `suit`, be it the suit that he
    /// chose or another; at most 1, up to a factor that is the same for all hands.
    pub fn weight(&self, suit: Suit, dealt: Holding) -> f64 {
        self.inclined.weight(suit, dealt, suit == self.suit)
    }

    /// How likely his choice was from a whole hand as dealt, up to the same factor.
    pub(super) fn weight_of_hand(&self, hand: Hand) -> f64 {
        Suit::ASC.into_iter().map(|suit| self.weight(suit, hand[suit])).product()
    }
}

impl Reading {
    /// A card that was played, chosen so.
    pub(super) fn new(played: Played, choice: Choice, inclined: Option<Arc<Inclined>>) -> Self {
        let Played { seat, card, .. } = played;
        let suits = inclined.map(|inclined| SuitReading { seat, suit: card.suit, inclined });
        let weights = Arc::new(ByHolding::new(choice.situation().out()));
        Self { seat, card, choice: Arc::new(choice), by_style: Vec::new(), suits, weights }
    }

    /// How its player is believed to have chosen among his cards of the suit.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// How he is believed to have chosen the suit, where that is known of people.
    pub const fn suits(&self) -> Option<&SuitReading> {
        self.suits.as_ref()
    }

    /// The same card, chosen in another way.
    fn chosen(self, choice: Choice) -> Self {
        let weights = Arc::new(ByHolding::new(choice.situation().out()));
        Self { choice: Arc::new(choice), weights, ..self }
    }

    /// The same card, read as a pair plays whose style has this number, if it may have several.
    pub(super) fn in_style(&self, number: usize) -> Self {
        let known = Self { by_style: Vec::new(), ..self.clone() };
        match self.by_style.get(number) {
            Some(choice) => known.chosen(choice.clone()),
            None => known,
        }
    }

    /// Whether anything is known of how its player chose, in one style at least.
    pub(super) fn is_informed(&self) -> bool {
        let mut choices = self.by_style.iter().chain([&*self.choice]);
        self.suits.is_some() || choices.any(Choice::is_informed)
    }

    /// How likely the card was if these cards were dealt to the player in its suit; at most 1, up
    /// to a factor that is the same for all holdings. It is the probability of the card among those
    /// of its suit. If nothing is known of how people choose suits, how readily he chose the suit
    /// counts too ([`Choice::readiness`]).
    pub fn weight(&self, dealt: Holding) -> f64 {
        let left = dealt - self.choice.situation().before;
        self.weights.get(left, || {
            let readiness = if self.suits.is_some() { 1.0 } else { self.choice.readiness(left) };
            self.choice.probability(left, self.card.rank) * readiness
        })
    }

    /// Takes away what a convention said of it.
    #[must_use]
    pub fn without(mut self, convention: &str) -> Self {
        let without = |choice: Choice| choice.without(convention);
        self.by_style = self.by_style.into_iter().map(without).collect();
        let choice = without(self.choice().clone());
        self.chosen(choice)
    }

    /// Whether the player kept to the agreed signals if he was dealt these cards in the suit.
    pub fn is_kept(&self, dealt: Holding) -> bool {
        self.choice.is_kept(dealt - self.choice.situation().before, self.card.rank)
    }

    /// What the card says of suits other than its own, as promises. A promise weighs as much as the
    /// convention is kept to: a hand that wants the other suit sent this message only if its player
    /// did not keep to it.
    pub fn messages(&self) -> impl Iterator<Item = Rule> + '_ {
        let messages = self.choice.messages(self.card.rank);
        messages.map(|message| Rule::new(self.seat, promise(&message)))
    }

    /// How likely the card is to have been played in a world, by all that it says of its own suit
    /// and of others, up to a factor that is the same for all worlds.
    pub fn likelihood(&self, world: &FullDeal) -> f64 {
        let messages = self.messages().map(|rule| rule.weight(&world[self.seat]));
        self.weight_of(world) * messages.product::<f64>()
    }

    /// The same by what it says of its own suit, and of how suits were chosen.
    pub(super) fn weight_of(&self, world: &FullDeal) -> f64 {
        let hand = world[self.seat];
        let suits = self.suits.as_ref().map_or(1.0, |suits| suits.weight_of_hand(hand));
        self.weight(hand[self.suit()]) * suits
    }

    /// What the card claims of its own suit, as a promise, if it is a signal about the number of
    /// cards: "an odd number of cards". `None` if, by what is known, it would say one thing from
    /// some holdings and the opposite from others.
    pub fn promise(&self, known: &Ownership) -> Option<Rule> {
        let promise = claim(&self.choice, self.card, known)?;
        Some(Rule::new(self.seat, promise))
    }

    /// The card's suit.
    pub const fn suit(&self) -> Suit {
        self.card.suit
    }
}
