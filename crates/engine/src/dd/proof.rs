//! The result of a search: a bound, and the cards that prove it.

use super::ranks::Cards;

/// A bound on the tricks of North-South.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof {
    /// A lower bound if it is at least the target of the search, otherwise an upper bound.
    pub(super) tricks: u8,
    /// The cards of both sides that somewhere in the proof win a trick against others of their
    /// suit, and possibly more.
    pub(super) winners: Cards,
}

impl Proof {
    /// The proof that one side takes at least `tricks` of the tricks left, by these winners.
    pub(super) const fn of(ns: bool, tricks: u8, winners: Cards, left: u8) -> Self {
        Self { tricks: if ns { tricks } else { left - tricks }, winners }
    }
}

/// The winners of a proof in six bytes: twelve bits a suit, since the lowest of thirteen cards
/// never wins by rank.
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
