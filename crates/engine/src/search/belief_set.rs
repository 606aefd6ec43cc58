//! abc with belief sets: every world is played out by players who know only what they can know.
//!
//! Where the published rule gives each other player one imagined deal, here he draws a set of
//! worlds from his own belief, afresh at each of his decisions, and takes the best mean over it.
//! The decider's own later cards follow his belief in the same way. So a card is worth what the
//! others will make of it: whom it misleads, whom it helps.

use std::iter::successors;

use super::allocation::{Allocation, Halving};
use super::contest::{Contest, Effort};
use super::decision::{Decision, Trial};
use super::sample::Sample;
use super::{NoDecision, Question, Search, Watch, minimax};
use crate::cards::Card;
use crate::mind::agreed_or_lowest;

/// The search that goes by the playouts alone.
#[derive(Debug, Clone, Copy)]
pub struct BeliefSet;

/// A candidate that falls short of the best by less than this many standard errors of the paired
/// difference counts as equal: with one standard error, the better mean is the better card no more
/// often than in five cases of six.
const NEAR_TIE: f64 = 1.0;

/// The number of candidates whose playouts are paid for in full; with more, all have to share.
const FULL_CANDIDATES: usize = 2;

/// The worlds for each candidate of the first plan, where a clock may stop the search at any time.
const FIRST_PLAN: usize = 4;

impl Search for BeliefSet {
    fn slug(&self) -> &'static str {
        "abc"
    }

    fn about(&self) -> &'static str {
        "plays sampled worlds out with players who choose by their own beliefs"
    }

    fn decide_on(
        &self,
        question: &Question,
        sample: &Sample,
        _watch: Watch,
    ) -> Result<Decision, NoDecision> {
        let settings = question.settings;
        let clock = question.clock();
        let columns = minimax::ranking(question, sample);
        let most = settings.playout_worlds(question.view);
        let mut contest = Contest::new(question, sample, &columns, most, clock);
        let allocation: &dyn Allocation = settings.allocation.unwrap_or(&Halving);
        let all = most * columns.len().min(FULL_CANDIDATES);
        let first = settings.budget.map_or(all, |_| all.min(FIRST_PLAN * columns.len()));
        // Halving shares out what it expects to spend. With a clock it expects little, and twice as
        // much again and again as long as there is time.
        for playouts in successors(Some(first), |plan| (*plan < all).then(|| all.min(2 * plan))) {
            contest.run(allocation, Effort { playouts, gain: 0.0, each: 0 })?;
            if clock.is_up() {
                break;
            }
        }
        let best = allocation.best(&contest.tally());
        let mut trials = contest.trials();
        let card = settle_tie(question, sample, &trials, best);
        rank(&mut trials, card);
        Ok(Decision::new(self.slug(), question, sample, &trials))
    }
}

/// Of cards of one suit that are equal within the noise, which are one play with different
/// messages, the one that our agreements ask for, else the lowest. Between suits the better mean
/// decides.
fn settle_tie(question: &Question, sample: &Sample, trials: &[Trial], best: usize) -> Card {
    let best = &trials[best];
    let tied = trials
        .iter()
        .filter(|trial| trial.card.suit == best.card.suit && trial.is_near(best, NEAR_TIE));
    let tied: Vec<Card> = tied.map(|trial| trial.card).collect();
    agreed_or_lowest(question.view, question.system, &tied, &sample.wishes)
}

/// Sorts the chosen card first, then those with most playouts, of these the best mean.
fn rank(trials: &mut [Trial], chosen: Card) {
    trials.sort_by(|a, b| {
        let first = |trial: &Trial| trial.card == chosen;
        let by_worlds = b.scores.len().cmp(&a.scores.len());
        first(b).cmp(&first(a)).then(by_worlds).then(b.mean().total_cmp(&a.mean()))
    });
}
