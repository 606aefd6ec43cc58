//! What a search returns: data, to be rendered elsewhere.

use std::fmt;

use itertools::Itertools;
use serde::Serialize;

use super::Question;
use super::line_taken::LineTaken;
use super::posterior::Gain;
use super::sample::Sample;
use super::scoring::{Figures, Judge};
use crate::carding::Situation;
use crate::carding::player::Inkling;
use crate::cards::{
    Card, FullDeal, Holding, Seat, Suit, is_honour, serialize_card, serialize_seat,
    serialize_some_card, serialize_some_suit,
};
use crate::constraint::System;
use crate::mind::{Asked, JudgesBy, inklings};
use crate::play::{Scoring, View};
use crate::real::Real;
use crate::work::{mean_and_error, worst_tenth};

/// A card that was considered.
///
/// All candidates of a decision can be compared with each other. Those of the fused search have
/// what it believes of them: what double dummy says in all worlds that were solved, corrected by
/// the playouts as far as they are believed. For the other searches a card that was not played out
/// (`worlds` is 0) has the figures of double dummy.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// The mean score for the decider's side, in what is played for ([`Decision::scoring`]).
    pub mean: f64,
    /// The standard error of `mean`, as if the worlds were independent: they are spread more
    /// evenly, so it errs on the large side. Infinite (null in JSON) for a single world.
    pub se: f64,
    /// How far it falls short of the card chosen, compared world by world; 0 for the card chosen.
    /// If one of the two was not played out, both are compared double dummy, or by what the fused
    /// search believes of them.
    pub behind: f64,
    /// The standard error of `behind`.
    pub behind_se: f64,
    /// What it comes to by whatever is played for.
    #[serde(flatten)]
    pub figures: Figures,
    /// The mean score of the worst tenth of the worlds that it was played out in, or else solved.
    pub worst_tenth: f64,
    /// The mean double-dummy score, with which every search starts.
    pub double_dummy: f64,
    /// The number of worlds that it, or the level card that speaks for it, was played out in; for
    /// minimax, solved in.
    pub worlds: usize,
    /// What the fused search believes that the card gains over minimax's; `None` for the other
    /// searches. A card that is led as agreed has what is believed of the best card like it, even
    /// if it is minimax's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
    /// The better candidate that it is one play with: of the same suit, both honours or both spots
    /// or nothing between them, as good in every world double dummy, and not told apart by what was
    /// played out.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    pub same_play_as: Option<Card>,
    /// What its playouts brought beyond what double dummy says of it; `None` if it was not played
    /// out.
    #[serde(skip)]
    pub beyond: Option<Beyond>,
}

/// What the playouts of a card brought beyond what double dummy says of it, on average and before
/// anything is believed: by what its opponents did wrong in them, less what its own side did wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beyond {
    /// In tricks.
    pub tricks: f64,
    /// In what is played for.
    pub score: f64,
}

/// A chosen card and what it was compared with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// The search that chose.
    pub engine: &'static str,
    /// The agreements of the table, by name.
    pub system: String,
    /// What is played for, and so what all scores here are counted in.
    pub scoring: Scoring,
    /// The hand that the card is played from.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The card chosen.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// Whether the choice is clear: the card is ahead of every other by two standard errors at
    /// least. For the fused search: the card with the best estimate is expected to be worse than
    /// another by at most 0.002 stakes; one that is as good and conceals more may be chosen in its
    /// place.
    pub resolved: bool,
    /// Every legal card, the chosen one first: then by gain (fused), by playouts and mean (abc), or
    /// by mean. Cards that were not played out come last.
    pub candidates: Vec<Candidate>,
    /// The number of worlds that were solved double dummy. All figures of the fused search rest on
    /// them, and those of a card that was not played out.
    pub solved: usize,
    /// The first of these worlds, at most [`Decision::LAYOUTS`]: in them it can be looked at what
    /// the card leads to.
    #[serde(skip)]
    pub layouts: Vec<FullDeal>,
    /// The card that double dummy finds as good, and that would show an opponent more than the card
    /// chosen, if it was chosen for that.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    pub conceals_over: Option<Card>,
    /// How the worlds drawn were weighed by what the last cards cost in them.
    pub line: LineTaken,
    /// The suit that the player wants his partner to lead next, if it is clearly better than any
    /// other and the card chosen can ask for it by agreement.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
    pub wants: Option<Suit>,
    /// What his partner has asked him to lead, if he is on lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// What the players judged their cards by who were imagined.
    #[serde(skip)]
    pub minds: JudgesBy,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl fmt::Display for Decision {
    /// The card and what it was compared with, in a line: `♣2 (fused, 17 worlds: 511 ± 98 points
    /// ahead of ♣K)`.
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

/// The scores of a candidate in the worlds that it was tried in.
#[derive(Clone)]
pub(super) struct Trial {
    pub card: Card,
    /// What it is judged by: the score, or an estimate of it with less noise. One a world; none of
    /// a card that was not played out.
    pub scores: Vec<f64>,
    /// The double-dummy score in every world of the decision.
    pub double_dummy: Vec<f64>,
    /// The mean of the worst tenth of the scores, as they were before anything was estimated.
    pub worst_tenth: f64,
    /// What it comes to by whatever is played for.
    pub figures: Figures,
    /// What the fused search believes of it.
    pub belief: Option<Believed>,
    /// What the playouts brought beyond double dummy.
    pub beyond: Option<Beyond>,
}

/// What the fused search believes of a card, in what is played for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Believed {
    /// The score, with its standard error.
    pub score: (f64, f64),
    /// What the card gains over minimax's.
    pub gain: Gain,
}

