//! Choices among several things, fitted to what was chosen: a conditional logit.
//!
//! The nats of the features of what was chosen, and of what might have been, that make the choices
//! likeliest: their likelihood is concave. Occasions of one group have a part in common.

use std::collections::BTreeMap;

use itertools::Itertools;
use rayon::prelude::*;

use super::newton::{Derivatives, NormalPrior, maximise};
use falsecard_engine::carding::lines::{Lines, Occasions};
use falsecard_engine::cards::Seat;
use falsecard_engine::real::Real;

/// How strongly nats are expected to be those of the prior.
#[derive(Debug, Clone, Copy)]
pub struct Precision {
    /// Of the nats that the occasions of a group have in common.
    pub common: f64,
    /// Of those of each occasion.
    pub particular: f64,
    /// Of those of features that are no agreements, as many times as much.
    pub unagreed: f64,
}

/// Nats so small say nothing.
const LEAST: f64 = 0.02;

/// What was chosen, and what else might have been.
#[derive(Debug, Clone)]
pub struct ObservedChoice {
    /// Who chose.
    pub by: Seat,
    /// The number of the occasion.
    pub occasion: usize,
    /// What is true of each thing, as numbers by feature, one thing after the other: there are
    /// millions of these.
    told: Box<[(u16, f32)]>,
    /// Where what is told of each thing ends.
    ends: Box<[u16]>,
}

impl ObservedChoice {
    /// What is true of each thing, as numbers by feature; of what was chosen first.
    pub fn new(by: Seat, occasion: usize, options: &[Vec<(usize, f64)>]) -> Self {
        let told = options.iter().flatten().map(|&(feature, is)| (feature as u16, is as f32));
        let mut end = 0;
        let ends = options.iter().map(|option| {
            end += option.len() as u16;
            end
        });
        Self { by, occasion, told: told.collect(), ends: ends.collect() }
    }

    /// What is true of each thing, as numbers by feature; of what was chosen first.
    fn options(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, f64)>> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| {
            let told = &self.told[usize::from(*start)..usize::from(*end)];
            told.iter().map(|&(feature, is)| (usize::from(feature), f64::from(is)))
        })
    }
}

/// By how much the nats under which the choices are likeliest depart from those of a prior.
pub fn departures<O: Occasions + Sync>(
    chosen: &[&ObservedChoice],
    prior: &Lines<O>,
    precision: Precision,
) -> Lines<O> {
    let groups: Vec<usize> = (0..O::COUNT / O::KINDS).collect();
    let fitted: Vec<_> = groups
        .par_iter()
        .map(|&group| {
            let own = chosen.iter().filter(|it| it.occasion / O::KINDS == group);
            (group, fit_group(&own.copied().collect::<Vec<_>>(), prior, precision))
        })
        .collect();
    let mut all = Lines::default();
    for (group, lines) in fitted {
        for (kind, nats) in lines {
            let [general, particular] = O::words(group * O::KINDS + kind.unwrap_or_default());
            let words = if kind.is_some() { particular } else { general };
            let named: Vec<(&str, f64)> =
                nats.into_iter().map(|(feature, nats)| (O::feature_name(feature), nats)).collect();
            all.add(&words, &named).expect("the occasion and its features are known");
        }
    }
    all
}

type GroupWeights = (Option<usize>, Vec<(usize, f64)>);

/// By how much the nats on the occasions of a group depart from the prior's: in common, and on
/// each.
fn fit_group<O: Occasions>(
    chosen: &[&ObservedChoice],
    prior: &Lines<O>,
    precision: Precision,
) -> Vec<GroupWeights> {
    let group = OccasionGroup::of(chosen, prior);
    let mean = vec![0.0; group.len()];
    let expected = NormalPrior { mean: mean.clone(), precision: group.precisions(precision) };
    let found = maximise(&mean, &expected, &|at| group.value(at), &|at| group.slope(at));
    let kinds = (0..O::KINDS).map(|kind| (Some(kind), group.line(&found, 1 + kind)));
    let lines = [(None, group.line(&found, 0))].into_iter().chain(kinds);
    lines.filter(|(_, line)| !line.is_empty()).collect()
}

/// What was chosen on the occasions of a group. The numbers to be found come in blocks, in each of
/// which every feature has its place: first the nats that the occasions have in common, then those
/// of each kind of occasion.
struct OccasionGroup<'a, O: Occasions> {
    chosen: &'a [&'a ObservedChoice],
    prior: &'a Lines<O>,
    places: BTreeMap<usize, usize>,
}

