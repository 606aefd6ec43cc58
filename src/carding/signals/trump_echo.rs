//! The trump echo: high-low in trumps shows a third one.

use crate::carding::touching::{nth, spared};
use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::{Holding, highest, lowest};

/// With his first trump, on declarer's lead, a defender who has three plays the middle one, to go
/// down with the next; with two he plays the lower one. It says that he can still ruff.
pub(in crate::carding) struct TrumpEcho;

impl Convention for TrumpEcho {
    fn slug(&self) -> &'static str {
        "trump-echo"
    }

    fn about(&self) -> &'static str {
        "following to trumps: high-low from three"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && situation.is_trumps()
            && situation.follows_declarer()
            && situation.before.is_empty()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim { affirmed: "three trumps", denied: "two trumps" })
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        matches!(holding.len(), 2 | 3).then_some(holding.len() == 3)
    }

    fn says(&self, situation: &Situation, held: Holding, allowed: Holding, three: bool) -> Holding {
        let spared = spared(situation, held) & allowed;
        match held.len() {
            3 if three => spared & nth(held, 1),
            _ if three => highest(spared).map_or(Holding::EMPTY, Holding::from_rank),
            _ => lowest(spared).map_or(Holding::EMPTY, Holding::from_rank),
        }
    }
}
