//! Attitude in discards: whether a defender would have the suit led that he throws from.

use crate::carding::touching::{likes, signal};
use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// With his first discard a defender shows whether he has an honour in its suit. High encourages;
/// upside down low does.
pub(in crate::carding) struct AttitudeDiscards {
    /// Whether high and low change places.
    pub(in crate::carding) upside_down: bool,
}

impl Convention for AttitudeDiscards {
    fn slug(&self) -> &'static str {
        if self.upside_down { "upside-down-attitude-discards" } else { "attitude-discards" }
    }

    fn about(&self) -> &'static str {
        if self.upside_down {
            "first discard: low encourages the suit, high does not"
        } else {
            "first discard: high encourages the suit, low does not"
        }
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_first_discard()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim::LIKING)
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        Some(likes(holding))
    }

    fn says(&self, situation: &Situation, held: Holding, allowed: Holding, likes: bool) -> Holding {
        signal(situation, held, allowed, likes != self.upside_down)
    }
}
