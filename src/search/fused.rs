//! Minimax and abc fused: minimax's card, unless the playouts speak for another beyond their noise.
//!
//! abc alone loses to minimax where beating the other side needs best play (Otawa & Uehara 2006,
//! section 7.2, who propose to fuse them). So minimax ranks the cards, and its opinion is the prior
//! that the playouts must overcome: see [`posterior`](super::posterior).

use super::allocation::{Allocation, TopTwo};
use super::believed::Beliefs;
use super::contest::{Contest, Effort};
use super::decision::{Decision, Trial};
use super::posterior::{MARGIN, regret};
use super::sample::Sample;
use super::{NoDecision, Question, Search, conceal, minimax};
use crate::cards::Card;

/// The engine to ask.
#[derive(Debug, Clone, Copy)]
pub struct Fused;

/// Playouts end when no more than this, in stakes, is expected to be lost by stopping.
const REGRET: f64 = 0.002;

/// All candidates together have so many times as many playouts as there are worlds for one by the settings.
const ALL: usize = 3;

/// A single one may have half of them: so many go to each of two that the others have fallen behind.
const RIVALS: usize = 2;

impl Search for Fused {
    fn slug(&self) -> &'static str {
        "fused"
    }

    fn about(&self) -> &'static str {
        "minimax's card, unless the playouts of abc speak for another beyond their noise"
    }

    fn decide_on(
        &self,
        question: &Question,
        sample: &Sample,
        watch: &dyn Fn(Decision),
    ) -> Result<Decision, NoDecision> {
        let settings = question.settings;
        let clock = question.clock();
        let judge = &sample.judge;
        let (best, scale) = (judge.mean(judge.best()), judge.scale());
        let (near, far): (Vec<usize>, Vec<usize>) = minimax::ranking(question, sample)
            .into_iter()
            .partition(|&column| judge.mean(column) >= best - MARGIN * scale.stake);
        let playouts = settings.playout_worlds(question.view).saturating_mul(ALL);
        let worlds = playouts.div_ceil(RIVALS);
        let mut contest =
            Contest::new(question, sample, &near, worlds, clock).one_of_level_cards(&sample.wishes);
        let allocation: &dyn Allocation = settings.allocation.unwrap_or(&TopTwo);
        let enough = REGRET * scale.stake;
        let standing = |contest: &Contest| Standing::of(sample, contest, &far, enough);
        let effort = Effort { playouts, regret: enough };
        contest.run_watched(allocation, effort, &|contest| {
            watch(standing(contest).decision(question, sample));
        })?;
        let mut standing = standing(&contest);
        if let Some(at) = conceal::better(question, sample, &standing.trials, &clock)? {
            standing.put_first(at);
        }
        Ok(standing.decision(question, sample))
    }
}

/// How the contest stands.
struct Standing {
    /// All cards, the best first.
    trials: Vec<Trial>,
    /// Whether little can be lost by stopping.
    resolved: bool,
    /// The card that the first one conceals more than, if it was put first for that.
    conceals_over: Option<Card>,
}

impl Standing {
    /// `far` are the columns of the cards that do not take part.
    fn of(sample: &Sample, contest: &Contest, far: &[usize], enough: f64) -> Self {
        let beliefs = Beliefs::of(contest, &sample.judge);
        let tried = contest.trials().into_iter().zip(beliefs.of_candidates()).enumerate();
        let mut trials: Vec<Trial> = tried
            .flat_map(|(arm, (trial, (figures, belief)))| {
                let trial = Trial { figures, belief: Some(belief), ..trial };
                let level: Vec<Trial> = contest
                    .spoken_for_by(arm)
                    .map(|card| Trial { card, ..trial.clone() })
                    .collect();
                std::iter::once(trial).chain(level)
            })
            .collect();
        let gain =
            |trial: &Trial| trial.belief.map_or(f64::NEG_INFINITY, |belief| belief.gain.mean);
        trials.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        trials.extend(far.iter().map(|&column| {
            let (figures, belief) = beliefs.of_other(column);
            let solved = Trial::solved(&sample.judge, column);
            Trial { figures, belief: Some(belief), ..solved }
        }));
        let resolved = regret(beliefs.gains()) <= enough;
        Self { trials, resolved, conceals_over: None }
    }

    /// Chooses another card, which conceals more than the first.
    fn put_first(&mut self, at: usize) {
        self.conceals_over = self.trials.first().map(|trial| trial.card);
        self.trials[..=at].rotate_right(1);
    }

    fn decision(&self, question: &Question, sample: &Sample) -> Decision {
        let Self { trials, resolved, conceals_over } = self;
        let slug = Fused.slug();
        let decision = Decision::choosing(slug, question, sample, trials, *conceals_over);
        Decision { resolved: *resolved, ..decision }
    }
}
