//! Canonical names of seats and suits, for positions that differ only in these names.
//!
//! The table of patterns turns a position until the leader is the first seat, and sorts the plain
//! suits by their lengths round the table. So most positions that differ only in names share their
//! patterns (suits with equal lengths in every hand keep their order), and in a symmetric deal one
//! proof serves two or four positions. Renaming is done only while many cards are left: later,
//! where most of the work is, it would cost more than it saves.

use super::proof::Proof;
use super::ranks::Cards;
use super::state::Start;

/// With fewer tricks left than this, seats and suits keep their names.
const MANY_TRICKS: u8 = 9;

/// Masks the lengths of the lowest suit in a shape.
const COLUMN: u64 = 0x000F_000F_000F_000F;

/// A position's shape in the table, and the renaming to it and back.
#[derive(Debug)]
pub(super) struct Renaming {
    /// The lengths of the hands, as in [`Start`].
    pub(super) lengths: u64,
    /// Who is on lead.
    pub(super) leader: usize,
    /// How many seats the table has been turned.
    turned: usize,
    /// The suit that stands in each place, lowest first; `None` if nothing was renamed.
    order: Option<[u32; 4]>,
    left: u8,
}

impl Renaming {
    pub(super) fn of(start: &Start) -> Self {
        if start.left < MANY_TRICKS {
            let (lengths, leader) = (start.shape, start.leader);
            return Self { lengths, leader, turned: 0, order: None, left: start.left };
        }
        let turned = start.shape.rotate_right(16 * start.leader as u32);
        // The lowest two bits hold the number of the suit, below its lengths.
        let mut columns = [0, 1, 2, 3].map(|suit| (((turned >> (4 * suit)) & COLUMN) << 2) | suit);
        let plain = if start.trumps == 0 { 4 } else { 3 };
        columns[..plain].sort_unstable();
        let lengths =
            (0..4).zip(columns).fold(0, |all, (at, column)| all | ((column >> 2) << (4 * at)));
        let order = columns.map(|column| column as u32 & 3);
        Self { lengths, leader: 0, turned: start.leader, order: Some(order), left: start.left }
    }

    /// The hands under their names in the table.
    pub(super) fn hands(&self, start: &Start) -> [Cards; 4] {
        if self.order.is_none() {
            return start.hands;
        }
        [0, 1, 2, 3].map(|seat| self.there(start.hands[(seat + self.turned) & 3]))
    }

    /// Cards under their names in the table.
    pub(super) fn there(&self, cards: Cards) -> Cards {
        self.order.map_or(cards, |order| {
            (0..).zip(order).fold(0, |all, (at, suit)| all | move_suit(cards, suit, at))
        })
    }

    /// Cards of the table under their own names.
    pub(super) fn back(&self, cards: Cards) -> Cards {
        self.order.map_or(cards, |order| {
            (0..).zip(order).fold(0, |all, (at, suit)| all | move_suit(cards, at, suit))
        })
    }

    /// The target in the table. If the sides have changed names, the others' target is one trick
    /// more than this target leaves them.
    pub(super) const fn target(&self, target: u8) -> u8 {
        if self.sides_change() { self.left + 1 - target } else { target }
    }

    /// A proof as the table has it.
    pub(super) fn proof_there(&self, proof: Proof) -> Proof {
        Proof { tricks: self.tricks(proof.tricks), winners: self.there(proof.winners) }
    }

    /// A proof of the table under the names of the position.
    pub(super) fn proof_back(&self, proof: Proof) -> Proof {
        Proof { tricks: self.tricks(proof.tricks), winners: self.back(proof.winners) }
    }

    /// Converts the tricks of North-South between the table and the position.
    const fn tricks(&self, tricks: u8) -> u8 {
        if self.sides_change() { self.left - tricks } else { tricks }
    }

    const fn sides_change(&self) -> bool {
        self.turned & 1 != 0
    }
}

/// The cards of one suit as cards of another.
const fn move_suit(cards: Cards, from: u32, to: u32) -> Cards {
    ((cards >> (16 * from)) & 0xFFFF) << (16 * to)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cards::{BySeat, Card, Hand, Rank, Seat, Strain, Suit};
    use crate::play::Position;

    fn packs() -> impl Strategy<Value = Vec<Card>> {
        let card =
            |n: u8| Card { suit: Suit::ASC[usize::from(n / 13)], rank: Rank::new(n % 13 + 2) };
        Just((0..52).map(card).collect::<Vec<_>>()).prop_shuffle()
    }

    /// The deal of a pack, the table turned and the suits renamed.
    fn start(pack: &[Card], turn: usize, suits: &[Suit], strain: Strain) -> Start {
        let hand = |seat: usize| -> Hand {
            let cards = &pack[13 * ((seat + turn) & 3)..][..13];
            cards.iter().map(|card| Card { suit: suits[card.suit as usize], ..*card }).collect()
        };
        let hands = BySeat::from_fn(|seat| hand(seat as usize));
        let leader = Seat::ALL[(4 - turn) & 3];
        Start::new(&Position::new(hands, strain, leader).unwrap()).0
    }

    proptest! {
        #[test]
        fn names_do_not_matter(
            pack in packs(),
            turn in 0..4usize,
            suits in Just(Suit::ASC.to_vec()).prop_shuffle(),
            trumps in prop::option::of(0..4usize),
        ) {
            let strain = |suits: &[Suit]| trumps.map_or(Strain::Notrump, |n| suits[n].into());
            let here = start(&pack, 0, &Suit::ASC, strain(&Suit::ASC));
            let there = start(&pack, turn, &suits, strain(&suits));
            let names = [&here, &there].map(Renaming::of);
            prop_assert_eq!(names[0].lengths, names[1].lengths);
            let column = |suit: u32| (here.shape >> (4 * suit)) & COLUMN;
            if (0..4).all(|a| (0..a).all(|b| column(a) != column(b))) {
                prop_assert_eq!(names[0].hands(&here), names[1].hands(&there));
            }
            let cards = there.hands[0];
            prop_assert_eq!(names[1].back(names[1].there(cards)), cards);
            // One side reaches its target exactly if the other does not reach its own.
            for target in 1..=13 {
                for tricks in 0..=13 {
                    let asked = names[1].target(target);
                    let yes = names[1].tricks(tricks) >= asked;
                    prop_assert_eq!(yes != names[1].sides_change(), tricks >= target);
                }
            }
        }
    }
}
