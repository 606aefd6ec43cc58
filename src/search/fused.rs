//! Minimax and abc fused: minimax's card, unless the playouts speak for another beyond their noise.
//!
//! abc alone loses to minimax where beating the other side needs best play (Otawa & Uehara 2006,
//! section 7.2, who propose to fuse them). So minimax ranks the cards, and its opinion is the prior
//! that the playouts must overcome: see [`posterior`](super::posterior).

use super::allocation::{Allocation, TopTwo};
use super::contest::{Contest, Effort};
use super::decision::{Decision, Trial};
use super::posterior::{Gain, Likeness, MARGIN, believed, regret};
use super::sample::Sample;
use super::tally::Prior;
use super::{NoDecision, Question, Search, minimax};

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

    fn decide(&self, question: &Question) -> Result<Decision, NoDecision> {
        self.decide_watched(question, &|_| ())
    }

    fn decide_watched(
        &self,
        question: &Question,
        watch: &dyn Fn(Decision),
    ) -> Result<Decision, NoDecision> {
        let settings = question.settings;
        let clock = question.clock();
        let sample = Sample::by(question, &clock)?;
        let judge = &sample.judge;
        let (best, scale) = (judge.mean(judge.best()), judge.scale());
        let (near, far): (Vec<usize>, Vec<usize>) = minimax::ranking(question, &sample)
            .into_iter()
            .partition(|&column| judge.mean(column) >= best - MARGIN * scale.stake);
        let playouts = settings.playout_worlds(question.view).saturating_mul(ALL);
        let worlds = playouts.div_ceil(RIVALS);
        let mut contest = Contest::new(question, &sample, &near, worlds, clock)
            .one_of_level_cards(&sample.wishes);
        let allocation: &dyn Allocation = settings.allocation.unwrap_or(&TopTwo);
        let enough = REGRET * scale.stake;
        let standing = |contest: &Contest| decision(question, &sample, contest, &far, enough);
        let effort = Effort { playouts, regret: enough };
        contest.run_watched(allocation, effort, &|contest| watch(standing(contest)))?;
        Ok(standing(&contest))
    }
}

/// What is decided as the contest stands; `far` are the columns of the cards that do not take part.
fn decision(
    question: &Question,
    sample: &Sample,
    contest: &Contest,
    far: &[usize],
    enough: f64,
) -> Decision {
    let (settings, judge) = (question.settings, &sample.judge);
    let gains = believed(&contest.tally());
    let tried = contest.trials().into_iter().zip(&gains).enumerate();
    let mut trials: Vec<Trial> = tried
        .flat_map(|(arm, (trial, gain))| {
            let gain = Gain { is_minimax: arm == 0, ..gain.into() };
            let trial = Trial { gain: Some(gain), ..trial };
            let level: Vec<Trial> =
                contest.spoken_for_by(arm).map(|card| trial.for_level(card)).collect();
            std::iter::once(trial).chain(level)
        })
        .collect();
    let gain = |trial: &Trial| trial.gain.map_or(f64::NEG_INFINITY, |gain| gain.mean);
    trials.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    let (best, scale) = (judge.mean(judge.best()), judge.scale());
    trials.extend(far.iter().map(|&column| {
        let prior = Prior::of(judge.mean(column) - best, Likeness::None, scale);
        let gain = Some(Gain::from(&prior.alone(settings.best_defence, scale)));
        Trial { gain, ..Trial::solved(judge, column) }
    }));
    let seat = question.view.history().to_play();
    let decision = Decision::new(Fused.slug(), seat, settings.seed, sample, &trials);
    Decision { resolved: regret(&gains) <= enough, ..decision }
}
