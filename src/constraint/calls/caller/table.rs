//! How likely hands of all lengths and points are to make one call.

use std::sync::{Arc, OnceLock};

use super::layers::{CallNetwork, FACTORS, MOST_POINTS};
use super::seen::AuctionSeen;
use crate::constraint::language::PointSet;
use crate::constraint::language::lengths::{self, ByPoints, Lengths};
use crate::network::exponentials;

/// The share of calls that are made for no reason: slips of the pencil and of those who write records.
const SLIPS: f32 = 0.002;

/// Calls that no hand makes so often are taken to be made by none.
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

/// A call that has been heard, and how likely every hand was to make it. What it needs is made when it is first asked for, in some
/// milliseconds.
#[derive(Debug)]
pub struct HeardCall {
    network: Arc<CallNetwork>,
    seen: AuctionSeen,
    call: usize,
    parts: OnceLock<Parts>,
    tables: [OnceLock<Vec<ByPoints>>; PartnersPoints::NUMBER],
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
        let mut calls = vec![0.0; parts.calls];
        parts.likelihood(lengths::number(lengths), points, partners, &mut calls)
    }

    /// The probability of the call from hands of all lengths, in the order of their numbers, for each number of points; never 0.
    pub fn table(&self, partners: PartnersPoints) -> &[ByPoints] {
        self.tables[partners.number()].get_or_init(|| {
            let parts = self.parts();
            let mut calls = vec![0.0; parts.calls];
            let mut of = |shape| -> ByPoints {
                let mut last = 0.0;
                std::array::from_fn(|points| {
                    // Where partner's points are known, hands above the most are all alike.
                    let is_new =
                        points <= MOST_POINTS || matches!(partners, PartnersPoints::Together(_));
                    if is_new {
                        let own = points.min(MOST_POINTS);
                        let beside = partners.beside(points);
                        last = parts.likelihood(shape, own, beside, &mut calls);
                    }
                    last
                })
            };
            (0..lengths::WAYS).map(&mut of).collect()
        })
    }

    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| Parts::new(&self.network, &self.seen, self.call))
    }
}

const _: () = assert!(PointSet::MOST as usize > MOST_POINTS);

/// What the network makes of an auction with each shape, and with each strength of both partners.
#[derive(Debug)]
struct Parts {
    /// How many places there are for the calls that are told apart: a multiple of [`ABREAST`], the last of them empty. The call that was made
    /// has the first.
    calls: usize,
    /// The factors of each shape.
    shapes: Vec<[f32; FACTORS]>,
    /// What each shape alone says for each of the calls, shape by shape.
    starts: Vec<f32>,
    /// The factors of each strength: the caller's points, and for each his partner's.
    strengths: Vec<[f32; FACTORS]>,
    /// What each factor says for each of the calls, factor by factor.
    says: Vec<f32>,
    /// The probability of the call that is made by a slip.
    by_slip: f64,
}

impl Parts {
    fn new(network: &CallNetwork, seen: &AuctionSeen, call: usize) -> Self {
        let listened = network.listen(seen);
        let of_shape = |lengths| {
            let shape = network.of_shape(&listened, lengths);
            (shape.factors, network.calls_of_shape(&listened, &shape))
        };
        let (shapes, starts): (Vec<_>, Vec<_>) = lengths::every().map(of_shape).unzip();
        let strengths: Vec<_> = (0..=MOST_POINTS)
            .flat_map(|own| (0..=MOST_POINTS).map(move |partners| (own, partners)))
            .map(|(own, partners)| network.of_strength(&listened, own, partners).factors)
            .collect();
        let open: Vec<usize> = seen.open().collect();
        let by_slip = f64::from(SLIPS / open.len() as f32);
        let all = Self {
            calls: open.len(),
            shapes,
            starts: starts.iter().flat_map(|start| open.iter().map(|&it| start[it])).collect(),
            strengths,
            says: (0..FACTORS)
                .flat_map(|factor| {
                    let says = network.calls_of_factor(factor);
                    open.iter().map(|&call| says[call])
                })
                .collect(),
            by_slip,
        };
        let made = open.iter().position(|it| *it == call).expect("it was open");
        all.without_rare(made)
    }

    /// The same without calls that are rare from all hands, beside the one that was made.
    fn without_rare(self, made: usize) -> Self {
        let mut most = vec![0.0f32; self.calls];
        let mut calls = vec![0.0; self.calls];
        for shape in 0..lengths::WAYS {
            for points in (0..=MOST_POINTS).step_by(APART) {
                let all = self.weigh(shape, points, MOST_POINTS / 3, &mut calls);
                most.iter_mut().zip(&calls).for_each(|(most, it)| *most = most.max(it / all));
            }
        }
        let others = (0..self.calls).filter(|&call| call != made && most[call] >= RARE);
        let kept: Vec<usize> = std::iter::once(made).chain(others).collect();
        let calls = kept.len().next_multiple_of(ABREAST);
        let only = |all: &[f32], none: f32| -> Vec<f32> {
            let rows = all.chunks_exact(self.calls);
            let places = |row: &[f32]| -> Vec<f32> {
                let mut places = vec![none; calls];
                places.iter_mut().zip(&kept).for_each(|(place, &call)| *place = row[call]);
                places
            };
            rows.flat_map(places).collect()
        };
        let (starts, says) = (only(&self.starts, NO_CALL), only(&self.says, 0.0));
        Self { calls, starts, says, ..self }
    }

    /// Puts the weights of the calls in their places, and returns their sum.
    fn weigh(&self, shape: usize, points: usize, partners: usize, calls: &mut [f32]) -> f32 {
        calls.copy_from_slice(&self.starts[shape * self.calls..][..self.calls]);
        let strength = &self.strengths[points * (MOST_POINTS + 1) + partners];
        let both = self.shapes[shape].iter().zip(strength).map(|(a, b)| a * b);
        for (both, says) in both.zip(self.says.chunks_exact(self.calls)) {
            if both != 0.0 {
                calls.iter_mut().zip(says).for_each(|(call, says)| *call += both * says);
            }
        }
        let most = calls.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for call in calls.iter_mut() {
            *call -= most;
        }
        exponentials(calls);
        calls.iter().sum()
    }

    /// The probability of the call that was made.
    fn likelihood(&self, shape: usize, points: usize, partners: usize, calls: &mut [f32]) -> f64 {
        let all = self.weigh(shape, points, partners, calls);
        f64::from((1.0 - SLIPS) * calls[0] / all) + self.by_slip
    }
}
