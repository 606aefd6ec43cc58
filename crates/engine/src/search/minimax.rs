//! Minimax over sampled worlds (PIMC): the baseline that every other bridge program is.

use std::cmp::Ordering;

use super::decision::{Decision, Trial};
use super::sample::Sample;
use super::scoring::Judge;
use super::{NoDecision, Question, Search, Watch};
use crate::cards::{Card, display_order};
use crate::mind::agreed_or_lowest;

/// Draws worlds, solves each with all four hands open, and takes the card with the best mean.
#[derive(Debug, Clone, Copy)]
pub struct Minimax;

impl Search for Minimax {
    fn slug(&self) -> &'static str {
        "minimax"
    }

    fn about(&self) -> &'static str {
        "the best mean double-dummy score over sampled worlds"
    }

    /// All the time is for double dummy, since nothing follows it.
    fn sample(&self, question: &Question) -> Result<Sample, NoDecision> {
        Sample::alone(question)
    }

    fn decide_on(
        &self,
        question: &Question,
        sample: &Sample,
        _watch: Watch,
    ) -> Result<Decision, NoDecision> {
        let columns = ranking(question, sample).into_iter();
        let trials: Vec<Trial> = columns.map(|column| trial(&sample.judge, column)).collect();
        Ok(Decision::new(self.slug(), question, sample, &trials))
    }
}

fn trial(judge: &Judge, column: usize) -> Trial {
    let solved = Trial::solved(judge, column);
    Trial { scores: solved.double_dummy.clone(), ..solved }
}

/// The columns of the legal cards, best mean first. Of cards that are as good as the best, what
/// partner, our agreements and habit ask for comes first.
pub(super) fn ranking(question: &Question, sample: &Sample) -> Vec<usize> {
    ranking_by(question, sample, &|column| sample.judge.mean(column))
}

/// The same by what cards are expected to score.
pub(super) fn ranking_by(
    question: &Question,
    sample: &Sample,
    score: &dyn Fn(usize) -> f64,
) -> Vec<usize> {
    let judge = &sample.judge;
    let cards = judge.cards();
    let mut columns: Vec<usize> = (0..cards.len()).collect();
    columns.sort_by(|&a, &b| {
        let by_score = score(b).total_cmp(&score(a));
        by_score.then(lower_first(cards[a], cards[b]))
    });
    let least = score(columns[0]) - judge.scale().equal;
    let equals = columns.iter().take_while(|&&column| score(column) > least);
    let equals: Vec<Card> = equals.map(|&column| cards[column]).collect();
    let obeyed = match sample.asked {
        Some(asked) => asked.obeyed(&equals),
        None => equals,
    };
    let first = agreed_or_lowest(question.view, question.system, &obeyed, &sample.wishes);
    if let Some(at) = columns.iter().position(|&column| cards[column] == first) {
        columns[..=at].rotate_right(1);
    }
    columns
}

/// Best mean first; of equals the lower card, as players do.
pub(super) fn sort(trials: &mut [Trial]) {
    trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(lower_first(a.card, b.card)));
}

/// The lower card first; of equally high ones spades first.
fn lower_first(a: Card, b: Card) -> Ordering {
    a.rank.cmp(&b.rank).then(display_order(a).cmp(&display_order(b)))
}
