//! Which card to try first.
//!
//! Rules of thumb of card play: they affect the speed of the search, never its answer. Each card is
//! chosen only when it is needed, since mostly the first one causes a cut-off. The weights are
//! points without a unit. They were found by hill climbing on the number of tricks that the search
//! starts: first on a part of the project's corpora (`rand200`, `flatnt60`, `mid3`), then, beside
//! the search's own experience, on 130 deals dealt for the purpose (random, flat, and with several
//! voids). The weights of voids and of experience were set on `rand200`, `flatnt60` and the hardest
//! deal of `hard_mx`. No weight was set on `mc_t1` or `mc_t4`.

use super::history::CutOffHistory;
use super::ranks::{Cards, TOPS, below, highest, lane, lane_of, lowest, suit_of};
use super::state::{OpenTrick, Start, left_of, partner_of};

/// The most that experience counts for or against the suit of a lead.
const LEAD_EXPERIENCE: i32 = 40;

/// The most that experience counts for or against the suit of a discard.
const DISCARD_EXPERIENCE: i32 = 16;

/// The order of one player's cards, computed as it is needed.
#[derive(Default)]
pub(super) struct Order {
    /// The scores of the suits for a lead or a discard, computed once.
    suits: Option<[i32; 4]>,
}

impl Order {
    /// The most promising card of a set that is not empty, for the player after `N` cards.
    pub(super) fn next<const N: usize>(
        &mut self,
        start: &Start,
        trick: &OpenTrick,
        untried: Cards,
        history: &CutOffHistory,
    ) -> Cards {
        if untried.is_power_of_two() {
            return untried;
        }
        let seat = (start.leader + N) & 3;
        if N == 0 && start.trumps == 0 {
            self.lead::<NO_TRUMP>(start, untried, history)
        } else if N == 0 {
            self.lead::<TRUMPS>(start, untried, history)
        } else if untried & trick.led != 0 {
            follow::<N>(start, trick, seat, untried)
        } else {
            self.ruff_or_discard::<N>(start, trick, seat, untried, history)
        }
    }

    /// The lead with the highest sum of the suit's score and the card's.
    fn lead<const STRAIN: usize>(
        &mut self,
        start: &Start,
        untried: Cards,
        history: &CutOffHistory,
    ) -> Cards {
        let hand = start.hands[start.leader];
        let suits = self.suits.get_or_insert_with(|| {
            [0, 1, 2, 3].map(|suit| {
                if hand & lane(suit) == 0 {
                    return 0;
                }
                let experience = history.leads.points(start.leader, suit, LEAD_EXPERIENCE);
                lead_suit_score::<STRAIN>(start, suit) + experience
            })
        });
        best_by(untried, |card| {
            suits[suit_of(card) as usize] + lead_card_score::<STRAIN>(start, card)
        })
    }

