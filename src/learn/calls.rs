//! How far calls are kept to, fitted to records.
//!
//! The weight of a hand behind a call is the exponential of a sum of nats, one for each way in which the hand
//! departs from what the call promises. With such weights the logarithm of the true deal's probability is concave in
//! the nats. Its slope is how often the true hands depart in each way, less how often hands drawn from the belief do.
//! So each record is looked at once, from every seat, with deals drawn from a belief by rough nats; the fit then weighs
//! those deals.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::corpus::Record;
use super::newton::{Prior, Slope, greatest};
use crate::belief::{Belief, Evidence};
use crate::cards::{FullDeal, Seat};
use crate::constraint::System;
use crate::constraint::reliance::{DEPARTURES, Departures, Reliance};
use crate::work::stream;

/// So many deals are drawn for a seat.
const DEALS: usize = 96;

/// What a textbook expects of any call.
const TEXTBOOK: Departures =
    [-0.7, -0.8, -1.0, -0.7, -0.8, -1.0, -1.5, -1.5, -1.0, -0.5, 0.0, 0.0, 0.0, 0.0];

/// How strong that expectation is, and how little the more particular kinds of call are expected to
/// differ from the general ones: what so many nats squared weigh.
const PRECISIONS: [f64; 3] = [8.0, 16.0, 24.0];

const N: usize = DEPARTURES.len();

/// What one seat could make of an auction: of the hidden hands' calls, for each kind, what the true hands have
/// about them and what the hands have of deals drawn from a belief.
#[derive(Debug, Clone)]
pub(super) struct Heard {
    /// The kinds of the calls, each once.
    kinds: Vec<[String; 3]>,
    truth: Vec<f32>,
    /// By the deal.
    drawn: Vec<f32>,
    /// The nats of each deal in the belief that it was drawn from.
    nats: Vec<f64>,
}

impl Heard {
    /// What the seats that decide could make of the auction of a record when dummy was faced.
    pub(super) fn of(record: &Record, system: &System, seed: u64) -> Vec<Self> {
        if record.play.history().played().is_empty() {
            return Vec::new();
        }
        let contract = record.play.bidding().contract();
        let seats = Seat::ALL.into_iter().filter(|&seat| seat != contract.dummy());
        seats.filter_map(|seat| Self::by(record, seat, system, seed)).collect()
    }

    fn by(record: &Record, seat: Seat, system: &System, seed: u64) -> Option<Self> {
        let play = record.after(1);
        let view = play.view(seat);
        let evidence = Evidence::of_auction(&view, system);
        let belief = Belief::new(&evidence).ok()?;
        let mut kinds: Vec<[String; 3]> = Vec::new();
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
        let about = |deal: &FullDeal| {
            let mut about = vec![0.0f32; kinds.len() * N];
            for (at, rule, slack) in &calls {
                let found = slack.departures(rule, &deal[rule.seat]);
                about[at * N..].iter_mut().zip(found).for_each(|(sum, more)| *sum += more as f32);
            }
            about
        };
        let mut rng = stream(seed, &[record.number as u64, seat as u64]);
        let deals: Vec<FullDeal> = belief.spread(&mut rng).take(DEALS).collect();
        Some(Self {
            truth: about(play.deal()),
            drawn: deals.iter().flat_map(about).collect(),
            nats: deals.iter().map(|deal| evidence.weight(deal).ln()).collect(),
            kinds,
        })
    }

    /// The log-likelihood of the true deal under these nats for each of its kinds, up to a constant, with its slope.
    fn slope(&self, nats: &[f64], curved: bool) -> Slope {
        let width = self.truth.len();
        let along = |about: &[f32]| -> f64 {
            about.iter().zip(nats).map(|(about, nats)| f64::from(*about) * nats).sum()
        };
        let logs: Vec<f64> = self
            .drawn
            .chunks(width)
            .zip(&self.nats)
            .map(|(about, was)| along(about) - was)
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
        let mut slope = Slope::zero(if curved { width } else { 0 });
        slope.value = along(&self.truth) - most - total.ln();
        if !curved {
            return slope;
        }
        let mut mean = vec![0.0; width];
        for (about, log) in self.drawn.chunks(width).zip(&logs) {
            let share = (log - most).exp() / total;
            let held: Vec<(usize, f64)> = about
                .iter()
                .enumerate()
                .filter(|(_, about)| **about != 0.0)
                .map(|(i, about)| (i, f64::from(*about)))
                .collect();
            for &(i, one) in &held {
                mean[i] += share * one;
                for &(j, other) in &held {
                    slope.curvature[i * width + j] += share * one * other;
                }
            }
        }
        for i in 0..width {
            slope.gradient[i] = f64::from(self.truth[i]) - mean[i];
            for j in 0..width {
                slope.curvature[i * width + j] -= mean[i] * mean[j];
            }
        }
        slope
    }
}

