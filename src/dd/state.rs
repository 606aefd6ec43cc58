//! The position as the search sees it: four packed hands in relative ranks.

use super::ranks::{Cards, Gaps, TRUMP_LANE, at_least, close_all, lane, lane_of, lowest, suit_of};
use crate::cards::Strain;
use crate::play::Position;

/// The next seat clockwise.
pub(super) const fn left_of(seat: usize) -> usize {
    (seat + 1) & 3
}

/// The seat across the table.
pub(super) const fn partner_of(seat: usize) -> usize {
    (seat + 2) & 3
}

/// Whether a seat plays for the side that the search counts tricks for.
pub(super) const fn is_ns(seat: usize) -> bool {
    seat & 1 == 0
}

/// One card of the shape: a nibble for each seat and suit holds the length.
const fn unit(seat: usize, suit: u32) -> u64 {
    1 << (16 * seat as u32 + 4 * suit)
}

/// A trick in progress with the hands around it, in the relative ranks of its start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    /// The cards in each hand, those of the trick excluded.
    pub(super) hands: [Cards; 4],
    /// The lengths of the hands, a nibble each.
    pub(super) shape: u64,
    /// Trumps, or no cards at all.
    pub(super) trumps: Cards,
    /// The cards of the trick.
    pub(super) played: Cards,
    /// The suit led; meaningless before the lead.
    pub(super) led: Cards,
    /// The card that is winning the trick; meaningless before the lead.
    pub(super) best: Cards,
    /// Who is winning it.
    pub(super) winner: usize,
    /// Who plays next.
    pub(super) seat: usize,
    /// How many cards have been played to the trick, 0 to 4.
    pub(super) count: usize,
    /// The tricks still to be decided, this one included.
    pub(super) left: u8,
}

impl Table {
    /// Packs a position. Trumps become the highest suit.
    pub(super) fn new(position: &Position) -> Self {
        let trick = position.trick();
        let mut hands = [0; 4];
        for (seat, hand) in position.hands().iter() {
            hands[seat as usize] = hand.to_bits();
        }
        let mut played = [0; 4];
        for (seat, card) in trick.cards() {
            played[seat as usize] = 1 << (16 * card.suit as u32 + u32::from(card.rank.get()));
            hands[seat as usize] |= played[seat as usize];
        }
        let rename = |cards| rename_trumps(cards, position.strain());
        let closed = close_all(hands.map(rename));
        let leader = trick.leader() as usize;
        let mut table = Self {
            hands: closed,
            shape: shape_of(&closed),
            trumps: if position.strain() == Strain::Notrump { 0 } else { TRUMP_LANE },
            played: 0,
            led: 0,
            best: 0,
            winner: leader,
            seat: leader,
            count: 0,
            left: closed[leader].count_ones() as u8,
        };
        for (seat, card) in trick.cards() {
            let seat = seat as usize;
            let suit = 16 * rename_suit(card.suit as u32, position.strain());
            let above = (hands.map(rename)[seat] >> suit) & 0xFFFF;
            let nth = (above >> card.rank.get()).count_ones();
            table = table.with(nth_highest(closed[seat] & lane(suit / 16), nth));
        }
        table
    }

    /// How many cards of a suit a seat holds.
    pub(super) const fn length(&self, seat: usize, suit: u32) -> u8 {
        (self.shape >> (16 * seat as u32 + 4 * suit)) as u8 & 15
    }

    /// The cards that may be played.
    pub(super) fn legal(&self) -> Cards {
        let hand = self.hands[self.seat];
        let follow = if self.count == 0 { 0 } else { hand & self.led };
        if follow == 0 { hand } else { follow }
    }

    /// The cards of a set that would win the trick so far.
    pub(super) fn beating(&self, cards: Cards) -> Cards {
        cards & (lane_of(self.best) | self.trumps) & !(self.best | (self.best - 1))
    }

    /// The cards of the trick that no longer separate the cards beside them.
    pub(super) fn gone(&self) -> Cards {
        self.played & !self.best
    }

    /// The table after one more card.
    pub(super) fn with(&self, card: Cards) -> Self {
        let mut next = *self;
        next.hands[self.seat] ^= card;
        next.shape -= unit(self.seat, suit_of(card));
        next.played |= card;
        next.seat = left_of(self.seat);
        next.count += 1;
        if self.count == 0 {
            next.led = lane_of(card);
        }
        if self.count == 0 || self.beating(card) != 0 {
            next.best = card;
            next.winner = self.seat;
        }
        next
    }

    /// The start of the next trick after a complete one, with the gaps that were closed.
    pub(super) fn next_trick(&self) -> (Self, Gaps) {
        let gaps = Gaps::of(self.played);
        let next = Self {
            hands: self.hands.map(|hand| gaps.close(hand)),
            played: 0,
            seat: self.winner,
            count: 0,
            left: self.left - 1,
            ..*self
        };
        (next, gaps)
    }

    /// The ranks by which a complete trick was won: none if the winner had no rival of its suit.
    pub(super) fn ranks_that_won(&self) -> Cards {
        let suit = at_least(self.best);
        if self.played & lane_of(self.best) == self.best { 0 } else { suit }
    }

    /// Plays out the last trick, from its start. Whether North-South win it, and the ranks by which.
    pub(super) fn last_trick(&self) -> (u8, Cards) {
        let mut table = *self;
        for _ in 0..4 {
            table = table.with(table.hands[table.seat]);
        }
        (u8::from(is_ns(table.winner)), table.ranks_that_won())
    }
}

/// The lengths of the hands, a nibble each.
fn shape_of(hands: &[Cards; 4]) -> u64 {
    let mut shape = 0;
    for (seat, hand) in hands.iter().enumerate() {
        for suit in 0..4 {
            shape += unit(seat, suit) * u64::from((hand & lane(suit)).count_ones());
        }
    }
    shape
}

/// The `nth` highest card of a set, from 1.
fn nth_highest(mut cards: Cards, nth: u32) -> Cards {
    for _ in nth..cards.count_ones() {
        cards ^= lowest(cards);
    }
    lowest(cards)
}

/// The suit that a suit is called in the search: trumps and spades change places.
pub(super) fn rename_suit(suit: u32, strain: Strain) -> u32 {
    match strain.suit().map(|trumps| trumps as u32) {
        Some(trumps) if suit == trumps => 3,
        Some(trumps) if suit == 3 => trumps,
        _ => suit,
    }
}

/// Moves the cards of a set to the lanes where the search has them; its own inverse.
pub(super) fn rename_trumps(cards: Cards, strain: Strain) -> Cards {
    match strain.suit() {
        None => cards,
        Some(trumps) => {
            let shift = 16 * (3 - trumps as u32);
            let swap =
                if shift == 0 { 0 } else { (cards ^ (cards >> shift)) & lane(trumps as u32) };
            cards ^ swap ^ (swap << shift)
        }
    }
}
