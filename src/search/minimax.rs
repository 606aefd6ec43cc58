//! Minimax over sampled worlds (PIMC): the baseline that every other bridge program is.

use super::decision::{Decision, Trial};
use super::sample::Sample;
use super::statistics::worst_tenth;
use super::{NoDecision, Question, Search};
use crate::cards::display_order;
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
        let worlds = question.settings.double_dummy_worlds(question.view);
        let assessment = Sample::draw(question, worlds, &question.clock())?.assessment;
        let mut trials: Vec<Trial> = (0..assessment.cards().len())
            .map(|column| trial(question.view, &assessment, column))
            .collect();
        sort(&mut trials);
        let seat = question.view.history().to_play();
        Ok(Decision::new(self.slug(), seat, question.settings.seed, &trials))
    }
}

fn trial(view: &View, assessment: &Assessment, column: usize) -> Trial {
    let scores: Vec<f64> = assessment.scores(column).map(f64::from).collect();
    Trial {
        card: assessment.cards()[column],
        worst_tenth: worst_tenth(&scores),
        scores,
        goals: assessment.tricks(column).map(|more| view.reaches_goal(more)).collect(),
        double_dummy: assessment.mean(column),
        gain: None,
    }
}

/// Best mean first; of equals the lower card, as players do.
pub(super) fn sort(trials: &mut [Trial]) {
    trials.sort_by(|a, b| {
        let by_mean = b.mean().total_cmp(&a.mean());
        by_mean
            .then(a.card.rank.cmp(&b.card.rank))
            .then(display_order(a.card).cmp(&display_order(b.card)))
    });
}
