//! Odd and even discards.

use crate::carding::touching::{likes, spared};
use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::{Holding, holding_of};

/// With his first discard a defender encourages its suit by an odd card, and discourages it by an
/// even one. (Which suit an even card asks for instead is not read.)
pub(in crate::carding) struct OddEvenDiscards;

impl Convention for OddEvenDiscards {
    fn slug(&self) -> &'static str {
        "odd-even-discards"
    }

    fn about(&self) -> &'static str {
        "first discard: odd encourages the suit, even does not"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_first_discard()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim::LIKING)
    }

    fn is_true(&self, _: &Situation, holding: Holding) -> Option<bool> {
        Some(likes(holding))
    }

    fn says(&self, situation: &Situation, held: Holding, allowed: Holding, likes: bool) -> Holding {
        let spared = spared(situation, held) & allowed;
        holding_of(spared.iter().filter(|rank| (rank.get() % 2 == 1) == likes))
    }
}
