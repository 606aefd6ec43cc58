//! Minimax over sampled worlds (PIMC): the baseline that every other bridge program is.

use super::decision::{Decision, Trial};
use super::random::stream;
use super::statistics::worst_tenth;
use super::{NoDecision, Question, Search, Settings, workers};
use crate::cards::{FullDeal, display_order};
use crate::mind::Assessment;
use crate::play::View;

/// Draws worlds, solves each with all four hands open, and takes the card with the best mean.
pub(super) struct Minimax;

impl Search for Minimax {
    fn slug(&self) -> &'static str {
        "minimax"
    }

    fn about(&self) -> &'static str {
        "the best mean double-dummy score over sampled worlds"
    }

    fn decide(&self, question: &Question) -> Result<Decision, NoDecision> {
        let worlds = worlds(question, question.settings.worlds * Settings::MINIMAX_FACTOR)?;
        let assessment = assess(question, &worlds);
        let mut trials: Vec<Trial> = (0..assessment.cards().len())
            .map(|column| trial(question.view, &assessment, column))
            .collect();
        sort(&mut trials);
        let seat = question.view.history().to_play();
        Ok(Decision::new(self.slug(), seat, question.settings.seed, &trials))
    }
}

/// The worlds of a decision: the first `n` of a list that depends on the seed alone.
pub(super) fn worlds(question: &Question, n: usize) -> Result<Vec<FullDeal>, NoDecision> {
    let belief = question.belief()?;
    let mut rng = stream(question.settings.seed, &[WORLD]);
    Ok(belief.spread(&mut rng).take(n.max(1)).collect())
}

/// The key of the stream that draws worlds.
const WORLD: u64 = 0;

/// Solves the worlds on all threads.
pub(super) fn assess(question: &Question, worlds: &[FullDeal]) -> Assessment {
    let view = question.view;
    let parts = workers::each(worlds, |world, solver| {
        Assessment::of(view, std::slice::from_ref(world), solver)
    });
    let mut all = Assessment::empty(view);
    for part in &parts {
        all.extend(part);
    }
    all
}

fn trial(view: &View, assessment: &Assessment, column: usize) -> Trial {
    let scores: Vec<f64> = assessment.scores(column).map(f64::from).collect();
    Trial {
        card: assessment.cards()[column],
        worst_tenth: worst_tenth(&scores),
        scores,
        goals: assessment.tricks(column).map(|more| reaches_goal(view, more)).collect(),
        double_dummy: assessment.mean(column),
    }
}

/// Whether the decider's side makes, or defeats, the contract with so many further tricks.
pub(super) fn reaches_goal(view: &View, more: u8) -> bool {
    let contract = view.contract();
    let won = view.history().tricks_won(view.side()) + more;
    if view.side() == contract.declaring_side() {
        won >= contract.goal()
    } else {
        13 - won < contract.goal()
    }
}

/// Best mean first; of equals the lower card, as players do.
pub(super) fn sort(trials: &mut [Trial]) {
    let mean = |trial: &Trial| trial.scores.iter().sum::<f64>() / trial.scores.len().max(1) as f64;
    trials.sort_by(|a, b| {
        let by_mean = mean(b).total_cmp(&mean(a));
        by_mean
            .then(a.card.rank.cmp(&b.card.rank))
            .then(display_order(a.card).cmp(&display_order(b.card)))
    });
}
