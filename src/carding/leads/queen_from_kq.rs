//! The queen is led from king and queen, against no trump.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// Against no trump the king from a strong holding asks partner to unblock or to give count, so
/// from king-queen with the ten or better the queen is led, and partner drops the jack if he has it.
/// An alternative to the king that `honour-sequence` leads. (Textbooks on notrump leads: "queen from
/// KQ109".)
pub(in crate::carding) struct QueenFromKq;

impl Convention for QueenFromKq {
    fn slug(&self) -> &'static str {
        "queen-from-kq"
    }

    fn about(&self) -> &'static str {
        "leads against no trump: the queen from king, queen and ten, for partner to drop the jack"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.has_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let holds = |rank| holding.contains(rank);
        let asks = holds(Rank::K) && holds(Rank::Q) && holds(Rank::T);
        if asks && !holds(Rank::A) && !holds(Rank::J) && holding.len() >= 4 {
            Holding::from_rank(Rank::Q) & allowed
        } else {
            Holding::EMPTY
        }
    }
}
