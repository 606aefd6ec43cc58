//! The training of networks from examples, whatever the network.
//!
//! Examples are shown in batches, in another order in each pass; after each batch the weights
//! follow the gradient, uphill (Adam: Kingma and Ba, ICLR 2015; decoupled weight decay: Loshchilov
//! and Hutter, ICLR 2019; one cycle of learning rates: Smith and Topin, 2018). Sums are taken in an
//! order that does not depend on threads, so the same examples and seed give the same network on
//! the same kind of machine.

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::lessons::Lessons;
use falsecard_engine::network::Network;
use falsecard_engine::real::Real;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::GameRecord;

/// Training examples from records, and the network that is trained on them.
pub trait Examples: Default {
    /// The network.
    type Network: Network;

    /// The lessons of a game, worked out before.
    type Lessons: Lessons;

    /// Adds the examples of some games, in their order.
    fn add_all(&mut self, games: Vec<(&GameRecord, Self::Lessons)>);

    /// Trains the network: the same for the same examples and seed. After each batch `report` gets
    /// the share of work done, 0 to 1, and a figure of the latest examples: the mean
    /// log-probability of what was predicted, unless [`Examples::progress`] says otherwise. It
    /// returns whether to continue. `None` if it says no, or if there are no examples.
    fn network(&self, seed: u64, report: &dyn Fn(f64, f64) -> bool) -> Option<Self::Network>;

    /// The figure of progress, in words.
    fn progress(figure: f64) -> String {
        format!("foretold with {figure:.3} nats")
    }
}

/// The factor of a unit under dropout (Srivastava et al., JMLR 2014): 0 with the probability
/// `left_out`, otherwise greater than 1, so that the mean is 1.
pub(super) fn dropout(rng: &mut impl Rng, left_out: f32) -> f32 {
    if rng.random::<f32>() < left_out { 0.0 } else { 1.0 / (1.0 - left_out) }
}

/// The number of examples that one thread takes at a time.
const CHUNK: usize = 64;

/// The share of all steps up to the largest learning rate, and the first rate as a share of the
/// largest.
const WARMING: f64 = 0.1;
const COLD: f64 = 0.04;

/// The weight decay per step, times the learning rate.
const DECAY: f32 = 1e-4;

/// The decay rates of Adam's means of gradients and of squared gradients.
const FORGETTING: [f32; 2] = [0.9, 0.999];

/// Adds the gradient of one example, uphill, and returns its figure of progress, if it has one.
pub(super) type ExampleGradient<'a, N, T> =
    &'a (dyn Fn(&N, &T, &mut ChaCha8Rng, &mut [f32]) -> Option<f64> + Sync);

/// The hyperparameters of training.
pub(super) struct Trainer {
    /// The number of passes over all examples.
    pub(super) passes: usize,
    /// The number of examples per batch.
    pub(super) batch: usize,
    /// The largest learning rate.
    pub(super) rate: f64,
    /// The seed of all random numbers.
    pub(super) seed: u64,
}

