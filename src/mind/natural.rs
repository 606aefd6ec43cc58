//! The card that a player takes when several are as good: agreed first, then natural.

use rand::{Rng, RngExt};

use crate::carding::{self, Situation};
use crate::cards::{Card, Holding, lowest};
use crate::constraint::System;
use crate::play::View;

/// The card to play where there is nothing to think about: a single card, or cards of one suit
/// that nobody else's card can come between. Of these the lowest.
pub(super) fn only_card(view: &View) -> Option<Card> {
    let legal = view.legal();
    let first = legal.iter().next().expect("the decider has a card");
    let holding = legal[first.suit];
    if holding.len() != legal.len() {
        return None;
    }
    let low = Card { suit: first.suit, rank: lowest(holding)? };
    let between = Holding::ALL.iter().filter(|&rank| rank < first.rank && rank > low.rank);
    let played = view.history().played();
    let gone = |card: Card| played.iter().any(|p| p.card == card);
    let mut between = between.filter(|&rank| !holding.contains(rank));
    between.all(|rank| gone(Card { suit: first.suit, rank })).then_some(low)
}

/// One of the cards that are as good: the one agreed, if a convention speaks and the player keeps
/// to it; else the lowest, trumps last.
pub(super) fn pick(view: &View, system: &System, cards: &[Card], rng: &mut impl Rng) -> Card {
    choose(view, system, cards, |kept| rng.random_bool(kept))
}

/// One of the cards that are as good: the one agreed, if a convention speaks; else the lowest,
/// trumps last. There must be one.
pub fn agreed_or_lowest(view: &View, system: &System, cards: &[Card]) -> Card {
    choose(view, system, cards, |_| true)
}

fn choose(
    view: &View,
    system: &System,
    cards: &[Card],
    mut keeps: impl FnMut(f64) -> bool,
) -> Card {
    let history = view.history();
    let dummy = view.dealt(view.contract().dummy());
    let hand = view.left(history.to_play()).unwrap_or_default();
    let fallback = natural(view, cards);
    let suit = history.trick().suit_led().unwrap_or(fallback.suit);
    if hand[suit].is_empty() {
        return fallback;
    }
    let situation = Situation::now(history, dummy, suit);
    for agreement in &system.cards {
        let Some(convention) = carding::named(&agreement.convention) else { continue };
        let Some(honest) = convention.honest(&situation, hand[suit]) else { continue };
        let agreed = cards.iter().copied().filter(|card| {
            let speaks = convention.speaks(&situation, card.rank);
            card.suit == suit && speaks && honest.contains(card.rank)
        });
        if let Some(card) = agreed.min_by_key(|card| card.rank)
            && keeps(agreement.kept)
        {
            return card;
        }
    }
    fallback
}

/// The lowest card, side suits before trumps.
fn natural(view: &View, cards: &[Card]) -> Card {
    let trumps = view.contract().trumps();
    let low = cards.iter().min_by_key(|card| (Some(card.suit) == trumps, card.rank, card.suit));
    *low.expect("there is a best card")
}
