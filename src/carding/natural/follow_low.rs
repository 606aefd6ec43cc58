//! Natural cards: who cannot win the trick, or need not, plays low.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// A player who cannot beat the card that is winning, or whose partner wins the trick, plays his
/// lowest card. Of honours that are equal he plays any.
///
/// Declarer is taken by himself: he has nobody to inform, and hides his cards more often.
pub(in crate::carding) struct FollowLow {
    /// Whether it is declarer's side that follows.
    pub(in crate::carding) declarer: bool,
}

impl Convention for FollowLow {
    fn slug(&self) -> &'static str {
        if self.declarer { "declarers-low" } else { "follow-low" }
    }

    fn about(&self) -> &'static str {
        if self.declarer {
            "declarer, who cannot win the trick or need not, plays his lowest card"
        } else {
            "a defender who cannot win the trick, or need not, plays his lowest card"
        }
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.follows() && situation.is_defender() != self.declarer
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        if situation.partner_is_winning() || situation.beaters(allowed).is_empty() {
            situation.cheapest(allowed)
        } else {
            Holding::EMPTY
        }
    }
}
