//! What a search returns: data, to be rendered elsewhere.

use std::fmt;

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::Question;
use super::line_taken::LineTaken;
use super::posterior::Gain;
use super::sample::Sample;
use super::scoring::{Figures, Judge};
use crate::carding::Situation;
use crate::carding::player::CardEstimate;
use crate::cards::{
    Card, FullDeal, Holding, Seat, Suit, is_honour, serialize_card, serialize_seat,
    serialize_some_card, serialize_some_suit,
};
use crate::constraint::System;
use crate::mind::{JudgesBy, LeadRequest, estimates};
use crate::play::{Scoring, View};
use crate::real::Real;
use crate::work::{mean_and_error, worst_tenth};

/// A card that was considered. All figures of fused are what it believes: double dummy in all
/// worlds, moved by what was played out. So any two candidates can be compared. Those of other
/// engines are by what was played out or, if `worlds` is 0, by double dummy.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Candidate {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// The mean score for the decider's side, in what is played for.
    pub mean: f64,
    /// The standard error of `mean`; `null` for a single world. Worlds count as independent. They
    /// are spread more evenly, so it errs on the large side.
    #[schemars(with = "Option<f64>")]
    pub se: f64,
    /// How far it falls short of the chosen card: paired by world, or for fused by what it believes
    /// of both.
    pub behind: f64,
    /// The standard error of `behind`.
    #[schemars(with = "Option<f64>")]
    pub behind_se: f64,
    /// Its figures by every measure.
    #[serde(flatten)]
    pub figures: Figures,
    /// The mean score of the worst tenth of the worlds, of one at least.
    pub worst_tenth: f64,
    /// The mean score double dummy, with which every search starts.
    pub double_dummy: f64,
    /// The number of worlds in which it, or the level card that speaks for it, was played out; for
    /// minimax, solved.
    pub worlds: usize,
    /// What fused believes that the card gains over minimax's. Only for fused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
    /// The better candidate that it is one play with: of one suit, as good in every world double
    /// dummy, and not told apart by what was played out.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    #[schemars(with = "Option<crate::cards::CardText>")]
    pub same_play_as: Option<Card>,
    /// What its playouts brought beyond double dummy; `None` if it was not played out.
    #[serde(skip)]
    pub beyond: Option<Beyond>,
}

/// The mean difference between a card's playouts and its double-dummy values in the same worlds,
/// before any prior: the cost of its opponents' errors, less that of its own side's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beyond {
    /// In tricks.
    pub tricks: f64,
    /// In what is played for.
    pub score: f64,
}

/// A chosen card and what it was compared with.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Decision {
    /// The engine.
    pub engine: &'static str,
    /// The agreements of the table, by name: `natural`, or `acol (N-S), natural (E-W)`.
    pub system: String,
    /// What is played for, and so what all scores here are counted in.
    pub scoring: Scoring,
    /// The hand that the card is played from.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// What it plays.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// Whether the card is ahead of every other by two standard errors; for fused, whether at most
    /// 0.002 stakes are expected to be lost if another card is better than the one with the best
    /// estimate.
    pub resolved: bool,
    /// Every legal card, the chosen one first.
    pub candidates: Vec<Candidate>,
    /// The number of worlds solved double dummy, or for reflex glanced at. All figures of fused
    /// rest on them, and those of candidates that were not played out.
    pub solved: usize,
    /// The first of these worlds, at most [`Decision::LAYOUTS`], in which the consequences of a
    /// card can be examined.
    #[serde(skip)]
    pub layouts: Vec<FullDeal>,
    /// For fused, a card that is as good double dummy but would show an opponent more than the one
    /// chosen.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    #[schemars(with = "Option<crate::cards::CardText>")]
    pub conceals_over: Option<Card>,
    /// What the line taken makes of the worlds.
    pub line: LineTaken,
    /// What the player would have his partner lead next.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
    #[schemars(with = "Option<crate::cards::SuitLetter>")]
    pub wants: Option<Suit>,
    /// What partner has asked him to lead: `for C`, `against D` or `S rather than D`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub asked: Option<LeadRequest>,
    /// What the players judged their cards by who were imagined.
    #[serde(skip)]
    pub minds: JudgesBy,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl fmt::Display for Decision {
    /// Writes the card and what it was compared with, in a line: `♣2 (fused, 17 worlds: 511 ± 98
    /// points ahead of ♣K)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.card, self.engine)?;
        if let Some(chosen) = self.candidates.first().filter(|chosen| chosen.worlds > 0) {
            let plural = if chosen.worlds == 1 { "" } else { "s" };
            write!(f, ", {} world{plural}", chosen.worlds)?;
        }
        if let Some(rival) = self.rival() {
            let lead = self.scoring.with_error(rival.behind, rival.behind_se);
            write!(f, ": {lead} {} ahead of {}", self.scoring.unit(), rival.card)?;
        }
        f.write_str(")")
    }
}

