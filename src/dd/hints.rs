//! Cards that have cut the search short before, to be tried first in positions that look alike.

use super::ranks::Cards;
use super::state::{Start, Trick};

/// How many hints are kept, 8 bytes each: 128 kB, so that they stay in the cache.
const HINTS: usize = 1 << 14;

/// A hint: the position it belongs to, shortened to 32 bits, and the bit of the card.
#[derive(Debug, Clone, Copy, Default)]
struct Hint {
    tag: u32,
    card: u8,
}

/// The cards that cut, by what the player sees.
#[derive(Debug)]
pub(super) struct Hints {
    hints: Vec<Hint>,
    salt: u64,
}

/// Where a hint is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key(u64);

impl Hints {
    pub(super) fn new() -> Self {
        Self { hints: vec![Hint::default(); HINTS], salt: 1 }
    }

    /// Forgets all hints: those of another deal mislead.
    pub(super) fn clear(&mut self) {
        self.salt = self.salt.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(2);
    }

    /// The key of a position after `N` cards: on lead the shape of the four hands, later the cards
    /// that the player may choose from and the card that is winning the trick.
    pub(super) fn key<const N: usize>(&self, start: &Start, trick: &Trick, legal: Cards) -> Key {
        let seen = if N == 0 { start.shape } else { legal ^ trick.best.rotate_left(7) };
        let place = (N * 16 + start.leader * 4 + trick.winner) as u64;
        let hash =
            (seen ^ self.salt ^ (place << 58) ^ (place << 40)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Key(hash ^ (hash >> 29))
    }

    /// The card that cut last in a position with this key, or none.
    pub(super) fn get(&self, key: Key) -> Cards {
        let hint = self.hints[key.0 as usize % HINTS];
        if hint.tag == (key.0 >> 32) as u32 { 1 << hint.card } else { 0 }
    }

    /// Remembers a card that cut.
    pub(super) fn put(&mut self, key: Key, card: Cards) {
        let hint = Hint { tag: (key.0 >> 32) as u32, card: card.trailing_zeros() as u8 };
        self.hints[key.0 as usize % HINTS] = hint;
    }
}
