//! Natural cards: the last hand wins as cheaply as it can.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, lowest};

/// Whoever wins a trick as the last to play does so with the lowest card that is enough, or with
/// one that is as good. Whether he wins it is not said here; what does not win it is low.
///
/// A defender plays the lowest of equals, declarer any: it is for him to hide what he holds.
pub(in crate::carding) struct WinCheaply;

impl Convention for WinCheaply {
    fn slug(&self) -> &'static str {
        "win-cheaply"
    }

    fn about(&self) -> &'static str {
        "the last hand wins with the cheapest card that is enough, or plays low"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_last() && situation.follows() && !situation.partner_is_winning()
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        let winners = situation.beaters(allowed);
        let Some(low) = lowest(winners) else { return Holding::EMPTY };
        let cheap = if situation.is_defender() {
            Holding::from_rank(low)
        } else {
            situation.equals(winners, low)
        };
        cheap | situation.cheapest(allowed - winners)
    }
}
