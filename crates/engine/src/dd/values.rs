//! The double-dummy value of each legal card.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::cards::{Card, Hand, pbn_name};

/// The value of every legal card of a position: the tricks that the side to play takes, the trick
/// in progress included, when it plays the card and nobody errs afterwards.
///
/// A plain value of 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardValues {
    legal: Hand,
    /// In display order.
    values: [u8; 13],
}

impl CardValues {
    /// All values 0, to be set later.
    pub(super) const fn new(legal: Hand) -> Self {
        Self { legal, values: [0; 13] }
    }

    /// Sets the value of some legal cards, given as bits.
    pub(super) fn set(&mut self, mut cards: u64, value: u8) {
        while cards != 0 {
            let bit = cards.ilog2();
            cards ^= 1 << bit;
            self.values[self.place(bit)] = value;
        }
    }

    /// The place of a card, given as its bit, in display order.
    fn place(&self, bit: u32) -> usize {
        (self.legal.to_bits() >> bit >> 1).count_ones() as usize
    }

    /// The legal cards.
    pub const fn legal(&self) -> Hand {
        self.legal
    }

    /// The value of a card; `None` if it is not legal.
    pub fn value(&self, card: Card) -> Option<u8> {
        let bit = 16 * card.suit as u32 + u32::from(card.rank.get());
        self.legal.contains(card).then(|| self.values[self.place(bit)])
    }

    /// The best value, which is the value of the position; 0 when the play is over.
    pub fn best(&self) -> u8 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// All the cards that have the best value.
    pub fn optimal(&self) -> Hand {
        let best = self.best();
        self.iter().filter(|&(_, value)| value == best).map(|(card, _)| card).collect()
    }

    /// The cards with their values, spades first and high cards first.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        self.legal.iter().zip(self.values)
    }
}

/// A map from cards, as PBN writes them, to tricks: `{"C2":3,"SA":4}`.
impl Serialize for CardValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: BTreeMap<String, u8> =
            self.iter().map(|(card, tricks)| (pbn_name(card), tricks)).collect();
        values.serialize(serializer)
    }
}
