//! Low from three cards headed by an honour.

use crate::carding::touching::honours;
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, lowest};

/// From three cards with one honour or with honours that do not touch, the lowest is led.
pub(in crate::carding) struct LowFromHonour;

impl Convention for LowFromHonour {
    fn slug(&self) -> &'static str {
        "low-from-honour"
    }

    fn about(&self) -> &'static str {
        "leads: the lowest of three cards with an honour"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        if holding.len() == 3 && !honours(holding).is_empty() {
            lowest(allowed).map_or(Holding::EMPTY, Holding::from_rank)
        } else {
            Holding::EMPTY
        }
    }
}
