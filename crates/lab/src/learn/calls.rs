//! Fits reliance to records: how closely players keep to what their calls promise.
//!
//! The weight of a hand behind a call is the exponential of a sum of nats, one for each way in
//! which the hand departs from what the call promises. With such weights the log-probability of the
//! true deal is concave in the nats. Its gradient is how often the true hands depart in each way,
//! less how often hands of the belief do. So for each record and each two hidden hands, deals are
//! drawn once from a belief with rough nats; the fit then weighs those deals and the true one, and
//! makes the true one likely among them. (Ma and Collins, "Noise contrastive estimation and
//! negative sampling for conditional models", EMNLP 2018: consistent in the number of records for
//! any number of deals. Without the true deal among them it would need many deals: where both
//! bidders are hidden, few drawn deals resemble it, and the nats run away.)

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

use itertools::Itertools;
use rayon::prelude::*;

use falsecard_engine::belief::{Belief, Evidence};
use falsecard_engine::cards::{BySeat, FullDeal, Seat};
use falsecard_engine::constraint::System;
use falsecard_engine::constraint::reliance::{DEPARTURES, Departures, KINDS, Reliance};
use falsecard_engine::real::Real;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::newton::{
    Derivatives, NormalPrior, maximise, maximise_by_blocks,
};
use falsecard_laboratory::records::{GameRecord, TEXTBOOK};

/// How many deals are drawn for two hidden hands.
const DEALS: usize = 48;

/// The prior precisions of nats, per nat squared, from general to particular kinds of call: around
/// what a textbook expects, and around the more general kind.
const PRECISIONS: [f64; 3] = [8.0, 16.0, 24.0];

const N: usize = DEPARTURES.len();

/// The index of the auction itself among the kinds of a call.
const AUCTION: usize = KINDS - 1;

/// The unit of each departure where it is stored as a small whole number: a tenth of the scale of
/// points, a quarter of that of lengths, otherwise 1.
const UNITS: Departures = {
    let mut units = [1.0; N];
    units[N - 6] = 0.1;
    units[N - 5] = 0.25;
    units[N - 4] = 0.25;
    units[N - 3] = 0.25;
    units
};

/// How often an auction must occur up to a call for that call to have nats of its own.
const COMMON: usize = 100;

/// The prior precision of the nats of a common auction's call around those of its kind.
const OF_AUCTION: f64 = 3.0;

/// The contrast of a true deal with drawn ones, for an observer who sees two hands: for each kind
/// of the hidden hands' calls, the departures of the true hands and of the hands of deals drawn
/// from a belief.
#[derive(Debug, Clone)]
pub(super) struct AuctionContrast {
    /// The kinds of the hidden hands' calls, each once.
    kinds: Vec<[String; KINDS]>,
    /// The departures in [`UNITS`], an array of deals × kinds × departures; the true deal is the
    /// first.
    deals: Vec<i8>,
    /// The log-weight of each deal in the belief from which it was drawn.
    nats: Vec<f32>,
}

impl AuctionContrast {
    /// The contrasts of a record, for each two hidden hands. Observers other than those who decide
    /// in the play are included; otherwise nothing would be learned of players who become dummy.
    pub(super) fn of(record: &GameRecord, system: &System, seed: u64) -> Vec<Self> {
        let pairs = Seat::ALL.into_iter().array_combinations();
        pairs.filter_map(|hidden| Self::about(record, hidden, system, seed)).collect()
    }

