//! Which card to try first.
//!
//! Rules of thumb of card play: they decide how fast an answer is found, never which. A card is
//! chosen only when it is needed, since the first one mostly settles the matter. The weights are
//! points of no unit. They were found by hill climbing on the number of cards that the search
//! plays on a part of the project's corpora, from a start by hand: 40 % fewer for the lead,
//! another 7 % for following and discarding.

use super::ranks::{Cards, TOPS, below, highest, lane, lowest, suit_of};
use super::state::{Table, left_of, partner_of};

/// The most promising card of a set that is not empty.
pub(super) fn most_promising(table: &Table, untried: Cards) -> Cards {
    if untried.is_power_of_two() {
        return untried;
    }
    match table.count {
        0 => best_by(untried, |card| lead_score(table, card)),
        _ if untried & table.led != 0 => follow(table, untried),
        _ => ruff_or_discard(table, untried),
    }
}

/// The card with the highest score.
fn best_by(mut cards: Cards, score: impl Fn(Cards) -> i32) -> Cards {
    let mut best = (i32::MIN, 0);
    while cards != 0 {
        let card = lowest(cards);
        cards ^= card;
        let score = score(card);
        if score > best.0 {
            best = (score, card);
        }
    }
    best.1
}

/// What speaks for a card, and what against.
struct Score(i32);

impl Score {
    fn when(&mut self, condition: bool, points: i32) {
        self.0 += if condition { points } else { 0 };
    }
}

/// One suit round the table, from the player's own holding clockwise.
struct Around {
    holdings: [Cards; 4],
    lengths: [i32; 4],
    /// The three highest cards left.
    tops: [Cards; 3],
}

impl Around {
    fn new(table: &Table, suit: u32) -> Self {
        let seats = [0, 1, 2, 3].map(|steps| (table.seat + steps) & 3);
        let top = lane(suit) & TOPS;
        Self {
            holdings: seats.map(|seat| table.hands[seat] & lane(suit)),
            lengths: seats.map(|seat| i32::from(table.length(seat, suit))),
            tops: [top, top >> 1, top >> 2],
        }
    }

    /// Whether the player so many steps clockwise has the card.
    fn has(&self, steps: usize, card: Cards) -> bool {
        self.holdings[steps] & card != 0
    }
}

const ME: usize = 0;
const LHO: usize = 1;
const PARTNER: usize = 2;
const RHO: usize = 3;

fn lead_score(table: &Table, card: Cards) -> i32 {
    let suit = Around::new(table, suit_of(card));
    let [me, lho, partner, rho] = suit.lengths;
    let [top, second, _] = suit.tops;
    let mut score = Score(3 * (me + partner) - 2 * (lho + rho));
    score.when(card == top, 17);
    score.when(suit.has(ME, top) && card != top, -5);
    score.when(suit.has(LHO, top), 6);
    score.when(suit.has(RHO, top), 3);
    score.when(card == second && (suit.has(LHO, top) || suit.has(RHO, top)), 6);
    score.when(card == lowest(suit.holdings[ME]), -10);
    if suit.has(PARTNER, top) {
        score.when(true, 18);
        score.when(suit.has(LHO, second) || suit.has(RHO, second), 12);
        score.when(partner == 1, 15);
    }
    score.when(suit.has(PARTNER, second) && suit.has(LHO, top), 20);
    score.when(suit.has(PARTNER, second) && suit.has(RHO, top), -3);
    score.when(suit.has(ME, second) && suit.has(LHO, top), -6);
    let ours = |card| suit.has(ME, card) || suit.has(PARTNER, card);
    score.when(ours(top) && ours(second), 3);
    score.when(ours(top) && lho <= 1 && rho <= 1, -6);
    score.when(lho + rho == 0, -33);
    score.0 + trump_score(table, card & table.trumps != 0, &suit)
}

/// The part of a lead's score that comes from trumps.
fn trump_score(table: &Table, is_trump: bool, suit: &Around) -> i32 {
    let [me, lho, partner, rho] = suit.lengths;
    let mut score = Score(0);
    if is_trump {
        score.when(true, 4);
        score.when(me + partner > lho + rho, -9);
        score.when(lho + rho == 0, -6);
    } else {
        let trumps = |steps: usize| table.hands[(table.seat + steps) & 3] & table.trumps != 0;
        score.when((lho == 0 && trumps(LHO)) || (rho == 0 && trumps(RHO)), -37);
        score.when(partner == 0 && trumps(PARTNER), 35);
        score.when(me == 1 && trumps(ME), 15);
    }
    score.0
}

/// As cheaply as the trick can be won for good, else as cheaply as the opponents can be made to
/// spend a higher card; low where partner does as well.
fn follow(table: &Table, untried: Cards) -> Cards {
    let low = lowest(untried);
    let winners = table.beating(untried & table.led);
    if winners == 0 {
        return low;
    }
    let partner_wins = table.winner == partner_of(table.seat);
    let next = threat(table, left_of(table.seat));
    let safe = winners & !(next | next.wrapping_sub(1));
    match table.count {
        3 if partner_wins => low,
        3 => lowest(winners),
        2 if partner_wins && (safe == 0 || next < table.best) => low,
        1 if threat(table, partner_of(table.seat)) > next.max(table.best) => low,
        _ if safe == 0 => lowest(winners),
        _ => lowest(safe),
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

/// The lowest ruff that wins unless partner has the trick; else a card that will not be missed.
fn ruff_or_discard(table: &Table, untried: Cards) -> Cards {
    let ruffs = table.beating(untried & table.trumps);
    let partner_wins = table.winner == partner_of(table.seat)
        && (table.count == 3 || threat(table, left_of(table.seat)) < table.best);
    if ruffs != 0 && !partner_wins {
        return lowest(ruffs);
    }
    let plain = untried & !table.trumps;
    if plain == 0 {
        return lowest(untried);
    }
    best_by(plain, |card| discard_score(table, card))
}

fn discard_score(table: &Table, card: Cards) -> i32 {
    let suit = Around::new(table, suit_of(card));
    let [me, lho, partner, rho] = suit.lengths;
    let [top, second, third] = suit.tops;
    let holding = suit.holdings[ME];
    let above = (holding & !below(card)).count_ones() as i32;
    let mut score = Score(2 * me + 7 * above - 3 * partner + lho.max(rho));
    score.when(card == top, -9);
    score.when(card == second, -1);
    score.when(me == 2 && suit.has(ME, second) && !suit.has(ME, top), 1);
    score.when(me == 3 && suit.has(ME, third) && holding & (top | second) == 0, -7);
    score.when(me == 1, 1);
    score.when(suit.has(PARTNER, top), 4);
    score.when(suit.has(ME, top), 1);
    score.when(me > lho.max(rho).max(partner), 12);
    score.when(suit.has(ME, second) && (suit.has(ME, top) || suit.has(PARTNER, top)), 3);
    score.0
}