/// The scores of a candidate in the worlds in which it was tried.
#[derive(Clone)]
pub(super) struct Trial {
    pub card: Card,
    /// The values by which it is judged, one a world: scores, or estimates of them with less noise.
    /// Empty for a card that was not played out.
    pub scores: Vec<f64>,
    /// The double-dummy score in every world of the decision.
    pub double_dummy: Vec<f64>,
    /// The mean of the worst tenth of the raw scores.
    pub worst_tenth: f64,
    /// Its figures by every measure.
    pub figures: Figures,
    /// Its posterior, in the fused search.
    pub posterior: Option<CardPosterior>,
    /// What its playouts brought beyond double dummy.
    pub beyond: Option<Beyond>,
}

/// The posterior of a card in the fused search, in what is played for.
#[derive(Debug, Clone, Copy)]
pub(super) struct CardPosterior {
    /// The score, with its standard error.
    pub score: (f64, f64),
    /// The gain over minimax's card.
    pub gain: Gain,
}

impl Trial {
    /// A trial with the double-dummy values of a card alone.
    pub(super) fn solved(judge: &Judge, column: usize) -> Self {
        let double_dummy = judge.scores(column).to_vec();
        Self {
            card: judge.cards()[column],
            scores: Vec::new(),
            worst_tenth: worst_tenth(&double_dummy),
            double_dummy,
            figures: judge.figures(column),
            posterior: None,
            beyond: None,
        }
    }

    /// Adds playouts, world by world: the `raw` scores, and the `scores` and `figures` by which it
    /// is judged. Without playouts the trial stays as it is.
    pub(super) fn played_out(self, raw: &[f64], scores: Vec<f64>, figures: Figures) -> Self {
        if scores.is_empty() {
            return self;
        }
        let [score, open] = [&scores, &self.double_dummy].map(|of| mean_and_error(of).0);
        let tricks = figures.tricks - self.figures.tricks;
        let beyond = Some(Beyond { tricks, score: score - open });
        Self { scores, figures, beyond, worst_tenth: worst_tenth(raw), ..self }
    }

    /// The mean score.
    pub(super) fn mean(&self) -> f64 {
        self.mean_and_error().0
    }

    /// Whether it falls short of the best by at most this many standard errors, paired by world. A
    /// card that was not played out is compared only with others of that kind. With one world the
    /// error is unknown; then a card is near only if it is not behind.
    pub(super) fn is_near(&self, best: &Self, errors: f64) -> bool {
        let (behind, se) = self.behind(best);
        let is_like = self.scores.is_empty() == best.scores.is_empty();
        is_like && (behind <= 0.0 || se.is_finite() && behind <= errors * se)
    }

    /// Whether it equals another in every world, double dummy.
    pub(super) fn is_level_with(&self, other: &Self) -> bool {
        let mut pairs = self.double_dummy.iter().zip(&other.double_dummy);
        pairs.all(|(one, other)| (one - other).abs() < f64::EPSILON)
    }

    fn mean_and_error(&self) -> (f64, f64) {
        let seen = if self.scores.is_empty() { &self.double_dummy } else { &self.scores };
        self.posterior.map_or_else(|| mean_and_error(seen), |posterior| posterior.score)
    }

    /// How far it falls short of another, with the standard error.
    pub(super) fn behind(&self, best: &Self) -> (f64, f64) {
        match (best.posterior, self.posterior) {
            (Some(best), Some(mine)) => best.gain.ahead_of(&mine.gain),
            _ if self.scores.is_empty() || best.scores.is_empty() => {
                shortfall(&best.double_dummy, &self.double_dummy)
            }
            _ => shortfall(&best.scores, &self.scores),
        }
    }

    /// Whether it is of the same suit as another, both honours or both spots, or with nothing
    /// between the two.
    pub(super) fn is_like(&self, other: &Self, view: &View) -> bool {
        are_alike(view, self.card, other.card)
    }

    /// Whether it is one play with a better card.
    fn is_same_play(&self, better: &Self, view: &View) -> bool {
        let (behind, error) = self.behind(better);
        let are_told_apart = behind.abs() > f64::EPSILON && behind.abs() >= CLEAR * error;
        self.is_like(better, view) && self.is_level_with(better) && !are_told_apart
    }

