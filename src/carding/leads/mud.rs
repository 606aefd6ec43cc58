//! Middle, up, down: the middle of three small cards is led.

use crate::carding::touching::{honours, nth};
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// From three small cards the middle one, so that the lead is not taken for a doubleton when a
/// higher one follows, nor for an honour when the lowest does.
pub(in crate::carding) struct Mud;

impl Convention for Mud {
    fn slug(&self) -> &'static str {
        "mud"
    }

    fn about(&self) -> &'static str {
        "leads: the middle of three small cards"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        if holding.len() == 3 && honours(holding).is_empty() {
            nth(holding, 1) & allowed
        } else {
            Holding::EMPTY
        }
    }
}
