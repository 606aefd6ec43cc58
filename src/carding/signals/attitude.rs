//! Attitude: whether a defender likes the suit that his partner leads.

use crate::carding::touching::{likes, signal};
use crate::carding::{Claim, Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};

/// With the first card that he follows to his partner's lead, a defender who does not play to win
/// the trick shows whether he would have the suit led again: an honour that helps (the jack under the
/// king and the ten under the queen too), or against a suit contract a doubleton under a high honour,
/// for a ruff. High encourages; upside down low does.
///
/// It is for the third hand only, and not given where dummy has no card left of the suit against a
/// trump contract, or its two best: there everybody can see what he thinks of it.
pub(in crate::carding) struct Attitude {
    /// Whether high and low change places.
    pub(in crate::carding) upside_down: bool,
}

impl Convention for Attitude {
    fn slug(&self) -> &'static str {
        if self.upside_down { "upside-down-attitude" } else { "attitude" }
    }

    fn about(&self) -> &'static str {
        if self.upside_down {
            "third hand to partner's lead: low encourages, high does not"
        } else {
            "third hand to partner's lead: high encourages, low does not"
        }
    }

    fn kind(&self) -> ConventionKind {
        ConventionKind::Signal
    }

    fn speaks(&self, situation: &Situation) -> bool {
        situation.follows_partner()
            && situation.is_defender()
            && situation.before.is_empty()
            && !situation.is_trumps()
            && !situation.suit_is_dead()
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim::LIKING)
    }

    fn is_true(&self, situation: &Situation, holding: Holding) -> Option<bool> {
        let led = situation.trick.cards().next().map(|(_, led)| led.rank);
        let ruffs = situation.has_trumps() && holding.len() == 2 && led >= Some(Rank::K);
        Some(
            ruffs
                || likes(holding)
                || led.is_some_and(|led| completes(holding, led, situation.dummys())),
        )
    }

    fn says(&self, situation: &Situation, held: Holding, allowed: Holding, likes: bool) -> Holding {
        if !situation.partner_is_winning() && !situation.beaters(allowed).is_empty() {
            return Holding::EMPTY;
        }
        signal(situation, held, allowed, likes != self.upside_down)
    }
}

/// Whether a holding has the honour that partner's sequence lacks: the jack under the king from king and
/// queen, the ten under the queen from queen and jack. Where dummy has the second honour, partner has
/// another sequence.
fn completes(holding: Holding, led: Rank, dummys: Holding) -> bool {
    let (second, missing) = match led {
        Rank::K => (Rank::Q, Rank::J),
        Rank::Q => (Rank::J, Rank::T),
        _ => return false,
    };
    holding.contains(missing) && !dummys.contains(second)
}
