//! Lavinthal discards: a high card asks for the higher of the other suits.

use crate::carding::{Convention, ConventionKind, Situation, Subject};

/// With his first discard a defender asks for another suit than the one he throws from: a high card
/// for the higher of the two that are left beside trumps and the suit led.
pub(in crate::carding) struct Lavinthal;

impl Convention for Lavinthal {
    fn slug(&self) -> &'static str {
        "lavinthal"
    }

    fn about(&self) -> &'static str {
        "first discard: high asks for the higher of the other two suits, low for the lower"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_first_discard()
    }

    fn subject(&self, situation: &Situation) -> Option<Subject> {
        Subject::others(situation, situation.trick.suit_led()?)
    }
}
