//! What defenders tell each other when they follow suit, or lead for a ruff.

use super::Asks::{HighOrLow, Truth};
use super::ConventionKind::Signal;
use super::spared::{signal, spared, upside_down};
use super::touching::{highest_of, likes, lowest_of, nth};
use super::{Asks, Claim, Convention, Situation, Subject};
use crate::cards::{Holding, Rank};

/// The conventions on signals, in order of precedence.
pub(super) const SIGNALS: &[Convention] = &[
    // A defender who leads a side suit for his partner to ruff asks by the card for one of the
    // other two: high for the higher. He knows of the ruff by what partner has shown or probably
    // holds, everybody else by the ruff itself. There is no other reason to choose among those
    // cards, so it is kept to and believed more than other suit preference.
    Convention {
        slug: "ruff-preference",
        about: "led for partner to ruff: high asks for the higher of the other side suits",
        kind: Signal,
        speaks: |situation| {
            situation.is_lead()
                && situation.is_defender()
                && situation.partner_is_void
                && situation.has_trumps()
                && !situation.is_trumps()
        },
        asks: HighOrLow(|situation| Subject::others(situation, situation.suit)),
    },
    // Where dummy has run out of the suit that partner leads against a trump contract, or has its
    // two best cards, nobody asks for it again, and third hand's card speaks of the other two side
    // suits: high for the higher. (Who would ruff dummy's winners cannot say so then.)
    Convention {
        slug: "suit-preference",
        about: "dummy has none or the two best of partner's side suit: high asks for the higher of \
            the others",
        kind: Signal,
        speaks: |situation| {
            situation.is_first_to_partner()
                && (situation.partner_is_winning() || situation.beaters.is_empty())
                && situation.suit_is_dead()
        },
        asks: HighOrLow(|situation| Subject::others(situation, situation.suit)),
    },
    // Against no trump, with the first card that he follows to the first suit that declarer's side
    // leads, a defender shows whether he would have the suit of the opening lead led again.
    Convention {
        slug: "smith",
        about: "no trump, to declarer's first suit: high likes the suit of the opening lead",
        kind: Signal,
        speaks: is_smith,
        asks: HighOrLow(|situation| situation.opening.map(|card| Subject::Likes(card.suit))),
    },
    Convention {
        slug: "reverse-smith",
        about: "no trump, to declarer's first suit: low likes the suit of the opening lead",
        kind: Signal,
        speaks: is_smith,
        asks: HighOrLow(|situation| situation.opening.map(|card| Subject::Dislikes(card.suit))),
    },
    // A defender who plays the queen under the ace or king that his partner leads has the jack too,
    // or nothing else of the suit: partner may lead low to him next. So the queen is played from
    // queen and jack, and kept from any other holding.
    Convention {
        slug: "queen-promises-jack",
        about: "the queen under partner's ace or king: with the jack, or alone",
        kind: Signal,
        speaks: |situation| {
            situation.is_first_to_partner()
                && situation.partner_is_winning()
                && situation.rank_led() >= Some(Rank::K)
                && !situation.suit_is_dead()
        },
        asks: Truth {
            claim: Claim { affirmed: "queen and jack", denied: "not queen and jack" },
            is_true: |_, holding| {
                let has = |rank| holding.contains(rank);
                let alone = has(Rank::Q) && holding.len() == 1;
                (!alone).then(|| has(Rank::Q) && has(Rank::J))
            },
            says: |_, _, allowed, jack| {
                let queen = Holding::from_rank(Rank::Q);
                if jack { allowed & queen } else { allowed - queen }
            },
        },
    },
    // With the first card that he follows to his partner's lead, a defender who does not play to
    // win the trick shows whether he would have the suit led again. It is for the third hand only,
    // and not given where dummy has no card left of the suit against a trump contract, or its two
    // best: there everybody can see what he thinks of it.
    Convention {
        slug: "attitude",
        about: "third hand to partner's lead: high encourages, low does not",
        kind: Signal,
        speaks: is_attitude,
        asks: attitude(where_free),
    },
    Convention {
        slug: "upside-down-attitude",
        about: "third hand to partner's lead: low encourages, high does not",
        kind: Signal,
        speaks: is_attitude,
        asks: attitude(|situation, held, allowed, likes| {
            where_free(situation, held, allowed, !likes)
        }),
    },
    // Standard count, given once: with the first card that a defender follows to a side suit that
    // declarer or dummy leads. (Otawa & Uehara 2006, appendix: "low = odd, high = even".)
    //
    // Only spot cards that can be spared signal: the lowest from an odd number, the highest from an
    // even number; upside down the other way round. Whether an honour is played instead is not for
    // count to say. What he plays to the second round completes the message and adds none.
    Convention {
        slug: "count",
        about: "following to declarer's lead: low from an odd number of cards, high from an even \
            number",
        kind: Signal,
        speaks: |situation| is_first_to_declarer(situation) && !situation.is_trumps(),
        asks: count(signal),
    },
    Convention {
        slug: "upside-down-count",
        about: "following to declarer's lead: high from an odd number of cards, low from an even \
            number",
        kind: Signal,
        speaks: |situation| is_first_to_declarer(situation) && !situation.is_trumps(),
        asks: count(upside_down),
    },
    // With his first trump, on declarer's lead, a defender who has three plays the middle one, to
    // go down with the next; with two he plays the lower one. It says that he can still ruff.
    Convention {
        slug: "trump-echo",
        about: "following to trumps: high-low from three",
        kind: Signal,
        speaks: |situation| is_first_to_declarer(situation) && situation.is_trumps(),
        asks: Truth {
            claim: Claim { affirmed: "three trumps", denied: "two trumps" },
            is_true: |_, holding| matches!(holding.len(), 2 | 3).then_some(holding.len() == 3),
            says: |situation, held, allowed, three| {
                let spared = spared(situation, held) & allowed;
                match held.len() {
                    3 if three => spared & nth(held, 1),
                    _ if three => highest_of(spared),
                    _ => lowest_of(spared),
                }
            },
        },
    },
];

