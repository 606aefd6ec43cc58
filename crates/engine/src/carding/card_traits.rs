//! The traits of a card of a holding by which people choose, besides conventions: the words of
//! `habit` lines.
//!
//! The whole table can tell them once the holding is known, so readers can go by whatever the
//! player went by.

use super::Situation;
use super::touching::{better, masters, touching};
use crate::cards::{Holding, Rank, highest, lowest};

/// A trait of a card, by name.
#[derive(Debug)]
pub(super) struct CardTrait {
    /// Its name in rule files.
    pub(super) name: &'static str,
    /// Its value: 1 or 0, or a figure by which the nats are multiplied.
    pub(super) of: fn(&HoldingContext, Rank) -> f64,
}

const fn named(name: &'static str, of: fn(&HoldingContext, Rank) -> f64) -> CardTrait {
    CardTrait { name, of }
}

/// All traits. A master is a card that no card still out can beat. Dummy's cards are out for a
/// defender; they are out for declarer too, except where a trait says that his side's two hands
/// count as one.
pub(super) static TRAITS: [CardTrait; 31] = [
    named("lowest", |seen, card| is(lowest(seen.holding) == Some(card))),
    named("highest", |seen, card| is(highest(seen.holding) == Some(card))),
    named("second-best", |seen, card| is(better(seen.holding, card) == 1)),
    // The lowest of four cards counts a third, of six once; of two a third less than nothing.
    named("lowest-of-length", |seen, card| {
        is(lowest(seen.holding) == Some(card)) * (seen.holding.len() as f64 - 3.0) / 3.0
    }),
    named("wins", |seen, card| is(seen.wins(card))),
    named("wins-cheaply", |seen, card| {
        let cheapest = lowest(seen.winners);
        let is_as_good = |low| seen.situation.equals(seen.winners, low).contains(card);
        is(seen.wins(card) && cheapest.is_some_and(is_as_good))
    }),
    named("wins-with-spot", |seen, card| is(seen.wins(card) && card < Rank::T)),
    named("wins-with-master", |seen, card| is(seen.wins(card) && seen.beaten_by(card) == 0)),
    // A defender's card that dummy, who is still to play, cannot beat.
    named("wins-over-dummy", |seen, card| {
        let behind = !seen.declares && seen.situation.dummy_is_behind();
        is(behind && seen.wins(card) && seen.tops_dummy(card))
    }),
    // The one master of a side at no trump: to play it gives up the last stopper.
    named("wins-with-stopper", |seen, card| {
        is(!seen.situation.has_trumps() && seen.masters == 1 && seen.wins(card))
    }),
    named("overtakes", |seen, card| is(seen.wins(card) && seen.situation.partner_is_winning())),
    // A lead does not win yet.
    named("honour-without-winning", |seen, card| is(!seen.wins(card) && card >= Rank::J)),
    named("master", |seen, card| {
        let out = Holding::ALL - seen.situation.gone - seen.holding;
        is(highest(out).is_none_or(|top| card > top))
    }),
    named("side-master", |seen, card| is(seen.declares && seen.beaten_by(card) == 0)),
    named("lone-side-master", |seen, card| {
        is(seen.declares && seen.dummys.is_empty() && seen.beaten_by(card) == 0)
    }),
    named("beaten-by", |seen, card| seen.beaten_by(card) as f64 / 4.0),
    named("top-of-equals", |seen, card| {
        let equals = touching(seen.holding, card, seen.situation.gone);
        is(equals.len() > 1 && highest(equals) == Some(card))
    }),
    named("bottom-of-equals", |seen, card| {
        let equals = touching(seen.holding, card, seen.situation.gone);
        is(equals.len() > 1 && lowest(equals) == Some(card))
    }),
    // Declarer has a card in either hand that is as good.
    named("side-equal-above", |seen, card| is(seen.side_equals(card).any(|other| other > card))),
    named("side-equal-below", |seen, card| is(seen.side_equals(card).any(|other| other < card))),
    // A defender who keeps a card that beats dummy's honour.
    named("keeps-over-dummy", |seen, card| {
        let is_kept = |top| seen.holding.iter().any(|other| other != card && other > top);
        is(!seen.declares && highest(seen.dummys).is_some_and(|top| top >= Rank::J && is_kept(top)))
    }),
    // By its rank: a defender leads it through dummy's better card, or up to it.
    named("led-under-dummy", |seen, card| {
        is(!seen.declares && seen.leads() && !seen.tops_dummy(card)) * rank(card)
    }),
    named("led-over-dummy", |seen, card| {
        let top = highest(seen.holding) == Some(card);
        is(seen.declares && seen.leads() && top && seen.tops_dummy(card))
    }),
    // Declarer's lead of an honour to a better one, where a card between them or above is out.
    named("led-for-finesse", |seen, card| {
        let finesses = card >= Rank::T && !seen.tops_dummy(card) && seen.beaten_by(card) > 0;
        is(seen.declares && seen.leads() && finesses)
    }),
    named("led-low-to-dummy", |seen, card| {
        let low = lowest(seen.holding) == Some(card);
        is(seen.declares && seen.leads() && low && !seen.tops_dummy(card))
    }),
    named("ace", |_, card| is(card == Rank::A)),
    named("king", |_, card| is(card == Rank::K)),
    named("queen", |_, card| is(card == Rank::Q)),
    named("jack", |_, card| is(card == Rank::J)),
    named("ten", |_, card| is(card == Rank::T)),
    named("rank", |_, card| rank(card)),
];

/// A holding of the suit in the eyes of its player, in his situation.
pub(super) struct HoldingContext<'a> {
    situation: &'a Situation,
    /// What he has left of the suit.
    holding: Holding,
    /// Whether its player is declarer.
    declares: bool,
    /// What dummy has left.
    dummys: Holding,
    /// The cards with which he would be winning the trick; none where he leads.
    winners: Holding,
    /// His cards, and dummy's where he is declarer.
    side: Holding,
    /// The cards that are out against `side`.
    out: Holding,
    /// The number of masters in `side`.
    masters: usize,
}

impl<'a> HoldingContext<'a> {
    pub(super) fn new(situation: &'a Situation, holding: Holding) -> Self {
        let (declares, dummys) = (!situation.is_defender(), situation.dummys());
        let leads = situation.is_lead();
        let side = if declares { holding | dummys } else { holding };
        let out = Holding::ALL - situation.gone - side;
        Self {
            situation,
            holding,
            declares,
            dummys,
            winners: if leads { Holding::EMPTY } else { situation.beaters(holding) },
            side,
            out,
            masters: masters(side, out),
        }
    }

    fn leads(&self) -> bool {
        self.situation.is_lead()
    }

    /// Whether a card would be winning the trick.
    fn wins(&self, card: Rank) -> bool {
        self.winners.contains(card)
    }

    /// How many of the cards that are out against his side beat it.
    fn beaten_by(&self, card: Rank) -> usize {
        better(self.out, card)
    }

    /// Whether dummy has nothing better of the suit.
    fn tops_dummy(&self, card: Rank) -> bool {
        highest(self.dummys).is_none_or(|top| card > top)
    }

    /// Declarer's cards in both hands that are as good as this one.
    fn side_equals(&self, card: Rank) -> impl Iterator<Item = Rank> {
        let side = if self.declares { self.side } else { Holding::from_rank(card) };
        touching(side, card, self.situation.gone).iter()
    }
}

fn is(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

fn rank(card: Rank) -> f64 {
    f64::from(card.get()) / 10.0
}
