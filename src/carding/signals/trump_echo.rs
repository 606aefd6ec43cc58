//! The trump echo: high-low in trumps shows a third one.

use crate::carding::touching::{nth, spared};
use crate::carding::{Convention, Kind, Situation};
use crate::cards::{Holding, lowest};

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

    fn kind(&self) -> Kind {
        Kind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && situation.is_trumps()
            && situation.follows_declarer()
            && situation.before.is_empty()
    }

    fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let spared = spared(situation, holding) & allowed;
        match holding.len() {
            2 => lowest(spared).map_or(Holding::EMPTY, Holding::from_rank),
            3 => spared & nth(holding, 1),
            _ => Holding::EMPTY,
        }
    }
}
