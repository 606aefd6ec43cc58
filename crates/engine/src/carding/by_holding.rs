//! A figure for each holding, computed when it is first asked for.
//!
//! The likelihood of a card from its player's holding is asked again and again: by each player who
//! reads the card, at each of his later decisions, and in playouts by thousands of imagined
//! players. It depends only on what the whole table saw, so it is the same for all of them.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cards::Holding;

/// The bit of the lowest card of a holding.
const LOWEST: u32 = 2;

/// The lowest bit of the upper half of the cards, which has one card fewer than the lower.
const UPPER: u32 = 9;

/// How many holdings the lower half of the cards has.
const PARTS: usize = 1 << (UPPER - LOWEST);

/// Figures that depend on which of some cards are held, each remembered once it is known. The table
/// is made when the first is asked for, eight bytes for each set of these cards: 64 kB for all
/// thirteen, mostly some 2 kB.
pub(crate) struct ByHolding {
    cards: Holding,
    table: OnceLock<Box<FigureTable>>,
}

struct FigureTable {
    /// The indices of the lower cards of a holding, and of the upper; their sum is that of the
    /// holding.
    places: [[u16; PARTS]; 2],
    /// One more than the bits of each figure; 0 where it is not known yet.
    known: Box<[AtomicU64]>,
}

impl fmt::Debug for ByHolding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ByHolding").field(&self.cards).finish()
    }
}

impl ByHolding {
    /// A table for the subsets of these cards, with no figure known.
    pub(crate) const fn new(cards: Holding) -> Self {
        Self { cards, table: OnceLock::new() }
    }

    /// The figure of a holding. `work_out` finds it, and must always return the same for the same
    /// holding.
    pub(crate) fn get(&self, holding: Holding, work_out: impl FnOnce() -> f64) -> f64 {
        if !(holding - self.cards).is_empty() {
            return work_out();
        }
        let place =
            self.table.get_or_init(|| Box::new(FigureTable::new(self.cards))).place(holding);
        let found = place.load(Ordering::Relaxed);
        if found != 0 {
            return f64::from_bits(found - 1);
        }
        let number = work_out();
        // Only a NaN can have all bits set; it would be computed each time.
        place.store(number.to_bits().wrapping_add(1), Ordering::Relaxed);
        number
    }
}

impl FigureTable {
    fn new(cards: Holding) -> Self {
        let mut places = [[0; PARTS]; 2];
        let mut place = 1;
        for card in LOWEST..LOWEST + 2 * (UPPER - LOWEST) - 1 {
            let (half, bit) = if card < UPPER { (0, card - LOWEST) } else { (1, card - UPPER) };
            if cards.to_bits() >> card & 1 == 1 {
                let (without, with) = places[half].split_at_mut(1 << bit);
                with.iter_mut().zip(without).for_each(|(with, without)| *with = *without + place);
                place <<= 1;
            } else {
                places[half].copy_within(..1 << bit, 1 << bit);
            }
        }
        Self { places, known: (0..1 << cards.len()).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place(&self, holding: Holding) -> &AtomicU64 {
        let bits = usize::from(holding.to_bits() >> LOWEST);
        let [lower, upper] = &self.places;
        let place = lower[bits % PARTS] + upper[bits / PARTS];
        &self.known[usize::from(place)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn holdings() -> impl Strategy<Value = Holding> {
        (0..1u16 << 13).prop_map(|bits| Holding::from_bits_truncate(bits << LOWEST))
    }

    proptest! {
        /// Each holding has its own figure, and it is computed once.
        #[test]
        fn each_holding_has_its_number(
            cards in holdings(),
            asked in prop::collection::vec(holdings(), 1..80),
        ) {
            let numbers = ByHolding::new(cards);
            let mut seen = Vec::new();
            for holding in asked.iter().chain(&asked) {
                let number = f64::from(holding.to_bits()) - 4.0;
                let mut worked_out = false;
                let found = numbers.get(*holding, || {
                    worked_out = true;
                    number
                });
                prop_assert_eq!(found.to_bits(), number.to_bits());
                let is_remembered = (*holding - cards).is_empty() && seen.contains(holding);
                prop_assert_eq!(worked_out, !is_remembered);
                seen.push(*holding);
            }
        }
    }
}
