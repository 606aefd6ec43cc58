//! What a search returns: data, to be rendered elsewhere.

use std::fmt;

use serde::Serialize;

use super::line_taken::LineTaken;
use super::posterior::Gain;
use super::sample::Sample;
use super::scoring::{Figures, Judge};
use crate::cards::{
    Card, Seat, Suit, serialize_card, serialize_seat, serialize_some_card, serialize_some_suit,
};
use crate::mind::Asked;
use crate::play::Scoring;
use crate::work::{mean_and_error, worst_tenth};

/// A card that was considered.
///
/// Where `worlds` is 0 it was not played out, and the figures are what double dummy says of it.
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
    /// How far it falls short of the card chosen, compared world by world; 0 for the card chosen. If one of
    /// the two was not played out, both are compared double dummy, or by what the fused search believes of them.
    pub behind: f64,
    /// The standard error of `behind`.
    pub behind_se: f64,
    /// The share of worlds in which the decider's side reaches its goal: makes the contract, or
    /// defeats it.
    pub success: f64,
    /// The mean score of the worst tenth of the worlds.
    pub worst_tenth: f64,
    /// The mean double-dummy score, with which every search starts.
    pub double_dummy: f64,
    /// What it is worth by whatever is played for.
    #[serde(flatten)]
    pub figures: Figures,
    /// The number of worlds that it was played out in, or, for minimax, solved in.
    pub worlds: usize,
    /// What the fused search believes that the card gains over minimax's; `None` for the other
    /// searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
    /// The card that the fused search played out in place of this one, whose figures these are: of the same suit, as good in every world
    /// double dummy, and saying the same.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_card")]
    pub played_out_as: Option<Card>,
}

/// A chosen card and what it was compared with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// The search that chose.
    pub engine: &'static str,
    /// What is played for, and so what all scores here are counted in.
    pub scoring: Scoring,
    /// The hand that the card is played from.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The card chosen.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// Whether the choice is clear: the card is ahead of every other by two standard errors at least. For the
    /// fused search: it is expected to be worse than the best one by at most 0.002 stakes.
    pub resolved: bool,
    /// Every legal card, the chosen one first: then by gain (fused), by playouts and mean (abc), or by mean.
    /// Cards that were not played out come last.
    pub candidates: Vec<Candidate>,
    /// The number of worlds that were solved double dummy. The figures of a card that was not played out rest
    /// on them.
    pub solved: usize,
    /// How the worlds drawn were weighed by what the last cards cost in them.
    pub line: LineTaken,
    /// The suit that the player wants his partner to lead next, if it is clearly better than any other and the
    /// card chosen can ask for it by agreement.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
    pub wants: Option<Suit>,
    /// What his partner has asked him to lead, if he is on lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl fmt::Display for Decision {
    /// The card and what it was compared with, in a line: `♣2 (fused, 17 worlds: 511 ± 98 points ahead of ♣K)`.
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
    /// What it is judged by: the score, or an estimate of it with less noise. One a world; none of a card
    /// that was not played out.
    pub scores: Vec<f64>,
    /// The double-dummy score in every world of the decision.
    pub double_dummy: Vec<f64>,
    /// Whether the decider's side reached its goal, one a world of those above.
    pub goals: Vec<bool>,
    /// The mean of the worst tenth of the scores, as they were before anything was estimated.
    pub worst_tenth: f64,
    /// What it is worth by whatever is played for.
    pub figures: Figures,
    /// What the fused search believes of it.
    pub gain: Option<Gain>,
    /// The card that was tried in its place.
    pub tried_as: Option<Card>,
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
            goals: judge.goals(column),
            figures: judge.figures(column),
            gain: None,
            tried_as: None,
        }
    }

    /// The same of a card for which this one was tried too.
    pub(super) fn for_level(&self, card: Card) -> Self {
        Self { card, tried_as: Some(self.card), ..self.clone() }
    }

    /// Adds what the playouts found, world by world: how many more `tricks` it took, their `raw` scores, and the
    /// `scores` and `figures` that it is judged by. Without playouts it stays as it is.
    pub(super) fn played_out(
        self,
        judge: &Judge,
        tricks: &[u8],
        raw: &[f64],
        scores: Vec<f64>,
        figures: Figures,
    ) -> Self {
        if tricks.is_empty() {
            return self;
        }
        let goals = tricks.iter().map(|&more| judge.is_goal(more)).collect();
        Self { scores, goals, figures, worst_tenth: worst_tenth(raw), ..self }
    }

    /// The mean score.
    pub(super) fn mean(&self) -> f64 {
        self.mean_and_error().0
    }

    /// Whether it falls short of the best by at most so many standard errors, paired by world; a card that
    /// was not played out is compared with its like alone.
    pub(super) fn is_near(&self, best: &Self, errors: f64) -> bool {
        let (behind, se) = self.behind(best);
        let is_like = self.scores.is_empty() == best.scores.is_empty();
        is_like && (behind <= 0.0 || behind <= errors * se)
    }

    fn mean_and_error(&self) -> (f64, f64) {
        mean_and_error(if self.scores.is_empty() { &self.double_dummy } else { &self.scores })
    }

    /// How far it falls short of another, and the standard error of that.
    fn behind(&self, best: &Self) -> (f64, f64) {
        if !self.scores.is_empty() && !best.scores.is_empty() {
            return shortfall(&best.scores, &self.scores);
        }
        match (best.gain, self.gain) {
            (Some(best), Some(mine)) => {
                (best.mean - mine.mean, best.deviation.hypot(mine.deviation))
            }
            _ => shortfall(&best.double_dummy, &self.double_dummy),
        }
    }

    fn candidate(&self, best: &Self) -> Candidate {
        let (mean, se) = self.mean_and_error();
        let (behind, behind_se) =
            if self.card == best.card { (0.0, 0.0) } else { self.behind(best) };
        let reached = self.goals.iter().filter(|reached| **reached).count();
        Candidate {
            card: self.card,
            mean,
            se,
            behind,
            behind_se,
            success: reached as f64 / self.goals.len().max(1) as f64,
            worst_tenth: self.worst_tenth,
            double_dummy: mean_and_error(&self.double_dummy).0,
            figures: self.figures,
            worlds: self.scores.len(),
            gain: self.gain,
            played_out_as: self.tried_as,
        }
    }
}