    /// The lowest winning ruff, unless partner is winning the trick; otherwise the discard with the
    /// highest score.
    fn ruff_or_discard<const N: usize>(
        &mut self,
        start: &Start,
        trick: &OpenTrick,
        seat: usize,
        untried: Cards,
        history: &CutOffHistory,
    ) -> Cards {
        let ruffs = trick.beating(untried & start.trumps, start.trumps);
        let partner_wins = trick.winner == partner_of(seat)
            && (N == 3 || threat(start, trick, left_of(seat)) < trick.best);
        if ruffs != 0 && !partner_wins {
            return lowest(ruffs);
        }
        let plain = untried & !start.trumps;
        if plain == 0 {
            return lowest(untried);
        }
        let suits = self.suits.get_or_insert_with(|| {
            [0, 1, 2, 3].map(|suit| {
                if plain & lane(suit) == 0 {
                    return 0;
                }
                let experience = history.discards.points(seat, suit, DISCARD_EXPERIENCE);
                discard_suit_score(start, seat, suit) + experience
            })
        });
        let lowest_of_each = [0, 1, 2, 3].map(|suit| lowest(plain & lane(suit)));
        best_by(lowest_of_each.into_iter().fold(0, |all, card| all | card), |card| {
            suits[suit_of(card) as usize] + discard_card_score(start, seat, card)
        })
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

/// A sum of points for and against a card. Points come in pairs, for no trump and for a trump
/// contract; `STRAIN` selects one.
struct Score<const STRAIN: usize>(i32);

const NO_TRUMP: usize = 0;
const TRUMPS: usize = 1;

impl<const STRAIN: usize> Score<STRAIN> {
    fn add(&mut self, times: i32, points: [i32; 2]) {
        self.0 += times * points[STRAIN];
    }

    fn when(&mut self, condition: bool, points: [i32; 2]) {
        self.add(i32::from(condition), points);
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
    fn new(start: &Start, seat: usize, suit: u32) -> Self {
        let seats = [0, 1, 2, 3].map(|steps| (seat + steps) & 3);
        let top = lane(suit) & TOPS;
        Self {
            holdings: seats.map(|seat| start.hands[seat] & lane(suit)),
            lengths: seats.map(|seat| i32::from(start.length(seat, suit))),
            tops: [top, top >> 1, top >> 2],
        }
    }

    /// Whether the player `steps` places clockwise has the card.
    fn has(&self, steps: usize, card: Cards) -> bool {
        self.holdings[steps] & card != 0
    }
}

const ME: usize = 0;
const LHO: usize = 1;
const PARTNER: usize = 2;
const RHO: usize = 3;

/// The score of leading a suit.
fn lead_suit_score<const STRAIN: usize>(start: &Start, number: u32) -> i32 {
    let suit = Around::new(start, start.leader, number);
    let [me, lho, partner, rho] = suit.lengths;
    let [top, second, third] = suit.tops;
    let ours = |card| suit.has(ME, card) || suit.has(PARTNER, card);
    let mut score = Score::<STRAIN>(0);
    score.add(me, [3, -4]);
    score.add(partner, [6, 3]);
    score.add(lho + rho, [-2, -2]);
    score.when(me == 1, [10, 0]);
    score.when(partner == 0, [0, 2]);
    score.when(lho == 0, [-5, -14]);
    score.when(rho == 0, [0, -16]);
    score.when(rho == 0 && !suit.has(LHO, top), [-17, 0]);
    score.when(lho + rho == 0, [-16, -54]);
    score.when(me.max(partner) > lho.max(rho), [3, 21]);
    score.when(suit.has(LHO, top), [3, 9]);
    score.when(suit.has(RHO, top), [3, 3]);
    if suit.has(PARTNER, top) {
        score.when(true, [12, 18]);
        score.when(suit.has(LHO, second) || suit.has(RHO, second), [5, 12]);
        score.when(partner == 1, [-16, 18]);
    }
    score.when(suit.has(PARTNER, second) && suit.has(LHO, top), [20, 20]);
    score.when(suit.has(PARTNER, second) && suit.has(RHO, top), [1, 4]);
    score.when(suit.has(PARTNER, third) && suit.has(LHO, second), [7, 10]);
    score.when(suit.has(ME, second) && suit.has(LHO, top), [1, -9]);
    score.when(suit.has(ME, top) && suit.has(LHO, second), [7, 3]);
    score.when(suit.has(ME, top) && suit.has(RHO, second), [0, 4]);
    score.when(suit.has(LHO, top) && suit.has(LHO, second), [3, -10]);
    score.when(suit.has(RHO, top) && suit.has(RHO, second), [-6, 0]);
    score.when(ours(top) && ours(second), [3, 10]);
    score.when(ours(top) && lho <= 1 && rho <= 1, [8, -9]);
    score.when(lho == 1 && suit.holdings[LHO] & (top | second) != 0, [14, 3]);
    score.when(rho == 1 && suit.holdings[RHO] & (top | second) != 0, [11, 3]);
    let trumps = if STRAIN == TRUMPS { trump_score(start, number, &suit) } else { 0 };
    score.0 + trumps
}

/// The score of leading one card of the suit, beside that of the suit.
fn lead_card_score<const STRAIN: usize>(start: &Start, card: Cards) -> i32 {
    let suit = lane_of(card);
    let (top, second) = (suit & TOPS, (suit & TOPS) >> 1);
    let hand = start.hands[start.leader];
    let partners = start.hands[partner_of(start.leader)];
    let theirs = |card| (hand | partners) & card == 0;
    let mut score = Score::<STRAIN>(0);
    score.when(card == top, [3, 17]);
    score.when(card != top && hand & top != 0, [-5, -23]);
    score.when(card == second && theirs(top), [-1, 6]);
    score.when(hand & below(card) == 0, [-10, -10]);
    score.0
}

/// The part of a suit's score that comes from trumps.
fn trump_score(start: &Start, suit: u32, around: &Around) -> i32 {
    let [me, lho, partner, rho] = around.lengths;
    let points = |condition: bool, points: i32| if condition { points } else { 0 };
    if lane(suit) == start.trumps {
        return 4 + points(me + partner > lho + rho, -9) + points(lho + rho == 0, -6);
    }
    let trumps = |steps: usize| start.hands[(start.leader + steps) & 3] & start.trumps != 0;
    points((lho == 0 && trumps(LHO)) || (rho == 0 && trumps(RHO)), -37)
        + points(partner == 0 && trumps(PARTNER), 35)
        + points(me == 1 && trumps(ME), 15)
}

/// The cheapest card that wins the trick whatever the next opponent plays, or else the cheapest
/// that beats the trick so far; the lowest card if partner does as well or nothing wins.
fn follow<const N: usize>(start: &Start, trick: &OpenTrick, seat: usize, untried: Cards) -> Cards {
    let low = lowest(untried);
    let winners = trick.beating(untried & trick.led, start.trumps);
    if winners == 0 {
        return low;
    }
    let partner_wins = trick.winner == partner_of(seat);
    if N == 3 {
        return if partner_wins { low } else { lowest(winners) };
    }
    let next = threat(start, trick, left_of(seat));
    let safe = winners & !(next | next.wrapping_sub(1));
    match N {
        2 if partner_wins && (safe == 0 || next < trick.best) => low,
        1 if threat(start, trick, partner_of(seat)) > next.max(trick.best) => low,
        _ if safe == 0 => lowest(winners),
        _ => lowest(safe),
    }
}

/// The best card that a seat yet to play can put on the trick: its highest of the suit led, all
/// ones for a ruff, zero for neither.
fn threat(start: &Start, trick: &OpenTrick, seat: usize) -> Cards {
    let hand = start.hands[seat];
    let follow = hand & trick.led;
    if follow != 0 {
        highest(follow)
    } else if hand & start.trumps != 0 {
        Cards::MAX
    } else {
        0
    }
}

/// The score of discarding from a suit.
fn discard_suit_score(start: &Start, seat: usize, suit: u32) -> i32 {
    let suit = Around::new(start, seat, suit);
    let [me, lho, partner, rho] = suit.lengths;
    let [top, second, third] = suit.tops;
    let points = |condition: bool, points: i32| if condition { points } else { 0 };
    2 * me - 3 * partner
        + lho.max(rho)
        + points(me == 2 && suit.has(ME, second) && !suit.has(ME, top), 1)
        + points(me == 3 && suit.has(ME, third) && suit.holdings[ME] & (top | second) == 0, -7)
        + points(me == 1, 1)
        + points(suit.has(PARTNER, top), 4)
        + points(suit.has(ME, top), 1)
        + points(me > lho.max(rho).max(partner), 12)
        + points(suit.has(ME, second) && (suit.has(ME, top) || suit.has(PARTNER, top)), 3)
}

/// The score of discarding one card of the suit: low cards score most.
fn discard_card_score(start: &Start, seat: usize, card: Cards) -> i32 {
    let above = start.hands[seat] & lane_of(card) & !below(card);
    let top = lane_of(card) & TOPS;
    let points = |condition: bool, points: i32| if condition { points } else { 0 };
    7 * above.count_ones() as i32 + points(card == top, -9) + points(card == top >> 1, -1)
}
