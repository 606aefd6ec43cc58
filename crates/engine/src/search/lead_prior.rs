//! A network of players' estimate of each card before anything is solved, as a prior.
//!
//! The network has learned, in the deals as they were, what cards are worth to a player with this
//! view. Before dummy is faced a belief knows little, and worlds drawn from it, each solved with
//! all four hands open, distinguish leads that are alike and miss differences between others. So at
//! the opening lead the estimate counts as much as ten worlds. Later it adds nothing that shows
//! (`research/playouts-history.md`).

use super::Question;
use super::scoring::Judge;
use crate::mind::estimates;

/// The number of worlds that the estimate counts as at the opening lead. Of 0, 2, 5, 10, 15 and 25
/// this did best at 1,128 leads of champions of 2006 to 2011, where 24 worlds are solved
/// (`research/playouts-history.md`).
const COUNTS: f64 = 10.0;

/// The expected double-dummy score of each card, by its column: the mean over the worlds; at the
/// opening lead moved by the network's estimate, if one speaks for the leader's side.
pub(super) fn guesses(question: &Question, judge: &Judge) -> Vec<f64> {
    let columns = || 0..judge.cards().len();
    let means: Vec<f64> = columns().map(|column| judge.mean(column)).collect();
    if !question.view.history().played().is_empty() {
        return means;
    }
    let Some(estimates) = estimates(question.view, question.system) else { return means };
    let worth = |column: usize| {
        let own = estimates.iter().find(|it| it.card == judge.cards()[column]);
        own.map_or(0.0, |it| it.worth)
    };
    // Cards that no world distinguishes get the same estimate.
    let of_level = |column: usize| {
        let level: Vec<f64> =
            columns().filter(|&other| judge.are_level(column, other)).map(worth).collect();
        level.iter().sum::<f64>() / level.len() as f64
    };
    let middle = means.iter().sum::<f64>() / means.len() as f64;
    let share = COUNTS / (COUNTS + judge.worlds() as f64);
    let moved = |(column, mean): (usize, &f64)| {
        (1.0 - share) * mean + share * (middle + judge.scale().stake * of_level(column))
    };
    means.iter().enumerate().map(moved).collect()
}
