//! Natural cards: who cannot follow throws his lowest card of a suit, and ruffs as low as he can.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// Of the suit that he discards from, a player throws the lowest card; to ruff, he takes the lowest
/// trump that wins.
pub(in crate::carding) struct DiscardLow;

impl Convention for DiscardLow {
    fn slug(&self) -> &'static str {
        "discard-low"
    }

    fn about(&self) -> &'static str {
        "who cannot follow throws the lowest card of a suit, or ruffs low"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        !situation.is_lead() && !situation.follows()
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        let winners = situation.beaters(allowed);
        let from = if winners.is_empty() { allowed } else { winners };
        situation.cheapest(from)
    }
}
