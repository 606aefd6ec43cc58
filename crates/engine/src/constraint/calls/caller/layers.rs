//! The layers of the network, and the loss by which it is fitted.

use super::seen::{AUCTION_FEATURES, AuctionFeatures, CALLS};
use crate::cards::{Hand, hand_points};
use crate::constraint::language::lengths::{self, Lengths};
use crate::network::{Dense, Layout, Network, Weights, only_where_positive, rectify};
use crate::real::Real;

/// The first line of files of such networks.
pub const KIND: &str = "falsecard calls 1";

/// Suits of this many cards or more have the same features.
const LONGEST: usize = 9;

/// Hands of this many points or more have the same features.
pub(super) const MOST_POINTS: usize = 25;

/// The number of features of a suit's length, and of points.
const OF_SUIT: usize = LONGEST + 2;
const OF_POINTS: usize = MOST_POINTS + 2;
const OF_STRENGTH: usize = 2 * OF_POINTS;

/// The numbers of units: of the auction, of lengths with it, and of points with it.
const AUCTION: usize = 128;
const SHAPE: usize = 128;
const STRENGTH: usize = 96;

/// The number of factors through which lengths and points interact.
pub(super) const FACTORS: usize = 32;

/// The layers.
struct CallerLayers {
    /// From the features of the auction, over one layer of units, to another.
    heard: Dense,
    auction: Dense,
    /// From lengths and the auction, over a layer of units, to the factors.
    shape_of_auction: Dense,
    shape: Dense,
    shape_factors: Dense,
    shape_factors_of_auction: Dense,
    /// From points and the auction, to the units of strength.
    strength_of_auction: Dense,
    strength: Dense,
    strength_factors: Dense,
    /// To the logits of the calls: from lengths and points together, from the lengths alone, from
    /// the auction alone.
    calls_of_both: Dense,
    calls_of_shape: Dense,
    calls_of_auction: Dense,
    len: usize,
}

const LAYERS: CallerLayers = {
    let mut layout = Layout::new();
    let heard = layout.biased(AUCTION_FEATURES, AUCTION);
    let auction = layout.biased(AUCTION, AUCTION);
    let shape_of_auction = layout.biased(AUCTION, SHAPE);
    let shape = layout.plain(4 * OF_SUIT, SHAPE);
    let shape_factors = layout.biased(SHAPE, FACTORS);
    let shape_factors_of_auction = layout.plain(AUCTION, FACTORS);
    let strength_of_auction = layout.biased(AUCTION, STRENGTH);
    let strength = layout.plain(OF_STRENGTH, STRENGTH);
    let strength_factors = layout.biased(STRENGTH, FACTORS);
    let calls_of_both = layout.plain(FACTORS, CALLS);
    let calls_of_shape = layout.biased(FACTORS, CALLS);
    let calls_of_auction = layout.plain(AUCTION, CALLS);
    CallerLayers {
        heard,
        auction,
        shape_of_auction,
        shape,
        shape_factors,
        shape_factors_of_auction,
        strength_of_auction,
        strength,
        strength_factors,
        calls_of_both,
        calls_of_shape,
        calls_of_auction,
        len: layout.len(),
    }
};

/// The activations of an auction, without a hand.
#[derive(Debug, Clone)]
pub(super) struct AuctionActivations {
    pub(super) heard: [f32; AUCTION],
    pub(super) auction: [f32; AUCTION],
    shape: [f32; SHAPE],
    shape_factors: [f32; FACTORS],
    strength: [f32; STRENGTH],
    pub(super) calls: [f32; CALLS],
}

/// The activations of lengths: units and factors.
#[derive(Debug)]
pub(super) struct ShapeActivations {
    units: [f32; SHAPE],
    pub(super) factors: [f32; FACTORS],
}

/// The activations of points: units and factors.
#[derive(Debug)]
pub(super) struct StrengthActivations {
    units: [f32; STRENGTH],
    pub(super) factors: [f32; FACTORS],
}

/// A network that gives the probability of each call by every hand.
#[derive(Debug, Clone, PartialEq)]
pub struct CallNetwork {
    numbers: Weights,
}

impl Network for CallNetwork {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    fn of(numbers: impl Into<Weights>) -> Self {
        let numbers = numbers.into();
        assert_eq!(numbers.len(), Self::SIZE, "a network has a number for each place");
        Self { numbers }
    }

