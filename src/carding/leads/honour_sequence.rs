//! The top of a sequence of honours is led.

use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// From touching honours the highest is led: against a suit contract two are enough, against no
/// trump the third must touch too or miss by one (KQJ, KQT). Ace-king is led from the top.
pub(in crate::carding) struct HonourSequence;

impl Convention for HonourSequence {
    fn slug(&self) -> &'static str {
        "honour-sequence"
    }

    fn about(&self) -> &'static str {
        "leads: the top of touching honours; against no trump three, or two and the next but one"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        let top = Rank::T.get() + 1..=Rank::A.get();
        let sequence = top.rev().map(Rank::new).find(|&rank| {
            let here = |steps: u8| holding.contains(Rank::new(rank.get() - steps));
            let enough = situation.has_trumps() || holding.len() < 4 || here(2) || here(3);
            here(0) && here(1) && enough
        });
        sequence.map_or(Holding::EMPTY, Holding::from_rank) & allowed
    }
}
