//! Natural cards: third hand high, but no higher than needed.

use crate::carding::touching::touching;
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank, highest, lowest};

/// On his partner's lead a defender tries to win the trick: with his highest card, and of cards
/// that only dummy's come between with the lowest, if dummy has played before him.
///
/// He does not try where partner's card is to hold the trick: an honour that dummy cannot beat.
pub(in crate::carding) struct ThirdHandHigh;

impl Convention for ThirdHandHigh {
    fn slug(&self) -> &'static str {
        "third-hand-high"
    }

    fn about(&self) -> &'static str {
        "third hand plays high, the cheapest of equals"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && situation.follows_partner()
            && !(situation.partner_is_winning() && partner_stands(situation))
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        let Some(high) = highest(situation.beaters(allowed)) else { return Holding::EMPTY };
        let passed = if situation.dummy_is_behind() { Holding::EMPTY } else { situation.dummys() };
        let equals = touching(situation.beaters(allowed), high, situation.gone | passed);
        lowest(equals).map_or(Holding::EMPTY, Holding::from_rank)
    }
}

/// Whether partner led a card that is to hold the trick: ten or higher, and dummy has no better.
fn partner_stands(situation: &Situation) -> bool {
    let led = situation.trick.cards().next().map(|(_, card)| card.rank);
    led.is_some_and(|led| {
        let beaten = highest(situation.dummys()).is_some_and(|best| best > led);
        led >= Rank::T && !(situation.dummy_is_behind() && beaten)
    })
}
