//! The king is led from king, queen and another.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// The opening lead of a king promises the queen (Otawa & Uehara 2006, appendix).
///
/// From three or more headed by king-queen the king is led; from a longer suit with the king and
/// without the queen, another card. Of holdings without the king it says nothing.
pub(in crate::carding) struct KingFromKqx;

impl Convention for KingFromKqx {
    fn slug(&self) -> &'static str {
        "king-from-kqx"
    }

    fn about(&self) -> &'static str {
        "opening lead: the king from king, queen and another; not from a king without the queen"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_opening_lead()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let king = Holding::from_rank(Rank::K);
        match (holding.contains(Rank::K), holding.contains(Rank::Q)) {
            (true, false) => allowed - king,
            (true, true) if holding.len() >= 3 => king,
            (false, _) | (true, true) => Holding::EMPTY,
        }
    }
}