    fn numbers(&self) -> &Weights {
        &self.numbers
    }

    fn unpacked_mut(&mut self) -> &mut [f32] {
        self.numbers.unpacked_mut()
    }

    fn beginnings() -> Vec<(std::ops::Range<usize>, f32)> {
        let all = [
            (LAYERS.heard, 8),
            (LAYERS.auction, AUCTION),
            (LAYERS.shape_of_auction, AUCTION),
            (LAYERS.shape, 8),
            (LAYERS.shape_factors, SHAPE),
            (LAYERS.shape_factors_of_auction, AUCTION),
            (LAYERS.strength_of_auction, AUCTION),
            (LAYERS.strength, 8),
            (LAYERS.strength_factors, STRENGTH),
            (LAYERS.calls_of_both, FACTORS),
            (LAYERS.calls_of_shape, FACTORS),
            (LAYERS.calls_of_auction, AUCTION),
        ];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

impl CallNetwork {
    pub(super) fn listen(&self, seen: &AuctionFeatures) -> AuctionActivations {
        let mut heard = [0.0; AUCTION];
        LAYERS.heard.add_active(&self.numbers, seen.active(), &mut heard);
        rectify(&mut heard);
        self.listened(&heard, &[1.0; AUCTION])
    }

    /// Continues from the first layer, with its dropout mask.
    fn listened(&self, heard: &[f32; AUCTION], kept: &[f32; AUCTION]) -> AuctionActivations {
        let numbers = &self.numbers;
        let heard: [f32; AUCTION] = std::array::from_fn(|i| heard[i] * kept[i]);
        let mut auction = [0.0; AUCTION];
        LAYERS.auction.add(numbers, &heard, &mut auction);
        rectify(&mut auction);
        let (mut shape, mut shape_factors) = ([0.0; SHAPE], [0.0; FACTORS]);
        LAYERS.shape_of_auction.add(numbers, &auction, &mut shape);
        LAYERS.shape_factors_of_auction.add(numbers, &auction, &mut shape_factors);
        let (mut strength, mut calls) = ([0.0; STRENGTH], [0.0; CALLS]);
        LAYERS.strength_of_auction.add(numbers, &auction, &mut strength);
        LAYERS.calls_of_auction.add(numbers, &auction, &mut calls);
        AuctionActivations { heard, auction, shape, shape_factors, strength, calls }
    }

    pub(super) fn of_shape(
        &self,
        listened: &AuctionActivations,
        lengths: Lengths,
    ) -> ShapeActivations {
        self.shaped(listened, &told_lengths(lengths), &[1.0; SHAPE])
    }

    fn shaped(
        &self,
        listened: &AuctionActivations,
        told: &[f32],
        kept: &[f32; SHAPE],
    ) -> ShapeActivations {
        let (mut units, mut factors) = (listened.shape, listened.shape_factors);
        LAYERS.shape.add(&self.numbers, told, &mut units);
        rectify(&mut units);
        units.iter_mut().zip(kept).for_each(|(unit, kept)| *unit *= kept);
        LAYERS.shape_factors.add(&self.numbers, &units, &mut factors);
        rectify(&mut factors);
        ShapeActivations { units, factors }
    }

    pub(super) fn of_strength(
        &self,
        listened: &AuctionActivations,
        points: usize,
        partners: usize,
    ) -> StrengthActivations {
        self.strong(listened, &told_points(points, partners))
    }

    fn strong(&self, listened: &AuctionActivations, told: &[f32]) -> StrengthActivations {
        let (mut units, mut factors) = (listened.strength, [0.0; FACTORS]);
        LAYERS.strength.add(&self.numbers, told, &mut units);
        rectify(&mut units);
        LAYERS.strength_factors.add(&self.numbers, &units, &mut factors);
        StrengthActivations { units, factors }
    }

    /// The logits of the calls from lengths alone and from the auction.
    pub(super) fn calls_of_shape(
        &self,
        listened: &AuctionActivations,
        shape: &ShapeActivations,
    ) -> [f32; CALLS] {
        let mut calls = listened.calls;
        LAYERS.calls_of_shape.add(&self.numbers, &shape.factors, &mut calls);
        calls
    }

    /// The weights by which a factor adds to the logits of the calls.
    pub(super) fn calls_of_factor(&self, factor: usize) -> [f32; CALLS] {
        let mut calls = [0.0; CALLS];
        LAYERS.calls_of_both.add_row(&self.numbers, factor, &mut calls);
        calls
    }

    /// The probability of each call from a hand, by its number, where partner has this many points;
    /// 0 for illegal calls.
    pub fn probabilities(&self, seen: &AuctionFeatures, hand: Hand, partners: u8) -> [f64; CALLS] {
        let lengths = lengths::of(hand);
        let listened = self.listen(seen);
        let shape = self.of_shape(&listened, lengths);
        let strength = self.of_strength(&listened, hand_points(hand).into(), usize::from(partners));
        let mut calls = self.calls_of_shape(&listened, &shape);
        let both = std::array::from_fn::<_, FACTORS, _>(|i| shape.factors[i] * strength.factors[i]);
        LAYERS.calls_of_both.add(&self.numbers, &both, &mut calls);
        seen.shares(&calls).map(f64::from)
    }
}

/// The features of lengths: for each suit its length, one of [`LONGEST`] + 1, and its length in
/// fours.
fn told_lengths(lengths: Lengths) -> [f32; 4 * OF_SUIT] {
    let mut told = [0.0; 4 * OF_SUIT];
    for (told, length) in told.chunks_exact_mut(OF_SUIT).zip(lengths) {
        told[usize::from(length).min(LONGEST)] = 1.0;
        told[OF_SUIT - 1] = f32::from(length) / 4.0;
    }
    told
}

/// The features of points, the caller's and his partner's: each number, and in tens.
fn told_points(own: usize, partners: usize) -> [f32; OF_STRENGTH] {
    let mut told = [0.0; OF_STRENGTH];
    for (told, points) in told.chunks_exact_mut(OF_POINTS).zip([own, partners]) {
        let points = points.min(MOST_POINTS);
        told[points] = 1.0;
        told[OF_POINTS - 1] = points as f32 / 10.0;
    }
    told
}

/// The dropout masks of the layers while the network is fitted: 0, or a little more than 1 where a
/// unit is kept.
#[derive(Debug, Clone)]
pub struct Dropout {
    heard: [f32; AUCTION],
    shape: [f32; SHAPE],
    both: [f32; FACTORS],
}

impl Dropout {
    /// Fills the masks; `each` gives the factor of each unit.
    pub fn new(mut each: impl FnMut() -> f32) -> Self {
        Self {
            heard: std::array::from_fn(|_| each()),
            shape: std::array::from_fn(|_| each()),
            both: std::array::from_fn(|_| each()),
        }
    }
}

/// A forward pass for a call that was made, kept for the gradient.
#[derive(Debug)]
pub struct CallerTrace<'a> {
    seen: &'a AuctionFeatures,
    call: usize,
    kept: &'a Dropout,
    lengths: [f32; 4 * OF_SUIT],
    points: [f32; OF_STRENGTH],
    listened: AuctionActivations,
    shape: ShapeActivations,
    strength: StrengthActivations,
    both: [f32; FACTORS],
    shares: [f32; CALLS],
}

impl<'a> CallerTrace<'a> {
    /// Runs the forward pass for a call by a hand of these lengths and points, opposite partner's
    /// points.
    pub fn new(
        network: &CallNetwork,
        (seen, call): (&'a AuctionFeatures, usize),
        (lengths, points): (Lengths, [u8; 2]),
        kept: &'a Dropout,
    ) -> Self {
        let numbers = &network.numbers;
        let mut heard = [0.0; AUCTION];
        LAYERS.heard.add_active(numbers, seen.active(), &mut heard);
        rectify(&mut heard);
        let listened = network.listened(&heard, &kept.heard);
        let lengths = told_lengths(lengths);
        let shape = network.shaped(&listened, &lengths, &kept.shape);
        let points = told_points(points[0].into(), points[1].into());
        let strength = network.strong(&listened, &points);
        let mut calls = network.calls_of_shape(&listened, &shape);
        let both: [f32; FACTORS] =
            std::array::from_fn(|i| shape.factors[i] * strength.factors[i] * kept.both[i]);
        LAYERS.calls_of_both.add(numbers, &both, &mut calls);
        let shares = seen.shares(&calls);
        Self { seen, call, kept, lengths, points, listened, shape, strength, both, shares }
    }

    /// The log-likelihood of the call, in nats.
    pub fn nats(&self) -> f64 {
        Real::ln(f64::from(self.shares[self.call].max(f32::MIN_POSITIVE)))
    }

    /// Adds the gradient of that log-likelihood by the network's weights to `gradient`.
    pub fn add_slopes(&self, network: &CallNetwork, slopes: &mut [f32]) {
        let numbers = &network.numbers;
        let mut calls = self.shares.map(|share| -share);
        calls[self.call] += 1.0;
        let (listened, shape, strength) = (&self.listened, &self.shape, &self.strength);
        let mut auction = [0.0; AUCTION];
        LAYERS.calls_of_auction.add_slopes(&listened.auction, &calls, slopes);
        LAYERS.calls_of_auction.add_inner(numbers, &calls, &mut auction);
        let mut shape_factors = [0.0; FACTORS];
        LAYERS.calls_of_shape.add_slopes(&shape.factors, &calls, slopes);
        LAYERS.calls_of_shape.add_inner(numbers, &calls, &mut shape_factors);
        let mut both = [0.0; FACTORS];
        LAYERS.calls_of_both.add_slopes(&self.both, &calls, slopes);
        LAYERS.calls_of_both.add_inner(numbers, &calls, &mut both);
        let mut strength_factors = [0.0; FACTORS];
        for i in 0..FACTORS {
            let slope = both[i] * self.kept.both[i];
            shape_factors[i] += slope * strength.factors[i];
            strength_factors[i] = slope * shape.factors[i];
        }
        self.add_slopes_of_strength(numbers, &strength_factors, slopes, &mut auction);
        self.add_slopes_of_shape(numbers, shape_factors, slopes, &mut auction);
        self.add_slopes_of_auction(numbers, auction, slopes);
    }

    fn add_slopes_of_strength(
        &self,
        numbers: &Weights,
        factors: &[f32; FACTORS],
        slopes: &mut [f32],
        auction: &mut [f32],
    ) {
        let mut units = [0.0; STRENGTH];
        LAYERS.strength_factors.add_slopes(&self.strength.units, factors, slopes);
        LAYERS.strength_factors.add_inner(numbers, factors, &mut units);
        only_where_positive(&mut units, &self.strength.units);
        LAYERS.strength.add_slopes(&self.points, &units, slopes);
        LAYERS.strength_of_auction.add_slopes(&self.listened.auction, &units, slopes);
        LAYERS.strength_of_auction.add_inner(numbers, &units, auction);
    }

    fn add_slopes_of_shape(
        &self,
        numbers: &Weights,
        mut factors: [f32; FACTORS],
        slopes: &mut [f32],
        auction: &mut [f32],
    ) {
        only_where_positive(&mut factors, &self.shape.factors);
        let mut units = [0.0; SHAPE];
        LAYERS.shape_factors.add_slopes(&self.shape.units, &factors, slopes);
        LAYERS.shape_factors.add_inner(numbers, &factors, &mut units);
        LAYERS.shape_factors_of_auction.add_slopes(&self.listened.auction, &factors, slopes);
        LAYERS.shape_factors_of_auction.add_inner(numbers, &factors, auction);
        units.iter_mut().zip(&self.kept.shape).for_each(|(unit, kept)| *unit *= kept);
        only_where_positive(&mut units, &self.shape.units);
        LAYERS.shape.add_slopes(&self.lengths, &units, slopes);
        LAYERS.shape_of_auction.add_slopes(&self.listened.auction, &units, slopes);
        LAYERS.shape_of_auction.add_inner(numbers, &units, auction);
    }

    fn add_slopes_of_auction(
        &self,
        numbers: &Weights,
        mut auction: [f32; AUCTION],
        slopes: &mut [f32],
    ) {
        only_where_positive(&mut auction, &self.listened.auction);
        let mut heard = [0.0; AUCTION];
        LAYERS.auction.add_slopes(&self.listened.heard, &auction, slopes);
        LAYERS.auction.add_inner(numbers, &auction, &mut heard);
        heard.iter_mut().zip(&self.kept.heard).for_each(|(unit, kept)| *unit *= kept);
        only_where_positive(&mut heard, &self.listened.heard);
        LAYERS.heard.add_active_slopes(self.seen.active(), &heard, slopes);
    }
}