    fn candidate(&self, best: &Self, same_play_as: Option<Card>) -> Candidate {
        let (mean, se) = self.mean_and_error();
        let (behind, behind_se) =
            if self.card == best.card { (0.0, 0.0) } else { self.behind(best) };
        Candidate {
            card: self.card,
            mean,
            se,
            behind,
            behind_se,
            figures: self.figures,
            worst_tenth: self.worst_tenth,
            double_dummy: mean_and_error(&self.double_dummy).0,
            beyond: self.beyond,
            worlds: self.scores.len(),
            gain: self.posterior.map(|posterior| posterior.gain),
            same_play_as,
        }
    }
}

/// A difference of this many standard errors is clear.
const CLEAR: f64 = 2.0;

/// Mean and standard error of the difference of two cards, paired by world.
fn shortfall(best: &[f64], mine: &[f64]) -> (f64, f64) {
    mean_and_error(&best.iter().zip(mine).map(|(a, b)| a - b).collect::<Vec<_>>())
}

/// The probability by people from which on a play is common.
const COMMON: f64 = 0.25;

impl Decision {
    /// The number of worlds that a decision keeps: enough to see what its cards lead to most often.
    pub const LAYOUTS: usize = 48;

    /// The candidate to compare the chosen card with: minimax's card or, if that is the same play,
    /// the next best that is not; `None` if there is no other play. The card that the chosen one
    /// conceals more than is equal, so it is no rival. Where there is another plan, neither is a
    /// spot beside a spot of the suit, or an honour beside an honour, unless it is clearly worse.
    pub fn rival(&self) -> Option<&Candidate> {
        let is_as_good = |card: Card| self.is_chosen(card) || self.shows_more(card);
        let is_other = |it: &&Candidate| !is_as_good(it.card);
        let has_other_plan = self.candidates.iter().any(|it| self.is_other_plan(it));
        let is_rival =
            |it: &&Candidate| is_other(it) && (self.is_other_plan(it) || !has_other_plan);
        let others = || self.candidates.iter().skip(1).filter(is_rival);
        let is_minimax = |it: &&Candidate| it.gain.is_some_and(|gain| gain.is_minimax);
        // Double-dummy figures and playout figures must not be compared.
        let is_like = |it: &&Candidate| (it.worlds > 0) == (self.candidates[0].worlds > 0);
        let found = others().find(is_minimax).or_else(|| others().find(is_like));
        // Of one play the card that stands for it is shown.
        let play = found.or_else(|| others().next()).and_then(|it| self.play_of(it.card));
        play.and_then(|card| self.candidate(card))
    }

    /// Whether a candidate is of another suit than the card chosen, another kind of card, or
    /// clearly worse.
    fn is_other_plan(&self, it: &Candidate) -> bool {
        let is_like = it.card.suit == self.card.suit && is_honour(it.card) == is_honour(self.card);
        let is_clear = it.behind > 0.0 && it.behind >= CLEAR * it.behind_se;
        !is_like || is_clear
    }

    /// Whether a card is one play with the one that the card chosen conceals more than.
    pub fn shows_more(&self, card: Card) -> bool {
        self.conceals_over.is_some() && self.play_of(card) == self.conceals_over
    }

    /// Whether a card is one play with the card chosen.
    pub fn is_chosen(&self, card: Card) -> bool {
        self.play_of(card) == Some(self.card)
    }

    /// The candidate of a card; `None` if it may not be played.
    pub fn candidate(&self, card: Card) -> Option<&Candidate> {
        self.candidates.iter().find(|it| it.card == card)
    }

    /// The card that stands for those that are one play with this one.
    pub fn play_of(&self, card: Card) -> Option<Card> {
        self.candidate(card).map(|it| it.same_play_as.unwrap_or(card))
    }

    /// How far one candidate is ahead of another, with the standard error.
    ///
    /// In the fused search by the posterior of both; in other searches compared with the card
    /// chosen, or else by their means.
    pub fn ahead(&self, one: &Candidate, other: &Candidate) -> (f64, f64) {
        match (one.gain, other.gain) {
            (Some(mine), Some(theirs)) => mine.ahead_of(&theirs),
            _ if one.card == self.card => (other.behind, other.behind_se),
            _ if other.card == self.card => (-one.behind, one.behind_se),
            _ => (one.mean - other.mean, Real::hypot(one.se, other.se)),
        }
    }

