//! Choices among several things, fitted to what was chosen: a conditional logit.
//!
//! The nats of the features of what was chosen, and of what might have been, that make the choices likeliest: their
//! likelihood is concave. Occasions of one group have a part in common.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::newton::{Prior, Slope, greatest};
use falsecard_engine::carding::lines::{Lines, Occasions};
use falsecard_engine::cards::Seat;

/// How strongly nats are expected to be those of the prior.
#[derive(Debug, Clone, Copy)]
pub(super) struct Precision {
    /// Of the nats that the occasions of a group have in common.
    pub(super) common: f64,
    /// Of those of each occasion.
    pub(super) particular: f64,
    /// Of those of features that are no agreements, as many times as much.
    pub(super) unagreed: f64,
}

/// Nats so small say nothing.
const LEAST: f64 = 0.02;

/// What was chosen, and what else might have been.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    /// Who chose.
    pub(super) by: Seat,
    /// The number of the occasion.
    pub(super) occasion: usize,
    /// What is true of each thing, as numbers by feature, one thing after the other: there are millions of these.
    told: Box<[(u16, f32)]>,
    /// Where what is told of each thing ends.
    ends: Box<[u16]>,
}

impl Chosen {
    /// What is true of each thing, as numbers by feature; of what was chosen first.
    pub(super) fn new(by: Seat, occasion: usize, options: &[Vec<(usize, f64)>]) -> Self {
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

    /// The choice with a feature left out of account.
    pub(super) fn without(&self, feature: usize) -> Self {
        let rest = |option| Iterator::filter(option, |(known, _)| *known != feature);
        let options: Vec<Vec<_>> = self.options().map(|option| rest(option).collect()).collect();
        Self::new(self.by, self.occasion, &options)
    }
}

/// By how much the nats under which the choices are likeliest depart from those of a prior.
pub(super) fn departures<O: Occasions + Sync>(
    chosen: &[&Chosen],
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

type Line = (Option<usize>, Vec<(usize, f64)>);

/// By how much the nats on the occasions of a group depart from the prior's: in common, and on each.
fn fit_group<O: Occasions>(
    chosen: &[&Chosen],
    prior: &Lines<O>,
    precision: Precision,
) -> Vec<Line> {
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    for (feature, _) in chosen.iter().flat_map(|it| it.options()).flatten() {
        places.insert(feature, 0);
    }
    places.values_mut().enumerate().for_each(|(number, at)| *at = number);
    let width = places.len();
    let n = width * (1 + O::KINDS);
    let mean = vec![0.0; n];
    let agreed: Vec<bool> = places.keys().map(|&feature| O::is_agreed(feature)).collect();
    let precision_at = |at: usize| {
        let own = if at < width { precision.common } else { precision.particular };
        if agreed[at % width] { own } else { own * precision.unagreed }
    };
    let precision = (0..n).map(precision_at).collect();
    let kind_at = |it: &Chosen| width * (1 + it.occasion % O::KINDS);
    let known = |it: &Chosen, feature: usize| {
        let nats = prior.at(it.occasion).iter().find(|(known, _)| *known == feature);
        nats.map_or(0.0, |(_, nats)| *nats)
    };
    let appeals = |it: &Chosen, at: &[f64]| -> Vec<f64> {
        let own = kind_at(it);
        let nats = |(feature, is): (usize, f64)| {
            is * (known(it, feature) + at[places[&feature]] + at[own + places[&feature]])
        };
        it.options().map(|card| card.map(nats).sum::<f64>().exp()).collect()
    };
    let value = |at: &[f64]| -> f64 {
        let of = |it: &&Chosen| {
            let appeals = appeals(it, at);
            (appeals[0] / appeals.iter().sum::<f64>()).ln()
        };
        chosen.iter().map(of).sum()
    };
    let slope = |at: &[f64]| {
        let mut slope = Slope::zero(n);
        for it in chosen {
            let appeals = appeals(it, at);
            let all: f64 = appeals.iter().sum();
            slope.value += (appeals[0] / all).ln();
            let mut expected: BTreeMap<usize, f64> = BTreeMap::new();
            let options: Vec<Vec<(usize, f64)>> = it
                .options()
                .map(|card| card.map(|(feature, is)| (places[&feature], is)).collect())
                .collect();
            for (card, appeal) in options.iter().zip(&appeals) {
                for (feature, is) in card {
                    *expected.entry(*feature).or_default() += is * appeal / all;
                }
            }
            let starts = [0, kind_at(it)];
            let mut bend = |from: usize, to: usize, by: f64| {
                for start in starts {
                    for other in starts {
                        slope.curvature[(start + from) * n + other + to] += by;
                    }
                }
            };
            for (card, appeal) in options.iter().zip(&appeals) {
                for (from, is) in card {
                    for (to, and) in card {
                        bend(*from, *to, is * and * appeal / all);
                    }
                }
            }
            for (from, is) in &expected {
                for (to, and) in &expected {
                    bend(*from, *to, -is * and);
                }
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
        slope
    };
    let found = greatest(&mean, &Prior { mean: mean.clone(), precision }, &value, &slope);
    let line = |start: usize| -> Vec<(usize, f64)> {
        let each = places.iter().map(|(&feature, &at)| (feature, found[start + at]));
        each.filter(|(_, nats)| nats.abs() >= LEAST).collect()
    };
    let kinds = (0..O::KINDS).map(|kind| (Some(kind), line(width * (1 + kind))));
    [(None, line(0))].into_iter().chain(kinds).filter(|(_, line)| !line.is_empty()).collect()
}
