//! Tricks that need no search: what the side on lead can cash, and what the others cannot lose.
//!
//! Each bound comes with the top cards it was read from. After B. Haglund, *Search algorithms for
//! a bridge double dummy solver* (2004), which calls them quick tricks and later tricks.

use super::patterns::Proof;
use super::ranks::{Cards, TOPS, highest, lane};
use super::state::{Start, Trick, is_ns, left_of, partner_of};

/// Tricks of one side, and the top cards that prove them.
#[derive(Debug, Clone, Copy, Default)]
struct Sure {
    tricks: u8,
    ranks: Cards,
}

impl Sure {
    /// Takes more tricks, won by the top cards of a suit and no more of them than are `wanted`.
    fn take(&mut self, tricks: u8, tops: Cards, above: Cards, wanted: u8) {
        let enough = tricks.min(wanted.saturating_sub(self.tricks));
        if enough == 0 {
            return;
        }
        self.tricks += enough;
        let mut tops = tops;
        for _ in u32::from(enough)..tops.count_ones() {
            tops &= tops - 1;
        }
        self.ranks |= tops | above;
    }

    /// The better of two bounds.
    fn or(self, other: Self) -> Self {
        if other.tricks > self.tricks { other } else { self }
    }
}

/// A proof at the start of a trick that North-South take `target` tricks or that they do not, if
/// sure tricks are enough for it.
pub(super) fn sure_tricks(start: &Start, target: u8) -> Option<Proof> {
    let ns = is_ns(start.leader);
    let wanted = if ns { target } else { start.left + 1 - target };
    let quick = quick_tricks(start, start.leader, wanted);
    if quick.tricks >= wanted {
        let tricks = if ns { quick.tricks } else { start.left - quick.tricks };
        return Some(Proof { tricks, ranks: quick.ranks });
    }
    let against = start.left + 1 - wanted;
    let later = later_tricks(start);
    if later.tricks >= against {
        let tricks = if ns { start.left - later.tricks } else { later.tricks };
        return Some(Proof { tricks, ranks: later.ranks });
    }
    None
}

/// A proof after the lead.
pub(super) fn second_hand(start: &Start, trick: &Trick, target: u8) -> Option<Proof> {
    let second = left_of(start.leader);
    let [third, fourth] = [partner_of(start.leader), partner_of(second)];
    let top = trick.led & TOPS;
    let ruffs = |seat: usize| start.hands[seat] & trick.led == 0 && start.hands[seat] & start.trumps != 0;
    if ruffs(third) {
        return None;
    }
    let winner = if start.hands[second] & top != 0 {
        second
    } else if start.hands[fourth] & top != 0
        && (start.hands[second] & trick.led != 0 || start.hands[second] & !start.trumps != 0)
    {
        fourth
    } else {
        return None;
    };
    let ns = is_ns(winner);
    let wanted = if ns { target } else { start.left + 1 - target };
    let quick = quick_tricks(start, winner, wanted);
    (quick.tricks >= wanted).then(|| Proof {
        tricks: if ns { quick.tricks } else { start.left - quick.tricks },
        ranks: quick.ranks | top,
    })
}

/// One suit as the side on lead sees it. Lengths are numbers of cards.
struct Suit {
    /// The leader's unbroken run from the top, and his partner's run just below it.
    runs: [Cards; 2],
    mine: u8,
    partners: u8,
    /// The longer of the opponents' holdings.
    theirs: u8,
    /// How often the suit can be led before an opponent may ruff.
    safe: u8,
}

impl Suit {
    fn new(start: &Start, leader: usize, suit: u32, ruffers: [bool; 2]) -> Self {
        let seats = [0, 1, 2, 3].map(|steps| (leader + steps) & 3);
        let [mine, lho, partners, rho] = seats.map(|seat| start.length(seat, suit));
        let own = top_run(start.hands[seats[0]] & lane(suit), lane(suit) & TOPS);
        let next = if own == 0 { TOPS & lane(suit) } else { (own & own.wrapping_neg()) >> 1 };
        let partner_run = top_run(start.hands[seats[2]] & lane(suit), next);
        let limit = |ruffs: bool, length: u8| if ruffs { length } else { u8::MAX };
        let safe = limit(ruffers[0], lho).min(limit(ruffers[1], rho));
        Self { runs: [own, partner_run], mine, partners, theirs: lho.max(rho), safe }
    }

    /// The tricks that the leader can cash: his run, or all his cards once nobody else has any.
    fn leaders(&self) -> u8 {
        let run = self.runs[0].count_ones() as u8;
        let alone = self.theirs.max(self.partners) <= run;
        (if alone { self.mine } else { run }).min(self.safe)
    }

    /// The tricks that partner can cash after those of the leader, once he is on lead.
    fn partners(&self) -> u8 {
        let gone = self.runs[0].count_ones() as u8;
        let left = self.partners.saturating_sub(gone);
        let run = self.runs[1].count_ones() as u8;
        let alone = self.theirs.max(self.mine) <= gone + run;
        (if alone { left } else { run.min(left) }).min(self.safe.saturating_sub(gone))
    }

