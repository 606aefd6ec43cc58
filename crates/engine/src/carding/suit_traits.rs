//! The traits of a suit by which people choose one to lead or to discard from: the words of
//! `inclination` lines.
//!
//! The whole table can tell them once the decider's holding in the suit is known. His holdings in
//! other suits have no part, since readers weigh one suit at a time.

use super::Situation;
use super::suit_choice::SuitChoice;
use super::touching::{better, masters, touching};
use crate::cards::{Hand, Holding, Rank, Seat, Suit, clockwise, highest};
use crate::real::Real;

/// A trait of a suit, by name.
#[derive(Debug)]
pub(super) struct SuitTrait {
    /// Its name in rule files.
    pub(super) name: &'static str,
    /// Its value: 1 or 0, or a figure by which the nats are multiplied.
    pub(super) of: fn(&SuitContext) -> f64,
    /// Whether it is the same whatever the decider holds, so that it need not be asked of each
    /// holding.
    pub(super) is_public: bool,
}

const fn named(name: &'static str, of: fn(&SuitContext) -> f64) -> SuitTrait {
    SuitTrait { name, of, is_public: false }
}

const fn public(name: &'static str, of: fn(&SuitContext) -> f64) -> SuitTrait {
    SuitTrait { name, of, is_public: true }
}

