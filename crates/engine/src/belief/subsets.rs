//! The ways to choose some of the cards of a suit.

use crate::cards::Holding;

/// All subsets of a holding, the empty one first.
pub(super) fn subsets(of: Holding) -> impl Iterator<Item = Holding> {
    let all = of.to_bits();
    let mut next = Some(0u16);
    std::iter::from_fn(move || {
        let part = next?;
        next = (part != all).then(|| part.wrapping_sub(all) & all);
        Some(Holding::from_bits_truncate(part))
    })
}
