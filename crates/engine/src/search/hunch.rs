//! What each card is expected to score before anybody plays on: the worlds that were solved, moved by what is seen without solving any.
//!
//! Worlds are few where time is short, and where they are dear: before dummy is faced, and in the first tricks. There a *hunch* helps, which
//! sees no world in particular, and so is wrong in other ways than a handful of worlds is:
//!
//! - **At the opening lead** what a network of players expects, if one speaks for the side. It has learned, in the deals as they were, what
//!   cards are worth to a player who sees what this one sees.
//! - **Later** a [glance](crate::mind::glance), while few worlds are solved. Where many are it adds nothing that shows.
//!
//! `docs/playouts.md` has the figures.

use itertools::Itertools;

use super::Question;
use super::sample::Sample;
use crate::cards::Card;
use crate::mind::glance::Scene;
use crate::mind::{NEAR_AT_A_GLANCE, inklings};

/// A network of players counts as many worlds. Of 0, 2, 5, 10, 15 and 25 this did best at 1,128 leads of champions of 2006 to 2011, where 24
/// worlds are solved.
const NETWORK_COUNTS: f64 = 10.0;

/// A glance counts as many. Of 0, 2, 4, 8 and 12 this did best beside 8 and 16 worlds at 800 decisions of the first six tricks, of boards of
/// 2006 to 2011.
const GLANCE_COUNTS: f64 = 4.0;

/// With so many worlds or more no glance is asked, and cards that are level in all of them are as good. A glance would still gain a little at
/// people's decisions; but in composed problems, where the usual judgement is wrong, it does harm.
const MANY: usize = 24;

/// What is expected without solving a world.
struct Hunch {
    /// What each card is worth, by its column, in tricks.
    worths: Vec<f64>,
    /// How many worlds that counts as.
    counts: f64,
}

impl Hunch {
    /// Of a player about to choose, if something speaks for him.
    fn of(question: &Question, sample: &Sample) -> Option<Self> {
        if question.view.history().played().is_empty() {
            Self::of_network(question, sample)
        } else {
            Self::at_a_glance(question, sample)
        }
    }

    fn of_network(question: &Question, sample: &Sample) -> Option<Self> {
        let expected = inklings(question.view, question.system)?;
        let worths = expected.into_iter().map(|it| (it.card, it.worth)).collect_vec();
        Some(Self::by_column(sample, &worths, NETWORK_COUNTS))
    }

    fn at_a_glance(question: &Question, sample: &Sample) -> Option<Self> {
        if sample.judge.worlds() >= MANY {
            return None;
        }
        let scene = Scene::of(question.view, sample.layouts.iter().map(|layout| (layout, 1.0)));
        let worths = question.settings.glance().look(&scene).worths(&scene);
        let worths = scene.legal().iter().zip(worths).collect_vec();
        Some(Self::by_column(sample, &worths, GLANCE_COUNTS))
    }

    fn by_column(sample: &Sample, worths: &[(Card, f64)], counts: f64) -> Self {
        let worth =
            |card| worths.iter().find(|(it, _)| it == card).map_or(0.0, |(_, worth)| *worth);
        Self { worths: sample.judge.cards().iter().map(worth).collect(), counts }
    }

    /// The same, where cards that the worlds hold to be as good share one worth: a hunch does not know better. Of a few worlds that is said only
    /// if the hunch sees no clear difference either.
    fn shared(mut self, sample: &Sample) -> Self {
        for columns in self.as_good(sample) {
            let sum: f64 = columns.iter().map(|&column| self.worths[column]).sum();
            for &column in &columns {
                self.worths[column] = sum / columns.len() as f64;
            }
        }
        self
    }

    /// The columns, those of cards that are as good together.
    fn as_good(&self, sample: &Sample) -> Vec<Vec<usize>> {
        let judge = &sample.judge;
        let (is_many, equal) = (judge.worlds() >= MANY, judge.scale().equal);
        let is_as_good = |best: usize, other: usize| {
            if is_many {
                return judge.are_level(best, other);
            }
            (judge.mean(best) - judge.mean(other)).abs() < equal
                && self.worths[best] - self.worths[other] <= NEAR_AT_A_GLANCE
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let best_first = |a: &usize, b: &usize| self.worths[*b].total_cmp(&self.worths[*a]);
        for column in (0..self.worths.len()).sorted_by(best_first) {
            match groups.iter_mut().find(|group| is_as_good(group[0], column)) {
                Some(group) => group.push(column),
                None => groups.push(vec![column]),
            }
        }
        groups
    }
}

/// What each card is expected to score double dummy, by its column: the mean over the worlds, moved by a hunch, if there is one.
pub(super) fn guesses(question: &Question, sample: &Sample) -> Vec<f64> {
    let judge = &sample.judge;
    let means = (0..judge.cards().len()).map(|column| judge.mean(column)).collect_vec();
    let Some(hunch) = Hunch::of(question, sample) else { return means };
    let Hunch { worths, counts } = hunch.shared(sample);
    let middle = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let (mean, worth) = (middle(&means), middle(&worths));
    let share = counts / (counts + judge.worlds() as f64);
    let expected = |own: f64| mean + judge.scale().stake * (own - worth);
    let both = means.iter().zip(&worths);
    both.map(|(mean, &own)| (1.0 - share) * mean + share * expected(own)).collect()
}