/// All traits: of what the decider holds, what was led before and by whom, who bid the suit, what
/// dummy has, what both hands of declarer's side have. A master is a card that no card still out
/// can beat.
pub(super) static TRAITS: [SuitTrait; 65] = [
    named("singleton", |seen| is(seen.left.len() == 1)),
    named("doubleton", |seen| is(seen.left.len() == 2)),
    named("length", |seen| Real::ln(seen.left.len().max(1) as f64)),
    // The number of cards beyond those that guard the best one.
    named("spare", |seen| share(seen.left.len().saturating_sub(seen.above + 1), 4)),
    named("ace", |seen| is(seen.has(Rank::A))),
    named("king", |seen| is(seen.has(Rank::K))),
    named("queen", |seen| is(seen.has(Rank::Q))),
    named("jack", |seen| is(seen.has(Rank::J))),
    named("king-queen", |seen| is(seen.has(Rank::K) && seen.has(Rank::Q))),
    named("sequence", |seen| is(seen.is_sequence())),
    named("master", |seen| is(seen.masters > 0)),
    named("masters", |seen| share(seen.masters, 4)),
    named("all-masters", |seen| is(seen.masters > 0 && seen.masters == seen.left.len())),
    named("underled-ace", |seen| {
        is(seen.has(Rank::A) && !seen.has(Rank::K) && !seen.gone.contains(Rank::K))
    }),
    named("bare-guard", |seen| is(seen.is_guard() && seen.left.len() == seen.above + 1)),
    named("guard", |seen| is(seen.is_guard() && seen.left.len() > seen.above)),
    named("honours", |seen| share(seen.honours(), 4)),
    public("trumps", |seen| is(seen.is_trumps)),
    named("singleton-trump", |seen| is(seen.is_trumps && seen.left.len() == 1)),
    named("trump-length", |seen| is(seen.is_trumps) * share(seen.left.len(), 4)),
    public("new", |seen| is(seen.leader.is_none())),
    public("partners", |seen| is(seen.leader == Some(seen.partner))),
    public("own", |seen| is(seen.leader == Some(seen.seat))),
    public("declarers", |seen| {
        is(seen.leader.is_some_and(|leader| seen.opponents.contains(&leader)))
    }),
    public("again", |seen| is(seen.is_again())),
    public("again-own", |seen| is(seen.is_again_by(seen.seat))),
    public("again-partners", |seen| is(!seen.declares && seen.is_again_by(seen.partner))),
    named("again-masters", |seen| is(seen.is_again()) * share(seen.masters, 4)),
    named("again-sequence", |seen| is(seen.is_again() && seen.is_sequence())),
    public("partners-leads", |seen| share(seen.leads_of(seen.partner), 3)),
    public("side-leads", |seen| {
        is(seen.declares) * share(seen.leads_of(seen.seat) + seen.leads_of(seen.partner), 3)
    }),
    named("new-honour", |seen| is(seen.leader.is_none()) * share(seen.honours(), 4)),
    named("partners-honour", |seen| {
        is(seen.leader == Some(seen.partner)) * share(seen.honours(), 4)
    }),
    public("thrown", |seen| share(seen.thrown(), 3)),
    public("bid-by-partner", |seen| is(seen.bidder == Some(seen.partner))),
    public("bid-by-self", |seen| is(seen.bidder == Some(seen.seat))),
    public("bid-by-declarer", |seen| is(seen.bidder == Some(seen.situation.contract.declarer))),
    public("bid-by-dummy", |seen| is(seen.bidder == Some(seen.dummy))),
    public("dummy-void", |seen| is(seen.defends() && seen.dummys.is_empty())),
    public("dummy-short", |seen| is(seen.defends() && (1..3).contains(&seen.dummys.len()))),
    public("dummy-length", |seen| is(seen.defends()) * share(seen.dummys.len(), 4)),
    public("dummys-longest", |seen| is(seen.defends() && seen.is_dummys_longest())),
    public("dummy-masters", |seen| share(masters(seen.dummys, seen.out_of_dummy()), 3)),
    named("as-long-as-dummy", |seen| is(seen.defends() && seen.left.len() <= seen.dummys.len())),
    public("through-honours", |seen| is(seen.is_through()) * seen.dummy_honours()),
    public("up-to-honours", |seen| is(seen.is_up_to()) * seen.dummy_honours()),
    public("up-to-nothing", |seen| {
        is(seen.is_up_to() && highest(seen.dummys).is_none_or(|top| top < Rank::J))
    }),
    named("up-to-worse", |seen| is(seen.is_up_to() && seen.top > highest(seen.dummys))),
    public("partner-void", |seen| is(seen.is_void(seen.partner))),
    public("opponent-void", |seen| is(seen.opponents.into_iter().any(|it| seen.is_void(it)))),
    public("gone", |seen| share(seen.gone.len(), 8)),
    public("ruff-over-partner", |seen| is(seen.is_trumps && seen.situation.partner_is_winning())),
    // Trumps where dummy can ruff something, or soon.
    public("dummy-ruffs", |seen| is(seen.is_trumps && seen.dummy_is_to_ruff())),
    named("side-master", |seen| is(seen.side_masters > 0)),
    named("side-masters", |seen| share(seen.side_masters, 4)),
    named("side-length", |seen| is(seen.declares) * share(seen.side.len(), 8)),
    named("side-finesse", |seen| is(seen.side_lacks_one())),
    named("out-2", |seen| is(seen.declares && seen.out.len() <= 2)),
    // The best card of the other hand of declarer's side: of dummy for declarer's own lead, of
    // declarer for dummy's.
    named("dummys-best", |seen| is(seen.declares && highest(seen.dummys) > seen.top)),
    public("dummys-length", |seen| is(seen.declares) * share(seen.dummys.len(), 4)),
    named(
        "side-void",
        |seen| is(seen.declares && (seen.dummys.is_empty() || seen.left.is_empty())),
    ),
    public("to-ruff", |seen| {
        is(seen.declares && !seen.is_trumps && seen.dummys.is_empty() && seen.dummy_trumps() > 0)
    }),
    named("trumps-drawn", |seen| is(seen.is_trumps && seen.declares && seen.out.is_empty())),
    named("trumps-out", |seen| is(seen.is_trumps && seen.declares) * share(seen.out.len(), 5)),
    named("trumps-out-3", |seen| is(seen.is_trumps && seen.declares && seen.out.len() >= 3)),
];

/// A suit in the eyes of the table, if the decider has these cards of it left.
pub(super) struct SuitContext<'a> {
    choice: &'a SuitChoice,
    situation: &'a Situation,
    suit: Suit,
    /// The cards that the decider has left.
    left: Holding,
    seat: Seat,
    partner: Seat,
    opponents: [Seat; 2],
    dummy: Seat,
    /// Whether declarer chooses, for himself or for dummy.
    declares: bool,
    is_trumps: bool,
    gone: Holding,
    /// The best card left.
    top: Option<Rank>,
    /// How many cards of the other hands, dummy's among them, beat the best one; it takes as many
    /// small cards to guard it.
    above: usize,
    masters: usize,
    /// Who led the suit first, and who bid it first.
    leader: Option<Seat>,
    bidder: Option<Seat>,
    /// What dummy has left.
    dummys: Holding,
    /// The cards that both hands have left, if declarer chooses, and how many of these are masters.
    side: Holding,
    side_masters: usize,
    /// The cards that are out against `side`.
    out: Holding,
}

