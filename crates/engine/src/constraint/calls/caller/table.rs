//! The likelihood of one call by hands of all lengths and points.

use std::sync::{Arc, OnceLock};

use super::auction_features::{AuctionFeatures, CALLS};
use super::layers::{AuctionActivations, CallNetwork, FACTORS, MOST_POINTS};
use crate::constraint::language::PointSet;
use crate::constraint::language::lengths::{self, ByPoints, Lengths};
use crate::network::{ABREAST, add_rows_to_four, exponentials_below_most};

/// The share of calls that are made for no reason: slips of the pencil and of those who write
/// records.
const SLIPS: f32 = 0.002;

/// Calls that hands of the same lengths make more rarely than this are taken to be made by none of
/// them.
const RARE: f32 = 5e-4;

/// The step between the points that are tried to find such calls.
const APART: usize = 4;

/// The logit of a place without a call.
const NO_CALL: f32 = -1e9;

/// The most points that two partners have together.
const ALL_POINTS: usize = 40;

/// What is known of the points of a caller's partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartnersPoints {
    /// They are known.
    Known(u8),
    /// The sum of partner's and the caller's points is known.
    Together(u8),
}

impl PartnersPoints {
    /// Partner's points if the caller has these, among those that the network distinguishes.
    fn beside(self, own: usize) -> usize {
        let partners = match self {
            Self::Known(points) => usize::from(points),
            Self::Together(points) => usize::from(points).saturating_sub(own),
        };
        partners.min(MOST_POINTS)
    }

    /// Its index among all cases.
    fn number(self) -> usize {
        match self {
            Self::Known(points) => usize::from(points).min(MOST_POINTS),
            Self::Together(points) => MOST_POINTS + 1 + usize::from(points).min(ALL_POINTS),
        }
    }

    /// The number of cases.
    const NUMBER: usize = MOST_POINTS + 1 + ALL_POINTS + 1;
}

/// A call that has been heard, with its likelihood by every hand. Tables are made when they are
/// first asked for: some ten microseconds for each shape that is asked about.
#[derive(Debug)]
pub struct CallLikelihood {
    network: Arc<CallNetwork>,
    features: AuctionFeatures,
    call: usize,
    parts: OnceLock<LikelihoodParts>,
    tables: [OnceLock<Vec<OnceLock<Box<ByPoints>>>>; PartnersPoints::NUMBER],
}

impl PartialEq for CallLikelihood {
    fn eq(&self, other: &Self) -> bool {
        self.call == other.call
            && self.features == other.features
            && (Arc::ptr_eq(&self.network, &other.network) || self.network == other.network)
    }
}

impl CallLikelihood {
    /// A call, by its number, in an auction; `None` if it is illegal.
    pub fn new(network: Arc<CallNetwork>, features: AuctionFeatures, call: usize) -> Option<Self> {
        let tables = [const { OnceLock::new() }; PartnersPoints::NUMBER];
        let is_open = features.is_open(call);
        is_open.then(|| Self { network, features, call, parts: OnceLock::new(), tables })
    }

    /// The probability of the call from a hand of these lengths and points; never 0.
    pub fn likelihood(&self, lengths: Lengths, points: u8, partners: u8) -> f64 {
        let strength = [points, partners].map(|it| usize::from(it).min(MOST_POINTS));
        self.parts().likelihoods(&self.network, lengths, [strength; SIDE_BY_SIDE])[0]
    }

    /// The probability of the call from hands of these lengths, for each number of points; never 0.
    pub fn row(&self, lengths: Lengths, partners: PartnersPoints) -> &ByPoints {
        let table = self.tables[partners.number()]
            .get_or_init(|| (0..lengths::WAYS).map(|_| OnceLock::new()).collect());
        table[lengths::number(lengths)].get_or_init(|| Box::new(self.new_row(lengths, partners)))
    }

