//! Tricks that need no search: what a side can cash, and what the others cannot lose.
//!
//! Each bound comes with the top cards it was read from. After B. Haglund, *Search algorithms for
//! a bridge double dummy solver* (2004), which calls them quick tricks and later tricks.

use super::later::{later_tricks, trump_tricks};
use super::proof::Proof;
use super::quick::quick_tricks;
use super::ranks::TOPS;
use super::state::{Start, Trick, is_ns};

/// A proof at the start of a trick that North-South take `target` tricks or that they do not, if
/// sure tricks are enough for it.
pub(super) fn sure_tricks(start: &Start, target: u8) -> Option<Proof> {
    let ours = is_ns(start.leader);
    let wanted = if ours { target } else { start.left + 1 - target };
    let ranks = quick_tricks(start, start.leader, wanted)
        .or_else(|| trump_tricks(start, start.leader, wanted));
    if let Some(ranks) = ranks {
        return Some(Proof::of(ours, wanted, ranks, start.left));
    }
    let against = start.left + 1 - wanted;
    let ranks = later_tricks(start, against)?;
    Some(Proof::of(!ours, against, ranks, start.left))
}

/// A proof after the lead: the leader's opponents win the trick with the top card of the suit
/// and cash the rest.
pub(super) fn second_hand(start: &Start, trick: &Trick, target: u8) -> Option<Proof> {
    let [second, third, fourth] = [1, 2, 3].map(|steps| (start.leader + steps) & 3);
    let follows = |seat: usize| start.hands[seat] & trick.led != 0;
    if !follows(third) && start.hands[third] & start.trumps != 0 {
        return None;
    }
    let top = trick.led & TOPS;
    let can_stay_out = follows(second) || start.hands[second] & !start.trumps != 0;
    let winner = if start.hands[second] & top != 0 {
        second
    } else if start.hands[fourth] & top != 0 && can_stay_out {
        fourth
    } else {
        return None;
    };
    let ours = is_ns(winner);
    let wanted = if ours { target } else { start.left + 1 - target };
    let ranks = quick_tricks(start, winner, wanted)?;
    Some(Proof::of(ours, wanted, ranks | top, start.left))
}