impl Trainer {
    /// Trains a network: its weights follow the gradients that `look` adds. After each batch
    /// `report` gets the share of work done, 0 to 1, and the running mean of the figures that
    /// `look` returns; it returns whether to continue. `None` if it says no, or without examples.
    pub(super) fn teach<N: Network, T: Sync>(
        &self,
        examples: &[T],
        look: ExampleGradient<N, T>,
        report: &dyn Fn(f64, f64) -> bool,
    ) -> Option<N> {
        if examples.is_empty() {
            return None;
        }
        let mut rng = stream(self.seed, &[0]);
        let mut learning = AdamState::<N>::new(&mut rng);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let batches = examples.len().div_ceil(self.batch);
        let steps = (self.passes * batches) as f64;
        let mut latest = 0.0;
        // Kept from batch to batch: to be given so much memory anew takes longer than to use it.
        let chunks = self.batch.min(examples.len()).div_ceil(CHUNK);
        let mut gradients = vec![vec![0.0; N::SIZE]; chunks];
        for pass in 0..self.passes {
            for at in (1..order.len()).rev() {
                order.swap(at, rng.random_range(0..=at));
            }
            for (number, batch) in order.chunks(self.batch).enumerate() {
                let step = pass * batches + number;
                let done = step as f64 / steps;
                let network = &learning.network;
                let looked: Vec<Vec<f64>> = batch
                    .par_chunks(CHUNK)
                    .zip(gradients.par_iter_mut())
                    .enumerate()
                    .map(|(number, (chunk, gradients))| {
                        let mut rng = stream(self.seed, &[1, step as u64, number as u64]);
                        gradients.fill(0.0);
                        let each = chunk.iter();
                        each.filter_map(|&at| look(network, &examples[at], &mut rng, gradients))
                            .collect()
                    })
                    .collect();
                let figures: Vec<f64> = looked.into_iter().flatten().collect();
                let gradients = &gradients[..batch.len().div_ceil(CHUNK)];
                learning.follow(gradients, 1.0 / batch.len() as f32, rate(self.rate, done) as f32);
                if !figures.is_empty() {
                    let mean = figures.iter().sum::<f64>() / figures.len() as f64;
                    latest += (mean - latest) / (step as f64 + 1.0).min(200.0);
                }
                if !report((step + 1) as f64 / steps, latest) {
                    return None;
                }
            }
        }
        Some(learning.network)
    }
}

/// The learning rate when this share of the work is done.
fn rate(largest: f64, done: f64) -> f64 {
    let wave = |from: f64, to: f64, share: f64| {
        to + (from - to) * (1.0 + Real::cos(std::f64::consts::PI * share)) / 2.0
    };
    if done < WARMING {
        wave(COLD * largest, largest, done / WARMING)
    } else {
        wave(largest, 0.0, (done - WARMING) / (1.0 - WARMING))
    }
}

/// A network in training, with the state of Adam.
pub(super) struct AdamState<N> {
    pub(super) network: N,
    /// The running means of the gradients and of their squares.
    means: [Vec<f32>; 2],
    /// What the initial zeros still weigh in the running means.
    forgotten: [f32; 2],
}

impl<N: Network> AdamState<N> {
    fn new(rng: &mut impl Rng) -> Self {
        let mut numbers = vec![0.0; N::SIZE];
        for (range, bound) in N::initial_sizes() {
            let each = numbers[range].iter_mut();
            each.for_each(|number| *number = (2.0 * rng.random::<f32>() - 1.0) * bound);
        }
        Self::from(N::of(numbers))
    }

    pub(super) fn from(network: N) -> Self {
        let means = [vec![0.0; N::SIZE], vec![0.0; N::SIZE]];
        Self { network, means, forgotten: [1.0; 2] }
    }

    /// Makes a step along `share` times the sum of some gradients.
    pub(super) fn follow(&mut self, gradients: &[Vec<f32>], share: f32, rate: f32) {
        const PART: usize = 4096;
        let [slow, square] = FORGETTING;
        self.forgotten = [self.forgotten[0] * slow, self.forgotten[1] * square];
        let [learned, learned_square] = self.forgotten.map(|forgotten| 1.0 - forgotten);
        let [means, squares] = &mut self.means;
        let numbers = self.network.unpacked_mut();
        let parts = numbers.par_chunks_mut(PART);
        let parts = parts.zip(means.par_chunks_mut(PART)).zip(squares.par_chunks_mut(PART));
        parts.enumerate().for_each(|(part, ((numbers, means), squares))| {
            let from = part * PART;
            for (at, number) in numbers.iter_mut().enumerate() {
                let gradient =
                    share * gradients.iter().map(|gradients| gradients[from + at]).sum::<f32>();
                means[at] = slow * means[at] + (1.0 - slow) * gradient;
                squares[at] = square * squares[at] + (1.0 - square) * gradient * gradient;
                let size = (squares[at] / learned_square).sqrt() + 1e-8;
                *number += rate * (means[at] / learned / size - DECAY * *number);
            }
        });
    }
}
