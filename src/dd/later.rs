//! Later tricks: what the side that is not on lead takes whatever is led.
//!
//! After B. Haglund, *Search algorithms for a bridge double dummy solver* (2004).

use super::ranks::{Cards, TOPS, lane, run_length, top_runs};
use super::state::{Start, left_of, partner_of};

/// Tricks of one side, and the top cards that prove them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sure {
    pub(super) tricks: u8,
    pub(super) ranks: Cards,
}

impl Sure {
    /// The better of two bounds.
    fn or(self, other: Self) -> Self {
        if other.tricks > self.tricks { other } else { self }
    }
}

/// Tricks that the side not on lead takes whatever is led.
pub(super) fn later_tricks(start: &Start) -> Sure {
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
    let run = top_runs(hand);
    Sure { tricks: run.count_ones() as u8, ranks: run }
}

/// Trump tricks that a hand takes in any case: its run from the top, or a guarded king behind
/// the ace.
fn trump_tricks(start: &Start, seat: usize) -> Sure {
    let mine = start.hands[seat] & start.trumps;
    let ace = TOPS & start.trumps;
    if mine & ace != 0 {
        let run = top_runs(mine);
        return Sure { tricks: run_length(run, 3), ranks: run };
    }
    let behind = start.hands[(seat + 3) & 3] & ace != 0;
    if behind && mine & (ace >> 1) != 0 && start.length(seat, 3) >= 2 {
        return Sure { tricks: 1, ranks: ace | (ace >> 1) };
    }
    Sure::default()
}
