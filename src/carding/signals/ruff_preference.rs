//! The card led for partner to ruff says where to go then.

use crate::carding::{Convention, ConventionKind, Situation, Subject};

/// A defender who leads a side suit for his partner to ruff asks by the card for one of the other
/// two: high for the higher. He knows what it is for by what partner has shown or probably holds,
/// everybody else by the ruff. There is no other reason to choose among those cards, so it is kept
/// to and believed more than other suit preference.
pub(in crate::carding) struct RuffPreference;

impl Convention for RuffPreference {
    fn slug(&self) -> &'static str {
        "ruff-preference"
    }

    fn about(&self) -> &'static str {
        "led for partner to ruff: high asks for the higher of the other side suits"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_lead()
            && situation.is_defender()
            && situation.partner_is_void
            && situation.has_trumps()
            && !situation.is_trumps()
    }

    fn subject(&self, situation: &Situation) -> Option<Subject> {
        Subject::others(situation, situation.suit)
    }
}