    /// The number of worlds behind a candidate's figures: the solved ones, or, in searches that go
    /// by the playouts alone, those in which it was played out.
    pub fn worlds_behind(&self, candidate: &Candidate) -> usize {
        if candidate.worlds > 0 && candidate.gain.is_none() {
            candidate.worlds
        } else {
            self.solved
        }
    }

    /// The card to compare this one with: the card chosen; for that card itself the one that people
    /// play most, else the best of another play, else the one that it conceals more than, else any
    /// other.
    pub fn comparable(&self, card: Card, view: &View) -> Option<Card> {
        if !self.is_chosen(card) {
            return Some(self.card);
        }
        if let Some(tempting) = self.tempting(view).filter(|it| *it != card) {
            return Some(tempting);
        }
        let others = || self.candidates.iter().map(|it| it.card).find(|other| *other != card);
        self.rival()
            .map(|it| it.card)
            .or(self.conceals_over)
            .filter(|it| *it != card)
            .or_else(others)
    }

    /// The play that people choose most, if it differs from the chosen card's and falls behind it.
    fn tempting(&self, view: &View) -> Option<Card> {
        let estimates = estimates(view, System::natural())?;
        let odds = |play: Option<Card>| -> f64 {
            let is_of_play = |it: &&CardEstimate| self.play_of(it.card) == play;
            estimates.iter().filter(is_of_play).map(|it| it.odds).sum()
        };
        let plays = self.candidates.iter().map(|it| self.play_of(it.card)).unique();
        let liked = plays.max_by(|one, other| odds(*one).total_cmp(&odds(*other)))??;
        let is_as_good = self.is_chosen(liked) || self.shows_more(liked);
        let falls_behind = self.candidate(liked)?.behind > 0.0;
        (!is_as_good && falls_behind && odds(Some(liked)) >= COMMON).then_some(liked)
    }

    /// A decision from trials, which come best first.
    pub(super) fn new(
        engine: &'static str,
        question: &Question,
        sample: &Sample,
        trials: &[Trial],
    ) -> Self {
        Self::choosing(engine, question, sample, trials, &[])
    }

    /// A decision from trials whose first card conceals more than the `shown` ones, which are equal
    /// to it, the best of them first.
    pub(super) fn choosing(
        engine: &'static str,
        question: &Question,
        sample: &Sample,
        trials: &[Trial],
        shown: &[Card],
    ) -> Self {
        let (view, best) = (question.view, &trials[0]);
        let mut plays: Vec<&Trial> = Vec::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        for trial in trials {
            let is_one = |play: &&&Trial| {
                let shows_more = play.card == best.card && shown.contains(&trial.card);
                trial.is_same_play(play, view) && !shows_more
            };
            let play = plays.iter().find(is_one).map(|play| play.card);
            if play.is_none() {
                plays.push(trial);
            }
            candidates.push(trial.candidate(best, play));
        }
        // A card that was not played out, for want of time, may yet be better.
        let ahead = |rival: &Candidate| {
            let played_out = rival.worlds > 0 && !best.scores.is_empty();
            played_out && rival.behind >= CLEAR * rival.behind_se && rival.behind > 0.0
        };
        let resolved = candidates[1..].iter().all(ahead);
        Self {
            engine,
            system: question.system.at_the_table(),
            scoring: sample.judge.scoring(),
            seat: view.history().to_play(),
            card: best.card,
            resolved,
            candidates,
            solved: sample.worlds.len(),
            layouts: sample.worlds.iter().copied().take(Self::LAYOUTS).collect(),
            conceals_over: shown.first().copied(),
            line: sample.line.clone(),
            wants: sample.wishes[best.card.suit].favourite(),
            asked: sample.asked,
            minds: question.settings.mind_by(),
            seed: question.settings.seed,
        }
    }
}

/// Whether two cards are of one suit, both honours or both spots, or with no card of another player
/// or of the trick between them.
pub(super) fn are_alike(view: &View, one: Card, other: Card) -> bool {
    one.suit == other.suit
        && (is_honour(one) == is_honour(other) || equals(view, one).contains(other.rank))
}

/// The cards of the player whose turn it is that touch a card of his, itself included.
pub(super) fn equals(view: &View, card: Card) -> Holding {
    let history = view.history();
    let left = view.left(history.to_play()).unwrap_or_default();
    let dummy = view.dealt(view.contract().dummy());
    Situation::now(history, dummy, card.suit).equals(left[card.suit], card.rank)
}
