//! Later tricks: what a side takes whatever is led.
//!
//! After B. Haglund, *Search algorithms for a bridge double dummy solver* (2004). No more
//! tricks are named than are asked for: the fewer the cards, the more positions the proof holds for.

use super::lanes::{Lanes, Suits};
use super::quick::own_tricks;
use super::ranks::{Cards, TOPS, highest, top_runs};
use super::state::{Start, left_of, partner_of};

/// The top cards by which the side that is not on lead takes `wanted` tricks, at least one,
/// whatever is led; `None` if that many are not sure.
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

/// In no trump: the side on lead can keep the lead only in the suits of which it has the top card.
/// Then one opponent, of whom `left` is one, gets in and cashes.
///
/// That he has kept enough by then: he discards on no more than `kept` tricks, and knows which suits
/// are still live, those in which the side on lead has cards below its tops. (Tested against the
/// specification in [`bounds`](super::bounds).)
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

/// The top trumps by which the side of a seat takes `wanted` tricks, at least one, whoever is on
/// lead.
///
/// With each of one player's trumps above the opponents' highest the side wins a trick: if not he,
/// his partner with a higher one. He plays them to different tricks, so those of one hand add up.
pub(super) fn trump_tricks(start: &Start, seat: usize, wanted: u8) -> Option<Cards> {
    let hands = [seat, partner_of(seat)].map(|seat| start.hands[seat] & start.trumps);
    let tops = top_runs(hands[0] | hands[1]);
    hands.into_iter().find_map(|hand| highest_of(hand & tops, wanted))
}

/// So many of the highest cards of a set in one suit, if it has them.
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

/// A guarded king behind the ace takes a trick, if his side is not on lead: until it wins one,
/// the ace's owner plays before him to every trick.
fn guarded_king(start: &Start, seat: usize) -> Option<Cards> {
    let mine = start.hands[seat] & start.trumps;
    let ace = TOPS & start.trumps;
    let behind = start.hands[(seat + 3) & 3] & ace != 0;
    let guarded = behind && mine & (ace >> 1) != 0 && start.length(seat, 3) >= 2;
    guarded.then_some(ace | (ace >> 1))
}
