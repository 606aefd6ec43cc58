//! Later tricks: those that the side not on lead takes whatever is led.
//!
//! After B. Haglund, *Search algorithms for a bridge double dummy solver* (2004). A proof names
//! only as many winners as it needs: the fewer it names, the more positions it holds in.

use super::lanes::{Lanes, Suits};
use super::quick::own_tricks;
use super::ranks::{Cards, TOPS, highest, top_runs};
use super::state::{Start, left_of, partner_of};

/// The top cards by which the side not on lead takes `wanted` tricks (1 or more), whatever is led;
/// `None` if that many are not sure.
pub(super) fn later_tricks(start: &Start, wanted: u8) -> Option<Cards> {
    let left = left_of(start.leader);
    if start.trumps == 0 {
        return no_trump_later(start, left, wanted);
    }
    trump_tricks(start, left, wanted).or_else(|| {
        let opponents = [left, partner_of(left)];
        let king = || opponents.into_iter().find_map(|seat| guarded_king(start, seat));
        if wanted == 1 { king() } else { None }
    })
}

/// In no trump the side on lead can keep the lead only in suits whose top card it holds. Then one
/// of its opponents, `left` or his partner, gets in and cashes his tricks.
///
/// Until then he discards on at most `kept` tricks, and so still has his winners: he knows which
/// suits can still be led. (The tests in [`bounds`](super::bounds) compare this with the
/// specification.)
fn no_trump_later(start: &Start, left: usize, wanted: u8) -> Option<Cards> {
    let partner = partner_of(start.leader);
    let leads = start.hands[start.leader];
    let ours = leads | start.hands[partner];
    let at_once = Suits::of(ours & TOPS).among(leads) == 0;
    let led = if at_once { leads } else { ours };
    let longer = start.lengths(start.leader).max(start.lengths(partner));
    let kept = Suits::of(led & TOPS).choose(longer, Lanes::NONE).sum();
    if kept + wanted > start.left {
        return None;
    }
    let tops = Suits::of(led).among(TOPS & !led);
    let mut ranks = tops;
    for seat in [left, partner_of(left)] {
        if start.hands[seat] & tops != 0 {
            ranks |= own_tricks(start, seat, wanted)?;
        }
    }
    Some(ranks)
}

/// The top trumps by which the side of a seat takes `wanted` tricks (1 or more), whoever is on
/// lead.
///
/// Each of a player's trumps above the opponents' highest wins a trick for his side, unless his
/// partner wins it with a higher trump. A hand plays its trumps to different tricks, so the trumps
/// of one hand add up.
pub(super) fn trump_tricks(start: &Start, seat: usize, wanted: u8) -> Option<Cards> {
    let hands = [seat, partner_of(seat)].map(|seat| start.hands[seat] & start.trumps);
    let tops = top_runs(hands[0] | hands[1]);
    hands.into_iter().find_map(|hand| highest_of(hand & tops, wanted))
}

/// The `wanted` highest cards of a set in one suit, if it has that many.
fn highest_of(mut cards: Cards, wanted: u8) -> Option<Cards> {
    let mut found = 0;
    for _ in 0..wanted {
        if cards == 0 {
            return None;
        }
        let card = highest(cards);
        cards ^= card;
        found |= card;
    }
    Some(found)
}

/// A guarded king of trumps behind the ace takes a trick, if its side is not on lead: until that
/// side wins a trick, the ace's owner always plays before the king's.
fn guarded_king(start: &Start, seat: usize) -> Option<Cards> {
    let mine = start.hands[seat] & start.trumps;
    let ace = TOPS & start.trumps;
    let behind = start.hands[(seat + 3) & 3] & ace != 0;
    let guarded = behind && mine & (ace >> 1) != 0 && start.length(seat, 3) >= 2;
    guarded.then_some(ace | (ace >> 1))
}
