//! What a network of players expects of each card before anything is solved: a hunch.
//!
//! It has learned, in the deals as they were, what cards are worth to a player who sees what this one sees. Before the play has told much a
//! belief knows little, and worlds drawn from it, each solved with all four hands open, tell some cards apart that are alike and miss
//! what others do. So at the opening lead a hunch counts as much as ten worlds; later as two.

use super::Question;
use super::scoring::Judge;
use crate::mind::inklings;

/// A hunch counts as many worlds at the opening lead, and later. Of 0, 2, 5, 10, 15 and 25 these did best where 24 worlds are solved, at
/// 1,128 leads and 9,543 later decisions of champions of 2006 to 2011 (`docs/playouts.md`).
const AT_THE_LEAD: f64 = 10.0;
const LATER: f64 = 2.0;

/// What each card is expected to score double dummy, by its column: the mean over the worlds, moved by the player's hunch, if a network
/// speaks for his side.
pub(super) fn guesses(question: &Question, judge: &Judge) -> Vec<f64> {
    let columns = 0..judge.cards().len();
    let means: Vec<f64> = columns.map(|column| judge.mean(column)).collect();
    let Some(hunch) = inklings(question.view, question.system) else { return means };
    let is_lead = question.view.history().played().is_empty();
    let counts = if is_lead { AT_THE_LEAD } else { LATER };
    let middle = means.iter().sum::<f64>() / means.len() as f64;
    let share = counts / (counts + judge.worlds() as f64);
    let worth = |card| hunch.iter().find(|it| it.card == card).map_or(0.0, |it| it.worth);
    let moved = |(&card, mean): (_, &f64)| {
        (1.0 - share) * mean + share * (middle + judge.scale().stake * worth(card))
    };
    judge.cards().iter().zip(&means).map(moved).collect()
}
