//! Count: to a suit that declarer leads, low shows an odd number of cards, high an even number.

use crate::carding::touching::spots;
use crate::carding::{Convention, Kind, Situation};
use crate::cards::{Holding, highest, lowest};

/// Standard count, given once: with the first card that a defender follows to a side suit that
/// declarer or dummy leads. (Otawa & Uehara 2006, appendix: "low = odd, high = even".)
///
/// Only spot cards signal: the lowest from an odd number, the highest from an even number. Whether
/// an honour is played instead is not for count to say. A last hand's card that wins the trick is
/// no signal.
pub(in crate::carding) struct Count;

impl Convention for Count {
    fn slug(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "following to declarer's lead: low from an odd number of cards, high from an even number"
    }

    fn kind(&self) -> Kind {
        Kind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && situation.follows_declarer()
            && situation.before.is_empty()
            && !situation.is_trumps()
    }

    fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let spared = spared(situation, allowed);
        let card = if holding.len() % 2 == 1 { lowest(spared) } else { highest(spared) };
        card.map_or(Holding::EMPTY, |card| (allowed - spared) | Holding::from_rank(card))
    }
}

/// The cards that a player can signal with: spot cards that do not win the trick as the last hand.
fn spared(situation: &Situation, allowed: Holding) -> Holding {
    let spots = spots(allowed);
    if situation.is_last() { spots - situation.beaters(spots) } else { spots }
}