    fn about(record: &GameRecord, hidden: [Seat; 2], system: &System, seed: u64) -> Option<Self> {
        let (bidding, truth) = (record.play.bidding(), record.play.deal());
        let open = BySeat::from_fn(|seat| Some(truth[seat]).filter(|_| !hidden.contains(&seat)));
        let evidence = Evidence::of_calls(Some(bidding), &open, system);
        let belief = Belief::new(&evidence).ok()?;
        let mut kinds: Vec<[String; KINDS]> = Vec::new();
        let mut calls = Vec::new();
        for rule in &evidence.rules {
            let Some(slack) = &rule.slack else { continue };
            let at = kinds.iter().position(|known| *known == slack.kinds).unwrap_or_else(|| {
                kinds.push(slack.kinds.clone());
                kinds.len() - 1
            });
            calls.push((at, rule, slack));
        }
        if calls.is_empty() {
            return None;
        }
        let departures = |deal: &FullDeal| {
            let mut about = vec![0i8; kinds.len() * N];
            for (at, rule, slack) in &calls {
                let found = slack
                    .departures(rule, [&deal[rule.seat], &deal[rule.seat.partner()]])
                    .into_iter()
                    .zip(UNITS);
                let found = found.map(|(value, unit)| (value / unit).round() as i8);
                let sums = about[at * N..].iter_mut();
                sums.zip(found).for_each(|(sum, more)| *sum = sum.saturating_add(more));
            }
            about
        };
        let numbers = [record.number as u64, hidden[0] as u64, hidden[1] as u64];
        let mut rng = stream(seed, &numbers);
        let deals: Vec<FullDeal> =
            once(*truth).chain(belief.spread(&mut rng).take(DEALS)).collect();
        let nats: Vec<f32> =
            deals.iter().map(|deal| Real::ln(evidence.weight(deal)) as f32).collect();
        let is_possible = nats.iter().all(|nats| nats.is_finite());
        let deals = deals.iter().flat_map(departures).collect();
        is_possible.then_some(Self { kinds, deals, nats })
    }

    /// The number of departures of a deal: kinds × departures.
    const fn width(&self) -> usize {
        self.kinds.len() * N
    }

    /// The nats of a reliance for each of a deal's departures.
    fn nats_by(&self, reliance: &Reliance) -> Vec<f64> {
        let nats = |kinds: &[String; KINDS]| reliance.sum(kinds);
        self.kinds.iter().flat_map(nats).collect()
    }

    /// The log-probability of the true deal among the deals, under these nats, up to a constant,
    /// with its derivatives; without gradient and curvature unless `curved`.
    fn derivatives(&self, nats: &[f64], curved: bool) -> Derivatives {
        let width = self.width();
        let truth = &self.deals[..width];
        let unit = |i: usize| UNITS[i % N];
        let per_unit: Vec<f64> = nats.iter().enumerate().map(|(i, nats)| nats * unit(i)).collect();
        let along = |about: &[i8]| -> f64 {
            about.iter().zip(&per_unit).map(|(about, nats)| f64::from(*about) * nats).sum()
        };
        let logs: Vec<f64> = self
            .deals
            .chunks(width)
            .zip(&self.nats)
            .map(|(about, was)| along(about) - f64::from(*was))
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logs.iter().map(|log| Real::exp(log - most)).sum();
        let mut derivatives = Derivatives::zero(if curved { width } else { 0 });
        derivatives.value = along(truth) - most - Real::ln(total);
        if !curved {
            return derivatives;
        }
        let mut mean = vec![0.0; width];
        for (about, log) in self.deals.chunks(width).zip(&logs) {
            let share = Real::exp(log - most) / total;
            let held: Vec<(usize, f64)> = about
                .iter()
                .enumerate()
                .filter(|(_, about)| **about != 0)
                .map(|(i, about)| (i, f64::from(*about) * unit(i)))
                .collect();
            for &(i, one) in &held {
                mean[i] += share * one;
                for &(j, other) in &held {
                    derivatives.curvature[i * width + j] += share * one * other;
                }
            }
        }
        for i in 0..width {
            derivatives.gradient[i] = f64::from(truth[i]) * unit(i) - mean[i];
            for j in 0..width {
                derivatives.curvature[i * width + j] -= mean[i] * mean[j];
            }
        }
        derivatives
    }
}

/// The lines of a rule file that are fitted, each with its index among the parameters.
struct ParameterIndex(BTreeMap<String, usize>);

