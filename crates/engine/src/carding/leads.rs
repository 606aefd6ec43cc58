//! Leads: which card of a suit.

use super::Asks::{Cards, Truth};
use super::ConventionKind::Signal;
use super::touching::{highest_of, honours, lowest_of, nth, spots};
use super::{Claim, Convention, Situation};
use crate::cards::{Holding, Rank, from_rank_up};

/// Whether a defender leads a side suit that nobody has led.
fn is_fresh(situation: &Situation) -> bool {
    situation.is_fresh_lead() && !situation.is_trumps()
}

/// The conventions on leads, in order of precedence.
pub(super) const LEADS: &[Convention] = &[
    // The opening lead of a king promises the queen (Otawa & Uehara 2006, appendix). From three or
    // more headed by king-queen the king is led; from a longer suit with the king and without the
    // queen, another card. Of holdings without the king it says nothing.
    Convention {
        slug: "king-from-kqx",
        about: "opening lead: the king from king, queen and another; not from a king without the \
            queen",
        kind: Signal,
        speaks: Situation::is_opening_lead,
        asks: Cards(|_, holding, allowed| {
            let king = Holding::from_rank(Rank::K);
            match (holding.contains(Rank::K), holding.contains(Rank::Q)) {
                (true, false) => allowed - king,
                (true, true) if holding.len() >= 3 => king,
                (false, _) | (true, true) => Holding::EMPTY,
            }
        }),
    },
    // From ace, king and another the king is led, so that an ace led denies the king; from the two
    // alone the ace. This is the older way to lead from ace-king; in the other, `honour-sequence`,
    // the ace is led. (Bridge encyclopaedias, "opening leads": "king from ace-king".)
    Convention {
        slug: "king-from-ak",
        about: "leads: the king from ace, king and another; the ace from the two alone",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|_, holding, allowed| {
            if !(holding.contains(Rank::A) && holding.contains(Rank::K)) {
                return Holding::EMPTY;
            }
            let card = if holding.len() == 2 { Rank::A } else { Rank::K };
            allowed & Holding::from_rank(card)
        }),
    },
    // Against no trump the king from a strong holding asks partner to unblock or to give count, so
    // from king-queen with the ten or better the queen is led, and partner drops the jack if he has
    // it. An alternative to the king that `honour-sequence` leads. (Textbooks on notrump leads:
    // "queen from KQ109".)
    Convention {
        slug: "queen-from-kq",
        about: "leads against no trump: the queen from king, queen and ten, for partner to drop \
            the jack",
        kind: Signal,
        speaks: |situation| situation.is_fresh_lead() && !situation.has_trumps(),
        asks: Cards(|_, holding, allowed| {
            let holds = |rank| holding.contains(rank);
            let asks = holds(Rank::K) && holds(Rank::Q) && holds(Rank::T);
            if asks && !holds(Rank::A) && !holds(Rank::J) && holding.len() >= 4 {
                Holding::from_rank(Rank::Q) & allowed
            } else {
                Holding::EMPTY
            }
        }),
    },
    // From touching honours the highest is led: against a suit contract two are enough, against no
    // trump the third must touch too or miss by one (KQJ, KQT). Ace-king is led from the top.
    Convention {
        slug: "honour-sequence",
        about: "leads: the top of touching honours; against no trump three, or two and the next \
            but one",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|situation, holding, allowed| {
            let top = Rank::T.get() + 1..=Rank::A.get();
            let sequence = top.rev().map(Rank::new).find(|&rank| {
                let here = |steps: u8| holding.contains(Rank::new(rank.get() - steps));
                let enough = situation.has_trumps() || holding.len() < 4 || here(2) || here(3);
                here(0) && here(1) && enough
            });
            sequence.map_or(Holding::EMPTY, Holding::from_rank) & allowed
        }),
    },
    // From an honour and two touching cards below it that do not touch it, the higher of these is
    // led: the jack from KJT or AJT, the ten from KT9 or QT9. The ace is not led away from against
    // a suit.
    Convention {
        slug: "internal-sequence",
        about: "leads: the jack from KJT, the ten from QT9",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|situation, holding, allowed| {
            if situation.has_trumps() && holding.contains(Rank::A) {
                return Holding::EMPTY;
            }
            let inner = [Rank::J, Rank::T].into_iter().find(|top| {
                let [below, above] = [top.get() - 1, top.get() + 1].map(Rank::new);
                let sequence = holding.contains(*top) && holding.contains(below);
                sequence && !holding.contains(above) && !(holding & from_rank_up(above)).is_empty()
            });
            inner.map_or(Holding::EMPTY, Holding::from_rank) & allowed
        }),
    },
    // From a side suit headed by the ace, the ace is led against a suit contract, if the suit is
    // led at all; from ace-king too.
    Convention {
        slug: "ace-not-underled",
        about: "leads against a suit contract: the ace from a suit headed by it",
        kind: Signal,
        speaks: |situation| is_fresh(situation) && situation.has_trumps(),
        asks: Cards(|_, _, allowed| allowed & Holding::from_rank(Rank::A)),
    },
    // From four or more cards with an honour, the fourth from the top; from four or more small ones
    // the second, which denies an honour.
    Convention {
        slug: "fourth-best",
        about: "leads: the fourth best of four or more; the second best of small cards",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|_, holding, allowed| {
            if holding.len() < 4 {
                return Holding::EMPTY;
            }
            let place = if honours(holding).is_empty() { 1 } else { 3 };
            nth(holding, place) & allowed
        }),
    },
    // From an even number of cards the third from the top, from an odd number of five or more the
    // fifth, from three with an honour the lowest.
    Convention {
        slug: "third-and-fifth",
        about: "leads: the third best of an even number, the fifth or lowest of an odd one",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|_, holding, allowed| match holding.len() {
            0..=2 => Holding::EMPTY,
            3 if honours(holding).is_empty() => Holding::EMPTY,
            length if length.is_multiple_of(2) => nth(holding, 2) & allowed,
            length => nth(holding, length.min(5) - 1) & allowed,
        }),
    },
    // From three or more with an honour the lowest card, without one the highest: a low card asks
    // for the suit.
    Convention {
        slug: "attitude-leads",
        about: "leads: low from an honour, high without one",
        kind: Signal,
        speaks: is_fresh,
        asks: Truth {
            claim: Claim { affirmed: "three cards or more with an honour", denied: "no honour" },
            is_true: |_, holding| (holding.len() >= 3).then(|| !honours(holding).is_empty()),
            says: |_, _, allowed, honour| {
                if honour { lowest_of(allowed) } else { highest_of(allowed) }
            },
        },
    },
    // From three cards with one honour or with honours that do not touch, the lowest is led.
    Convention {
        slug: "low-from-honour",
        about: "leads: the lowest of three cards with an honour",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|_, holding, allowed| {
            let has_honour = holding.len() == 3 && !honours(holding).is_empty();
            if has_honour { lowest_of(allowed) } else { Holding::EMPTY }
        }),
    },
    // From three small cards the middle one, so that the lead is not taken for a doubleton when a
    // higher one follows, nor for an honour when the lowest does.
    Convention {
        slug: "mud",
        about: "leads: the middle of three small cards",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|_, holding, allowed| {
            let nothing = holding.len() == 3 && honours(holding).is_empty();
            if nothing { nth(holding, 1) & allowed } else { Holding::EMPTY }
        }),
    },
    // From three cards without an honour, and from any two, the highest.
    Convention {
        slug: "top-of-nothing",
        about: "leads: the highest of three small cards, or of two",
        kind: Signal,
        speaks: is_fresh,
        asks: Cards(|_, holding, allowed| {
            let nothing = holding.len() == 3 && honours(holding).is_empty();
            if nothing || holding.len() == 2 { highest_of(allowed) } else { Holding::EMPTY }
        }),
    },
    // Of trumps the lowest is led, unless there is a sequence to lead the top of.
    Convention {
        slug: "trump-leads",
        about: "leads: the lowest trump",
        kind: Signal,
        speaks: |situation| situation.is_lead() && situation.is_defender() && situation.is_trumps(),
        asks: Cards(|_, _, allowed| lowest_of(spots(allowed))),
    },
    // A defender who returns the suit that his partner led first leads high from two cards that he
    // has left, low from three or more (he began with three, or four). Not where partner has none
    // left: then the card says where to go after the ruff.
    Convention {
        slug: "present-count",
        about: "returning partner's suit: high from two cards left, low from three or more",
        kind: Signal,
        speaks: |situation| {
            situation.is_return() && !situation.partner_is_void && !situation.is_trumps()
        },
        asks: Truth {
            claim: Claim { affirmed: "two cards left", denied: "three or more left, or one" },
            is_true: |_, holding| Some(holding.len() == 2),
            says: |_, _, allowed, two| if two { highest_of(allowed) } else { lowest_of(allowed) },
        },
    },
];
