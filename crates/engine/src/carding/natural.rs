//! Natural cards: what everybody plays where nothing is agreed, and others read.

use super::Asks::Cards;
use super::ConventionKind::Natural;
use super::touching::{honours, lowest_of, touching};
use super::{Asks, Convention, Situation};
use crate::cards::{Holding, Rank, highest, lowest};

/// The natural conventions, in order of precedence.
pub(super) const NATURAL: &[Convention] = &[
    // From king and one other, under dummy's ace, a defender does not play the other card. (Otawa &
    // Uehara 2006, appendix: "avoid leaving K single when an enemy holds A".) It applies where the
    // king is played for something: when it would win, dummy having played low, or when declarer
    // leads an honour through it. To a small card, before dummy, nobody puts it up.
    //
    // It is no agreement but plain sense, so a player who does leave his king alone is not believed
    // to hold it.
    Convention {
        slug: "guard-the-king",
        about: "a defender does not leave his king alone under dummy's ace",
        kind: Natural,
        speaks: |situation| {
            situation.is_defender()
                && situation.follows_declarer()
                && situation.dummys().contains(Rank::A)
                && situation.beaters.contains(Rank::K)
                && (!situation.dummy_is_behind() || situation.rank_led() >= Some(Rank::T))
        },
        asks: Cards(|_, holding, _| {
            if holding.len() == 2 { holding & Holding::from_rank(Rank::K) } else { Holding::EMPTY }
        }),
    },
    // A defender who plays last to a trick that declarer's side is winning, and who can win it by
    // following suit, does so.
    //
    // It is no agreement but what everybody expects, so a king that has not taken a trick that it
    // could is believed to be elsewhere.
    Convention {
        slug: "win-the-trick",
        about: "a defender who plays last wins the trick if he can",
        kind: Natural,
        speaks: |situation| situation.is_defender() && can_win_last(situation),
        asks: Cards(|situation, _, allowed| situation.beaters(allowed)),
    },
    // Second hand covers an honour that declarer's side leads with the cheapest honour that beats
    // it, and any of its equals. The rule does not speak of the ten, which is often led to be run.
    Convention {
        slug: "cover-honours",
        about: "second hand covers the jack or queen that declarer's side leads",
        kind: Natural,
        speaks: |situation| {
            situation.is_defender()
                && situation.follows_declarer()
                && situation.trick.len() == 1
                && matches!(situation.rank_led(), Some(Rank::J | Rank::Q))
        },
        asks: Cards(|situation, _, allowed| {
            situation.cheapest(honours(situation.beaters(allowed)))
        }),
    },
    // The player after the leader plays his lowest card when a spot card is led, whatever he could
    // beat it with.
    Convention {
        slug: "second-hand-low",
        about: "the player after the leader plays low",
        kind: Natural,
        speaks: |situation| {
            let is_low = situation.rank_led().is_some_and(|led| led <= Rank::T);
            situation.follows() && situation.trick.len() == 1 && is_low
        },
        asks: Cards(|situation, _, allowed| situation.cheapest(allowed)),
    },
    // On his partner's lead a defender tries to win the trick: with his highest card, or, if dummy
    // has played before him, with the lowest of those that only dummy's cards separate. He does not
    // try where partner's card is to hold the trick: an honour that dummy cannot beat.
    Convention {
        slug: "third-hand-high",
        about: "third hand plays high, the cheapest of equals",
        kind: Natural,
        speaks: |situation| {
            situation.is_defender()
                && situation.follows_partner()
                && !(situation.partner_is_winning() && partner_stands(situation))
        },
        asks: Cards(|situation, _, allowed| {
            let Some(high) = highest(situation.beaters(allowed)) else { return Holding::EMPTY };
            let behind = situation.dummy_is_behind();
            let passed = if behind { Holding::EMPTY } else { situation.dummys() };
            lowest_of(touching(situation.beaters(allowed), high, situation.gone | passed))
        }),
    },
    // Whoever wins a trick as the last to play does so with the lowest sufficient card, or with its
    // equal. The rule does not say whether he wins it; a card that does not win is low. A defender
    // plays the lowest of equals; declarer plays any, to hide what he holds.
    Convention {
        slug: "win-cheaply",
        about: "the last hand wins with the cheapest card that is enough, or plays low",
        kind: Natural,
        speaks: can_win_last,
        asks: Cards(|situation, _, allowed| {
            let winners = situation.beaters(allowed);
            let Some(low) = lowest(winners) else { return Holding::EMPTY };
            let cheap = if situation.is_defender() {
                Holding::from_rank(low)
            } else {
                situation.equals(winners, low)
            };
            cheap | situation.cheapest(allowed - winners)
        }),
    },
    // A player who cannot beat the winning card, or whose partner wins the trick, plays his lowest
    // card. Of equal honours he plays any. Declarer has a rule of his own: he has nobody to inform,
    // and hides his cards more often.
    Convention {
        slug: "follow-low",
        about: "a defender who cannot win the trick, or need not, plays his lowest card",
        kind: Natural,
        speaks: |situation| situation.follows() && situation.is_defender(),
        asks: FOLLOW_LOW,
    },
    Convention {
        slug: "declarers-low",
        about: "declarer, who cannot win the trick or need not, plays his lowest card",
        kind: Natural,
        speaks: |situation| situation.follows() && !situation.is_defender(),
        asks: FOLLOW_LOW,
    },
    // A player discards the lowest card of the suit, and ruffs with the lowest trump that wins.
    Convention {
        slug: "discard-low",
        about: "a player who cannot follow throws the lowest card of a suit, or ruffs low",
        kind: Natural,
        speaks: |situation| !situation.is_lead() && !situation.follows(),
        asks: Cards(|situation, _, allowed| {
            let winners = situation.beaters(allowed);
            situation.cheapest(if winners.is_empty() { allowed } else { winners })
        }),
    },
];

const FOLLOW_LOW: Asks = Cards(|situation, _, allowed| {
    if situation.partner_is_winning() || situation.beaters(allowed).is_empty() {
        situation.cheapest(allowed)
    } else {
        Holding::EMPTY
    }
});

/// Whether the last hand follows suit to a trick that is not yet his partner's.
fn can_win_last(situation: &Situation) -> bool {
    situation.is_last() && situation.follows() && !situation.partner_is_winning()
}

/// Whether partner led a card that is to hold the trick: a ten or higher, which dummy cannot beat.
fn partner_stands(situation: &Situation) -> bool {
    situation.rank_led().is_some_and(|led| {
        let beaten = highest(situation.dummys()).is_some_and(|best| best > led);
        led >= Rank::T && !(situation.dummy_is_behind() && beaten)
    })
}