/// Mean and standard error of the difference of two cards, paired by world.
fn shortfall(best: &[f64], mine: &[f64]) -> (f64, f64) {
    mean_and_error(&best.iter().zip(mine).map(|(a, b)| a - b).collect::<Vec<_>>())
}

impl Decision {
    /// The next best candidate that is not one play with the card chosen; `None` if there is no other.
    pub fn rival(&self) -> Option<&Candidate> {
        self.candidates.iter().skip(1).find(|it| it.played_out_as != Some(self.card))
    }

    /// The number of worlds behind what is said of a candidate: those that it was played out in, else
    /// those that were solved.
    pub fn worlds_behind(&self, candidate: &Candidate) -> usize {
        if candidate.worlds > 0 { candidate.worlds } else { self.solved }
    }

    /// Sums up the trials, which come best first.
    pub(super) fn new(
        engine: &'static str,
        seat: Seat,
        seed: u64,
        sample: &Sample,
        trials: &[Trial],
    ) -> Self {
        let best = &trials[0];
        let candidates: Vec<_> = trials.iter().map(|trial| trial.candidate(best)).collect();
        // Whoever was not played out, for want of time, may yet be better.
        let ahead = |rival: &Candidate| {
            let played_out = rival.worlds > 0 && !best.scores.is_empty();
            played_out && rival.behind >= 2.0 * rival.behind_se && rival.behind > 0.0
        };
        let resolved = candidates[1..].iter().all(ahead);
        Self {
            engine,
            scoring: sample.judge.scoring(),
            seat,
            card: best.card,
            resolved,
            candidates,
            solved: sample.worlds.len(),
            line: sample.line.clone(),
            wants: sample.wishes[best.card.suit].favourite(),
            asked: sample.asked,
            seed,
        }
    }
}
