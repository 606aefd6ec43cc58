//! The top of an inner sequence is led.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank, from_rank_up};

/// From an honour and two touching cards below it that do not touch it, the higher of these is led:
/// the jack from KJT or AJT, the ten from KT9 or QT9. The ace is not led away from against a suit.
pub(in crate::carding) struct InternalSequence;

impl Convention for InternalSequence {
    fn slug(&self) -> &'static str {
        "internal-sequence"
    }

    fn about(&self) -> &'static str {
        "leads: the jack from KJT, the ten from QT9"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        if situation.has_trumps() && holding.contains(Rank::A) {
            return Holding::EMPTY;
        }
        let inner = [Rank::J, Rank::T].into_iter().find(|top| {
            let [below, above] = [top.get() - 1, top.get() + 1].map(Rank::new);
            let sequence = holding.contains(*top) && holding.contains(below);
            sequence && !holding.contains(above) && !(holding & from_rank_up(above)).is_empty()
        });
        inner.map_or(Holding::EMPTY, Holding::from_rank) & allowed
    }
}
