//! Minimax and abc fused: minimax's card, unless the playouts overrule it beyond their noise.
//!
//! abc alone loses to minimax where beating the other side needs best play (Otawa & Uehara 2006,
//! section 7.2, who propose to fuse them). So minimax ranks the cards, and its ranking is the prior
//! that the playouts must overcome: see [`posterior`](super::posterior).

use super::allocation::{Allocation, TopTwo};
use super::contest::{Contest, Effort};
use super::contest_posterior::ContestPosterior;
use super::decision::{CardPosterior, Decision, Trial};
use super::posterior::{Gain, LITTLE, MARGIN, regret};
use super::sample::Sample;
use super::{NoDecision, Question, Search, Settings, Watch, conceal, lead_prior, minimax};
use crate::cards::Card;
use crate::mind::{JudgesBy, agreed_or_lowest};
use crate::work::FEWEST;

/// The most standard errors by which a card that a defender leads may be behind another of its suit
/// and still count as equal.
const NEAR: f64 = 1.0;

/// The search that fuses minimax and abc.
#[derive(Debug, Clone, Copy)]
pub struct Fused;

/// The greatest expected loss, in stakes, with which a decision is resolved.
const REGRET: f64 = 0.002;

/// Where time is not limited, playouts go on until more of them are expected to gain less than this
/// share of [`LITTLE`].
const UNHURRIED: f64 = 0.2;

/// The share of the time that the contest may take; the rest is for what the cards conceal.
const CONTEST_TIME: f64 = 0.9;

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
        watch: Watch,
    ) -> Result<Decision, NoDecision> {
        let settings = question.settings.or_mind_by(JudgesBy::Both);
        let question = &question.with_settings(&settings);
        let clock = question.clock();
        let judge = &sample.judge;
        let (guesses, scale) = (lead_prior::guesses(question, judge), judge.scale());
        let best = guesses.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (near, far): (Vec<usize>, Vec<usize>) =
            minimax::ranking_by(question, sample, &|column| guesses[column])
                .into_iter()
                .partition(|&column| guesses[column] >= best - MARGIN * scale.stake);
        let playouts =
            settings.playout_worlds(question.view).saturating_mul(Settings::ALL_PLAYOUTS);
        let worlds = settings.candidate_worlds(question.view);
        let mut contest = Contest::new(question, sample, &near, worlds, clock.part(CONTEST_TIME))
            .expecting(guesses)
            .one_of_level_cards(&sample.wishes)
            .surveying()?;
        let allocation: &dyn Allocation = settings.allocation.unwrap_or(&TopTwo);
        let little = REGRET * scale.stake;
        let standing = |contest: &Contest| {
            let mut standing = ContestStanding::of(sample, contest, &far, little);
            standing.lead_as_agreed(question, sample);
            standing
        };
        let effort = match settings.budget() {
            // There may be no more than ten playouts in all.
            Some(_) => Effort { playouts, gain: LITTLE * scale.stake, each: 0 },
            None => Effort { playouts, gain: UNHURRIED * LITTLE * scale.stake, each: FEWEST },
        };
        contest.run_watched(allocation, effort, &|contest| {
            watch(&|| standing(contest).decision(question, sample));
        })?;
        let mut standing = standing(&contest);
        // If concealment cannot be judged, the decision stays as it is.
        let found = conceal::least_shown(question, sample, &standing.trials, &clock);
        if let Ok(Some(found)) = found {
            standing.put_first(found.at);
            standing.shown = found.shown;
        }
        Ok(standing.decision(question, sample))
    }
}

/// The state of the contest.
struct ContestStanding {
    /// All cards, the best first.
    trials: Vec<Trial>,
    /// Whether the expected loss of choosing the card with the best estimate is small.
    resolved: bool,
    /// The cards that equal the first and show more of what its player was dealt.
    shown: Vec<Card>,
}

impl ContestStanding {
    /// The standing of a contest: `far` are the columns of the cards that do not take part;
    /// `little` is the expected loss with which a decision is resolved.
    fn of(sample: &Sample, contest: &Contest, far: &[usize], little: f64) -> Self {
        let posterior = ContestPosterior::of(contest, &sample.judge);
        let tried = contest.trials().into_iter().zip(posterior.of_candidates()).enumerate();
        let mut trials: Vec<Trial> = tried
            .flat_map(|(arm, (trial, (figures, own)))| {
                let trial = Trial { figures, posterior: Some(own), ..trial };
                let level: Vec<Trial> = contest
                    .spoken_for_by(arm)
                    .map(|card| Trial { card, ..trial.clone() })
                    .collect();
                std::iter::once(trial).chain(level)
            })
            .collect();
        let gain = |trial: &Trial| trial.posterior.map_or(f64::NEG_INFINITY, |own| own.gain.mean);
        trials.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        trials.extend(far.iter().map(|&column| {
            let (figures, own) = posterior.of_other(column);
            let solved = Trial::solved(&sample.judge, column);
            Trial { figures, posterior: Some(own), ..solved }
        }));
        let resolved = regret(posterior.gains()) <= little;
        Self { trials, resolved, shown: Vec::new() }
    }

    /// Puts another card first.
    fn put_first(&mut self, at: usize) {
        self.trials[..=at].rotate_right(1);
    }

    /// Puts first the card of the suit that a defender leads by agreement and habit, unless another
    /// like it is ahead by more than an error: partner goes by it, and which spot or which of
    /// equals is led hardly shows above the noise.
    fn lead_as_agreed(&mut self, question: &Question, sample: &Sample) {
        let view = question.view;
        let is_lead = view.history().trick().is_empty();
        if !is_lead || view.side() == view.contract().declaring_side() {
            return;
        }
        let best = &self.trials[0];
        let near = self.trials.iter().filter(|it| it.is_like(best, view) && it.is_near(best, NEAR));
        let near: Vec<Card> = near.map(|trial| trial.card).collect();
        let agreed = agreed_or_lowest(view, question.system, &near, &sample.wishes);
        let (figures, posterior) = (best.figures, best.posterior);
        if let Some(at) = self.trials.iter().position(|trial| trial.card == agreed) {
            // The difference between them is noise, so it gets the posterior of the best.
            let trial = &mut self.trials[at];
            let is_minimax = trial.posterior.is_some_and(|own| own.gain.is_minimax);
            let gain = |it: CardPosterior| Gain { is_minimax, ..it.gain };
            trial.posterior = posterior.map(|it| CardPosterior { gain: gain(it), ..it });
            trial.figures = figures;
            self.put_first(at);
        }
    }

    fn decision(&self, question: &Question, sample: &Sample) -> Decision {
        let Self { trials, resolved, shown } = self;
        let decision = Decision::choosing(Fused.slug(), question, sample, trials, shown);
        Decision { resolved: *resolved, ..decision }
    }
}
