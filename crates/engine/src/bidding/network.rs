//! A small network of the probability of each call from a hand and an auction, fitted to the calls
//! of records.
//!
//! The network [`CallNetwork`](crate::constraint::CallNetwork) serves those who count hands, so it
//! knows lengths and points alone. A bidder sees each of his cards: stoppers, aces for an answer to
//! a question, the quality of a suit. Of his pair's agreements the network knows how they open, and
//! how they answer 4NT ([`CallChoice`]).

use std::sync::LazyLock;

use super::KIND;
use super::choice::{CallChoice, FEATURES};
use super::likely::LikelyCall;
use crate::cards::Call;
use crate::constraint::caller::{CALLS, call, number};
use crate::network::{Dense, Layout, Network, Weights, of_field_weights, rectify};
use crate::real::Real;

/// The number of units of the first layer.
const FIRST: usize = 256;
const SECOND: usize = 128;

struct BidLayers {
    first: Dense,
    second: Dense,
    calls: Dense,
    len: usize,
}

const LAYERS: BidLayers = {
    let mut layout = Layout::new();
    let first = layout.biased(FEATURES, FIRST);
    let second = layout.biased(FIRST, SECOND);
    let calls = layout.biased(SECOND, CALLS);
    BidLayers { first, second, calls, len: layout.len() }
};

/// A network that gives the probability of each call.
#[derive(Debug, Clone, PartialEq)]
pub struct BidNetwork {
    weights: Weights,
}

impl Network for BidNetwork {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    of_field_weights!();

    fn initial_sizes() -> Vec<(std::ops::Range<usize>, f32)> {
        // Some fifty features are 1 at a time.
        let all = [(LAYERS.first, 50), (LAYERS.second, FIRST), (LAYERS.calls, SECOND)];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

impl BidNetwork {
    /// The network of champions' calls that comes with the program.
    pub fn champions() -> &'static Self {
        static READ: LazyLock<BidNetwork> = LazyLock::new(|| {
            bundled(include_bytes!(concat!(env!("FALSECARD_CONSTRAINTS"), "/champions.bids")))
        });
        &READ
    }

    /// The network of our players' calls that comes with the program. It began with a fit to
    /// earlier champions and then practised.
    pub fn practised() -> &'static Self {
        static READ: LazyLock<BidNetwork> = LazyLock::new(|| {
            bundled(include_bytes!(concat!(env!("FALSECARD_CONSTRAINTS"), "/practised.bids")))
        });
        &READ
    }

    /// Every legal call with its probability, in the order of their numbers.
    pub fn calls(&self, choice: &CallChoice) -> Vec<LikelyCall> {
        let shares = self.probabilities(choice);
        let likely = |it: usize| LikelyCall { call: call(it), probability: shares[it] };
        choice.auction().open().map(likely).collect()
    }

    /// This network with sharper probabilities: each is raised to a power, and all are normalised.
    #[must_use]
    pub fn sharpened(&self, power: f32) -> Self {
        let mut sharpened = self.clone();
        for number in &mut sharpened.weights.unpacked_mut()[LAYERS.calls.range()] {
            *number *= power;
        }
        sharpened
    }

    /// The probability of each call, by its number; 0 for illegal calls. They add up to 1.
    pub fn probabilities(&self, choice: &CallChoice) -> [f64; CALLS] {
        BidActivations::new(self, choice, &ALL_UNITS).shares.map(f64::from)
    }
}

fn bundled(bytes: &[u8]) -> BidNetwork {
    BidNetwork::read(bytes).expect("the bundled networks are tested")
}

/// The dropout mask of the first layer while the network is fitted: 0, or a little more than 1
/// where a unit is kept.
pub type KeptUnits = [f32; FIRST];

/// The mask that keeps all units.
pub const ALL_UNITS: KeptUnits = [1.0; FIRST];

/// The activations of the layers.
struct BidActivations {
    first: [f32; FIRST],
    second: [f32; SECOND],
    shares: [f32; CALLS],
}

impl BidActivations {
    fn new(network: &BidNetwork, choice: &CallChoice, kept: &KeptUnits) -> Self {
        let weights = &network.weights;
        let mut first = [0.0; FIRST];
        LAYERS.first.add_active(weights, &choice.active, &mut first);
        rectify(&mut first);
        first.iter_mut().zip(kept).for_each(|(unit, kept)| *unit *= kept);
        let mut second = [0.0; SECOND];
        LAYERS.second.add(weights, &first, &mut second);
        rectify(&mut second);
        let mut calls = [0.0; CALLS];
        LAYERS.calls.add(weights, &second, &mut calls);
        Self { first, second, shares: choice.auction().shares(&calls) }
    }
}

/// A forward pass for a call that was made, kept for the gradient.
pub struct BidTrace<'a> {
    choice: &'a CallChoice,
    call: usize,
    kept: &'a KeptUnits,
    forward: BidActivations,
}

impl<'a> BidTrace<'a> {
    /// Runs the forward pass for a call that was made.
    pub fn new(
        network: &BidNetwork,
        choice: &'a CallChoice,
        made: Call,
        kept: &'a KeptUnits,
    ) -> Self {
        Self {
            choice,
            call: number(made),
            kept,
            forward: BidActivations::new(network, choice, kept),
        }
    }

    /// The log-likelihood of the call, in nats.
    pub fn nats(&self) -> f64 {
        Real::ln(f64::from(self.forward.shares[self.call].max(f32::MIN_POSITIVE)))
    }

    /// The probability of each call, by its number.
    pub const fn shares(&self) -> &[f32; CALLS] {
        &self.forward.shares
    }

    /// Adds the gradient of that log-likelihood by the network's weights to `gradient`.
    pub fn add_gradient(&self, network: &BidNetwork, gradient: &mut [f32]) {
        let mut calls = self.forward.shares.map(|share| -share);
        calls[self.call] += 1.0;
        self.add_gradient_of(network, &calls, gradient);
    }

    /// Adds to `gradient` how a figure changes with each number of the network. `calls` is how it
    /// changes with what the last layer says of each call, before that becomes a probability.
    pub fn add_gradient_of(
        &self,
        network: &BidNetwork,
        calls: &[f32; CALLS],
        gradient: &mut [f32],
    ) {
        let (weights, forward) = (&network.weights, &self.forward);
        let (mut first, mut second) = ([0.0; FIRST], [0.0; SECOND]);
        LAYERS.calls.go_back(weights, (&forward.second, calls), &mut second, gradient);
        LAYERS.second.go_back(weights, (&forward.first, &second), &mut first, gradient);
        first.iter_mut().zip(self.kept).for_each(|(unit, kept)| *unit *= kept);
        LAYERS.first.add_active_gradient(&self.choice.active, &first, gradient);
    }
}
