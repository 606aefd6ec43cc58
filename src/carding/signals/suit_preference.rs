//! Suit preference: a high card asks for the higher of two suits.

use crate::carding::{Convention, ConventionKind, Situation, Subject};

/// Where dummy has run out of the suit that partner leads against a trump contract, or has its two best
/// cards, nobody asks for it again, and third hand's card speaks of the other two side suits: high for the
/// higher. (Who would ruff dummy's winners cannot say so then.)
pub(in crate::carding) struct SuitPreference;

impl Convention for SuitPreference {
    fn slug(&self) -> &'static str {
        "suit-preference"
    }

    fn about(&self) -> &'static str {
        "dummy has none or the two best of partner's side suit: high asks for the higher of the others"
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        let third_hand = situation.follows_partner()
            && situation.before.is_empty()
            && (situation.partner_is_winning() || situation.beaters.is_empty());
        situation.is_defender() && third_hand && situation.suit_is_dead() && !situation.is_trumps()
    }

    fn subject(&self, situation: &Situation) -> Option<Subject> {
        Subject::others(situation, situation.suit)
    }
}
