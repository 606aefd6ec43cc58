//! Common sense: nobody leaves his king alone under an ace that he can see against him.

use super::{Convention, Situation};
use crate::cards::{Holding, Rank};

/// From king and one other, under dummy's ace, a defender does not play the other card. (Otawa &
/// Uehara 2006, appendix: "avoid leaving K single when an enemy holds A".)
///
/// It is no agreement but plain sense, which is why a player who does leave his king alone is not
/// believed to hold it.
pub(super) struct GuardTheKing;

impl Convention for GuardTheKing {
    fn slug(&self) -> &'static str {
        "guard-the-king"
    }

    fn about(&self) -> &'static str {
        "a defender does not leave his king alone under dummy's ace"
    }

    fn speaks(&self, situation: &Situation, _: Rank) -> bool {
        situation.is_defender()
            && situation.follows_declarer()
            && situation.dummy.is_some_and(|dummy| dummy.contains(Rank::A))
    }

    fn honest(&self, _: &Situation, holding: Holding) -> Option<Holding> {
        let guarded_once = holding.len() == 2 && holding.contains(Rank::K);
        guarded_once.then(|| Holding::from_rank(Rank::K))
    }

    fn message(&self, _: &Situation, card: Rank) -> u8 {
        u8::from(card == Rank::K)
    }
}
