//! A low card that is led asks for the suit, a high one does not.

use crate::carding::touching::honours;
use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::{Holding, highest, lowest};

/// From three or more with an honour the lowest card, without one the highest.
pub(in crate::carding) struct AttitudeLeads;

impl Convention for AttitudeLeads {
    fn slug(&self) -> &'static str {
        "attitude-leads"
    }

    fn about(&self) -> &'static str {
        "leads: low from an honour, high without one"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim { affirmed: "three cards or more with an honour", denied: "no honour" })
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        (holding.len() >= 3).then(|| !honours(holding).is_empty())
    }

    fn says(&self, _: &Situation, _: Holding, allowed: Holding, honour: bool) -> Holding {
        let card = if honour { lowest(allowed) } else { highest(allowed) };
        card.map_or(Holding::EMPTY, Holding::from_rank)
    }
}