    /// The top cards by which the leader can put partner in with this suit, if he can.
    fn entry(&self) -> Option<Cards> {
        let gone = self.runs[0].count_ones() as u8;
        let enters =
            self.runs[1] != 0 && self.mine > gone && self.partners > gone && self.safe > gone;
        enters.then(|| self.runs[0] | highest(self.runs[1]))
    }

    /// The top cards that the leader's tricks depend on: none if nobody else has the suit.
    fn ranks(&self) -> Cards {
        if self.theirs.max(self.partners) == 0 { 0 } else { self.runs[0] }
    }
}

/// Tricks that the side on lead can cash: the leader's, then, if he can put partner in, partner's.
///
/// Stops when there are as many as are wanted.
fn quick_tricks(start: &Start, leader: usize, wanted: u8) -> Sure {
    let seats = [0, 1, 2, 3].map(|steps| (leader + steps) & 3);
    let with_trumps = seats.map(|seat| start.hands[seat] & start.trumps != 0);
    let mut ruffers = [with_trumps[1], with_trumps[3]];
    let mut sure = Sure::default();
    let mut suits = [const { None }; 4];
    // A player who is left with trumps only must ruff: then the lead is his.
    let mut room = [0, 2].map(|hand| {
        if with_trumps[hand] { start.left - start.length(seats[hand], 3) } else { start.left }
    });
    let mut entry = None;
    for suit in (0..4).rev() {
        let is_trump = lane(suit) == start.trumps;
        let own = if is_trump { [false; 2] } else { ruffers };
        let now = Suit::new(start, leader, suit, own);
        let mut tricks = now.leaders();
        if is_trump {
            if now.theirs <= tricks {
                ruffers = [false; 2];
            }
        } else {
            tricks = tricks.min(room[1]);
            room[0] -= tricks.min(room[0]);
            room[1] -= tricks;
        }
        sure.take(tricks, now.ranks(), 0, wanted);
        entry = entry.or_else(|| now.entry());
        suits[suit as usize] = Some(now);
    }
    if let Some(entry) = entry.filter(|_| sure.tricks < wanted) {
        sure.ranks |= entry;
        for (suit, now) in suits.iter().enumerate().rev() {
            let Some(now) = now else { continue };
            let mut tricks = now.partners();
            if lane(suit as u32) != start.trumps {
                tricks = tricks.min(room[0]).min(room[1]);
                room = room.map(|room| room - tricks);
            }
            sure.take(tricks, now.runs[1], now.runs[0], wanted);
        }
    }
    sure.tricks = sure.tricks.min(start.left);
    sure
}

/// The unbroken run of a holding from a card downwards; none if it does not hold the card.
fn top_run(holding: Cards, from: Cards) -> Cards {
    let mut run = holding & from;
    let mut next = run;
    while next != 0 {
        next = (next >> 1) & holding;
        run |= next;
    }
    run
}

/// Tricks that the side not on lead takes whatever is led.
fn later_tricks(start: &Start) -> Sure {
    let opponents = [left_of(start.leader), (start.leader + 3) & 3];
    if start.trumps == 0 {
        no_trump_later(start, opponents)
    } else {
        let [left, right] = opponents.map(|seat| trump_tricks(start, seat));
        left.or(right)
    }
}

/// In no trump: the side on lead can keep the lead only in the suits of which it has the top card.
/// Then one opponent gets in, and cashes.
fn no_trump_later(start: &Start, opponents: [usize; 2]) -> Sure {
    let partner = partner_of(start.leader);
    let leads = start.hands[start.leader];
    let ours = leads | start.hands[partner];
    let cashed = opponents.map(|seat| own_winners(start.hands[seat]));
    let at_once = (0..4).all(|suit| leads & lane(suit) == 0 || ours & lane(suit) & TOPS == 0);
    let led = if at_once { leads } else { ours };
    let mut least = Sure { tricks: start.left, ranks: 0 };
    let mut kept = 0;
    for suit in 0..4 {
        let top = lane(suit) & TOPS;
        if led & top != 0 {
            kept += start.length(start.leader, suit).max(start.length(partner, suit));
        } else if led & lane(suit) != 0 {
            let winner = usize::from(start.hands[opponents[1]] & top != 0);
            least.tricks = least.tricks.min(cashed[winner].tricks);
            least.ranks |= cashed[winner].ranks | top;
        }
    }
    least.tricks = least.tricks.min(start.left.saturating_sub(kept));
    least
}

/// The runs from the top of each suit in one hand, which it cashes in no trump once it is on lead.
fn own_winners(hand: Cards) -> Sure {
    let run = top_run(hand, TOPS);
    Sure { tricks: run.count_ones() as u8, ranks: run }
}

/// Trump tricks that a hand takes in any case: its run from the top, or a guarded king behind
/// the ace.
fn trump_tricks(start: &Start, seat: usize) -> Sure {
    let mine = start.hands[seat] & start.trumps;
    let ace = TOPS & start.trumps;
    let run = top_run(mine, ace);
    if run != 0 {
        return Sure { tricks: run.count_ones() as u8, ranks: run };
    }
    let behind = start.hands[(seat + 3) & 3] & ace != 0;
    if behind && mine & (ace >> 1) != 0 && start.length(seat, 3) >= 2 {
        return Sure { tricks: 1, ranks: ace | (ace >> 1) };
    }
    Sure::default()
}
