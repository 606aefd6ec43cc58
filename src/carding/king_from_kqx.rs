//! The king is led from king, queen and another.

use super::{Convention, Situation};
use crate::cards::{Holding, Rank};

/// The opening lead of a king promises the queen (Otawa & Uehara 2006, appendix).
///
/// From three or more headed by king-queen the king is led; from a longer suit with the king and
/// without the queen, another card. Of holdings without the king it says nothing.
pub(super) struct KingFromKqx;

impl Convention for KingFromKqx {
    fn slug(&self) -> &'static str {
        "king-from-kqx"
    }

    fn about(&self) -> &'static str {
        "opening lead: the king from king, queen and another; not from a king without the queen"
    }

    fn speaks(&self, situation: &Situation, _: Rank) -> bool {
        situation.is_opening_lead()
    }

    fn honest(&self, _: &Situation, holding: Holding) -> Option<Holding> {
        let king = Holding::from_rank(Rank::K);
        if !holding.contains(Rank::K) {
            None
        } else if !holding.contains(Rank::Q) {
            Some(holding - king)
        } else if holding.len() >= 3 {
            Some(king)
        } else {
            None
        }
    }

    fn message(&self, _: &Situation, card: Rank) -> u8 {
        u8::from(card == Rank::K)
    }
}