impl Trial {
    /// What double dummy alone has to say of a card.
    pub(super) fn solved(judge: &Judge, column: usize) -> Self {
        let double_dummy = judge.scores(column).to_vec();
        Self {
            card: judge.cards()[column],
            scores: Vec::new(),
            worst_tenth: worst_tenth(&double_dummy),
            double_dummy,
            figures: judge.figures(column),
            belief: None,
            beyond: None,
        }
    }

    /// Adds what the playouts found, world by world: the `raw` scores, and the `scores` and
    /// `figures` that it is judged by. Without playouts it stays as it is.
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

    /// Whether it falls short of the best by at most this many standard errors, paired by world; a
    /// card that was not played out is compared with its like alone. With one world the error is
    /// unknown; then only a card that is not behind is near.
    pub(super) fn is_near(&self, best: &Self, errors: f64) -> bool {
        let (behind, se) = self.behind(best);
        let is_like = self.scores.is_empty() == best.scores.is_empty();
        is_like && (behind <= 0.0 || se.is_finite() && behind <= errors * se)
    }

    /// Whether it is as good as another in every world, double dummy.
    pub(super) fn is_level_with(&self, other: &Self) -> bool {
        let mut pairs = self.double_dummy.iter().zip(&other.double_dummy);
        pairs.all(|(one, other)| (one - other).abs() < f64::EPSILON)
    }

    fn mean_and_error(&self) -> (f64, f64) {
        let seen = if self.scores.is_empty() { &self.double_dummy } else { &self.scores };
        self.belief.map_or_else(|| mean_and_error(seen), |belief| belief.score)
    }

    /// How far it falls short of another, and the standard error of that.
    pub(super) fn behind(&self, best: &Self) -> (f64, f64) {
        match (best.belief, self.belief) {
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
            gain: self.belief.map(|belief| belief.gain),
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

/// A play is common if so many people choose it.
const COMMON: f64 = 0.25;

impl Decision {
    /// How many of its worlds a decision keeps: enough to see what its cards lead to most often.
    pub const LAYOUTS: usize = 48;

    /// The candidate that the card chosen is to be compared with: minimax's card or, if that is the
    /// same play, the next best that is not; `None` if there is no other play. What the card chosen
    /// conceals more than is as good, so it is no rival; and where there is another plan, neither
    /// is a spot beside a spot of the suit, or an honour beside an honour, that is not clearly
    /// worse.
    pub fn rival(&self) -> Option<&Candidate> {
        let is_as_good = |card: Card| self.is_chosen(card) || self.shows_more(card);
        let is_other = |it: &&Candidate| !is_as_good(it.card);
        let has_other_plan = self.candidates.iter().any(|it| self.is_other_plan(it));
        let is_rival =
            |it: &&Candidate| is_other(it) && (self.is_other_plan(it) || !has_other_plan);
        let others = || self.candidates.iter().skip(1).filter(is_rival);
        let is_minimax = |it: &&Candidate| it.gain.is_some_and(|gain| gain.is_minimax);
        // Figures of double dummy and of playouts are not to be set side by side.
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
    /// By what the fused search believes of both; for other searches compared with the card chosen,
    /// or else by their means.
    pub fn ahead(&self, one: &Candidate, other: &Candidate) -> (f64, f64) {
        match (one.gain, other.gain) {
            (Some(mine), Some(theirs)) => mine.ahead_of(&theirs),
            _ if one.card == self.card => (other.behind, other.behind_se),
            _ if other.card == self.card => (-one.behind, one.behind_se),
            _ => (one.mean - other.mean, Real::hypot(one.se, other.se)),
        }
    }

    /// The number of worlds behind what is said of a candidate: those that were solved, or, for
    /// searches that believe the playouts alone, those that it was played out in.
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

    /// The play that people choose most, if it is another than that of the card chosen and falls
    /// behind it.
    fn tempting(&self, view: &View) -> Option<Card> {
        let inklings = inklings(view, System::natural())?;
        let odds = |play: Option<Card>| -> f64 {
            let is_of_play = |it: &&Inkling| self.play_of(it.card) == play;
            inklings.iter().filter(is_of_play).map(|it| it.odds).sum()
        };
        let plays = self.candidates.iter().map(|it| self.play_of(it.card)).unique();
        let liked = plays.max_by(|one, other| odds(*one).total_cmp(&odds(*other)))??;
        let is_as_good = self.is_chosen(liked) || self.shows_more(liked);
        let falls_behind = self.candidate(liked)?.behind > 0.0;
        (!is_as_good && falls_behind && odds(Some(liked)) >= COMMON).then_some(liked)
    }

    /// Sums up the trials, which come best first.
    pub(super) fn new(
        engine: &'static str,
        question: &Question,
        sample: &Sample,
        trials: &[Trial],
    ) -> Self {
        Self::choosing(engine, question, sample, trials, &[])
    }

    /// The same where the first card conceals more than others that are as good, the best of them
    /// first.
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
        // Whoever was not played out, for want of time, may yet be better.
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

/// The cards of its suit that the player whose turn it is holds with a card, and that touch it:
/// itself among them.
pub(super) fn equals(view: &View, card: Card) -> Holding {
    let history = view.history();
    let left = view.left(history.to_play()).unwrap_or_default();
    let dummy = view.dealt(view.contract().dummy());
    Situation::now(history, dummy, card.suit).equals(left[card.suit], card.rank)
}
