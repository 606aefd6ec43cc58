//! The Smith echo: to declarer's first suit, high likes the suit of the opening lead.

use crate::carding::{Convention, Kind, Situation, Subject};

/// Against no trump, with the first card that he follows to the first suit that declarer's side
/// leads, a defender shows whether he would have the suit of the opening lead led again.
pub(in crate::carding) struct Smith;

impl Convention for Smith {
    fn slug(&self) -> &'static str {
        "smith"
    }

    fn about(&self) -> &'static str {
        "no trump, to declarer's first suit: high likes the suit of the opening lead"
    }

    fn kind(&self) -> Kind {
        Kind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.is_defender()
            && !situation.has_trumps()
            && situation.declarers_first_suit
            && situation.follows_declarer()
            && situation.before.is_empty()
    }

    fn subject(&self, situation: &Situation) -> Option<Subject> {
        situation.opening.map(|card| Subject::Likes(card.suit))
    }
}
