//! Common sense: nobody leaves his king alone under an ace that he can see against him.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// From king and one other, under dummy's ace, a defender does not play the other card. (Otawa &
/// Uehara 2006, appendix: "avoid leaving K single when an enemy holds A".)
///
/// It applies where the king is played for something: when it would win, dummy having played low,
/// or when declarer leads an honour through it. To a small card, before dummy, nobody puts it up.
///
/// It is no agreement but plain sense, which is why a player who does leave his king alone is not
/// believed to hold it.
pub(in crate::carding) struct GuardTheKing;

impl Convention for GuardTheKing {
    fn slug(&self) -> &'static str {
        "guard-the-king"
    }

    fn about(&self) -> &'static str {
        "a defender does not leave his king alone under dummy's ace"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        let honour_led = situation.trick.cards().next().is_some_and(|(_, led)| led.rank >= Rank::T);
        situation.is_defender()
            && situation.follows_declarer()
            && situation.dummys().contains(Rank::A)
            && situation.beaters.contains(Rank::K)
            && (!situation.dummy_is_behind() || honour_led)
    }

    fn honest(&self, _: &Situation, holding: Holding, _: Holding) -> Holding {
        let king = Holding::from_rank(Rank::K);
        if holding.len() == 2 { holding & king } else { Holding::EMPTY }
    }
}
