//! Against a suit contract nobody leads away from his ace.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// From a side suit headed by the ace, the ace is led against a suit contract, if the suit is led
/// at all; from ace-king too.
pub(in crate::carding) struct AceNotUnderled;

impl Convention for AceNotUnderled {
    fn slug(&self) -> &'static str {
        "ace-not-underled"
    }

    fn about(&self) -> &'static str {
        "leads against a suit contract: the ace from a suit headed by it"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && situation.has_trumps() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, _: Holding, allowed: Holding) -> Holding {
        allowed & Holding::from_rank(Rank::A)
    }
}
