//! Whoever returns his partner's suit shows how many cards he has left.

use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::{Holding, highest, lowest};

/// A defender who leads back the suit that his partner led first leads high from two cards that he
/// has left, low from three or more. (So three at the start, or four.) Not where partner has none
/// left: the card says then where to go after the ruff.
pub(in crate::carding) struct PresentCount;

impl Convention for PresentCount {
    fn slug(&self) -> &'static str {
        "present-count"
    }

    fn about(&self) -> &'static str {
        "returning partner's suit: high from two cards left, low from three or more"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_return() && !situation.partner_is_void && !situation.is_trumps()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim { affirmed: "two cards left", denied: "three or more left, or one" })
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        Some(holding.len() == 2)
    }

    fn says(&self, _: &Situation, _: Holding, allowed: Holding, two: bool) -> Holding {
        let card = if two { highest(allowed) } else { lowest(allowed) };
        card.map_or(Holding::EMPTY, Holding::from_rank)
    }
}
