//! How people choose among their cards of a suit, fitted to records.
//!
//! Each card that was played is a choice among the cards that its player had of the suit. The habits that make the
//! choices likeliest have a concave likelihood ([`Habits`]); those on occasions that differ in strain and phase alone
//! have a part in common.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::corpus::Record;
use super::newton::{Prior, Slope, greatest};
use crate::carding::Situation;
use crate::carding::habits::{Habits, Occasion, feature_name, of_card};

/// How strongly nats are expected to be none: in common, and what is particular to strain and phase.
const PRECISIONS: [f64; 2] = [0.5, 8.0];

/// Nats so small say nothing.
const LEAST: f64 = 0.02;

/// A card that was played, and the others that might have been.
#[derive(Debug, Clone)]
pub(super) struct Played {
    occasion: usize,
    /// What is true of each card, the one that was played first.
    cards: Vec<Vec<(usize, f64)>>,
}

impl Played {
    /// The choices of a record; dummy's cards are left out, as nobody infers from them.
    pub(super) fn of(record: &Record) -> Vec<Self> {
        let play = &record.play;
        let dummy = play.bidding().contract().dummy();
        let played = Situation::of_history(play.history(), Some(play.deal()[dummy]));
        let choice = |(played, situation): (crate::play::Played, Situation)| {
            let left = play.deal()[played.seat][played.card.suit] - situation.before;
            let others = left.iter().filter(|&rank| rank != played.card.rank);
            let cards = [played.card.rank].into_iter().chain(others);
            let cards: Vec<_> = cards.map(|rank| of_card(&situation, left, rank)).collect();
            (played.seat != dummy && cards.len() > 1)
                .then(|| Self { occasion: Occasion::of(&situation).number(), cards })
        };
        played.into_iter().filter_map(choice).collect()
    }
}

/// The habits under which the cards played are likeliest.
pub(super) fn habits(played: &[&Played]) -> Habits {
    let groups: Vec<usize> = (0..Occasion::COUNT / Occasion::KINDS).collect();
    let fitted: Vec<_> = groups
        .par_iter()
        .map(|&group| {
            let own = played.iter().filter(|it| it.occasion / Occasion::KINDS == group);
            (group, group_habits(&own.copied().collect::<Vec<_>>()))
        })
        .collect();
    let mut habits = Habits::default();
    for (group, lines) in fitted {
        for (kind, nats) in lines {
            let [general, particular] =
                Occasion::numbered(group * Occasion::KINDS + kind.unwrap_or_default()).words();
            let words = if kind.is_some() { particular } else { general };
            let named: Vec<(&str, f64)> =
                nats.into_iter().map(|(feature, nats)| (feature_name(feature), nats)).collect();
            habits.set(&words, &named).expect("the occasion and its features are known");
        }
    }
    habits
}

type Line = (Option<usize>, Vec<(usize, f64)>);

/// The nats on occasions that differ in strain and phase alone: in common, and of each.
fn group_habits(played: &[&Played]) -> Vec<Line> {
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    for (feature, _) in played.iter().flat_map(|it| &it.cards).flatten() {
        places.insert(*feature, 0);
    }
    places.values_mut().enumerate().for_each(|(number, at)| *at = number);
    let width = places.len();
    let n = width * (1 + Occasion::KINDS);
    let mean = vec![0.0; n];
    let precision = (0..n).map(|at| PRECISIONS[usize::from(at >= width)]).collect();
    let kind_at = |it: &Played| width * (1 + it.occasion % Occasion::KINDS);
    let appeals = |it: &Played, at: &[f64]| -> Vec<f64> {
        let own = kind_at(it);
        let nats = |&(feature, is): &(usize, f64)| {
            is * (at[places[&feature]] + at[own + places[&feature]])
        };
        it.cards.iter().map(|card| card.iter().map(nats).sum::<f64>().exp()).collect()
    };
    let value = |at: &[f64]| -> f64 {
        let of = |it: &&Played| {
            let appeals = appeals(it, at);
            (appeals[0] / appeals.iter().sum::<f64>()).ln()
        };
        played.iter().map(of).sum()
    };
    let slope = |at: &[f64]| {
        let mut slope = Slope::zero(n);
        for it in played {
            let appeals = appeals(it, at);
            let all: f64 = appeals.iter().sum();
            slope.value += (appeals[0] / all).ln();
            let mut expected: BTreeMap<usize, f64> = BTreeMap::new();
            for (card, appeal) in it.cards.iter().zip(&appeals) {
                for (feature, is) in card {
                    *expected.entry(places[feature]).or_default() += is * appeal / all;
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
            for (card, appeal) in it.cards.iter().zip(&appeals) {
                for (from, is) in card {
                    for (to, and) in card {
                        bend(places[from], places[to], is * and * appeal / all);
                    }
                }
            }
            for (from, is) in &expected {
                for (to, and) in &expected {
                    bend(*from, *to, -is * and);
                }
            }
            for start in starts {
                for (feature, is) in &it.cards[0] {
                    slope.gradient[start + places[feature]] += is;
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
    let kinds = (0..Occasion::KINDS).map(|kind| (Some(kind), line(width * (1 + kind))));
    [(None, line(0))].into_iter().chain(kinds).filter(|(_, line)| !line.is_empty()).collect()
}