impl ParameterIndex {
    /// Numbers the lines in the order of their names.
    fn of(lines: BTreeSet<&String>) -> Self {
        let numbered = lines.into_iter().enumerate();
        Self(numbered.map(|(number, line)| (line.clone(), number * N)).collect())
    }

    fn len(&self) -> usize {
        self.0.len() * N
    }

    /// For each departure of a contrast, the parameters that add up to its nats.
    fn local(&self, heard: &AuctionContrast) -> Vec<Vec<usize>> {
        let of_kind = |kinds: &[String; KINDS]| -> Vec<usize> {
            kinds.iter().filter_map(|kind| self.0.get(kind).copied()).collect()
        };
        let starts = heard.kinds.iter().map(of_kind);
        let each = |starts: Vec<usize>| {
            (0..N).map(move |i| starts.iter().map(|start| start + i).collect())
        };
        starts.flat_map(each).collect()
    }
}

/// The reliance that makes the true deals likeliest: first for kinds of calls, then, given those,
/// for the calls of common auctions.
pub(super) fn reliance(heard: &[&AuctionContrast], start: Option<&Reliance>) -> Reliance {
    let mut reliance = by_kind(heard, start);
    by_auction(heard, &mut reliance, start);
    reliance
}

/// Fits the nats of kinds of calls, all together by Newton's method.
fn by_kind(heard: &[&AuctionContrast], start: Option<&Reliance>) -> Reliance {
    let depths: BTreeMap<&String, usize> = heard
        .iter()
        .flat_map(|it| &it.kinds)
        .flat_map(|kinds| kinds[..AUCTION].iter().enumerate().map(|(depth, kind)| (kind, depth)))
        .collect();
    let places = ParameterIndex::of(depths.keys().copied().collect());
    let mut prior =
        NormalPrior { mean: vec![0.0; places.len()], precision: vec![0.0; places.len()] };
    let mut begin = prior.mean.clone();
    for (kind, &at) in &places.0 {
        let depth = depths[kind];
        if depth == 0 {
            prior.mean[at..at + N].copy_from_slice(&TEXTBOOK);
        }
        prior.precision[at..at + N].fill(PRECISIONS[depth]);
        let known = start.and_then(|start| start.nats(kind));
        let from = known.map_or(&prior.mean[at..at + N], |nats| &nats[..]);
        begin[at..at + N].copy_from_slice(from);
    }
    let fit = RelianceFit::new(heard, &places, &Reliance::new());
    let found = maximise(&begin, &prior, &|at| fit.value(at), &|at| fit.derivatives(at));
    places.lines(&found).fold(Reliance::new(), |mut reliance, (kind, nats)| {
        reliance.set(kind, nats);
        reliance
    })
}

/// Fits the nats of the calls of common auctions, given those of their kinds.
fn by_auction(heard: &[&AuctionContrast], reliance: &mut Reliance, start: Option<&Reliance>) {
    let mut times: BTreeMap<&String, usize> = BTreeMap::new();
    for kinds in heard.iter().flat_map(|it| &it.kinds) {
        *times.entry(&kinds[AUCTION]).or_default() += 1;
    }
    let common = times.into_iter().filter(|(_, times)| *times >= COMMON).map(|(kind, _)| kind);
    let places = ParameterIndex::of(common.collect());
    let mut begin = vec![0.0; places.len()];
    for (kind, &at) in &places.0 {
        if let Some(known) = start.and_then(|start| start.nats(kind)) {
            begin[at..at + N].copy_from_slice(known);
        }
    }
    let fit = RelianceFit::new(heard, &places, reliance);
    let prior =
        NormalPrior { mean: vec![0.0; places.len()], precision: vec![OF_AUCTION; places.len()] };
    let found = maximise_by_blocks(N, &begin, &prior, &|at| fit.value(at), &|at| fit.blocks(at));
    for (kind, nats) in places.lines(&found) {
        reliance.set(kind, nats);
    }
}

