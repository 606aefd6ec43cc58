//! A card that a hidden hand has played, as it is read.

use std::sync::Arc;

use super::message::{claim, promise};
use crate::carding::inclination::SuitChoiceModel;
use crate::carding::{ByHolding, Choice};
use crate::cards::{Card, FullDeal, Hand, Holding, Seat, Suit};
use crate::constraint::{Ownership, Rule};
use crate::play::PlayedCard;

/// A card that a hidden hand has played, and a model of how its player chose it.
#[derive(Clone)]
pub struct Reading {
    /// Who played it.
    pub seat: Seat,
    /// The card played.
    pub card: Card,
    choice: Arc<Choice>,
    /// The choice in each style of carding that his pair may have
    /// ([`Evidence::styles`](super::Evidence::styles)); empty if it has one style.
    pub(super) by_style: Vec<Choice>,
    suits: Option<SuitReading>,
    /// The likelihood of the card from each holding that he may have had left in the suit.
    weights: Arc<ByHolding>,
}

/// The suit of a card that a hidden hand has led or thrown away.
#[derive(Debug, Clone)]
pub struct SuitReading {
    /// Who led or discarded.
    pub seat: Seat,
    /// The suit.
    pub suit: Suit,
    /// The model of how he chose among his suits.
    pub inclined: Arc<SuitChoiceModel>,
}

impl SuitReading {
    /// The likelihood of his choice if these cards were dealt to him in `suit`, be it the suit that
    /// he chose or another. At most 1, up to a factor that is the same for all hands.
    pub fn weight(&self, suit: Suit, dealt: Holding) -> f64 {
        self.inclined.weight(suit, dealt, suit == self.suit)
    }

    /// The likelihood of his choice from a whole hand as dealt, up to the same factor as
    /// [`SuitReading::weight`].
    pub(super) fn weight_of_hand(&self, hand: Hand) -> f64 {
        Suit::ASC.into_iter().map(|suit| self.weight(suit, hand[suit])).product()
    }
}

impl Reading {
    /// Reads a card by models of how its player chose it and its suit.
    pub(super) fn new(
        played: PlayedCard,
        choice: Choice,
        inclined: Option<Arc<SuitChoiceModel>>,
    ) -> Self {
        let PlayedCard { seat, card, .. } = played;
        let suits = inclined.map(|inclined| SuitReading { seat, suit: card.suit, inclined });
        let weights = Arc::new(ByHolding::new(choice.situation().out()));
        Self { seat, card, choice: Arc::new(choice), by_style: Vec::new(), suits, weights }
    }

    /// The model of how its player chose among his cards of the suit.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The model of how he chose the suit, where that is known of people.
    pub const fn suits(&self) -> Option<&SuitReading> {
        self.suits.as_ref()
    }

    /// This reading with another model of how the card was chosen.
    fn chosen(self, choice: Choice) -> Self {
        let weights = Arc::new(ByHolding::new(choice.situation().out()));
        Self { choice: Arc::new(choice), weights, ..self }
    }

    /// This reading in the style of that number, if its player's pair may have several.
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

    /// The likelihood of the card if these cards were dealt to the player in its suit: the
    /// probability that he picks it among those of the suit. At most 1, up to a factor that is the
    /// same for all holdings. Where it is not known how people choose suits, how readily he chose
    /// this one counts too ([`Choice::readiness`]).
    pub fn weight(&self, dealt: Holding) -> f64 {
        let left = dealt - self.choice.situation().before;
        self.weights.get(left, || {
            let readiness = if self.suits.is_some() { 1.0 } else { self.choice.readiness(left) };
            self.choice.probability(left, self.card.rank) * readiness
        })
    }

    /// This reading without what a convention says of the card.
    #[must_use]
    pub fn without(mut self, convention: &str) -> Self {
        let without = |choice: Choice| choice.without(convention);
        self.by_style = self.by_style.into_iter().map(without).collect();
        let choice = without(self.choice().clone());
        self.chosen(choice)
    }

    /// Whether the player kept to the agreed signals, if he was dealt these cards in the suit.
    pub(crate) fn is_kept(&self, dealt: Holding) -> bool {
        self.choice.is_kept(dealt - self.choice.situation().before, self.card.rank)
    }

    /// The promises that the card makes about suits other than its own. Their weight says how often
    /// the convention is kept to: a hand that wants another suit sent this message only if its
    /// player did not keep to it.
    pub fn messages(&self) -> impl Iterator<Item = Rule> + '_ {
        let messages = self.choice.messages(self.card.rank);
        messages.map(|message| Rule::new(self.seat, promise(&message)))
    }

    /// The likelihood of the card in a world, by all that it says of its own suit and of others, up
    /// to a factor that is the same for all worlds.
    pub fn likelihood(&self, world: &FullDeal) -> f64 {
        let messages = self.messages().map(|rule| rule.weight(&world[self.seat]));
        self.weight_of(world) * messages.product::<f64>()
    }

    /// The likelihood of the card in a world by its own suit, and by the choice of the suit.
    pub(super) fn weight_of(&self, world: &FullDeal) -> f64 {
        let hand = world[self.seat];
        let suits = self.suits.as_ref().map_or(1.0, |suits| suits.weight_of_hand(hand));
        self.weight(hand[self.suit()]) * suits
    }

    /// The promise that the card makes about its own suit, if it is a signal about length: "an odd
    /// number of cards". `None` if, by what is known, it would say one thing from some holdings and
    /// the opposite from others.
    pub fn promise(&self, known: &Ownership) -> Option<Rule> {
        let promise = claim(&self.choice, self.card, known)?;
        Some(Rule::new(self.seat, promise))
    }

    /// The card's suit.
    pub const fn suit(&self) -> Suit {
        self.card.suit
    }
}
