//! Layouts drawn by the count and weighed by what cards say of whole hands ([`WholeHands`]), with a
//! few drawn by the hard facts alone.

use std::sync::{Arc, OnceLock};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::counted::{GOLDEN_RATIO, LayoutCount};
use super::layouts::WeighedLayouts;
use super::reading::Reading;
use super::whole_hands::{self, WholeHands};
use crate::cards::FullDeal;
use crate::real::Real;

/// The number of network evaluations of a card, from which follows the number of layouts that
/// shares are estimated from; it is also its least and its greatest value. An evaluation takes some
/// two microseconds. The effective size (Kish) is two thirds to two fifths of the layouts after 1
/// to 28 cards, so standard errors are three percent at most.
const EVALUATIONS: usize = 8_192;
const FEWEST: usize = 640;
const MOST: usize = 2_048;

/// Samples are drawn in blocks of this many layouts, of which some are taken in proportion to their
/// weights.
const BLOCK: usize = 256;
const TAKEN: usize = 64;

/// The share of a belief that goes by the hard facts alone. People misread a system, psych, pull
/// the wrong card, and records err. Then every call and card that is read takes a belief further
/// from the truth, and this share is what is left.
///
/// Set on youth2000 and the club, 1,164 boards: the least of 0.01, 0.02, 0.03 and 0.05 that leaves
/// at most half a percent of beliefs there worse than the facts by 3 nats. Judged on later
/// champions in docs/learning.md.
const UNREAD: f64 = 0.03;

/// The weighing of a belief's layouts by a network of players.
#[derive(Debug, Clone)]
pub(super) struct Weighing {
    whole_hands: Arc<WholeHands>,
    /// The belief by the hard facts alone.
    unread: LayoutCount,
    /// The sample that shares are estimated from; drawn when one is first asked for.
    estimate: OnceLock<WeightedSample>,
}

/// A weighted sample from which shares are estimated.
#[derive(Debug, Clone, Default)]
struct WeightedSample {
    layouts: WeighedLayouts,
    /// How many of the layouts, from the first on, were drawn by the count; the others were drawn
    /// by the facts.
    read: usize,
}

impl WeightedSample {
    /// Adds layouts drawn by the facts; together they have the share [`UNREAD`].
    fn and_unread(mut self, unread: impl ExactSizeIterator<Item = FullDeal>) -> Self {
        let weight = self.layouts.total() * UNREAD / (1.0 - UNREAD) / unread.len() as f64;
        unread.for_each(|layout| self.layouts.push(layout, weight));
        self
    }
}

impl Weighing {
    pub(super) fn new(whole_hands: Arc<WholeHands>, unread: LayoutCount) -> Self {
        Self { whole_hands, unread, estimate: OnceLock::new() }
    }

    /// The layouts that shares are estimated from: always the same for a belief.
    pub(super) fn layouts(&self, counted: &LayoutCount) -> &WeighedLayouts {
        &self.estimate(counted).layouts
    }

    /// The mean weight of the layouts that are counted: the factor by which the network corrects
    /// the total weight.
    pub(super) fn correction(&self, counted: &LayoutCount) -> f64 {
        let WeightedSample { layouts, read } = self.estimate(counted);
        layouts.total() * (1.0 - UNREAD) / *read as f64
    }

    /// The probability of a layout, mixed from its probability by all evidence and by the facts
    /// alone.
    pub(super) fn probability(&self, read: f64, by_facts: f64) -> f64 {
        (1.0 - UNREAD) * read + UNREAD * by_facts / self.unread.weight()
    }

    fn estimate(&self, counted: &LayoutCount) -> &WeightedSample {
        self.estimate.get_or_init(|| {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let n = (EVALUATIONS / self.whole_hands.len()).clamp(FEWEST, MOST);
            self.drawn(n, counted, &mut rng)
        })
    }

    /// Draws `n` layouts by the count, weighs them, and adds some by the facts.
    fn drawn(&self, n: usize, counted: &LayoutCount, rng: &mut impl Rng) -> WeightedSample {
        let counted: Vec<FullDeal> = counted.in_order(n, rng).collect();
        let nats = self.whole_hands.nats(&counted);
        let mut estimate = WeightedSample { read: counted.len(), ..WeightedSample::default() };
        let each = counted.into_iter().zip(nats);
        each.for_each(|(layout, nats)| estimate.layouts.push(layout, Real::exp(nats)));
        let unread = (UNREAD * n as f64).ceil() as usize;
        let unread: Vec<FullDeal> = self.unread.in_order(unread, rng).collect();
        estimate.and_unread(unread.into_iter())
    }

    /// The layouts that shares are estimated from, weighed as if a card had said nothing.
    pub(super) fn without(&self, reading: &Reading, counted: &LayoutCount) -> WeighedLayouts {
        let WeightedSample { layouts, read } = self.estimate(counted);
        let (layouts, weights): (Vec<FullDeal>, Vec<f64>) =
            layouts.each().map(|(layout, share)| (*layout, share)).unzip();
        let (layouts, unread) = layouts.split_at(*read);
        let said = self.whole_hands.nats_of(reading.card, layouts);
        let mut without = WeightedSample { read: *read, ..WeightedSample::default() };
        for ((layout, weight), said) in layouts.iter().zip(weights).zip(said) {
            let hand = &layout[reading.seat];
            let of_others: f64 = reading.messages().map(|rule| rule.weight(hand)).product();
            let nats = whole_hands::nats(reading, layout) + Real::ln(of_others) + said;
            without.layouts.push(*layout, weight * Real::exp(-nats));
        }
        without.and_unread(unread.iter().copied()).layouts
    }

    /// Layouts without end, each drawn in proportion to its weight among those of a block.
    pub(super) fn spread<'a, R: Rng>(
        &'a self,
        counted: &'a LayoutCount,
        rng: &'a mut R,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let mut ticket = rng.random::<f64>();
        let (mut block, mut taken) = (WeighedLayouts::default(), TAKEN);
        std::iter::from_fn(move || {
            if taken == TAKEN {
                (block, taken) = (self.block(BLOCK, counted, rng), 0);
            }
            taken += 1;
            ticket = (ticket + GOLDEN_RATIO).fract();
            Some(block.at(ticket))
        })
    }

    /// `n` layouts in the order of the count, each in proportion to its weight.
    pub(super) fn in_order<'a, R: Rng>(
        &'a self,
        n: usize,
        counted: &'a LayoutCount,
        rng: &'a mut R,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let start = rng.random::<f64>();
        let block = self.block(BLOCK / TAKEN * n.max(1), counted, rng);
        (0..n).map(move |number| block.at((number as f64 + start) / n as f64))
    }

    fn block(&self, n: usize, counted: &LayoutCount, rng: &mut impl Rng) -> WeighedLayouts {
        self.drawn(n, counted, rng).layouts
    }
}
