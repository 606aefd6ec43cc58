//! What defenders tell each other when they cannot follow.

use super::Asks::{HighOrLow, Truth};
use super::ConventionKind::Signal;
use super::spared::{signal, spared, upside_down};
use super::touching::likes;
use super::{Asks, Claim, Convention, Situation, Subject};
use crate::cards::{Holding, holding_of};

/// The conventions on discards, in order of precedence. All speak of a defender's first discard.
pub(super) const DISCARDS: &[Convention] = &[
    // A defender asks for another suit than the one he throws from: a high card for the higher of
    // the two that are left beside trumps and the suit led.
    Convention {
        slug: "lavinthal",
        about: "first discard: high asks for the higher of the other two suits, low for the lower",
        kind: Signal,
        speaks: Situation::is_first_discard,
        asks: HighOrLow(|situation| Subject::others(situation, situation.trick.suit_led()?)),
    },
    // A defender encourages the suit by an odd card, and discourages it by an even one. (Which suit
    // an even card asks for instead is not read.)
    Convention {
        slug: "odd-even-discards",
        about: "first discard: odd encourages the suit, even does not",
        kind: Signal,
        speaks: Situation::is_first_discard,
        asks: attitude(|situation, held, allowed, likes| {
            let spared = spared(situation, held) & allowed;
            holding_of(spared.iter().filter(|rank| (rank.get() % 2 == 1) == likes))
        }),
    },
    // A defender shows whether he has an honour in the suit.
    Convention {
        slug: "attitude-discards",
        about: "first discard: high encourages the suit, low does not",
        kind: Signal,
        speaks: Situation::is_first_discard,
        asks: attitude(signal),
    },
    Convention {
        slug: "upside-down-attitude-discards",
        about: "first discard: low encourages the suit, high does not",
        kind: Signal,
        speaks: Situation::is_first_discard,
        asks: attitude(upside_down),
    },
];

const fn attitude(says: fn(&Situation, Holding, Holding, bool) -> Holding) -> Asks {
    Truth { claim: Claim::LIKING, is_true: |_, holding| Some(likes(holding)), says }
}
