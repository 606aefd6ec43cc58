//! Natural cards: second hand low.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// The player after the leader plays his lowest card when a spot card is led, whatever he could
/// beat it with.
pub(in crate::carding) struct SecondHandLow;

impl Convention for SecondHandLow {
    fn slug(&self) -> &'static str {
        "second-hand-low"
    }

    fn about(&self) -> &'static str {
        "the player after the leader plays low"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        let led = situation.trick.cards().next().map(|(_, led)| led.rank);
        situation.follows() && situation.trick.len() == 1 && led.is_some_and(|led| led <= Rank::T)
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        situation.cheapest(allowed)
    }
}
