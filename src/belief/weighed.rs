//! Layouts drawn by what was counted, and weighed by what cards say of whole hands ([`WholeHands`]).

use std::sync::{Arc, OnceLock};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::count::{Belief, GOLDEN_RATIO};
use super::evidence::Reading;
use super::layouts::WeighedLayouts;
use super::whole_hands::{self, WholeHands};
use crate::cards::FullDeal;

/// Shares are estimated from this number of layouts times cards, and from this number of layouts at least and at most. A look at a card takes some two
/// microseconds; of the layouts two thirds to two fifths count, after 1 to 28 cards (Kish), so standard errors are three percent at most.
const LOOKS: usize = 8_192;
const FEWEST: usize = 640;
const MOST: usize = 2_048;

/// Samples are drawn in blocks: the layouts of a block, and how many of them are taken, in proportion to their weights.
const BLOCK: usize = 256;
const TAKEN: usize = 64;

/// What weighs the layouts of a belief.
#[derive(Debug, Clone)]
pub(super) struct Weighing {
    whole_hands: Arc<WholeHands>,
    /// From these shares are estimated; drawn when one is first asked for.
    layouts: OnceLock<WeighedLayouts>,
}

impl Weighing {
    pub(super) const fn new(whole_hands: Arc<WholeHands>) -> Self {
        Self { whole_hands, layouts: OnceLock::new() }
    }

    /// The layouts that shares are estimated from: always the same for a belief.
    pub(super) fn layouts(&self, belief: &Belief) -> &WeighedLayouts {
        self.layouts.get_or_init(|| {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let n = (LOOKS / self.whole_hands.len()).clamp(FEWEST, MOST);
            self.weighed(belief.counted_in_order(n, &mut rng).collect())
        })
    }

    fn weighed(&self, layouts: Vec<FullDeal>) -> WeighedLayouts {
        let mut weighed = WeighedLayouts::default();
        let nats = self.whole_hands.nats(&layouts);
        layouts.into_iter().zip(nats).for_each(|(layout, nats)| weighed.push(layout, nats.exp()));
        weighed
    }

    /// The same if a card had said nothing.
    pub(super) fn without(&self, reading: &Reading, belief: &Belief) -> WeighedLayouts {
        let (layouts, weights): (Vec<FullDeal>, Vec<f64>) =
            self.layouts(belief).each().map(|(layout, share)| (*layout, share)).unzip();
        let said = self.whole_hands.nats_of(reading.card, &layouts);
        let mut without = WeighedLayouts::default();
        for ((layout, weight), said) in layouts.into_iter().zip(weights).zip(said) {
            let nats = whole_hands::nats(reading, &layout) + said;
            without.push(layout, weight * (-nats).exp());
        }
        without
    }

    /// Layouts without end, each in proportion to its weight among those of a block.
    pub(super) fn spread<'a, R: Rng>(
        &'a self,
        belief: &'a Belief,
        rng: &'a mut R,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let mut ticket = rng.random::<f64>();
        let (mut block, mut taken) = (WeighedLayouts::default(), TAKEN);
        std::iter::from_fn(move || {
            if taken == TAKEN {
                (block, taken) = (self.block(BLOCK, belief, rng), 0);
            }
            taken += 1;
            ticket = (ticket + GOLDEN_RATIO).fract();
            Some(block.at(ticket))
        })
    }

    /// `n` layouts in the order in which they are counted, each in proportion to its weight.
    pub(super) fn in_order<'a, R: Rng>(
        &'a self,
        n: usize,
        belief: &'a Belief,
        rng: &'a mut R,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let start = rng.random::<f64>();
        let block = self.block(BLOCK / TAKEN * n.max(1), belief, rng);
        (0..n).map(move |number| block.at((number as f64 + start) / n as f64))
    }

    fn block(&self, n: usize, belief: &Belief, rng: &mut impl Rng) -> WeighedLayouts {
        self.weighed(belief.counted_in_order(n, rng).collect())
    }
}
