//! What a search has proved, and by which cards.

use super::ranks::Cards;

/// Tricks proved for North-South.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof {
    /// The tricks: at least so many if the search asked for no more, else at most.
    pub(super) tricks: u8,
    /// The cards of both sides that win a trick against others of their suit, somewhere in the
    /// proof; some that do not may be among them.
    pub(super) winners: Cards,
}

impl Proof {
    /// One side takes so many of the tricks left, by these winners.
    pub(super) const fn of(ns: bool, tricks: u8, winners: Cards, left: u8) -> Self {
        Self { tricks: if ns { tricks } else { left - tricks }, winners }
    }
}

/// The winners of a proof in six bytes: of thirteen cards the lowest never wins by its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Winners([u16; 3]);

impl Winners {
    pub(super) const fn new(winners: Cards) -> Self {
        let suits = (winners >> 3) & 0x0FFF_0FFF_0FFF_0FFF;
        let pairs = (suits & 0x0000_0FFF_0000_0FFF) | ((suits & 0x0FFF_0000_0FFF_0000) >> 4);
        let bits = (pairs & 0x00FF_FFFF) | ((pairs >> 8) & 0xFFFF_FF00_0000);
        Self([bits as u16, (bits >> 16) as u16, (bits >> 32) as u16])
    }

    pub(super) const fn cards(self) -> Cards {
        let [low, middle, high] = self.0;
        let bits = low as u64 | (middle as u64) << 16 | (high as u64) << 32;
        let pairs = (bits & 0x00FF_FFFF) | ((bits & 0xFFFF_FF00_0000) << 8);
        let suits = (pairs & 0x0000_0FFF_0000_0FFF) | ((pairs & 0x00FF_F000_00FF_F000) << 4);
        suits << 3
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ranks::PACK;
    use super::*;

    proptest! {
        #[test]
        fn winners_are_kept(cards: u64) {
            let lowest = 0x0004_0004_0004_0004;
            let cards = cards & PACK & !lowest;
            prop_assert_eq!(Winners::new(cards | lowest).cards(), cards);
        }
    }
}
