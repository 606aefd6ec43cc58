//! Natural cards: an honour is covered with an honour.

use crate::carding::touching::honours;
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// Second hand covers an honour that declarer's side leads with the cheapest honour that beats it,
/// and tells equals apart no more than elsewhere.
///
/// Of the ten, which is often led to be run, it is not said.
pub(in crate::carding) struct CoverHonours;

impl Convention for CoverHonours {
    fn slug(&self) -> &'static str {
        "cover-honours"
    }

    fn about(&self) -> &'static str {
        "second hand covers the jack or queen that declarer's side leads"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        let led = situation.trick.cards().next().map(|(_, led)| led.rank);
        situation.is_defender()
            && situation.follows_declarer()
            && situation.trick.len() == 1
            && led.is_some_and(|led| led == Rank::J || led == Rank::Q)
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        let covering = honours(situation.beaters(allowed));
        situation.cheapest(covering)
    }
}
