//! The layers of the network, and the loss by which it is fitted.

use super::auction_features::{AUCTION_FEATURES, AuctionFeatures, CALLS};
use crate::cards::{Hand, hand_points};
use crate::constraint::language::lengths::{self, Lengths};
use crate::network::{
    Dense, Layout, Network, Weights, of_field_weights, only_where_positive, rectify,
};
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
    first_layer: Dense,
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
    let first_layer = layout.biased(AUCTION_FEATURES, AUCTION);
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
        first_layer,
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
    pub(super) first_layer: [f32; AUCTION],
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
    weights: Weights,
}

impl Network for CallNetwork {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    of_field_weights!();

    fn initial_sizes() -> Vec<(std::ops::Range<usize>, f32)> {
        let all = [
            (LAYERS.first_layer, 8),
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
    pub(super) fn activations(&self, features: &AuctionFeatures) -> AuctionActivations {
        let mut first_layer = [0.0; AUCTION];
        LAYERS.first_layer.add_active(&self.weights, features.active(), &mut first_layer);
        rectify(&mut first_layer);
        self.auction_units(&first_layer, &[1.0; AUCTION])
    }

    /// Continues from the first layer, with its dropout mask.
    fn auction_units(
        &self,
        first_layer: &[f32; AUCTION],
        kept: &[f32; AUCTION],
    ) -> AuctionActivations {
        let weights = &self.weights;
        let first_layer: [f32; AUCTION] = std::array::from_fn(|i| first_layer[i] * kept[i]);
        let mut auction = [0.0; AUCTION];
        LAYERS.auction.add(weights, &first_layer, &mut auction);
        rectify(&mut auction);
        let (mut shape, mut shape_factors) = ([0.0; SHAPE], [0.0; FACTORS]);
        LAYERS.shape_of_auction.add(weights, &auction, &mut shape);
        LAYERS.shape_factors_of_auction.add(weights, &auction, &mut shape_factors);
        let (mut strength, mut calls) = ([0.0; STRENGTH], [0.0; CALLS]);
        LAYERS.strength_of_auction.add(weights, &auction, &mut strength);
        LAYERS.calls_of_auction.add(weights, &auction, &mut calls);
        AuctionActivations { first_layer, auction, shape, shape_factors, strength, calls }
    }

    pub(super) fn of_shape(
        &self,
        auction_units: &AuctionActivations,
        lengths: Lengths,
    ) -> ShapeActivations {
        self.shaped(auction_units, &length_features(lengths), &[1.0; SHAPE])
    }

    fn shaped(
        &self,
        auction_units: &AuctionActivations,
        features: &[f32],
        kept: &[f32; SHAPE],
    ) -> ShapeActivations {
        let (mut units, mut factors) = (auction_units.shape, auction_units.shape_factors);
        LAYERS.shape.add(&self.weights, features, &mut units);
        rectify(&mut units);
        units.iter_mut().zip(kept).for_each(|(unit, kept)| *unit *= kept);
        LAYERS.shape_factors.add(&self.weights, &units, &mut factors);
        rectify(&mut factors);
        ShapeActivations { units, factors }
    }

    pub(super) fn of_strength(
        &self,
        auction_units: &AuctionActivations,
        points: usize,
        partners: usize,
    ) -> StrengthActivations {
        self.strong(auction_units, &point_features(points, partners))
    }

    fn strong(&self, auction_units: &AuctionActivations, features: &[f32]) -> StrengthActivations {
        let (mut units, mut factors) = (auction_units.strength, [0.0; FACTORS]);
        LAYERS.strength.add(&self.weights, features, &mut units);
        rectify(&mut units);
        LAYERS.strength_factors.add(&self.weights, &units, &mut factors);
        StrengthActivations { units, factors }
    }

    /// The logits of the calls from lengths alone and from the auction.
    pub(super) fn calls_of_shape(
        &self,
        auction_units: &AuctionActivations,
        shape: &ShapeActivations,
    ) -> [f32; CALLS] {
        let mut calls = auction_units.calls;
        LAYERS.calls_of_shape.add(&self.weights, &shape.factors, &mut calls);
        calls
    }

    /// The weights by which a factor adds to the logits of the calls.
    pub(super) fn calls_of_factor(&self, factor: usize) -> [f32; CALLS] {
        let mut calls = [0.0; CALLS];
        LAYERS.calls_of_both.add_row(&self.weights, factor, &mut calls);
        calls
    }

    /// The probability of each call from a hand, by its number, where partner has this many points;
    /// 0 for illegal calls.
    pub fn probabilities(
        &self,
        features: &AuctionFeatures,
        hand: Hand,
        partners: u8,
    ) -> [f64; CALLS] {
        let lengths = lengths::of(hand);
        let auction_units = self.activations(features);
        let shape = self.of_shape(&auction_units, lengths);
        let strength =
            self.of_strength(&auction_units, hand_points(hand).into(), usize::from(partners));
        let mut calls = self.calls_of_shape(&auction_units, &shape);
        let both = std::array::from_fn::<_, FACTORS, _>(|i| shape.factors[i] * strength.factors[i]);
        LAYERS.calls_of_both.add(&self.weights, &both, &mut calls);
        features.shares(&calls).map(f64::from)
    }
}

/// The features of lengths: for each suit its length, one of [`LONGEST`] + 1, and its length in
/// fours.
fn length_features(lengths: Lengths) -> [f32; 4 * OF_SUIT] {
    let mut features = [0.0; 4 * OF_SUIT];
    for (features, length) in features.chunks_exact_mut(OF_SUIT).zip(lengths) {
        features[usize::from(length).min(LONGEST)] = 1.0;
        features[OF_SUIT - 1] = f32::from(length) / 4.0;
    }
    features
}

/// The features of points, the caller's and his partner's: each number, and in tens.
fn point_features(own: usize, partners: usize) -> [f32; OF_STRENGTH] {
    let mut features = [0.0; OF_STRENGTH];
    for (features, points) in features.chunks_exact_mut(OF_POINTS).zip([own, partners]) {
        let points = points.min(MOST_POINTS);
        features[points] = 1.0;
        features[OF_POINTS - 1] = points as f32 / 10.0;
    }
    features
}

/// The dropout masks of the layers while the network is fitted: 0, or a little more than 1 where a
/// unit is kept.
#[derive(Debug, Clone)]
pub struct Dropout {
    first_layer: [f32; AUCTION],
    shape: [f32; SHAPE],
    both: [f32; FACTORS],
}

impl Dropout {
    /// Fills the masks; `each` gives the factor of each unit.
    pub fn new(mut each: impl FnMut() -> f32) -> Self {
        Self {
            first_layer: std::array::from_fn(|_| each()),
            shape: std::array::from_fn(|_| each()),
            both: std::array::from_fn(|_| each()),
        }
    }
}

/// A forward pass for a call that was made, kept for the gradient.
#[derive(Debug)]
pub struct CallerTrace<'a> {
    features: &'a AuctionFeatures,
    call: usize,
    kept: &'a Dropout,
    lengths: [f32; 4 * OF_SUIT],
    points: [f32; OF_STRENGTH],
    auction_units: AuctionActivations,
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
        (features, call): (&'a AuctionFeatures, usize),
        (lengths, points): (Lengths, [u8; 2]),
        kept: &'a Dropout,
    ) -> Self {
        let weights = &network.weights;
        let mut first_layer = [0.0; AUCTION];
        LAYERS.first_layer.add_active(weights, features.active(), &mut first_layer);
        rectify(&mut first_layer);
        let auction_units = network.auction_units(&first_layer, &kept.first_layer);
        let lengths = length_features(lengths);
        let shape = network.shaped(&auction_units, &lengths, &kept.shape);
        let points = point_features(points[0].into(), points[1].into());
        let strength = network.strong(&auction_units, &points);
        let mut calls = network.calls_of_shape(&auction_units, &shape);
        let both: [f32; FACTORS] =
            std::array::from_fn(|i| shape.factors[i] * strength.factors[i] * kept.both[i]);
        LAYERS.calls_of_both.add(weights, &both, &mut calls);
        let shares = features.shares(&calls);
        Self { features, call, kept, lengths, points, auction_units, shape, strength, both, shares }
    }

    /// The log-likelihood of the call, in nats.
    pub fn nats(&self) -> f64 {
        Real::ln(f64::from(self.shares[self.call].max(f32::MIN_POSITIVE)))
    }

    /// Adds the gradient of that log-likelihood by the network's weights to `gradient`.
    pub fn add_gradient(&self, network: &CallNetwork, gradient: &mut [f32]) {
        let weights = &network.weights;
        let mut calls = self.shares.map(|share| -share);
        calls[self.call] += 1.0;
        let (auction_units, shape, strength) = (&self.auction_units, &self.shape, &self.strength);
        let mut auction = [0.0; AUCTION];
        LAYERS.calls_of_auction.go_back(
            weights,
            (&auction_units.auction, &calls),
            &mut auction,
            gradient,
        );
        let mut shape_factors = [0.0; FACTORS];
        LAYERS.calls_of_shape.go_back(
            weights,
            (&shape.factors, &calls),
            &mut shape_factors,
            gradient,
        );
        let mut both = [0.0; FACTORS];
        LAYERS.calls_of_both.add_gradient(&self.both, &calls, gradient);
        LAYERS.calls_of_both.add_inner(weights, &calls, &mut both);
        let mut strength_factors = [0.0; FACTORS];
        for i in 0..FACTORS {
            let gradient = both[i] * self.kept.both[i];
            shape_factors[i] += gradient * strength.factors[i];
            strength_factors[i] = gradient * shape.factors[i];
        }
        self.add_slopes_of_strength(weights, &strength_factors, gradient, &mut auction);
        self.add_slopes_of_shape(weights, shape_factors, gradient, &mut auction);
        self.add_slopes_of_auction(weights, &auction, gradient);
    }

    fn add_slopes_of_strength(
        &self,
        weights: &Weights,
        factors: &[f32; FACTORS],
        gradient: &mut [f32],
        auction: &mut [f32],
    ) {
        let mut units = [0.0; STRENGTH];
        let inputs = &self.auction_units.auction;
        LAYERS.strength_factors.go_back(
            weights,
            (&self.strength.units, factors),
            &mut units,
            gradient,
        );
        LAYERS.strength.add_gradient(&self.points, &units, gradient);
        LAYERS.strength_of_auction.go_back(weights, (inputs, &units), auction, gradient);
    }

    fn add_slopes_of_shape(
        &self,
        weights: &Weights,
        mut factors: [f32; FACTORS],
        gradient: &mut [f32],
        auction: &mut [f32],
    ) {
        only_where_positive(&mut factors, &self.shape.factors);
        let mut units = [0.0; SHAPE];
        let inputs = &self.auction_units.auction;
        LAYERS.shape_factors.go_back(weights, (&self.shape.units, &factors), &mut units, gradient);
        LAYERS.shape_factors_of_auction.go_back(weights, (inputs, &factors), auction, gradient);
        units.iter_mut().zip(&self.kept.shape).for_each(|(unit, kept)| *unit *= kept);
        LAYERS.shape.add_gradient(&self.lengths, &units, gradient);
        LAYERS.shape_of_auction.go_back(weights, (inputs, &units), auction, gradient);
    }

    fn add_slopes_of_auction(
        &self,
        weights: &Weights,
        auction: &[f32; AUCTION],
        gradient: &mut [f32],
    ) {
        let mut first_layer = [0.0; AUCTION];
        LAYERS.auction.go_back(
            weights,
            (&self.auction_units.first_layer, auction),
            &mut first_layer,
            gradient,
        );
        first_layer.iter_mut().zip(&self.kept.first_layer).for_each(|(unit, kept)| *unit *= kept);
        LAYERS.first_layer.add_active_gradient(self.features.active(), &first_layer, gradient);
    }
}
