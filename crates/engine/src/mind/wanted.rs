//! What a player would have his partner lead.

use crate::cards::{BySuit, FullDeal, Suit};
use crate::dd::Solver;
use crate::play::{Position, View};

/// The double-dummy score of the player's side in a world for each suit that his partner may lead
/// next, if the player now plays a card of `suit` and partner is then on lead; `None` if he is not.
pub fn if_partner_leads(
    view: &View,
    suit: Suit,
    world: &FullDeal,
    solver: &mut Solver,
) -> Option<BySuit<Option<i32>>> {
    let mut position = view.position(world)?;
    play_best(&mut position, Some(suit), solver)?;
    while !position.trick().is_empty() {
        play_best(&mut position, None, solver)?;
    }
    if position.is_over() || position.to_play() != view.history().to_play().partner() {
        return None;
    }
    let values = solver.cards(&position);
    let best = |suit: Suit| {
        let of_suit = values.iter().filter(|(card, _)| card.suit == suit);
        of_suit.map(|(_, tricks)| view.score_with(tricks + 1)).max()
    };
    Some(BySuit::from_fn(best))
}

/// Plays one of the best cards, of the suit if one is given: the lowest of equals.
fn play_best(position: &mut Position, suit: Option<Suit>, solver: &mut Solver) -> Option<()> {
    let values = solver.cards(position);
    let allowed = || values.iter().filter(|(card, _)| suit.is_none_or(|suit| card.suit == suit));
    let most = allowed().map(|(_, tricks)| tricks).max()?;
    let best = allowed().filter(|(_, tricks)| *tricks == most).map(|(card, _)| card);
    let card = best.min_by_key(|card| (card.rank, card.suit))?;
    position.play(card).ok().map(|_| ())
}
