//! Trumps are led low.

use crate::carding::touching::spots;
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// Of trumps the lowest is led, unless there is a sequence to lead the top of.
pub(in crate::carding) struct TrumpLeads;

impl Convention for TrumpLeads {
    fn slug(&self) -> &'static str {
        "trump-leads"
    }

    fn about(&self) -> &'static str {
        "leads: the lowest trump"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_lead() && situation.is_defender() && situation.is_trumps()
    }

    fn honest(&self, _: &Situation, _: Holding, allowed: Holding) -> Holding {
        spots(allowed).iter().next_back().map_or(Holding::EMPTY, Holding::from_rank)
    }
}
