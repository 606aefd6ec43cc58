//! The card that a player takes among equals: by agreement, or else the natural one.

use itertools::Itertools;

use super::situation::{public, situation};
use crate::belief::{Standpoint, choice_of_suit, policy_of};
use crate::carding::{Choice, Wishes};
use crate::cards::{BySuit, Card, Holding, Side, Suit, clockwise, holding_of, lowest};
use crate::constraint::System;
use crate::play::View;

/// The probability of each of some equal cards, by the player's agreements and natural cards: first
/// how readily he plays a suit, then which card of it. They come suit by suit, in an order in which
/// the names of suits have no part, and add up to 1.
pub(super) fn odds(view: &View, system: &System, cards: &[Card]) -> Vec<(Card, f64)> {
    let suits = suits(view, system, cards);
    let all: f64 = suits.iter().map(|suit| suit.readiness).sum();
    let of_suit = |it: &Candidates| {
        let choice = own_choice(view, system, it.suit, &Wishes::default());
        let (suit, share) = (it.suit, it.readiness / all);
        let (holding, allowed) = (it.holding, it.allowed);
        let card = move |rank| (Card { suit, rank }, share * choice.among(holding, allowed, rank));
        allowed.iter().rev().map(card).collect::<Vec<_>>()
    };
    suits.iter().flat_map(of_suit).collect()
}

/// The card at a place between 0 and 1 in the list of all, each as wide as its probability: a
/// random place draws one. The list must not be empty.
pub(crate) fn draw(odds: &[(Card, f64)], ticket: f64) -> Card {
    let mut left = ticket * odds.iter().map(|(_, odds)| odds).sum::<f64>();
    let is_it = |(_, odds): &&(Card, f64)| {
        left -= odds;
        left < 0.0
    };
    let found = odds.iter().find(is_it).or(odds.last());
    found.expect("there is a best card").0
}

/// The likeliest of some equal cards, by agreements and natural cards: of equal suits that of the
/// lowest card, trumps last, of equal cards the lowest. `cards` must not be empty. `wishes` are
/// what the player would have led, by the suit that he plays now.
pub fn agreed_or_lowest(
    view: &View,
    system: &System,
    cards: &[Card],
    wishes: &BySuit<Wishes>,
) -> Card {
    let trumps = view.contract().trumps();
    let suits = suits(view, system, cards);
    let last = |suit: &Candidates| (Some(suit.suit) == trumps, lowest(suit.allowed));
    let first = suits.iter().min_by(|one, other| {
        other.readiness.total_cmp(&one.readiness).then_with(|| last(one).cmp(&last(other)))
    });
    let suit = first.expect("there is a best card");
    let choice = own_choice(view, system, suit.suit, &wishes[suit.suit]);
    let rank = choice.likeliest(suit.holding, suit.allowed).or(lowest(suit.allowed));
    Card { suit: suit.suit, rank: rank.expect("a suit without candidates is none") }
}

/// The candidates of one suit.
struct Candidates {
    suit: Suit,
    /// All that the player has left of the suit.
    holding: Holding,
    allowed: Holding,
    /// How readily he plays a card of it rather than of another suit.
    readiness: f64,
}

/// The suits of the candidates, in an order in which their names have no part.
fn suits(view: &View, system: &System, cards: &[Card]) -> Vec<Candidates> {
    let holdings = view.left(view.history().to_play()).unwrap_or_default();
    let side = Side::of(view.history().to_play());
    let policy = policy_of(system, Standpoint::Player, side);
    let inclined = choice_of_suit(view, system);
    // Declarer chooses dummy's suits by his own hand.
    let decides = view.left(view.history().decider()).unwrap_or_default();
    let of = |suit| {
        let of_suit = cards.iter().filter(|card| card.suit == suit);
        let allowed = holding_of(of_suit.map(|card| card.rank));
        let readiness = match &inclined {
            Some(inclined) => inclined.appeal(suit, decides[suit]),
            None => policy.at(&public(view, suit)).readiness(holdings[suit]),
        };
        Candidates { suit, holding: holdings[suit], allowed, readiness }
    };
    let suits = Suit::ASC.into_iter().filter(|suit| cards.iter().any(|card| card.suit == *suit));
    suits.sorted_by_cached_key(|&suit| suit_key(view, suit)).map(of).collect()
}

/// A key of a suit without its name: whether it is trumps, and what each seat, from the player
/// clockwise, has played of it and is seen to have left.
fn suit_key(view: &View, suit: Suit) -> (bool, [[u16; 2]; 4]) {
    let player = view.history().to_play();
    let of = |steps| {
        let seat = clockwise(player, steps);
        let left = view.left(seat).unwrap_or_default();
        [view.history().cards_of(seat), left].map(|hand| hand[suit].to_bits())
    };
    (view.contract().trumps() == Some(suit), std::array::from_fn(of))
}

/// The choice among his cards of a suit by the player who is to choose, with his own knowledge.
pub fn own_choice(view: &View, system: &System, suit: Suit, wishes: &Wishes) -> Choice {
    let dealt = view.dealt(view.history().to_play()).unwrap_or_default();
    let side = Side::of(view.history().to_play());
    policy_of(system, Standpoint::Player, side)
        .at(&situation(view, system, suit))
        .of_hand(&dealt, wishes)
}