/// The places of the kinds of call in a list of numbers.
struct Places(BTreeMap<String, (usize, usize)>);

impl Places {
    fn of(heard: &[&Heard]) -> Self {
        let mut places = BTreeMap::new();
        for kinds in heard.iter().flat_map(|it| &it.kinds) {
            for (depth, kind) in kinds.iter().enumerate() {
                places.entry(kind.clone()).or_insert((0, depth));
            }
        }
        for (number, (at, _)) in places.values_mut().enumerate() {
            *at = number * N;
        }
        Self(places)
    }

    fn len(&self) -> usize {
        self.0.len() * N
    }

    /// The places that add up to each of a seat's numbers.
    fn local(&self, heard: &Heard) -> Vec<[usize; 3]> {
        let of_kind = |kinds: &[String; 3]| kinds.each_ref().map(|kind| self.0[kind].0);
        let places = heard.kinds.iter().map(of_kind);
        places.flat_map(|starts| (0..N).map(move |i| starts.map(|start| start + i))).collect()
    }
}

/// The reliance under which the true deals are likeliest, by what was heard.
pub(super) fn reliance(heard: &[&Heard], start: Option<&Reliance>) -> Reliance {
    let places = Places::of(heard);
    let local: Vec<Vec<[usize; 3]>> = heard.iter().map(|it| places.local(it)).collect();
    let mut prior = Prior { mean: vec![0.0; places.len()], precision: vec![0.0; places.len()] };
    let mut begin = prior.mean.clone();
    for (kind, &(at, depth)) in &places.0 {
        if depth == 0 {
            prior.mean[at..at + N].copy_from_slice(&TEXTBOOK);
        }
        prior.precision[at..at + N].fill(PRECISIONS[depth]);
        let known = start.and_then(|start| start.lines().find(|(known, _)| known == kind));
        let from = known.map_or(&prior.mean[at..at + N], |(_, nats)| nats).to_vec();
        begin[at..at + N].copy_from_slice(&from);
    }
    let summed = |at: &[f64], local: &[[usize; 3]]| -> Vec<f64> {
        local.iter().map(|places| places.iter().map(|&place| at[place]).sum()).collect()
    };
    let value = |at: &[f64]| -> f64 {
        let each = heard.par_iter().zip(&local);
        let values: Vec<f64> =
            each.map(|(it, local)| it.slope(&summed(at, local), false).value).collect();
        values.iter().sum()
    };
    let slope = |at: &[f64]| {
        let mut sum = Slope::zero(at.len());
        for (heard, local) in heard.chunks(256).zip(local.chunks(256)) {
            let each = heard.par_iter().zip(local);
            let slopes: Vec<Slope> =
                each.map(|(it, local)| it.slope(&summed(at, local), true)).collect();
            for (slope, local) in slopes.iter().zip(local) {
                sum.value += slope.value;
                for (i, to) in local.iter().enumerate() {
                    for &to in to {
                        sum.gradient[to] += slope.gradient[i];
                    }
                    for (j, and) in local.iter().enumerate() {
                        let curvature = slope.curvature[i * local.len() + j];
                        if curvature != 0.0 {
                            for &to in to {
                                for &and in and {
                                    sum.curvature[to * at.len() + and] += curvature;
                                }
                            }
                        }
                    }
                }
            }
        }
        sum
    };
    let found = greatest(&begin, &prior, &value, &slope);
    let mut reliance = Reliance::new();
    for (kind, &(at, _)) in &places.0 {
        reliance.set(kind, std::array::from_fn(|i| found[at + i]));
    }
    reliance
}

/// What a textbook expects of any call: where fits begin.
pub(super) fn textbook() -> Reliance {
    let mut reliance = Reliance::new();
    for kind in
        ["raise", "rebid", "new", "cue-bid", "notrump", "answer", "double", "redouble", "pass"]
    {
        reliance.set(kind, TEXTBOOK);
    }
    reliance
}
