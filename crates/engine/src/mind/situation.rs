//! The situation in which a player chooses a card, and whether it leaves him a choice.

use crate::belief::{Belief, Evidence, Reader};
use crate::carding::Situation;
use crate::cards::{Card, Holding, Suit, highest};
use crate::constraint::System;
use crate::play::View;

/// The situation of a card of the suit, as the whole table sees it.
pub(super) fn public(view: &View, suit: Suit) -> Situation {
    let dummy = view.dealt(view.contract().dummy());
    Situation::now(view.history(), dummy, suit)
}

/// A return counts as meant for a ruff if partner has none left with more than this probability:
/// only if he ruffs does it matter much what the card says.
const VOID: f64 = 0.25;

/// The situation of a card of the suit for the player who is to choose. Whether his partner can
/// ruff a suit that he returns he judges by his belief.
pub fn situation(view: &View, system: &System, suit: Suit) -> Situation {
    let situation = public(view, suit);
    let may_ruff = situation.is_return() && situation.has_trumps() && !situation.partner_is_void;
    if may_ruff && may_be_void(view, system, suit) { situation.for_a_ruff() } else { situation }
}

/// Whether it is likely enough that partner has no card of the suit left.
fn may_be_void(view: &View, system: &System, suit: Suit) -> bool {
    let partner = view.seat().partner();
    let evidence = Evidence::of_average(view, system, Reader::AtTheTable);
    let Ok(belief) = Belief::new(&evidence) else { return false };
    let shown: Holding = view.history().cards_of(partner)[suit];
    let void = belief.holdings(partner, suit).into_iter().filter(|(dealt, _)| *dealt == shown);
    void.map(|(_, share)| share).sum::<f64>() > VOID
}

/// Whether there is no real choice: a single card, or cards of one suit that no other hand's card
/// can come between, now or later.
pub(super) fn all_equal(view: &View) -> bool {
    let legal = view.legal();
    let Some(suit) = legal.iter().next().map(|card| card.suit) else { return true };
    let holding = legal[suit];
    let Some(top) = highest(holding).filter(|_| holding.len() == legal.len()) else { return false };
    public(view, suit).equals(holding, top) == holding
}

/// The legal cards of the card's suit that no other hand's card can separate from it, now or later.
pub(super) fn touching(view: &View, card: Card) -> Holding {
    public(view, card.suit).equals(view.legal()[card.suit], card.rank)
}

/// Whether the choice hardly matters: a player follows suit with small cards alone, none of which
/// can win the trick. Which of them he plays matters as a message, hardly as a card.
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
