//! The Smith echo: to declarer's first suit, high likes the suit of the opening lead, or low does.

use crate::carding::{Convention, ConventionKind, Situation, Subject};

/// Against no trump, with the first card that he follows to the first suit that declarer's side
/// leads, a defender shows whether he would have the suit of the opening lead led again.
pub(in crate::carding) struct Smith {
    /// Whether high and low change places.
    pub(in crate::carding) reverse: bool,
}

impl Convention for Smith {
    fn slug(&self) -> &'static str {
        if self.reverse { "reverse-smith" } else { "smith" }
    }

    fn about(&self) -> &'static str {
        if self.reverse {
            "no trump, to declarer's first suit: low likes the suit of the opening lead"
        } else {
            "no trump, to declarer's first suit: high likes the suit of the opening lead"
        }
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && !situation.has_trumps()
            && situation.declarers_first_suit
            && situation.follows_declarer()
            && situation.before.is_empty()
    }

    fn subject(&self, situation: &Situation) -> Option<Subject> {
        let subject = if self.reverse { Subject::Dislikes } else { Subject::Likes };
        situation.opening.map(|card| subject(card.suit))
    }
}
