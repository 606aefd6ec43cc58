//! Layouts drawn by what was counted, and weighed by what cards say of whole hands ([`Conduct`]).

use std::sync::{Arc, OnceLock};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::conduct::Conduct;
use super::count::{Belief, GOLDEN_RATIO};
use super::layouts::WeighedLayouts;
use crate::cards::{Card, FullDeal};

/// Shares are estimated from so many layouts times cards, and from so many layouts at least and at most. A look at a card takes some two
/// microseconds; of the layouts two thirds to two fifths count, after 1 to 28 cards (Kish), so standard errors are below three percent.
const LOOKS: usize = 8_192;
const FEWEST: usize = 640;
const MOST: usize = 2_048;

/// Samples are drawn in blocks: of so many layouts so many are taken, in proportion to their weights.
const BLOCK: usize = 256;
const TAKEN: usize = 64;

/// What weighs the layouts of a belief.
#[derive(Debug, Clone)]
pub(super) struct Weighing {
    conduct: Arc<Conduct>,
    /// From these shares are estimated; drawn when one is first asked for.
    layouts: OnceLock<WeighedLayouts>,
}

impl Weighing {
    pub(super) const fn new(conduct: Arc<Conduct>) -> Self {
        Self { conduct, layouts: OnceLock::new() }
    }

    /// The layouts that shares are estimated from: always the same for a belief.
    pub(super) fn layouts(&self, belief: &Belief) -> &WeighedLayouts {
        self.layouts.get_or_init(|| {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let n = (LOOKS / self.conduct.len()).clamp(FEWEST, MOST);
            let mut weighed = WeighedLayouts::default();
            for layout in belief.counted_in_order(n, &mut rng) {
                weighed.push(layout, self.conduct.nats(&layout).exp());
            }
            weighed
        })
    }

    /// The same if one of the cards had said nothing; `None` if it is not weighed.
    pub(super) fn without(&self, card: Card, belief: &Belief) -> Option<Self> {
        let mut without = WeighedLayouts::default();
        for (layout, weight) in self.layouts(belief).each() {
            let nats = self.conduct.nats_of(card, layout)?;
            without.push(*layout, weight * (-nats).exp());
        }
        Some(Self { conduct: Arc::clone(&self.conduct), layouts: without.into() })
    }

    /// Layouts without end, each in proportion to its weight.
    pub(super) fn spread<'a, R: Rng>(
        &'a self,
        belief: &'a Belief,
        rng: &'a mut R,
        stop: &'a dyn Fn() -> bool,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let mut ticket = rng.random::<f64>();
        let (mut block, mut taken) = (WeighedLayouts::default(), TAKEN);
        std::iter::from_fn(move || {
            if taken == TAKEN {
                if !block.is_empty() && stop() {
                    return None;
                }
                (block, taken) = (self.block(belief, rng), 0);
            }
            taken += 1;
            ticket = (ticket + GOLDEN_RATIO).fract();
            Some(block.at(ticket))
        })
    }

    fn block(&self, belief: &Belief, rng: &mut impl Rng) -> WeighedLayouts {
        let layouts: Vec<FullDeal> = belief.counted_in_order(BLOCK, rng).collect();
        let nats: Vec<f64> = layouts.par_iter().map(|it| self.conduct.nats(it)).collect();
        let mut block = WeighedLayouts::default();
        layouts.into_iter().zip(nats).for_each(|(layout, nats)| block.push(layout, nats.exp()));
        block
    }
}
