//! Count: how many cards a defender has of the suit that declarer leads.

use crate::carding::touching::signal;
use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// Standard count, given once: with the first card that a defender follows to a side suit that
/// declarer or dummy leads. (Otawa & Uehara 2006, appendix: "low = odd, high = even".)
///
/// Only spot cards that can be spared signal: the lowest from an odd number, the highest from an
/// even number; upside down the other way round. Whether an honour is played instead is not for
/// count to say. What he plays to the second round completes the message and adds none.
pub(in crate::carding) struct Count {
    /// Whether high and low change places.
    pub(in crate::carding) upside_down: bool,
}

impl Convention for Count {
    fn slug(&self) -> &'static str {
        if self.upside_down { "upside-down-count" } else { "count" }
    }

    fn about(&self) -> &'static str {
        if self.upside_down {
            "following to declarer's lead: high from an odd number of cards, low from an even number"
        } else {
            "following to declarer's lead: low from an odd number of cards, high from an even number"
        }
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && situation.follows_declarer()
            && situation.before.is_empty()
            && !situation.is_trumps()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim { affirmed: "an even number of cards", denied: "an odd number of cards" })
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        Some(holding.len().is_multiple_of(2))
    }

    fn says(&self, situation: &Situation, held: Holding, allowed: Holding, even: bool) -> Holding {
        signal(situation, held, allowed, even != self.upside_down)
    }
}
