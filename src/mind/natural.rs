//! The card that a player takes when several are as good: as agreed, and else the natural one.

use rand::{Rng, RngExt};

use crate::belief::{Belief, Evidence, Reader, Role, policy};
use crate::carding::{Choice, Situation, Wishes};
use crate::cards::{BySuit, Card, Holding, Rank, Suit, highest, holding_of};
use crate::constraint::System;
use crate::play::View;

/// Whether there is nothing to think about: a single card, or cards of one suit that nobody else's
/// card can come between.
pub(super) fn all_touch(view: &View) -> bool {
    let legal = view.legal();
    let Some(suit) = legal.iter().next().map(|card| card.suit) else { return true };
    let holding = legal[suit];
    let Some(top) = highest(holding).filter(|_| holding.len() == legal.len()) else { return false };
    public(view, suit).equals(holding, top) == holding
}

/// Whether there is too little to think about: a player follows suit with small cards alone, none
/// of which can win the trick. Which of them he plays matters as a message, hardly as a card.
pub(super) fn only_small(view: &View) -> bool {
    let legal = view.legal();
    let Some(suit) = view.history().trick().suit_led() else { return false };
    let holding = legal[suit];
    holding.len() == legal.len()
        && highest(holding).is_some_and(|top| top.get() <= HIGHEST_SMALL)
        && public(view, suit).beaters(holding).is_empty()
}

/// The highest small card.
const HIGHEST_SMALL: u8 = 8;

/// One of the cards that are as good, drawn as the player's agreements and natural cards have it.
/// There must be one.
pub(super) fn pick(view: &View, system: &System, cards: &[Card], rng: &mut impl Rng) -> Card {
    let ticket = rng.random::<f64>();
    let none = BySuit::default();
    choose(view, system, cards, &none, |choice, holding, allowed| {
        choice.draw(holding, allowed, ticket)
    })
}

/// The likeliest of the cards that are as good, by the agreements and natural cards; of equals the
/// lowest. There must be one. `wishes` are what the player would have led, by the suit that he plays
/// now.
pub fn agreed_or_lowest(
    view: &View,
    system: &System,
    cards: &[Card],
    wishes: &BySuit<Wishes>,
) -> Card {
    choose(view, system, cards, wishes, Choice::likeliest)
}

/// Of cards of several suits, the suit of the lowest is chosen, trumps last.
fn choose(
    view: &View,
    system: &System,
    cards: &[Card],
    wishes: &BySuit<Wishes>,
    take: impl FnOnce(&Choice, Holding, Holding) -> Option<Rank>,
) -> Card {
    let trumps = view.contract().trumps();
    let low = cards.iter().min_by_key(|card| (Some(card.suit) == trumps, card.rank, card.suit));
    let &Card { suit, rank } = low.expect("there is a best card");
    let allowed = holding_of(cards.iter().filter(|card| card.suit == suit).map(|card| card.rank));
    let holding = view.left(view.history().to_play()).unwrap_or_default()[suit];
    let choice = own_choice(view, system, suit, &wishes[suit]);
    Card { suit, rank: take(&choice, holding, allowed).unwrap_or(rank) }
}

/// How the player to choose is to choose among his cards of a suit, as he sees it himself.
pub fn own_choice(view: &View, system: &System, suit: Suit, wishes: &Wishes) -> Choice {
    let dealt = view.dealt(view.history().to_play()).unwrap_or_default();
    policy(system, Role::Player).at(&situation(view, system, suit)).of_hand(&dealt, wishes)
}

/// A return is meant for a ruff when partner has none left in more than this share of cases: only
/// if he ruffs does it matter much what the card says.
const VOID: f64 = 0.25;

/// The circumstances in which the player to choose plays a card of the suit, as he sees them
/// himself: whether his partner can ruff a suit that he returns he judges by what he believes.
pub fn situation(view: &View, system: &System, suit: Suit) -> Situation {
    let situation = public(view, suit);
    let may_ruff = situation.is_return() && situation.has_trumps() && !situation.partner_is_void;
    if may_ruff && may_be_void(view, system, suit) { situation.for_a_ruff() } else { situation }
}

/// Whether it is likely enough that partner has no card of the suit left.
fn may_be_void(view: &View, system: &System, suit: Suit) -> bool {
    let partner = view.seat().partner();
    let evidence = Evidence::of(view, system, Reader::AtTheTable);
    let Ok(belief) = Belief::new(&evidence) else { return false };
    let shown: Holding = view.history().cards_of(partner)[suit];
    let void = belief.holdings(partner, suit).into_iter().filter(|(dealt, _)| *dealt == shown);
    void.map(|(_, share)| share).sum::<f64>() > VOID
}

fn public(view: &View, suit: Suit) -> Situation {
    let dummy = view.dealt(view.contract().dummy());
    Situation::now(view.history(), dummy, suit)
}
