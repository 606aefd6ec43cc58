//! One suit of a deal, as declarer sees it: his belief says where the missing cards may lie.

use std::collections::HashMap;

use thiserror::Error;

use crate::belief::{Belief, Evidence, NoBelief, Reader};
use crate::cards::{Holding, Seat, Suit};
use crate::constraint::System;
use crate::play::View;
use crate::suit::{Combination, NoCombination, SuitAccess, SuitAnswer, SuitSolver};
use crate::work::{purpose, stream};

/// The number of layouts drawn from declarer's belief: shares of a suit are known to a percent.
const DRAWN: usize = 4_000;

/// Why a suit of a deal is not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoSuit {
    /// The view is not declarer's, or dummy is not faced.
    #[error("declarer sees dummy from the opening lead on")]
    Unseen,
    /// Neither hand has a card of the suit.
    #[error(transparent)]
    Combination(#[from] NoCombination),
    /// No belief can be formed.
    #[error(transparent)]
    Belief(#[from] NoBelief),
}

/// Solves what is left of a suit for dummy, the first hand, and declarer, who comes to them by
/// `access`. Within a trick its cards still count as held. The shares of the layouts are those of
/// 4,000 deals drawn from declarer's belief, which has seen them; the defender on declarer's left
/// counts as West.
///
/// # Errors
///
/// [`NoSuit`]: the view is not declarer's with dummy in sight, neither hand has a card of the suit,
/// or no layout fits what is certain.
pub fn declarers_suit(
    view: &View,
    system: &System,
    suit: Suit,
    access: SuitAccess,
) -> Result<(Combination, SuitAnswer), NoSuit> {
    let contract = view.contract();
    let (declarer, dummy) = (contract.declarer, contract.dummy());
    if view.seat() != declarer || view.dealt(dummy).is_none() {
        return Err(NoSuit::Unseen);
    }
    let history = view.history();
    let on_table = |seat| {
        let card = history.trick().card_of(seat).filter(|card| card.suit == suit);
        card.map_or(Holding::EMPTY, |card| Holding::from_rank(card.rank))
    };
    let held = |seat| view.left(seat).unwrap_or_default()[suit] | on_table(seat);
    let gone = Seat::ALL.map(|seat| history.cards_of(seat)[suit] - on_table(seat));
    let gone = gone.into_iter().fold(Holding::EMPTY, |gone, cards| gone | cards);
    let combination = Combination::new(held(dummy), held(declarer))?;
    let combination = combination.without(gone).with_access(access);
    let belief = Belief::new(&Evidence::of(view, system, Reader::AtTheTable))?;
    let mut drawn: HashMap<u16, f64> = HashMap::new();
    let mut rng = stream(1, &[purpose::WORLD]);
    for deal in belief.spread(&mut rng).take(DRAWN) {
        let left = deal[declarer.lho()][suit] & combination.missing();
        *drawn.entry(left.to_bits()).or_default() += 1.0;
    }
    let share = |lho: Holding, _| drawn.get(&lho.to_bits()).copied().unwrap_or_default();
    let answer = SuitSolver::default().solve(combination, share);
    Ok((combination, answer.ok_or(NoBelief::NothingFits)?))
}
