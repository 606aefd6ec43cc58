//! Third and fifth: the length is led from an honour.

use crate::carding::touching::{honours, nth};
use crate::carding::{Convention, ConventionKind, Situation};
use crate::cards::Holding;

/// From an even number of cards the third from the top, from an odd number of five or more the
/// fifth, from three with an honour the lowest.
pub(in crate::carding) struct ThirdAndFifth;

impl Convention for ThirdAndFifth {
    fn slug(&self) -> &'static str {
        "third-and-fifth"
    }

    fn about(&self) -> &'static str {
        "leads: the third best of an even number, the fifth or lowest of an odd one"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_fresh_lead() && !situation.is_trumps()
    }

    fn honest(&self, _: &Situation, holding: Holding, allowed: Holding) -> Holding {
        match holding.len() {
            0..=2 => Holding::EMPTY,
            3 if honours(holding).is_empty() => Holding::EMPTY,
            length if length.is_multiple_of(2) => nth(holding, 2) & allowed,
            length => nth(holding, length.min(5) - 1) & allowed,
        }
    }
}
