//! How likely every hand is to make each call, fitted to calls of records: the school of the network.
//!
//! Calls are shown in batches, each pass in another order; after each batch the numbers follow the slope of the mean logarithm of the
//! calls' probabilities (Adam: Kingma and Ba, ICLR 2015; decay apart from it: Loshchilov and Hutter, ICLR 2019; one cycle of rates:
//! Smith and Topin, 2018; units left out at random: Srivastava et al., JMLR 2014). Sums are taken in an order that does not depend on
//! threads, so the same records and seed give the same network.

use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::corpus::Record;
use crate::cards::hand_points;
use crate::constraint::CallNetwork;
use crate::constraint::caller::{AuctionSeen, Dropout, Traced, number};
use crate::constraint::lengths::{self, Lengths};
use crate::work::stream;

/// How often all calls are shown.
const PASSES: usize = 14;

/// How many calls are shown between two steps, ...
const BATCH: usize = 512;

/// ... and how many of these one thread looks at.
const CHUNK: usize = 64;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.2;

/// The largest step of a number, the share of all steps until then, and the share of that in the first one.
const RATE: f64 = 4e-3;
const WARMING: f64 = 0.1;
const COLD: f64 = 0.04;

/// What share of a number a step of that size takes away.
const DECAY: f32 = 1e-4;

/// How fast the means of slopes and of their squares forget.
const FORGETTING: [f32; 2] = [0.9, 0.999];

/// The calls of records: of each what was seen, who had what, and what was called.
#[derive(Debug, Default)]
pub struct CallRecords {
    calls: Vec<Called>,
}

#[derive(Debug)]
struct Called {
    seen: AuctionSeen,
    lengths: Lengths,
    /// The caller's, and his partner's.
    points: [u8; 2],
    call: u8,
}

impl CallRecords {
    /// Adds the calls of a record.
    pub fn add(&mut self, record: &Record) {
        let (bidding, deal) = (record.play.bidding(), record.play.deal());
        let calls: Vec<_> = bidding.calls().collect();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let hand = deal[seat];
            let seen = AuctionSeen::of(&calls[..at], seat, bidding.vulnerability());
            let lengths = lengths::of(hand);
            let points = [hand_points(hand), hand_points(deal[seat.partner()])];
            let call = number(call) as u8;
            self.calls.push(Called { seen, lengths, points, call });
        }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.calls.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The network under which the calls are likely. `told` hears after each batch how far the work is, from 0 to 1, and the mean
    /// logarithm of the latest calls' probabilities; `None` if it says no.
    pub fn network(&self, seed: u64, told: &dyn Fn(f64, f64) -> bool) -> Option<CallNetwork> {
        let mut rng = stream(seed, &[0]);
        let mut pupil = Pupil::new(&mut rng);
        let mut order: Vec<usize> = (0..self.calls.len()).collect();
        let batches = self.calls.len().div_ceil(BATCH);
        let steps = (PASSES * batches) as f64;
        let mut latest = 0.0;
        for pass in 0..PASSES {
            for at in (1..order.len()).rev() {
                order.swap(at, rng.random_range(0..=at));
            }
            for (number, batch) in order.chunks(BATCH).enumerate() {
                let step = pass * batches + number;
                let nats = self.step(&mut pupil, batch, [seed, step as u64], step as f64 / steps);
                latest += (nats - latest) / (step as f64 + 1.0).min(200.0);
                if !told(step as f64 / steps, latest) {
                    return None;
                }
            }
        }
        Some(pupil.network)
    }

    /// Shows a batch. Returns the mean logarithm of its calls' probabilities.
    fn step(&self, pupil: &mut Pupil, batch: &[usize], key: [u64; 2], done: f64) -> f64 {
        let network = &pupil.network;
        let looked: Vec<(f64, Vec<f32>)> = batch
            .par_chunks(CHUNK)
            .enumerate()
            .map(|(number, chunk)| {
                let mut rng = stream(key[0], &[1, key[1], number as u64]);
                let (mut nats, mut slopes) = (0.0, vec![0.0; CallNetwork::SIZE]);
                for &at in chunk {
                    let called = &self.calls[at];
                    let dropout = Dropout::new(|| match rng.random::<f32>() {
                        ticket if ticket < LEFT_OUT => 0.0,
                        _ => 1.0 / (1.0 - LEFT_OUT),
                    });
                    let made = (&called.seen, usize::from(called.call));
                    let hand = (called.lengths, called.points);
                    let traced = Traced::new(network, made, hand, &dropout);
                    nats += traced.nats();
                    traced.add_slopes(network, &mut slopes);
                }
                (nats, slopes)
            })
            .collect();
        let nats: f64 = looked.iter().map(|(nats, _)| nats).sum();
        let slopes: Vec<Vec<f32>> = looked.into_iter().map(|(_, slopes)| slopes).collect();
        pupil.follow(&slopes, 1.0 / batch.len() as f32, rate(done) as f32);
        nats / batch.len() as f64
    }
}

/// The size of steps when this share of the work is done.
fn rate(done: f64) -> f64 {
    let wave = |from: f64, to: f64, share: f64| {
        to + (from - to) * (1.0 + (std::f64::consts::PI * share).cos()) / 2.0
    };
    if done < WARMING {
        wave(COLD * RATE, RATE, done / WARMING)
    } else {
        wave(RATE, 0.0, (done - WARMING) / (1.0 - WARMING))
    }
}

/// A network that learns.
struct Pupil {
    network: CallNetwork,
    /// The means of the slopes and of their squares.
    means: [Vec<f32>; 2],
    /// What the memory of the beginning, where the means were 0, still counts.
    forgotten: [f32; 2],
}

impl Pupil {
    fn new(rng: &mut impl Rng) -> Self {
        let mut numbers = vec![0.0; CallNetwork::SIZE];
        for (range, bound) in CallNetwork::beginnings() {
            let each = numbers[range].iter_mut();
            each.for_each(|number| *number = (2.0 * rng.random::<f32>() - 1.0) * bound);
        }
        let means = [vec![0.0; CallNetwork::SIZE], vec![0.0; CallNetwork::SIZE]];
        Self { network: CallNetwork::of(numbers), means, forgotten: [1.0; 2] }
    }

    /// Makes a step in the direction of the sum of some slopes, each times a share.
    fn follow(&mut self, slopes: &[Vec<f32>], share: f32, rate: f32) {
        const PART: usize = 4096;
        let [slow, square] = FORGETTING;
        self.forgotten = [self.forgotten[0] * slow, self.forgotten[1] * square];
        let [learned, learned_square] = self.forgotten.map(|forgotten| 1.0 - forgotten);
        let [means, squares] = &mut self.means;
        let numbers = self.network.numbers_mut();
        let parts = numbers.par_chunks_mut(PART);
        let parts = parts.zip(means.par_chunks_mut(PART)).zip(squares.par_chunks_mut(PART));
        parts.enumerate().for_each(|(part, ((numbers, means), squares))| {
            let from = part * PART;
            for (at, number) in numbers.iter_mut().enumerate() {
                let slope = share * slopes.iter().map(|slopes| slopes[from + at]).sum::<f32>();
                means[at] = slow * means[at] + (1.0 - slow) * slope;
                squares[at] = square * squares[at] + (1.0 - square) * slope * slope;
                let size = (squares[at] / learned_square).sqrt() + 1e-8;
                *number += rate * (means[at] / learned / size - DECAY * *number);
            }
        });
    }
}
