//! A conditional logit: weights of features, fitted to choices among several options.
//!
//! The logit of an option is the sum of its features times their weights, in nats. The weights
//! maximise the likelihood of the options chosen, which is concave. Occasions of one group share a
//! common part of the weights.

use std::collections::BTreeMap;

use itertools::Itertools;
use rayon::prelude::*;

use super::newton::{Derivatives, NormalPrior, maximise};
use falsecard_engine::carding::lines::{Lines, Occasions};
use falsecard_engine::cards::Seat;
use falsecard_engine::real::Real;

/// The precisions (one over the variance) of the normal prior of the weights.
#[derive(Debug, Clone, Copy)]
pub struct Precision {
    /// The precision of the weights that the occasions of a group have in common.
    pub common: f64,
    /// The precision of the weights particular to an occasion.
    pub particular: f64,
    /// The factor by which the precision of features that are no agreements is multiplied.
    pub unagreed: f64,
}

/// Weights smaller than this, in nats, are dropped.
const LEAST: f64 = 0.02;

/// A choice among several options, of which one was taken.
#[derive(Debug, Clone)]
pub struct ObservedChoice {
    /// The seat of the player who chose.
    pub by: Seat,
    /// The number of the occasion.
    pub occasion: usize,
    /// The features of all options one after another, as index and value. Compact, as there are
    /// millions.
    features: Box<[(u16, f32)]>,
    /// The end of each option's features in `features`.
    ends: Box<[u16]>,
}

impl ObservedChoice {
    /// A choice among `options`, each a list of features with their values. The first option was
    /// chosen.
    pub fn new(by: Seat, occasion: usize, options: &[Vec<(usize, f64)>]) -> Self {
        let features = options.iter().flatten().map(|&(feature, is)| (feature as u16, is as f32));
        let mut end = 0;
        let ends = options.iter().map(|option| {
            end += option.len() as u16;
            end
        });
        Self { by, occasion, features: features.collect(), ends: ends.collect() }
    }

    /// The features of each option with their values; the chosen option first.
    fn options(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, f64)>> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| {
            let features = &self.features[usize::from(*start)..usize::from(*end)];
            features.iter().map(|&(feature, is)| (usize::from(feature), f64::from(is)))
        })
    }
}

/// The departures of the maximum-a-posteriori weights from those of a prior, for each group of
/// occasions.
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

/// The departures from the prior's weights in one group: in common, and on each occasion.
fn fit_group<O: Occasions>(
    chosen: &[&ObservedChoice],
    prior: &Lines<O>,
    precision: Precision,
) -> Vec<GroupWeights> {
    let group = OccasionGroup::of(chosen, prior);
    let mean = vec![0.0; group.len()];
    let expected = NormalPrior { mean: mean.clone(), precision: group.precisions(precision) };
    let found = maximise(&mean, &expected, &|at| group.value(at), &|at| group.derivatives(at));
    let kinds = (0..O::KINDS).map(|kind| (Some(kind), group.line(&found, 1 + kind)));
    let lines = [(None, group.line(&found, 0))].into_iter().chain(kinds);
    lines.filter(|(_, line)| !line.is_empty()).collect()
}

/// The choices on the occasions of a group. Its parameters come in blocks of one weight per
/// feature: the block in common first, then one for each occasion.
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

    /// The starts of the two blocks that add up to the weights of a choice.
    fn starts(&self, it: &ObservedChoice) -> [usize; 2] {
        [0, self.width() * (1 + it.occasion % O::KINDS)]
    }

    /// The prior precision of each parameter.
    fn precisions(&self, precision: Precision) -> Vec<f64> {
        let blocks =
            (0..=O::KINDS).flat_map(|block| self.places.keys().map(move |it| (block, *it)));
        let at = |(block, feature)| {
            let own = if block == 0 { precision.common } else { precision.particular };
            if O::is_agreed(feature) { own } else { own * precision.unagreed }
        };
        blocks.map(at).collect()
    }

    /// The logit of each option under the parameters `at`.
    fn logits(&self, it: &ObservedChoice, at: &[f64]) -> Vec<f64> {
        let [common, own] = self.starts(it);
        let nats = |(feature, is): (usize, f64)| {
            let known = self.prior.at(it.occasion).iter().find(|(known, _)| *known == feature);
            let (known, place) = (known.map_or(0.0, |(_, nats)| *nats), self.places[&feature]);
            is * (known + at[common + place] + at[own + place])
        };
        it.options().map(|card| Real::exp(card.map(nats).sum::<f64>())).collect()
    }

    /// The log-likelihood of the choices under the parameters `at`.
    fn value(&self, at: &[f64]) -> f64 {
        let of = |it: &&ObservedChoice| {
            let logits = self.logits(it, at);
            Real::ln(logits[0] / logits.iter().sum::<f64>())
        };
        self.chosen.iter().map(of).sum()
    }

    fn derivatives(&self, at: &[f64]) -> Derivatives {
        let mut derivatives = Derivatives::zero(self.len());
        self.chosen.iter().for_each(|it| self.add_derivatives(it, at, &mut derivatives));
        derivatives
    }

    /// Adds the derivatives of one choice's log-likelihood.
    fn add_derivatives(&self, it: &ObservedChoice, at: &[f64], derivatives: &mut Derivatives) {
        let logits = self.logits(it, at);
        let all: f64 = logits.iter().sum();
        derivatives.value += Real::ln(logits[0] / all);
        let mut expected: BTreeMap<usize, f64> = BTreeMap::new();
        let options: Vec<Vec<(usize, f64)>> = it
            .options()
            .map(|card| card.map(|(feature, is)| (self.places[&feature], is)).collect())
            .collect();
        for (card, appeal) in options.iter().zip(&logits) {
            for (feature, is) in card {
                *expected.entry(*feature).or_default() += is * appeal / all;
            }
        }
        let (starts, n) = (self.starts(it), self.len());
        let mut bend = |from: usize, to: usize, by: f64| {
            for (start, other) in starts.into_iter().cartesian_product(starts) {
                derivatives.curvature[(start + from) * n + other + to] += by;
            }
        };
        for (card, appeal) in options.iter().zip(&logits) {
            for ((from, is), (to, and)) in card.iter().cartesian_product(card) {
                bend(*from, *to, is * and * appeal / all);
            }
        }
        for ((from, is), (to, and)) in expected.iter().cartesian_product(&expected) {
            bend(*from, *to, -is * and);
        }
        for start in starts {
            for (feature, is) in &options[0] {
                derivatives.gradient[start + feature] += is;
            }
            for (feature, is) in &expected {
                derivatives.gradient[start + feature] -= is;
            }
        }
    }

    /// The weights of a block that are large enough to keep, with their features.
    fn line(&self, found: &[f64], block: usize) -> Vec<(usize, f64)> {
        let start = block * self.width();
        let each = self.places.iter().map(|(&feature, &at)| (feature, found[start + at]));
        each.filter(|(_, nats)| nats.abs() >= LEAST).collect()
    }
}
