//! Four small numbers, one for each suit, in one word.
//!
//! The lanes are those of [`Cards`]: sixteen bits a suit, clubs lowest. Numbers stay below 2^15, so
//! that the highest bit of a lane is free for comparisons. So a question about all four suits costs
//! a few operations and no branch.

use super::ranks::Cards;

/// The highest bit of each lane.
const HIGH: u64 = 0x8000_8000_8000_8000;

/// A one in each lane.
const ONES: u64 = 0x0001_0001_0001_0001;

/// A number for each suit, 0 to 32,767.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lanes(u64);

/// A set of suits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suits(u64);

impl Lanes {
    /// Zero in each suit.
    pub(super) const NONE: Self = Self(0);

    /// Larger than any number of cards.
    pub(super) const MANY: Self = Self(ONES * 64);

    /// The numbers of four nibbles, clubs lowest.
    pub(super) const fn of_nibbles(nibbles: u16) -> Self {
        let mut lanes = nibbles as u64;
        lanes = (lanes | (lanes << 24)) & 0x0000_00FF_0000_00FF;
        lanes = (lanes | (lanes << 12)) & 0x000F_000F_000F_000F;
        Self(lanes)
    }

    /// The number of cards of each suit.
    pub(super) const fn count(cards: Cards) -> Self {
        let pairs = cards - ((cards >> 1) & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        Self((bytes + (bytes >> 8)) & 0x00FF_00FF_00FF_00FF)
    }

    /// The number of one suit.
    pub(super) const fn get(self, suit: u32) -> u8 {
        (self.0 >> (16 * suit)) as u8
    }

    /// The sum of all four.
    pub(super) const fn sum(self) -> u8 {
        (self.0.wrapping_mul(ONES) >> 48) as u8
    }

    /// The suits in which this number is at least the other.
    pub(super) const fn at_least(self, other: Self) -> Suits {
        let high = ((self.0 | HIGH) - other.0) & HIGH;
        Suits((high - (high >> 15)) | high)
    }

    /// The suits in which this number is greater than the other.
    pub(super) const fn above(self, other: Self) -> Suits {
        self.at_least(Self(other.0 + ONES))
    }

    /// The greater number of each suit.
    pub(super) const fn max(self, other: Self) -> Self {
        self.at_least(other).choose(self, other)
    }

    /// The lesser number of each suit.
    pub(super) const fn min(self, other: Self) -> Self {
        self.at_least(other).choose(other, self)
    }

    /// The difference, or zero where it would be negative.
    pub(super) const fn less(self, other: Self) -> Self {
        Self(self.max(other).0 - other.0)
    }
}

impl Suits {
    /// The suits in which there is a card.
    pub(super) const fn of(cards: Cards) -> Self {
        // A lane's highest bit is never a card, so the sum does not carry into the next lane.
        let high = (cards + !HIGH) & HIGH;
        Self((high - (high >> 15)) | high)
    }

    /// One number where the suit is in the set, the other where it is not.
    pub(super) const fn choose(self, then: Lanes, otherwise: Lanes) -> Lanes {
        Lanes(otherwise.0 ^ ((then.0 ^ otherwise.0) & self.0))
    }

    /// The suits in both sets.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of a set that are in one of the suits.
    pub(super) const fn among(self, cards: Cards) -> Cards {
        cards & self.0
    }

    /// The highest suit, if there is one.
    pub(super) const fn highest(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0.ilog2() / 16) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lanes(numbers: [u8; 4]) -> Lanes {
        Lanes((0..4).map(|suit| u64::from(numbers[suit]) << (16 * suit)).sum())
    }

    proptest! {
        #[test]
        fn lanes_are_four_numbers(a: [u8; 4], b: [u8; 4], cards: u64) {
            let (x, y) = (lanes(a), lanes(b));
            let cards = cards & super::super::ranks::PACK;
            for suit in 0..4 {
                let (a, b) = (a[suit as usize], b[suit as usize]);
                prop_assert_eq!(x.max(y).get(suit), a.max(b));
                prop_assert_eq!(x.min(y).get(suit), a.min(b));
                prop_assert_eq!(x.less(y).get(suit), a.saturating_sub(b));
                prop_assert_eq!(x.above(y).choose(x, y).get(suit), a.max(b));
                let lane = (cards >> (16 * suit)) as u16;
                prop_assert_eq!(u32::from(Lanes::count(cards).get(suit)), lane.count_ones());
            }
            let highest = (0..4).rev().find(|suit| cards >> (16 * suit) & 0xFFFF != 0);
            prop_assert_eq!(Suits::of(cards).highest(), highest);
        }
    }
}
