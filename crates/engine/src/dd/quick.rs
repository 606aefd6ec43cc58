//! Quick tricks: those that the side on lead can cash at once.
//!
//! After B. Haglund, *Search algorithms for a bridge double dummy solver* (2004).

use super::lanes::{Lanes, Suits};
use super::ranks::{Cards, TOPS, highest, lane, top_runs};
use super::state::{Start, partner_of};

/// The top cards by which the side of `leader` cashes `wanted` tricks (1 or more) with `leader` on
/// lead; `None` if that many are not sure.
///
/// The leader cashes his own tricks first. Then, if he can, he puts partner in, who cashes the
/// rest.
pub(super) fn quick_tricks(start: &Start, leader: usize, wanted: u8) -> Option<Cards> {
    let ours = start.hands[leader] | start.hands[partner_of(leader)];
    // An upper bound: the longer holding of each suit whose top card they hold.
    let longer = start.lengths(leader).max(start.lengths(partner_of(leader)));
    let most = Suits::of(ours & TOPS).choose(longer, Lanes::NONE);
    if most.sum() < wanted {
        return None;
    }
    let side = LeadingSide::new(start, leader);
    let mine = side.leaders();
    let sure = mine.total();
    if sure >= wanted {
        return Some(mine.ranks(wanted, |suit| [0, side.leaders_tops(suit)]));
    }
    let entry = side.entry()?;
    let partners = side.partners(&mine);
    let rest = wanted - sure;
    (partners.total() >= rest).then(|| {
        let leaders = mine.ranks(sure, |suit| [0, side.leaders_tops(suit)]);
        let behind = partners.ranks(rest, |suit| side.partners_tops(suit));
        leaders | entry | behind
    })
}

/// The top cards by which a player on lead cashes `wanted` tricks with his own hand; `None` if that
/// many are not sure.
pub(super) fn own_tricks(start: &Start, leader: usize, wanted: u8) -> Option<Cards> {
    let side = LeadingSide::new(start, leader);
    let mine = side.leaders();
    (mine.total() >= wanted).then(|| mine.ranks(wanted, |suit| [0, side.leaders_tops(suit)]))
}

/// Two partners, one of them on lead, and the limits on their tricks.
struct LeadingSide {
    /// The leader's unbroken runs from the top, and his partner's cards that continue them.
    runs: [Cards; 2],
    /// The lengths of the leader's runs, and of both runs together.
    run: Lanes,
    both: Lanes,
    mine: Lanes,
    partners: Lanes,
    /// The longer of the opponents' holdings.
    theirs: Lanes,
    /// How often each suit can be led before an opponent may ruff.
    safe: Lanes,
    /// In a trump contract, the number of plain cards of each partner. A partner left with trumps
    /// only must ruff, which takes the lead from the other.
    plain: Option<[u8; 2]>,
}

impl LeadingSide {
    fn new(start: &Start, leader: usize) -> Self {
        let seats = [0, 1, 2, 3].map(|steps| (leader + steps) & 3);
        let [me, lho, partner, rho] = seats.map(|seat| start.hands[seat]);
        let [mine, left, partners, right] = seats.map(|seat| start.lengths(seat));
        let top = top_runs(me);
        let runs = [top, top_runs(top | partner) & !top];
        let mut side = Self {
            runs,
            run: Lanes::count(runs[0]),
            both: Lanes::count(runs[0] | runs[1]),
            mine,
            partners,
            theirs: left.max(right),
            safe: Lanes::MANY,
            plain: None,
        };
        if start.trumps != 0 {
            side.plain = Some([mine, partners].map(|lengths| start.left - lengths.get(3)));
            let drawn = side.theirs.get(3) <= side.established().get(3);
            if !drawn {
                let limit = |hand: Cards, lengths| {
                    if hand & start.trumps == 0 { Lanes::MANY } else { lengths }
                };
                let safe = limit(lho, left).min(limit(rho, right));
                side.safe = Suits::of(start.trumps).choose(Lanes::MANY, safe);
            }
        }
        side
    }

    /// The number of the leader's winners in each suit: his run, or all his cards if nobody else
    /// has any after the run.
    fn established(&self) -> Lanes {
        let alone = self.run.at_least(self.theirs.max(self.partners));
        alone.choose(self.mine, self.run)
    }

    /// The tricks that the leader can cash.
    fn leaders(&self) -> CashableTricks {
        let limit = self.plain.map(|[_, partners]| partners);
        CashableTricks { suits: self.established().min(self.safe), plain_limit: limit }
    }

    /// The top cards that the leader's tricks in a suit depend on: once nobody else has cards of
    /// the suit, any card wins.
    fn leaders_tops(&self, suit: u32) -> Cards {
        let others = self.theirs.max(self.partners).get(suit);
        top_of(self.runs[0] & lane(suit), others)
    }

    /// The top cards that partner's tricks in a suit depend on: the leader's, and partner's own as
    /// long as others have cards of the suit.
    fn partners_tops(&self, suit: u32) -> [Cards; 2] {
        let others = self.theirs.max(self.mine).less(self.run).get(suit);
        [self.leaders_tops(suit), top_of(self.runs[1] & lane(suit), others)]
    }

    /// The top cards by which the leader can put partner in after cashing his runs, if he can.
    fn entry(&self) -> Option<Cards> {
        let longer = self.mine.min(self.partners).min(self.safe).above(self.run);
        let suit = longer.and(Suits::of(self.runs[1])).highest()?;
        Some((self.runs[0] & lane(suit)) | highest(self.runs[1] & lane(suit)))
    }

    /// The tricks that partner can cash after those of the leader, once he is on lead.
    fn partners(&self, leaders: &CashableTricks) -> CashableTricks {
        let left = self.partners.less(self.run);
        let alone = self.both.at_least(self.theirs.max(self.mine));
        let run = left.min(self.both.less(self.run));
        let suits = alone.choose(left, run).min(self.safe.less(self.run));
        let used = leaders.plain();
        let limit = self.plain.map(|[mine, theirs]| mine.min(theirs).saturating_sub(used));
        CashableTricks { suits, plain_limit: limit }
    }
}

/// The number of tricks in each suit.
struct CashableTricks {
    suits: Lanes,
    /// In a trump contract, the most tricks in the plain suits together.
    plain_limit: Option<u8>,
}

impl CashableTricks {
    fn plain(&self) -> u8 {
        let sum = self.suits.sum();
        self.plain_limit.map_or(sum, |limit| (sum - self.suits.get(3)).min(limit))
    }

    fn total(&self) -> u8 {
        let trumps = if self.plain_limit.is_some() { self.suits.get(3) } else { 0 };
        self.plain() + trumps
    }

    /// The top cards by which `wanted` of these tricks are won. `tops` gives for each suit the
    /// cards that every trick in it depends on, and the run of winners.
    fn ranks(&self, mut wanted: u8, tops: impl Fn(u32) -> [Cards; 2]) -> Cards {
        let mut plain = self.plain();
        let mut ranks = 0;
        for suit in (0..4).rev() {
            let mut tricks = self.suits.get(suit);
            if suit < 3 || self.plain_limit.is_none() {
                tricks = tricks.min(plain);
                plain -= tricks;
            }
            tricks = tricks.min(wanted);
            wanted -= tricks;
            if tricks > 0 {
                let [above, winners] = tops(suit);
                ranks |= above | top_of(winners, tricks);
            }
        }
        ranks
    }
}

/// The highest cards of a run, at most `most`.
const fn top_of(run: Cards, most: u8) -> Cards {
    run & !(run >> most)
}