impl<'a> SuitContext<'a> {
    pub(super) fn new(choice: &'a SuitChoice, suit: Suit, left: Holding) -> Self {
        let situation = &choice.suits[suit];
        let (seat, gone, dummys) = (situation.seat, situation.gone, situation.dummys());
        let others = Holding::ALL - gone - left;
        let top = highest(left);
        let declares = !situation.is_defender();
        let side = if declares { left | dummys } else { Holding::EMPTY };
        let out = Holding::ALL - gone - side;
        Self {
            choice,
            situation,
            suit,
            left,
            seat,
            partner: seat.partner(),
            opponents: [clockwise(seat, 1), clockwise(seat, 3)],
            dummy: situation.contract.dummy(),
            declares,
            is_trumps: situation.is_trumps(),
            gone,
            top,
            above: top.map_or(0, |top| better(others, top)),
            masters: masters(left, others),
            leader: situation.first_lead.map(|(leader, _)| leader),
            bidder: choice.bidders[suit],
            dummys,
            side,
            side_masters: masters(side, out),
            out,
        }
    }

    fn has(&self, rank: Rank) -> bool {
        self.left.contains(rank)
    }

    /// Whether a defender chooses who sees dummy.
    fn defends(&self) -> bool {
        !self.declares && self.situation.dummy.is_some()
    }

    /// Whether the best card is an honour, and touches the next.
    fn is_sequence(&self) -> bool {
        let touches = |top| top >= Rank::T && touching(self.left, top, self.gone).len() > 1;
        self.top.is_some_and(touches)
    }

    /// Whether the best card may take a trick once those above it are gone.
    fn is_guard(&self) -> bool {
        (1..4).contains(&self.above)
    }

    fn honours(&self) -> usize {
        self.left.iter().filter(|&rank| rank >= Rank::J).count()
    }

    /// Whether the trick before was of the suit.
    fn is_again(&self) -> bool {
        self.choice.last_led.is_some_and(|(_, suit)| suit == self.suit)
    }

    fn is_again_by(&self, seat: Seat) -> bool {
        self.choice.last_led == Some((seat, self.suit))
    }

    fn leads_of(&self, seat: Seat) -> usize {
        self.choice.leads[seat][self.suit].into()
    }

    /// How many cards of the suit the player has thrown, or ruffed with.
    fn thrown(&self) -> usize {
        self.choice.thrown[self.seat][self.suit].into()
    }

    fn is_void(&self, seat: Seat) -> bool {
        self.choice.voids[seat][self.suit]
    }

    /// Whether a defender leads through dummy.
    fn is_through(&self) -> bool {
        self.defends() && self.dummy == self.opponents[0]
    }

    /// Whether a defender leads up to dummy.
    fn is_up_to(&self) -> bool {
        self.defends() && self.dummy == self.opponents[1]
    }

    fn dummy_honours(&self) -> f64 {
        share(self.dummys.iter().filter(|&rank| rank >= Rank::Q).count(), 3)
    }

    /// The cards of the suit that are neither gone nor dummy's.
    fn out_of_dummy(&self) -> Holding {
        Holding::ALL - self.gone - self.dummys
    }

    fn is_dummys_longest(&self) -> bool {
        let longest = |hand: Hand| Suit::ASC.into_iter().map(|suit| hand[suit].len()).max();
        self.situation.dummy.and_then(longest) == Some(self.dummys.len())
    }

    fn dummy_trumps(&self) -> usize {
        let trumps = self.situation.contract.trumps();
        trumps.zip(self.situation.dummy).map_or(0, |(trumps, hand)| hand[trumps].len())
    }

    /// Whether dummy has a trump, and no more than one card of a side suit.
    fn dummy_is_to_ruff(&self) -> bool {
        let trumps = self.situation.contract.trumps();
        let mut side_suits = Suit::ASC.into_iter().filter(|&suit| Some(suit) != trumps);
        let is_short = |suit: Suit| self.situation.dummy.is_some_and(|hand| hand[suit].len() < 2);
        self.dummy_trumps() > 0 && side_suits.any(is_short)
    }

    /// Whether only one card that is out beats the best one of declarer's side.
    fn side_lacks_one(&self) -> bool {
        highest(self.side).is_some_and(|best| better(self.out, best) == 1)
    }
}

fn is(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// A number as a share of a large one, at most 1.
fn share(number: usize, of: usize) -> f64 {
    number as f64 / of as f64
}
