//! Natural cards: who cannot win the trick, or need not, plays low.

use crate::carding::touching::cheapest;
use crate::carding::{Convention, Kind, Situation};
use crate::cards::Holding;

/// A player who cannot beat the card that is winning, or whose partner wins the trick, plays his
/// lowest card. Of honours that are equal he plays any.
pub(in crate::carding) struct FollowLow;

impl Convention for FollowLow {
    fn slug(&self) -> &'static str {
        "follow-low"
    }

    fn about(&self) -> &'static str {
        "who cannot win the trick, or need not, plays his lowest card"
    }

    fn kind(&self) -> Kind {
        Kind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.follows()
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        let need_not =
            situation.partner_is_winning() && (situation.is_last() || situation.trick.len() == 2);
        if need_not || situation.beaters(allowed).is_empty() {
            cheapest(allowed, situation.gone)
        } else {
            Holding::EMPTY
        }
    }
}
