//! The queen under partner's ace or king promises the jack.

use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// A defender who plays the queen under the ace or king that his partner leads has the jack too, or
/// nothing else of the suit: partner may lead low to him next. So the queen is played from queen and
/// jack, and kept from any other holding.
pub(in crate::carding) struct QueenPromisesJack;

impl Convention for QueenPromisesJack {
    fn slug(&self) -> &'static str {
        "queen-promises-jack"
    }

    fn about(&self) -> &'static str {
        "the queen under partner's ace or king: with the jack, or alone"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        let led = situation.trick.cards().next().map(|(_, led)| led.rank);
        situation.follows_partner()
            && situation.is_defender()
            && situation.before.is_empty()
            && situation.partner_is_winning()
            && led >= Some(Rank::K)
            && !situation.is_trumps()
            && !situation.suit_is_dead()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim { affirmed: "queen and jack", denied: "not queen and jack" })
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        let has = |rank| holding.contains(rank);
        let alone = has(Rank::Q) && holding.len() == 1;
        (!alone).then(|| has(Rank::Q) && has(Rank::J))
    }

    fn says(&self, _: &Situation, _: Holding, allowed: Holding, jack: bool) -> Holding {
        let queen = Holding::from_rank(Rank::Q);
        if jack { allowed & queen } else { allowed - queen }
    }
}
