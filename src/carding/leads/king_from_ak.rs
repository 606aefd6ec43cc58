//! The king is led from ace and king.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// From ace, king and another the king is led, so that an ace led denies the king; from the two
/// alone the ace, to say so. The older of the two ways to lead from ace-king; the other, the ace,
/// is `honour-sequence`'s. (Bridge encyclopaedias, "opening leads": "king from ace-king".)
pub(in crate::carding) struct KingFromAk;

impl Convention for KingFromAk {
    fn slug(&self) -> &'static str {
        "king-from-ak"
    }

    fn about(&self) -> &'static str {
        "leads: the king from ace, king and another; the ace from the two alone"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let [ace, king] = [Rank::A, Rank::K].map(Holding::from_rank);
        let both = !(holding & ace).is_empty() && !(holding & king).is_empty();
        match (both, holding.len()) {
            (false, _) => Holding::EMPTY,
            (true, 2) => ace & allowed,
            (true, _) => king & allowed,
        }
    }
}