impl<'a, O: Occasions> OccasionGroup<'a, O> {
    fn of(chosen: &'a [&'a ObservedChoice], prior: &'a Lines<O>) -> Self {
        let features = chosen.iter().flat_map(|it| it.options()).flatten();
        let mut places: BTreeMap<usize, usize> =
            features.map(|(feature, _)| (feature, 0)).collect();
        places.values_mut().enumerate().for_each(|(number, at)| *at = number);
        Self { chosen, prior, places }
    }

    fn width(&self) -> usize {
        self.places.len()
    }

    fn len(&self) -> usize {
        self.width() * (1 + O::KINDS)
    }

    /// Where the two blocks begin that speak of a choice.
    fn starts(&self, it: &ObservedChoice) -> [usize; 2] {
        [0, self.width() * (1 + it.occasion % O::KINDS)]
    }

    /// How strongly each number is expected to be 0.
    fn precisions(&self, precision: Precision) -> Vec<f64> {
        let blocks =
            (0..=O::KINDS).flat_map(|block| self.places.keys().map(move |it| (block, *it)));
        let at = |(block, feature)| {
            let own = if block == 0 { precision.common } else { precision.particular };
            if O::is_agreed(feature) { own } else { own * precision.unagreed }
        };
        blocks.map(at).collect()
    }

    /// How strongly each thing appeals, by these numbers.
    fn appeals(&self, it: &ObservedChoice, at: &[f64]) -> Vec<f64> {
        let [common, own] = self.starts(it);
        let nats = |(feature, is): (usize, f64)| {
            let known = self.prior.at(it.occasion).iter().find(|(known, _)| *known == feature);
            let (known, place) = (known.map_or(0.0, |(_, nats)| *nats), self.places[&feature]);
            is * (known + at[common + place] + at[own + place])
        };
        it.options().map(|card| Real::exp(card.map(nats).sum::<f64>())).collect()
    }

    /// The logarithm of how likely these numbers make all that was chosen.
    fn value(&self, at: &[f64]) -> f64 {
        let of = |it: &&ObservedChoice| {
            let appeals = self.appeals(it, at);
            Real::ln(appeals[0] / appeals.iter().sum::<f64>())
        };
        self.chosen.iter().map(of).sum()
    }

    fn slope(&self, at: &[f64]) -> Derivatives {
        let mut slope = Derivatives::zero(self.len());
        self.chosen.iter().for_each(|it| self.add_slope(it, at, &mut slope));
        slope
    }

    /// What one choice adds.
    fn add_slope(&self, it: &ObservedChoice, at: &[f64], slope: &mut Derivatives) {
        let appeals = self.appeals(it, at);
        let all: f64 = appeals.iter().sum();
        slope.value += Real::ln(appeals[0] / all);
        let mut expected: BTreeMap<usize, f64> = BTreeMap::new();
        let options: Vec<Vec<(usize, f64)>> = it
            .options()
            .map(|card| card.map(|(feature, is)| (self.places[&feature], is)).collect())
            .collect();
        for (card, appeal) in options.iter().zip(&appeals) {
            for (feature, is) in card {
                *expected.entry(*feature).or_default() += is * appeal / all;
            }
        }
        let (starts, n) = (self.starts(it), self.len());
        let mut bend = |from: usize, to: usize, by: f64| {
            for (start, other) in starts.into_iter().cartesian_product(starts) {
                slope.curvature[(start + from) * n + other + to] += by;
            }
        };
        for (card, appeal) in options.iter().zip(&appeals) {
            for ((from, is), (to, and)) in card.iter().cartesian_product(card) {
                bend(*from, *to, is * and * appeal / all);
            }
        }
        for ((from, is), (to, and)) in expected.iter().cartesian_product(&expected) {
            bend(*from, *to, -is * and);
        }
        for start in starts {
            for (feature, is) in &options[0] {
                slope.gradient[start + feature] += is;
            }
            for (feature, is) in &expected {
                slope.gradient[start + feature] -= is;
            }
        }
    }

    /// What was found in a block, as far as it says anything.
    fn line(&self, found: &[f64], block: usize) -> Vec<(usize, f64)> {
        let start = block * self.width();
        let each = self.places.iter().map(|(&feature, &at)| (feature, found[start + at]));
        each.filter(|(_, nats)| nats.abs() >= LEAST).collect()
    }
}
