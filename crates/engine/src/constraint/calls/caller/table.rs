//! How likely hands of all lengths and points are to make one call.

use std::sync::{Arc, OnceLock};

use super::layers::{CallNetwork, FACTORS, Listened, MOST_POINTS};
use super::seen::{AuctionSeen, CALLS};
use crate::constraint::language::PointSet;
use crate::constraint::language::lengths::{self, ByPoints, Lengths};
use crate::network::exponentials;

/// The share of calls that are made for no reason: slips of the pencil and of those who write records.
const SLIPS: f32 = 0.002;

/// Calls that no hand of the same lengths makes so often are taken to be made by none of them.
const RARE: f32 = 5e-4;

/// How far apart the points are that are looked at to find such calls.
const APART: usize = 4;

/// How many calls are summed at a time.
const ABREAST: usize = 8;

/// What is said for a place that no call has.
const NO_CALL: f32 = -1e9;

/// The points that two partners can have.
const ALL_POINTS: usize = 40;

/// What is known of the points of a caller's partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartnersPoints {
    /// They are known.
    Known(u8),
    /// The sum of his and the caller's is known.
    Together(u8),
}

impl PartnersPoints {
    /// Partner's points where the caller has these, among those that the network tells apart.
    fn beside(self, own: usize) -> usize {
        let partners = match self {
            Self::Known(points) => usize::from(points),
            Self::Together(points) => usize::from(points).saturating_sub(own),
        };
        partners.min(MOST_POINTS)
    }

    /// Its number among all.
    fn number(self) -> usize {
        match self {
            Self::Known(points) => usize::from(points).min(MOST_POINTS),
            Self::Together(points) => MOST_POINTS + 1 + usize::from(points).min(ALL_POINTS),
        }
    }

    /// How many there are.
    const NUMBER: usize = MOST_POINTS + 1 + ALL_POINTS + 1;
}

/// A call that has been heard, and how likely every hand was to make it. What it needs is made when it is first asked for: some ten
/// microseconds for each way to divide thirteen cards among the suits that is asked about.
#[derive(Debug)]
pub struct HeardCall {
    network: Arc<CallNetwork>,
    seen: AuctionSeen,
    call: usize,
    parts: OnceLock<Parts>,
    tables: [OnceLock<Vec<OnceLock<Box<ByPoints>>>>; PartnersPoints::NUMBER],
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
        let tables = [const { OnceLock::new() }; PartnersPoints::NUMBER];
        let is_open = seen.is_open(call);
        is_open.then(|| Self { network, seen, call, parts: OnceLock::new(), tables })
    }

    /// The probability of the call from a hand of these lengths and points; never 0.
    pub fn likelihood(&self, lengths: Lengths, points: u8, partners: u8) -> f64 {
        let parts = self.parts();
        let [points, partners] = [points, partners].map(|it| usize::from(it).min(MOST_POINTS));
        parts.likelihood(&self.network, lengths, points, partners)
    }

    /// The probability of the call from hands of these lengths, for each number of points; never 0.
    pub fn row(&self, lengths: Lengths, partners: PartnersPoints) -> &ByPoints {
        let table = self.tables[partners.number()]
            .get_or_init(|| (0..lengths::WAYS).map(|_| OnceLock::new()).collect());
        table[lengths::number(lengths)].get_or_init(|| {
            let parts = self.parts();
            let mut last = 0.0;
            Box::new(std::array::from_fn(|points| {
                // Where partner's points are known, hands above the most are all alike.
                let is_new =
                    points <= MOST_POINTS || matches!(partners, PartnersPoints::Together(_));
                if is_new {
                    let (own, beside) = (points.min(MOST_POINTS), partners.beside(points));
                    last = parts.likelihood(&self.network, lengths, own, beside);
                }
                last
            }))
        })
    }

    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| Parts::new(&self.network, &self.seen, self.call))
    }
}

const _: () = assert!(PointSet::MOST as usize > MOST_POINTS);

/// What the network makes of an auction, with each shape, and with each strength of both partners.
#[derive(Debug)]
struct Parts {
    listened: Listened,
    /// The calls that are open, the one that was made first.
    open: Vec<usize>,
    shapes: Vec<OnceLock<Box<OfLengths>>>,
    /// The factors of each strength: the caller's points, and for each his partner's.
    strengths: Vec<OnceLock<[f32; FACTORS]>>,
    /// The probability of the call that is made by a slip.
    by_slip: f64,
}

