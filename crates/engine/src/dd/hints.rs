//! Cards that caused a cut-off before, to be tried first in similar positions.
//!
//! They serve in the middle of a trick mostly; the patterns remember leads.

use super::ranks::Cards;
use super::state::OpenTrick;

/// How many hints are kept, 4 bytes each: 256 kB, so that they stay in the cache.
const HINTS: usize = 1 << 16;

/// A hash table of cards that caused a cut-off. A hint is 26 bits of its key and the 6-bit number
/// of the card.
#[derive(Debug)]
pub(super) struct Hints {
    hints: Vec<u32>,
    salt: u64,
}

/// The hash of a position: the place of a hint, and the tag that it is checked by.
#[derive(Debug, Clone, Copy)]
pub(super) struct HintKey(u64);

impl Hints {
    pub(super) fn new() -> Self {
        Self { hints: vec![0; HINTS], salt: 1 }
    }

    /// Forgets all hints, since those of another deal mislead.
    pub(super) fn clear(&mut self) {
        self.salt = self.salt.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(2);
    }

    /// The key of a position after `N` cards: the legal cards, the card that is winning the trick,
    /// and its player.
    pub(super) fn key<const N: usize>(&self, trick: &OpenTrick, legal: Cards) -> HintKey {
        let seen = legal ^ trick.best.rotate_left(7);
        let place = (N * 4 + trick.winner) as u64;
        let hash =
            (seen ^ self.salt ^ (place << 59) ^ (place << 40)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        HintKey(hash ^ (hash >> 29))
    }

    /// The card that last caused a cut-off under this key, or no card.
    pub(super) fn get(&self, key: HintKey) -> Cards {
        let hint = self.hints[key.place()];
        if hint ^ key.tag() < 64 { 1 << (hint % 64) } else { 0 }
    }

    /// Remembers a card that caused a cut-off.
    pub(super) fn put(&mut self, key: HintKey, card: Cards) {
        self.hints[key.place()] = key.tag() | card.trailing_zeros();
    }
}

impl HintKey {
    const fn place(self) -> usize {
        self.0 as usize % HINTS
    }

    /// The upper bits, with room below for the number of a card.
    const fn tag(self) -> u32 {
        (self.0 >> 32) as u32 & !63
    }
}