/// Whether a defender follows for the first time to declarer's or dummy's lead of a suit.
fn is_first_to_declarer(situation: &Situation) -> bool {
    situation.is_defender() && situation.follows_declarer() && situation.before.is_empty()
}

fn is_smith(situation: &Situation) -> bool {
    is_first_to_declarer(situation) && !situation.has_trumps() && situation.declarers_first_suit
}

fn is_attitude(situation: &Situation) -> bool {
    situation.is_first_to_partner() && !situation.suit_is_dead()
}

/// Which cards of a holding affirm or deny a claim, among those allowed.
type Says = fn(&Situation, Holding, Holding, bool) -> Holding;

const fn count(says: Says) -> Asks {
    let claim = Claim { affirmed: "an even number of cards", denied: "an odd number of cards" };
    Truth { claim, is_true: |_, holding| Some(holding.len().is_multiple_of(2)), says }
}

/// A signal that affirms if the player would have the suit led again: with an honour that helps
/// (the jack under the king and the ten under the queen too), or against a suit contract with a
/// doubleton under a high honour, for a ruff.
const fn attitude(says: Says) -> Asks {
    Truth {
        claim: Claim::LIKING,
        is_true: |situation, holding| {
            let led = situation.rank_led();
            let ruffs = situation.has_trumps() && holding.len() == 2 && led >= Some(Rank::K);
            let helps = |led| completes(holding, led, situation.dummys());
            Some(ruffs || likes(holding) || led.is_some_and(helps))
        },
        says,
    }
}

/// The card for a signal, where third hand does not have to try and win the trick.
fn where_free(situation: &Situation, held: Holding, allowed: Holding, high: bool) -> Holding {
    if situation.partner_is_winning() || situation.beaters(allowed).is_empty() {
        signal(situation, held, allowed, high)
    } else {
        Holding::EMPTY
    }
}

/// Whether a holding has the honour that partner's sequence lacks: the jack under the king from
/// king and queen, the ten under the queen from queen and jack. Where dummy has the second honour,
/// partner has another sequence.
fn completes(holding: Holding, led: Rank, dummys: Holding) -> bool {
    let (second, missing) = match led {
        Rank::K => (Rank::Q, Rank::J),
        Rank::Q => (Rank::J, Rank::T),
        _ => return false,
    };
    holding.contains(missing) && !dummys.contains(second)
}
