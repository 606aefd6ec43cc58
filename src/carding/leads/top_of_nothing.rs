//! The highest of two or three small cards is led.

use crate::carding::touching::honours;
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, highest};

/// From three cards without an honour, and from any two, the highest.
pub(in crate::carding) struct TopOfNothing;

impl Convention for TopOfNothing {
    fn slug(&self) -> &'static str {
        "top-of-nothing"
    }

    fn about(&self) -> &'static str {
        "leads: the highest of three small cards, or of two"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let nothing = holding.len() == 3 && honours(holding).is_empty();
        if nothing || holding.len() == 2 {
            highest(allowed).map_or(Holding::EMPTY, Holding::from_rank)
        } else {
            Holding::EMPTY
        }
    }
}
