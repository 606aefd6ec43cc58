//! The position as the search sees it: packed hands in relative ranks, and the trick on the table.
//!
//! The two are kept apart. The hands change only when a trick is over, so that playing a card is
//! cheap.

use super::lanes::Lanes;
use super::ranks::{Cards, Gaps, TRUMP_LANE, close_all, lane, lane_of, lowest, suit_of};
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

/// Whether a seat is North or South, the side whose tricks the search counts.
pub(super) const fn is_ns(seat: usize) -> bool {
    seat & 1 == 0
}

/// One card of the shape: a nibble for each seat and suit holds the length.
const fn unit(seat: usize, suit: u32) -> u64 {
    1 << (16 * seat as u32 + 4 * suit)
}

/// The start of a trick, in relative ranks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// The cards in each hand.
    pub(super) hands: [Cards; 4],
    /// The lengths of the hands, a nibble each.
    pub(super) shape: u64,
    /// All thirteen cards of the trump suit; 0 in no trump.
    pub(super) trumps: Cards,
    /// Who is on lead.
    pub(super) leader: usize,
    /// The tricks still to be decided, the one about to start included.
    pub(super) left: u8,
}

/// The cards on the table. They are still in the hands of the [`Start`].
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenTrick {
    /// The cards of the trick.
    pub(super) played: Cards,
    /// The suit led; none before the lead.
    pub(super) led: Cards,
    /// The card that is winning the trick; none before the lead.
    pub(super) best: Cards,
    /// Who is winning it, or is about to lead.
    pub(super) winner: usize,
    /// The sum of the cards' units of the shape (see [`unit`]).
    spent: u64,
}

impl Start {
    /// Packs a position as it was before the first card of its trick, with the trick and its number
    /// of cards. Trumps become the highest suit.
    pub(super) fn new(position: &Position) -> (Self, OpenTrick, usize) {
        let mut hands = [0; 4];
        for (seat, hand) in position.hands().iter() {
            hands[seat as usize] = hand.to_bits();
        }
        let cards: Vec<_> = position.trick().cards().collect();
        for &(seat, card) in &cards {
            hands[seat as usize] |= 1 << (16 * card.suit as u32 + u32::from(card.rank.get()));
        }
        let renamed = hands.map(|hand| rename_trumps(hand, position.strain()));
        let closed = close_all(renamed);
        let leader = position.trick().leader() as usize;
        let start = Self {
            hands: closed,
            shape: shape_of(&closed),
            trumps: if position.strain() == Strain::Notrump { 0 } else { TRUMP_LANE },
            leader,
            left: closed[leader].count_ones() as u8,
        };
        let mut trick = start.trick();
        for &(seat, card) in &cards {
            let seat = seat as usize;
            let suit = rename_suit(card.suit as u32, position.strain());
            let upwards = (renamed[seat] >> (16 * suit)) & 0xFFFF;
            let nth = (upwards >> card.rank.get()).count_ones();
            let card = nth_highest(closed[seat] & lane(suit), nth);
            trick = trick.with(seat, card, start.trumps);
        }
        (start, trick, cards.len())
    }

    /// The trick before its first card.
    pub(super) fn trick(&self) -> OpenTrick {
        OpenTrick { played: 0, led: 0, best: 0, winner: self.leader, spent: 0 }
    }

    /// How many cards of a suit a seat holds.
    pub(super) const fn length(&self, seat: usize, suit: u32) -> u8 {
        (self.shape >> (16 * seat as u32 + 4 * suit)) as u8 & 15
    }

    /// How many cards of each suit a seat holds.
    pub(super) const fn lengths(&self, seat: usize) -> Lanes {
        Lanes::of_nibbles((self.shape >> (16 * seat as u32)) as u16)
    }

    /// The cards that a seat may play to the trick.
    pub(super) fn legal(&self, trick: &OpenTrick, seat: usize) -> Cards {
        let hand = self.hands[seat];
        let follow = hand & trick.led;
        if follow == 0 { hand } else { follow }
    }

    /// The start of the next trick after a complete one, with the gaps that were closed.
    pub(super) fn after(&self, trick: &OpenTrick) -> (Self, Gaps) {
        let gaps = Gaps::of(trick.played);
        let next = Self {
            hands: gaps.close(self.hands.map(|hand| hand & !trick.played)),
            shape: self.shape - trick.spent,
            trumps: self.trumps,
            leader: trick.winner,
            left: self.left - 1,
        };
        (next, gaps)
    }

    /// Plays out the last trick: the tricks of North-South (0 or 1), and the card that wins by
    /// rank.
    pub(super) fn last_trick(&self) -> (u8, Cards) {
        let mut trick = self.trick();
        for steps in 0..4 {
            let seat = (self.leader + steps) & 3;
            trick = trick.with(seat, self.hands[seat], self.trumps);
        }
        (u8::from(is_ns(trick.winner)), trick.winner_by_rank())
    }
}

impl OpenTrick {
    /// The cards of a set that would win the trick so far.
    pub(super) fn beating(&self, cards: Cards, trumps: Cards) -> Cards {
        cards & (lane_of(self.best) | trumps) & !(self.best | (self.best - 1))
    }

    /// The cards of the trick that no longer separate their neighbours: all but the one winning it.
    pub(super) fn gone(&self) -> Cards {
        self.played & !self.best
    }

    /// The trick after one more card.
    pub(super) fn with(&self, seat: usize, card: Cards, trumps: Cards) -> Self {
        let leads = self.played == 0;
        let wins = leads || self.beating(card, trumps) != 0;
        Self {
            played: self.played | card,
            led: if leads { lane_of(card) } else { self.led },
            best: if wins { card } else { self.best },
            winner: if wins { seat } else { self.winner },
            spent: self.spent + unit(seat, suit_of(card)),
        }
    }

    /// The card that won a complete trick by its rank; 0 if it was the only one of its suit.
    pub(super) fn winner_by_rank(&self) -> Cards {
        if self.played & lane_of(self.best) == self.best { 0 } else { self.best }
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

/// The suit under which the search has a suit: trumps and spades change places.
pub(super) fn rename_suit(suit: u32, strain: Strain) -> u32 {
    match strain.suit().map(|trumps| trumps as u32) {
        Some(trumps) if suit == trumps => 3,
        Some(trumps) if suit == 3 => trumps,
        _ => suit,
    }
}

/// Moves the cards of a set to the lanes where the search has them; applied twice it gives the set
/// back.
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
