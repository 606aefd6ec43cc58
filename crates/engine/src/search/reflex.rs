//! A card in milliseconds: what a glance at the belief says that each card brings.
//!
//! Layouts are drawn from the player's belief and not solved. One forward pass of the
//! [`Glance`](crate::mind::glance::Glance) network says how many tricks each card brings, and how
//! far that may be wrong; quantiles of this stand for layouts, so cards are scored as by every
//! other search. Late in the play the layouts are solved, which costs as little. Of cards of nearly
//! equal worth people's habits decide: they know what double dummy does not see.

use super::decision::{Decision, Trial};
use super::lead_prior::guesses;
use super::minimax::ranking_by;
use super::sample::Sample;
use super::{NoDecision, Question, Search, Watch};
use crate::cards::FullDeal;
use crate::dd::Solver;
use crate::mind::glance::Scene;
use crate::mind::{Assessment, estimates};
use crate::real::Real;

/// The layouts that a glance sees.
const SEEN: usize = 64;

/// The quantiles of a card's tricks that stand for layouts.
const QUANTILES: usize = 32;

/// The most tricks left with which layouts are solved, and how many.
const CHEAP: usize = 6;
const SOLVED: usize = 32;

/// The layouts that are solved before the opening lead, when there is no dummy to glance at: with a
/// network of players, whose estimate counts as ten more, and without one.
const SOLVED_FOR_LEAD: [usize; 2] = [2, 12];

/// The stakes by which a card is preferred that people play e times as often.
///
/// From 0.01 to 0.1 no clear difference was seen. Set on random deals of seeds 6 and 7, judged on
/// 2,000 of seed 8: `research/minds-history.md`.
const HABIT: f64 = 0.02;

/// People's choices below this probability say nothing more.
const SELDOM: f64 = 1e-4;

/// Plays the card of the most worth at a glance.
#[derive(Debug, Clone, Copy)]
pub struct Reflex;

impl Search for Reflex {
    fn slug(&self) -> &'static str {
        "reflex"
    }

    fn about(&self) -> &'static str {
        "the card that a network finds best at a glance, in milliseconds"
    }

    fn sample(&self, question: &Question) -> Result<Sample, NoDecision> {
        let history = question.view.history();
        let is_lead = history.played().is_empty();
        let left = 13 - usize::from(history.tricks_played());
        let solved =
            |worlds: &[FullDeal]| Assessment::of(question.view, worlds, &mut Solver::new());
        match left {
            _ if is_lead => {
                let [few, more] = SOLVED_FOR_LEAD;
                let is_known = estimates(question.view, question.system).is_some();
                Sample::judged(question, if is_known { few } else { more }, solved)
            }
            ..=CHEAP => Sample::judged(question, SOLVED, solved),
            _ => Sample::judged(question, SEEN, |worlds| glance_at(question, worlds)),
        }
    }

    fn shares_samples(&self) -> bool {
        false
    }

    fn decide_on(
        &self,
        question: &Question,
        sample: &Sample,
        _watch: Watch,
    ) -> Result<Decision, NoDecision> {
        let judge = &sample.judge;
        let worths = guesses(question, judge);
        let habits = estimates(question.view, question.system).unwrap_or_default();
        let liking = |column: usize| {
            let card = judge.cards()[column];
            let odds = habits.iter().find(|it| it.card == card).map_or(1.0, |it| it.odds);
            HABIT * judge.scale().stake * Real::ln(odds.max(SELDOM))
        };
        let columns = ranking_by(question, sample, &|column| worths[column] + liking(column));
        let trials: Vec<Trial> =
            columns.into_iter().map(|column| Trial::solved(judge, column)).collect();
        Ok(Decision::new(self.slug(), question, sample, &trials))
    }
}

/// The tricks of each card at a glance: the same quantile of each in every row, for what a layout
/// brings it brings to all cards alike.
fn glance_at(question: &Question, worlds: &[FullDeal]) -> Assessment {
    let scene = Scene::of(question.view, worlds.iter().map(|world| (world, 1.0)));
    let glimpse = question.settings.glance().evaluate(&scene);
    let most = f64::from(scene.tricks_left());
    let mut assessment = Assessment::empty(question.view);
    for number in 0..QUANTILES {
        let share = (number as f64 + 0.5) / QUANTILES as f64;
        let above = f64::from(glimpse.spread) * Real::ln(share / (1.0 - share));
        let tricks = |mean: f32| (f64::from(mean) + above).round().clamp(0.0, most) as u8;
        assessment.push(glimpse.tricks.iter().map(|(_, mean)| tricks(*mean)));
    }
    assessment
}