impl Parts {
    fn new(network: &CallNetwork, seen: &AuctionSeen, call: usize) -> Self {
        let others = seen.open().filter(|&it| it != call);
        let open: Vec<usize> = std::iter::once(call).chain(others).collect();
        Self {
            listened: network.listen(seen),
            by_slip: f64::from(SLIPS / open.len() as f32),
            open,
            shapes: (0..lengths::WAYS).map(|_| OnceLock::new()).collect(),
            strengths: (0..STRENGTHS * STRENGTHS).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The probability of the call that was made.
    fn likelihood(
        &self,
        network: &CallNetwork,
        lengths: Lengths,
        points: usize,
        partners: usize,
    ) -> f64 {
        let of_lengths = self.shapes[lengths::number(lengths)]
            .get_or_init(|| Box::new(self.of_lengths(network, lengths)));
        let mut calls = [0.0; MOST_CALLS];
        let calls = &mut calls[..of_lengths.calls];
        let all = of_lengths.weigh(self.strength(network, points, partners), calls);
        f64::from((1.0 - SLIPS) * calls[0] / all) + self.by_slip
    }

    fn strength(&self, network: &CallNetwork, points: usize, partners: usize) -> &[f32; FACTORS] {
        let strength = &self.strengths[points * STRENGTHS + partners];
        strength.get_or_init(|| network.of_strength(&self.listened, points, partners).factors)
    }

    /// What it makes of lengths, without calls that are rare from all such hands, beside the one that was made.
    fn of_lengths(&self, network: &CallNetwork, lengths: Lengths) -> OfLengths {
        let shape = network.of_shape(&self.listened, lengths);
        let start = network.calls_of_shape(&self.listened, &shape);
        let of_all = OfLengths::new(network, &shape.factors, &start, &self.open);
        let mut most = [0.0f32; MOST_CALLS];
        let mut calls = [0.0; MOST_CALLS];
        let calls = &mut calls[..of_all.calls];
        for points in (0..=MOST_POINTS).step_by(APART) {
            let all = of_all.weigh(self.strength(network, points, MOST_POINTS / 3), calls);
            most.iter_mut().zip(&*calls).for_each(|(most, it)| *most = most.max(it / all));
        }
        let is_kept = |(at, call): (usize, &usize)| (at == 0 || most[at] >= RARE).then_some(*call);
        let kept: Vec<usize> = self.open.iter().enumerate().filter_map(is_kept).collect();
        OfLengths::new(network, &shape.factors, &start, &kept)
    }
}

/// How many points of one hand are told apart.
const STRENGTHS: usize = MOST_POINTS + 1;

/// The most places for calls.
const MOST_CALLS: usize = CALLS.next_multiple_of(ABREAST);

/// What hands of the same lengths say for some calls.
#[derive(Debug)]
struct OfLengths {
    /// How many places there are for the calls: a multiple of [`ABREAST`], the last of them empty.
    calls: usize,
    /// What the lengths alone say for each of the calls.
    start: Vec<f32>,
    /// The factors that count, and what each, as strong as it is with these lengths, says for each of the calls.
    factors: Vec<usize>,
    says: Vec<f32>,
}

impl OfLengths {
    fn new(
        network: &CallNetwork,
        factors: &[f32; FACTORS],
        start: &[f32; CALLS],
        calls: &[usize],
    ) -> Self {
        let places = calls.len().next_multiple_of(ABREAST);
        let count: Vec<usize> = (0..FACTORS).filter(|&factor| factors[factor] > 0.0).collect();
        let mut start_of_calls = vec![NO_CALL; places];
        for (place, &call) in start_of_calls.iter_mut().zip(calls) {
            *place = start[call];
        }
        let mut says = vec![0.0; count.len() * places];
        for (row, &factor) in says.chunks_exact_mut(places).zip(&count) {
            let (strong, of_all) = (factors[factor], network.calls_of_factor(factor));
            for (place, &call) in row.iter_mut().zip(calls) {
                *place = strong * of_all[call];
            }
        }
        Self { calls: places, start: start_of_calls, factors: count, says }
    }

    /// Puts the weights of the calls of hands of this strength in their places, and returns their sum.
    fn weigh(&self, strength: &[f32; FACTORS], calls: &mut [f32]) -> f32 {
        calls.copy_from_slice(&self.start);
        for (&factor, says) in self.factors.iter().zip(self.says.chunks_exact(self.calls)) {
            let strength = strength[factor];
            calls.iter_mut().zip(says).for_each(|(call, says)| *call += strength * says);
        }
        let most = calls.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for call in calls.iter_mut() {
            *call -= most;
        }
        exponentials(calls);
        calls.iter().sum()
    }
}