    fn new_row(&self, lengths: Lengths, partners: PartnersPoints) -> ByPoints {
        let mut row = [0.0; PointSet::MOST as usize + 1];
        // Above this a place repeats the last: both partners together have no more, or the network
        // does not distinguish such hands.
        let most = match partners {
            PartnersPoints::Known(_) => MOST_POINTS,
            PartnersPoints::Together(points) => usize::from(points.min(PointSet::MOST)),
        };
        for from in (0..=most).step_by(SIDE_BY_SIDE) {
            let strengths = std::array::from_fn(|at| {
                let own = (from + at).min(most);
                [own.min(MOST_POINTS), partners.beside(own)]
            });
            let of = self.parts().likelihoods(&self.network, lengths, strengths);
            row[from..].iter_mut().zip(of).for_each(|(place, of)| *place = of);
        }
        let last = row[most];
        row[most..].fill(last);
        row
    }

    fn parts(&self) -> &LikelihoodParts {
        self.parts.get_or_init(|| LikelihoodParts::new(&self.network, &self.features, self.call))
    }
}

const _: () = assert!(PointSet::MOST as usize > MOST_POINTS);

/// The activations of an auction, of each shape with it, and of each strength of both partners.
#[derive(Debug)]
struct LikelihoodParts {
    auction_units: AuctionActivations,
    /// The legal calls, the one that was made first.
    open: Vec<usize>,
    shapes: Vec<OnceLock<Box<LengthLogits>>>,
    /// The factors of each strength: the caller's points, and for each his partner's.
    strengths: Vec<OnceLock<[f32; FACTORS]>>,
    /// The probability that the call is made by a slip.
    by_slip: f64,
}

