//! Which card to try first.
//!
//! The scores are rules of thumb of card play: they decide how fast an answer is found, never
//! which.

use super::ranks::{Cards, TOPS, below, highest, lane_of, lowest};
use super::state::{Table, left_of};

/// The most promising card of a set that is not empty.
pub(super) fn most_promising(table: &Table, untried: Cards) -> Cards {
    if untried.is_power_of_two() {
        return untried;
    }
    match table.count {
        0 => best_lead(table, untried),
        _ if untried & table.led != 0 => follow(table, untried),
        _ => discard_or_ruff(table, untried),
    }
}

fn partner_of(seat: usize) -> usize {
    (seat + 2) & 3
}

fn best_lead(table: &Table, untried: Cards) -> Cards {
    let mut best = (i32::MIN, 0);
    let mut rest = untried;
    while rest != 0 {
        let card = lowest(rest);
        rest ^= card;
        let score = lead_score(table, card);
        if score > best.0 {
            best = (score, card);
        }
    }
    best.1
}

fn lead_score(table: &Table, card: Cards) -> i32 {
    let suit = lane_of(card);
    let [me, lho, partner, rho] =
        [0, 1, 2, 3].map(|steps| table.hands[(table.seat + steps) & 3] & suit);
    let length = |hand: Cards| hand.count_ones() as i32;
    let trumps = |steps: usize| table.hands[(table.seat + steps) & 3] & table.trumps;
    let side_suit = suit != table.trumps;
    let mut score = 3 * (length(me) + length(partner)) - 2 * (length(lho) + length(rho));
    if side_suit && ((lho == 0 && trumps(1) != 0) || (rho == 0 && trumps(3) != 0)) {
        score -= 25;
    }
    if side_suit && partner == 0 && trumps(2) != 0 && table.trumps != 0 {
        score += 20;
    }
    let top = (me | lho | partner | rho) & TOPS;
    if card & TOPS != 0 {
        score += 20;
    } else if partner & top != 0 {
        score += if card == lowest(me) { 18 } else { 14 };
    } else if me & top != 0 {
        score -= 8;
    } else {
        let second = top >> 1;
        if rho & top != 0 && partner & second != 0 {
            score -= 3;
        } else if lho & top != 0 && partner & second != 0 {
            score += 8;
        }
        if card & second != 0 {
            score += 6;
        }
    }
    if side_suit { score } else { score + 4 }
}

fn follow(table: &Table, untried: Cards) -> Cards {
    let winners = table.beating(untried & table.led);
    let low = lowest(untried);
    let partner_wins = table.winner == partner_of(table.seat);
    if winners == 0 {
        return low;
    }
    match table.count {
        3 if partner_wins => low,
        3 => lowest(winners),
        2 => {
            let last = threat(table, left_of(table.seat));
            let safe = winners & !(last | last.wrapping_sub(1));
            if partner_wins && last < table.best {
                low
            } else if safe != 0 {
                lowest(safe)
            } else {
                low
            }
        }
        _ => {
            let next = threat(table, left_of(table.seat));
            let partner = threat(table, partner_of(table.seat));
            if partner > next && partner > table.best {
                return low;
            }
            let safe = winners & !(next | next.wrapping_sub(1));
            if safe != 0 { lowest(safe) } else { low }
        }
    }
}

/// The best card that a seat yet to play can put on the trick; all ones for a ruff.
fn threat(table: &Table, seat: usize) -> Cards {
    let hand = table.hands[seat];
    let follow = hand & table.led;
    if follow != 0 {
        highest(follow)
    } else if hand & table.trumps != 0 {
        Cards::MAX
    } else {
        0
    }
}

fn discard_or_ruff(table: &Table, untried: Cards) -> Cards {
    let partner_wins = table.winner == partner_of(table.seat);
    let ruffs = table.beating(untried & table.trumps);
    let partner_safe = partner_wins
        && match table.count {
            3 => true,
            _ => threat(table, left_of(table.seat)) < table.best,
        };
    if ruffs != 0 && !partner_safe {
        return lowest(ruffs);
    }
    let plain = if untried & !table.trumps == 0 { untried } else { untried & !table.trumps };
    let hand = table.hands[table.seat];
    let mut best = (i32::MIN, 0);
    let mut rest = plain;
    while rest != 0 {
        let card = lowest(rest);
        rest ^= card;
        let suit = hand & lane_of(card);
        let length = suit.count_ones() as i32;
        let above = (suit & !below(card)).count_ones() as i32;
        let top = i32::from(card & (TOPS | (TOPS >> 1)) != 0);
        let score = 2 * length + above - 8 * top;
        if score > best.0 {
            best = (score, card);
        }
    }
    best.1
}
