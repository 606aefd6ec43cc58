//! How likely hands of all lengths and points are to make one call.

use std::sync::{Arc, OnceLock};

use super::layers::{CallNetwork, FACTORS, Listened, MOST_POINTS};
use super::seen::AuctionSeen;
use crate::constraint::language::lengths::{self, ByPoints, Lengths};

/// The share of calls that are made for no reason: slips of the pencil and of those who write records.
const SLIPS: f32 = 0.002;

/// A call that has been heard, and how likely every hand was to make it. The table is made when it is first asked for, in some
/// milliseconds.
#[derive(Debug)]
pub struct HeardCall {
    network: Arc<CallNetwork>,
    seen: AuctionSeen,
    call: usize,
    table: OnceLock<Vec<ByPoints>>,
}

impl PartialEq for HeardCall {
    fn eq(&self, other: &Self) -> bool {
        self.call == other.call
            && self.seen == other.seen
            && (Arc::ptr_eq(&self.network, &other.network) || self.network == other.network)
    }
}

impl HeardCall {
    /// A call, by its number, in an auction; `None` if it was not open.
    pub fn new(network: Arc<CallNetwork>, seen: AuctionSeen, call: usize) -> Option<Self> {
        seen.is_open(call).then(|| Self { network, seen, call, table: OnceLock::new() })
    }

    /// The probability of the call from hands of these lengths, for each number of points; never 0.
    pub fn of(&self, lengths: Lengths) -> &ByPoints {
        &self.table()[lengths::number(lengths)]
    }

    /// The same for all lengths, in the order of their numbers.
    pub fn table(&self) -> &[ByPoints] {
        self.table.get_or_init(|| self.tabulate())
    }

    fn tabulate(&self) -> Vec<ByPoints> {
        let listened = self.network.listen(&self.seen);
        let open: Vec<usize> = self.seen.open().collect();
        let own = open.iter().position(|call| *call == self.call).expect("it was open");
        let rows = Rows::new(&self.network, &listened, &open);
        let of = |lengths| rows.of(&self.network, &listened, lengths, own);
        lengths::every().map(of).collect()
    }
}

/// What does not depend on lengths.
struct Rows<'a> {
    open: &'a [usize],
    /// For each number of points that the network tells apart, the factors.
    strengths: Vec<[f32; FACTORS]>,
    /// For each factor, what it says for each open call.
    factors: Vec<Vec<f32>>,
}

impl<'a> Rows<'a> {
    fn new(network: &CallNetwork, listened: &Listened, open: &'a [usize]) -> Self {
        let strength = |points| network.of_strength(listened, points).factors;
        let of_factor = |factor| {
            let calls = network.calls_of_factor(factor);
            open.iter().map(|&call| calls[call]).collect()
        };
        Self {
            open,
            strengths: (0..=MOST_POINTS).map(strength).collect(),
            factors: (0..FACTORS).map(of_factor).collect(),
        }
    }

    fn of(
        &self,
        network: &CallNetwork,
        listened: &Listened,
        lengths: Lengths,
        own: usize,
    ) -> ByPoints {
        let shape = network.of_shape(listened, lengths);
        let calls = network.calls_of_shape(listened, &shape);
        let start: Vec<f32> = self.open.iter().map(|&call| calls[call]).collect();
        let by_slip = SLIPS / self.open.len() as f32;
        let mut calls = start.clone();
        let likely = self.strengths.iter().map(|strength| {
            calls.copy_from_slice(&start);
            for ((shape, strength), says) in
                shape.factors.iter().zip(strength).zip(&self.factors)
            {
                let both = shape * strength;
                if both != 0.0 {
                    calls.iter_mut().zip(says).for_each(|(call, says)| *call += both * says);
                }
            }
            let most = calls.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let all: f32 = calls.iter().map(|call| (call - most).exp()).sum();
            f64::from((1.0 - SLIPS) * (calls[own] - most).exp() / all + by_slip)
        });
        let likely: Vec<f64> = likely.collect();
        std::array::from_fn(|points| likely[points.min(MOST_POINTS)])
    }
}
