//! The fourth-best card is led from four or more.

use crate::carding::touching::{honours, nth};
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// From four or more cards with an honour, the fourth from the top; from four or more small ones
/// the second, which denies an honour.
pub(in crate::carding) struct FourthBest;

impl Convention for FourthBest {
    fn slug(&self) -> &'static str {
        "fourth-best"
    }

    fn about(&self) -> &'static str {
        "leads: the fourth best of four or more; the second best of small cards"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        if holding.len() < 4 {
            return Holding::EMPTY;
        }
        let place = if honours(holding).is_empty() { 1 } else { 3 };
        nth(holding, place) & allowed
    }
}
