//! The cards of a holding that can be spared for a signal, and which of them sends it.

use super::Situation;
use super::touching::{honours, spots};
use crate::cards::{Holding, Rank, from_rank_up, highest, holding_of, lowest};

/// The spot cards of a holding that can be spared for a signal: none that is as high as any card
/// still out, for it may take a trick, nor one that wins this trick as the last hand.
pub(super) fn spared(situation: &Situation, holding: Holding) -> Holding {
    to_spare(situation, holding, spots(holding))
}

/// Which of some cards of a holding can be spared.
fn to_spare(situation: &Situation, holding: Holding, cards: Holding) -> Holding {
    let out = Holding::ALL - situation.gone - holding;
    let masters = highest(out).map_or(holding, |top| holding & from_rank_up(top));
    let cards = cards - masters;
    if situation.is_last() { cards - situation.beaters(cards) } else { cards }
}

/// The honours of a holding that can be spared to ask for another suit: where partner has led a
/// suit that nobody asks for again, those that are worth no more than a card that is kept.
fn spared_honours(situation: &Situation, holding: Holding) -> Holding {
    if !honours_speak(situation) {
        return Holding::EMPTY;
    }
    let free = |rank: &Rank| situation.equals(holding, *rank).len() > 1;
    to_spare(situation, holding, holding_of(honours(holding).iter().filter(free)))
}

/// Whether an honour asks for another suit: on partner's lead of a suit that nobody asks for again,
/// where it says nothing else.
pub(super) fn honours_speak(situation: &Situation) -> bool {
    situation.is_first_to_partner() && situation.suit_is_dead()
}

/// The cards for a signal about other suits, as by [`signal`], except that a high card may be an
/// honour. A low one never is.
pub(super) fn signal_for_others(
    situation: &Situation,
    holding: Holding,
    allowed: Holding,
    high: bool,
) -> Holding {
    let honours = spared_honours(situation, holding);
    let spots = spared(situation, holding);
    let card = if high { highest(spots | honours) } else { lowest(spots) };
    sent(card, spots | honours, allowed)
}

/// A card of those that signal, with all cards that do not; empty if it is not allowed.
fn sent(card: Option<Rank>, speaking: Holding, allowed: Holding) -> Holding {
    match card {
        Some(card) if allowed.contains(card) => (allowed - speaking) | Holding::from_rank(card),
        _ => Holding::EMPTY,
    }
}

/// The cards for a signal: the highest or the lowest of the spared cards, with all that are no
/// signal. Empty if that card is not allowed: a signal that cannot be afforded is not sent, since
/// the next best card would say something else.
pub(super) fn signal(
    situation: &Situation,
    holding: Holding,
    allowed: Holding,
    high: bool,
) -> Holding {
    let spared = spared(situation, holding);
    let card = if high { highest(spared) } else { lowest(spared) };
    sent(card, spared, allowed)
}

/// The cards for a signal in which high and low change places.
pub(super) fn upside_down(
    situation: &Situation,
    holding: Holding,
    allowed: Holding,
    low: bool,
) -> Holding {
    signal(situation, holding, allowed, !low)
}
