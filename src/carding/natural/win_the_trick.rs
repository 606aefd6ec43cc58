//! Natural cards: the last hand wins the trick that it can win.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// A defender who plays last to a trick that declarer's side is winning, and can win it by
/// following suit, does so.
///
/// It is no agreement but what everybody expects, which is why the king is looked for elsewhere
/// when it has not taken a trick that it could.
pub(in crate::carding) struct WinTheTrick;

impl Convention for WinTheTrick {
    fn slug(&self) -> &'static str {
        "win-the-trick"
    }

    fn about(&self) -> &'static str {
        "a defender who plays last wins the trick if he can"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Natural
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && situation.is_last()
            && situation.follows()
            && !situation.partner_is_winning()
    }

    fn honest(&self, situation: &Situation, _: Holding, allowed: Holding) -> Holding {
        situation.beaters(allowed)
    }
}