impl ParameterIndex {
    /// The lines with their fitted departures.
    fn lines<'a>(&'a self, found: &'a [f64]) -> impl Iterator<Item = (&'a str, Departures)> {
        let nats = |at: usize| std::array::from_fn(|i| found[at + i]);
        self.0.iter().map(move |(kind, &at)| (kind.as_str(), nats(at)))
    }
}

/// The log-likelihood of the true deals, as a function of the nats of some lines.
struct RelianceFit<'a> {
    heard: &'a [&'a AuctionContrast],
    /// For each contrast and departure, the parameters that add up to its nats.
    local: Vec<Vec<Vec<usize>>>,
    /// For each contrast and departure, the nats of lines that are not fitted.
    given: Vec<Vec<f64>>,
    len: usize,
}

/// How many contrasts are weighed together; sums are taken in their order.
const TOGETHER: usize = 256;

impl<'a> RelianceFit<'a> {
    fn new(heard: &'a [&'a AuctionContrast], places: &ParameterIndex, given: &Reliance) -> Self {
        let local = heard.iter().map(|it| places.local(it)).collect();
        let given = heard.iter().map(|it| it.nats_by(given)).collect();
        Self { heard, local, given, len: places.len() }
    }

    /// The nats of one contrast's departures under the parameters `at`.
    fn nats(&self, number: usize, at: &[f64]) -> Vec<f64> {
        let each = self.local[number].iter().zip(&self.given[number]);
        each.map(|(places, given)| given + places.iter().map(|&it| at[it]).sum::<f64>()).collect()
    }

    fn value(&self, at: &[f64]) -> f64 {
        let values: Vec<f64> = (0..self.heard.len())
            .into_par_iter()
            .map(|number| self.heard[number].derivatives(&self.nats(number, at), false).value)
            .collect();
        values.iter().sum()
    }

    /// Sums the derivatives of all contrasts; `add` adds the curvature of one, given its
    /// parameters.
    fn sum(
        &self,
        at: &[f64],
        mut sum: Derivatives,
        add: impl Fn(&mut Derivatives, &Derivatives, &[Vec<usize>]),
    ) -> Derivatives {
        let numbers: Vec<usize> = (0..self.heard.len()).collect();
        for numbers in numbers.chunks(TOGETHER) {
            let each = numbers.par_iter();
            let gradients: Vec<Derivatives> = each
                .map(|&number| self.heard[number].derivatives(&self.nats(number, at), true))
                .collect();
            for (derivatives, &number) in gradients.iter().zip(numbers) {
                let local = &self.local[number];
                sum.value += derivatives.value;
                for (gradient, to) in derivatives.gradient.iter().zip(local) {
                    for &to in to {
                        sum.gradient[to] += gradient;
                    }
                }
                add(&mut sum, derivatives, local);
            }
        }
        sum
    }

    /// The derivatives with the full curvature.
    fn derivatives(&self, at: &[f64]) -> Derivatives {
        self.sum(at, Derivatives::zero(self.len), |sum, derivatives, local| {
            for (i, to) in local.iter().enumerate() {
                for (j, and) in local.iter().enumerate() {
                    let curvature = derivatives.curvature[i * local.len() + j];
                    if curvature != 0.0 {
                        for &to in to {
                            for &and in and {
                                sum.curvature[to * self.len + and] += curvature;
                            }
                        }
                    }
                }
            }
        })
    }

    /// The derivatives with the curvature of each line alone, in blocks of [`N`] rows.
    fn blocks(&self, at: &[f64]) -> Derivatives {
        self.sum(at, Derivatives::of_blocks(self.len, N), |sum, derivatives, local| {
            for (i, to) in local.iter().enumerate() {
                let line = i - i % N;
                for (j, and) in local.iter().enumerate().skip(line).take(N) {
                    let curvature = derivatives.curvature[i * local.len() + j];
                    for (&to, &and) in to.iter().zip(and) {
                        sum.curvature[to * N + and % N] += curvature;
                    }
                }
            }
        })
    }
}