impl LikelihoodParts {
    fn new(network: &CallNetwork, features: &AuctionFeatures, call: usize) -> Self {
        let others = features.open().filter(|&it| it != call);
        let open: Vec<usize> = std::iter::once(call).chain(others).collect();
        Self {
            auction_units: network.activations(features),
            by_slip: f64::from(SLIPS / open.len() as f32),
            open,
            shapes: (0..lengths::WAYS).map(|_| OnceLock::new()).collect(),
            strengths: (0..STRENGTHS * STRENGTHS).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The likelihood of the call by hands of these lengths, by the caller's points and his
    /// partner's.
    fn likelihoods(
        &self,
        network: &CallNetwork,
        lengths: Lengths,
        strengths: [[usize; 2]; SIDE_BY_SIDE],
    ) -> [f64; SIDE_BY_SIDE] {
        let of_lengths = self.shapes[lengths::number(lengths)]
            .get_or_init(|| Box::new(self.of_lengths(network, lengths)));
        let strengths = strengths.map(|strength| self.strength(network, strength));
        let mut calls = [[0.0; MOST_CALLS]; SIDE_BY_SIDE];
        let all = of_lengths.weigh(strengths, &mut calls);
        std::array::from_fn(|at| f64::from((1.0 - SLIPS) * calls[at][0] / all[at]) + self.by_slip)
    }

    fn strength(&self, network: &CallNetwork, [points, partners]: [usize; 2]) -> &[f32; FACTORS] {
        let strength = &self.strengths[points * STRENGTHS + partners];
        strength.get_or_init(|| network.of_strength(&self.auction_units, points, partners).factors)
    }

    /// The logits of hands of these lengths, without calls that are rare by all such hands, except
    /// the one that was made.
    fn of_lengths(&self, network: &CallNetwork, lengths: Lengths) -> LengthLogits {
        let shape = network.of_shape(&self.auction_units, lengths);
        let start = network.calls_of_shape(&self.auction_units, &shape);
        let of_all = LengthLogits::new(network, &shape.factors, &start, &self.open);
        let mut most = [0.0f32; MOST_CALLS];
        let mut calls = [[0.0; MOST_CALLS]; SIDE_BY_SIDE];
        for from in (0..=MOST_POINTS).step_by(APART * SIDE_BY_SIDE) {
            let points = |at: usize| (from + at * APART).min(MOST_POINTS / APART * APART);
            let strengths = std::array::from_fn(|at| [points(at), MOST_POINTS / 3]);
            let strengths = strengths.map(|strength| self.strength(network, strength));
            let all = of_all.weigh(strengths, &mut calls);
            for (calls, all) in calls.iter().zip(all) {
                most.iter_mut().zip(calls).for_each(|(most, it)| *most = most.max(it / all));
            }
        }
        let is_kept = |(at, call): (usize, &usize)| (at == 0 || most[at] >= RARE).then_some(*call);
        let kept: Vec<usize> = self.open.iter().enumerate().filter_map(is_kept).collect();
        LengthLogits::new(network, &shape.factors, &start, &kept)
    }
}

/// How many strengths are evaluated side by side.
const SIDE_BY_SIDE: usize = 4;

/// The number of a factor fits a byte; masking its last bits avoids a bounds check.
const _: () = assert!(FACTORS.is_power_of_two() && FACTORS <= 256);

/// The number of points of one hand that are distinguished.
const STRENGTHS: usize = MOST_POINTS + 1;

/// The most places for calls, padded.
const MOST_CALLS: usize = CALLS.next_multiple_of(ABREAST);

/// The logits of some calls by hands of the same lengths.
#[derive(Debug)]
struct LengthLogits {
    /// The number of places for the calls: a multiple of [`ABREAST`], the last of them padding.
    calls: usize,
    /// The logit of each call by the lengths alone.
    start: Vec<f32>,
    /// The factors that matter; each is followed by its weights for the calls, times its value for
    /// these lengths.
    factors: Vec<u8>,
    says: Vec<f32>,
}

impl LengthLogits {
    fn new(
        network: &CallNetwork,
        factors: &[f32; FACTORS],
        start: &[f32; CALLS],
        calls: &[usize],
    ) -> Self {
        let places = calls.len().next_multiple_of(ABREAST);
        let count = (0..FACTORS).filter(|&factor| factors[factor] > 0.0);
        let count: Vec<u8> = count.map(|factor| factor as u8).collect();
        let mut start_of_calls = vec![NO_CALL; places];
        for (place, &call) in start_of_calls.iter_mut().zip(calls) {
            *place = start[call];
        }
        let mut says = vec![0.0; count.len() * places];
        for (row, &factor) in says.chunks_exact_mut(places).zip(&count) {
            let factor = usize::from(factor);
            let (strong, of_all) = (factors[factor], network.calls_of_factor(factor));
            for (place, &call) in row.iter_mut().zip(calls) {
                *place = strong * of_all[call];
            }
        }
        Self { calls: places, start: start_of_calls, factors: count, says }
    }

    /// Writes the unnormalised probabilities of the calls, for hands of each strength, and returns
    /// their sums.
    fn weigh(
        &self,
        strengths: [&[f32; FACTORS]; SIDE_BY_SIDE],
        calls: &mut [[f32; MOST_CALLS]; SIDE_BY_SIDE],
    ) -> [f32; SIDE_BY_SIDE] {
        let mut that_count = [[0.0; FACTORS]; SIDE_BY_SIDE];
        for (that_count, strength) in that_count.iter_mut().zip(strengths) {
            let each = that_count.iter_mut().zip(&self.factors);
            each.for_each(|(place, &factor)| *place = strength[usize::from(factor) % FACTORS]);
        }
        let that_count = that_count.each_ref().map(|it| &it[..self.factors.len()]);
        let mut calls = calls.each_mut().map(|calls| &mut calls[..self.calls]);
        for calls in &mut calls {
            calls.copy_from_slice(&self.start);
        }
        add_rows_to_four(&self.says, that_count, calls.each_mut().map(|calls| &mut **calls));
        calls.map(|calls| {
            exponentials_below_most(calls);
            calls.iter().sum()
        })
    }
}
