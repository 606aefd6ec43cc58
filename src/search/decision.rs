//! What a search returns: data, to be rendered elsewhere.

use serde::Serialize;

use super::line_taken::LineTaken;
use super::posterior::Gain;
use super::sample::Sample;
use super::statistics::mean_and_error;
use crate::cards::{Card, Seat, Suit, serialize_card, serialize_seat, serialize_some_suit};
use crate::mind::Asked;

/// A card that was considered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// The mean score for the decider's side, in points.
    pub mean: f64,
    /// The standard error of `mean`, as if the worlds were independent: they are spread more
    /// evenly, so it errs on the large side. Infinite (null in JSON) for a single world.
    pub se: f64,
    /// How far it falls short of the card chosen, paired by world; 0 for the card chosen.
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
    /// The number of worlds behind `mean`.
    pub worlds: usize,
    /// What the fused search believes that the card gains over minimax's; `None` for the other
    /// searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
}

/// A chosen card and what it was compared with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// The search that chose.
    pub engine: &'static str,
    /// The hand that the card is played from.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The card chosen.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// Whether the card is ahead of every other by two standard errors at least; for the fused
    /// search, whether next to nothing, 0.002 stakes, is expected to be lost if another is better after all.
    pub resolved: bool,
    /// Every legal card, best first.
    pub candidates: Vec<Candidate>,
    /// What the line taken made of the worlds drawn.
    pub line: LineTaken,
    /// The suit that the player would have his partner lead next, where the card chosen can say so by
    /// agreement, and it is clearly better than any other.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
    pub wants: Option<Suit>,
    /// What his partner has asked him to lead, if he is on lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The scores of a candidate in the worlds that it was tried in.
pub(super) struct Trial {
    pub card: Card,
    /// What it is judged by: the score, or an estimate of it with less noise. One a world.
    pub scores: Vec<f64>,
    /// Whether the decider's side reached its goal, one a world.
    pub goals: Vec<bool>,
    /// The mean of the worst tenth of the scores as they were.
    pub worst_tenth: f64,
    pub double_dummy: f64,
    /// What the fused search believes of it.
    pub gain: Option<Gain>,
}

impl Trial {
    /// The mean score; of none, minus infinity.
    pub(super) fn mean(&self) -> f64 {
        match self.scores.len() {
            0 => f64::NEG_INFINITY,
            _ => mean_and_error(&self.scores).0,
        }
    }

    /// Whether it falls short of the best by at most so many standard errors, paired by world.
    pub(super) fn is_near(&self, best: &Self, errors: f64) -> bool {
        let pairs = best.scores.iter().zip(&self.scores);
        let (behind, se) = mean_and_error(&pairs.map(|(a, b)| a - b).collect::<Vec<_>>());
        behind <= 0.0 || behind <= errors * se
    }

    fn candidate(&self, best: &Self) -> Candidate {
        let (mean, se) = mean_and_error(&self.scores);
        let (behind, behind_se) = if self.card == best.card {
            (0.0, 0.0)
        } else {
            let pairs = best.scores.iter().zip(&self.scores);
            mean_and_error(&pairs.map(|(a, b)| a - b).collect::<Vec<_>>())
        };
        let reached = self.goals.iter().filter(|reached| **reached).count();
        Candidate {
            card: self.card,
            mean,
            se,
            behind,
            behind_se,
            success: reached as f64 / self.goals.len().max(1) as f64,
            worst_tenth: self.worst_tenth,
            double_dummy: self.double_dummy,
            worlds: self.scores.len(),
            gain: self.gain,
        }
    }
}

impl Decision {
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
        let ahead = |rival: &Candidate| rival.behind >= 2.0 * rival.behind_se && rival.behind > 0.0;
        let resolved = candidates[1..].iter().all(ahead);
        Self {
            engine,
            seat,
            card: best.card,
            resolved,
            candidates,
            line: sample.line.clone(),
            wants: sample.wishes[best.card.suit].favourite(),
            asked: sample.asked,
            seed,
        }
    }
}
