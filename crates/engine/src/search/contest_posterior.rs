//! The posterior of every card in the fused search: one set of figures, in which any two cards can
//! be compared.
//!
//! A card is played out in fewer worlds than are solved, and one card in more of them than another.
//! So the success rate of its playouts cannot stand beside that of another card, nor beside the
//! gain that the card was chosen for. Each figure (the chance of the goal, tricks, IMPs,
//! matchpoints) is therefore put together as the gain is: the double-dummy figure of all the
//! worlds, moved by the playouts as far as they are trusted. The scores of two cards differ by the
//! difference of their gains.

use std::iter;

use super::contest::Contest;
use super::decision::CardPosterior;
use super::doubt::NormalMixture;
use super::posterior::{
    Gain, Likeness, PAID, USUAL_COUNT, against_believers, gain_posteriors_from,
};
use super::scoring::{Figures, Judge, ResultMeasure};
use super::tally::{ExpectedGain, GainPrior, Tally};
use crate::real::Real;
use crate::work::mean_and_error;

/// The posterior of the cards of a contest as it stands.
pub(super) struct ContestPosterior<'a> {
    contest: &'a Contest<'a>,
    judge: &'a Judge,
    tally: Tally,
    /// With fewer edges than this playouts do not count for a card.
    fewest: usize,
    gains: Vec<NormalMixture>,
    /// The playouts by each measure of the figures, and by what is played for.
    measured: Vec<ByMeasure>,
}

/// The playouts by one measure.
struct ByMeasure {
    measure: ResultMeasure,
    /// The values of each candidate, world by world.
    played_out: Vec<Vec<f64>>,
    reference: Reference,
}

/// The value of minimax's card.
struct Reference {
    double_dummy: f64,
    /// Its posterior mean.
    believed: f64,
    /// The standard error of the posterior.
    error: f64,
}

impl<'a> ContestPosterior<'a> {
    pub(super) fn of(contest: &'a Contest<'a>, judge: &'a Judge) -> Self {
        let (tally, fewest) = (contest.tally(), contest.fewest_edges());
        let gains = gain_posteriors_from(&tally, fewest);
        let mut posterior = Self { contest, judge, tally, fewest, gains, measured: Vec::new() };
        let score = posterior.score();
        let others = Figures::MEASURES.into_iter().filter(|measure| *measure != score);
        posterior.measured =
            iter::once(score).chain(others).map(|it| posterior.measure(it)).collect();
        posterior
    }

    fn measure(&self, measure: ResultMeasure) -> ByMeasure {
        let played_out = self.contest.controlled_by(measure);
        let reference = self.reference_by(measure, &played_out[0]);
        ByMeasure { measure, played_out, reference }
    }

    /// The playouts by a measure of the figures, or by what is played for.
    fn measured(&self, measure: ResultMeasure) -> &ByMeasure {
        let found = self.measured.iter().find(|it| it.measure == measure);
        found.expect("it is one of these measures")
    }

    fn reference(&self, measure: ResultMeasure) -> &Reference {
        &self.measured(measure).reference
    }

    /// The posterior of the gain of each candidate.
    pub(super) fn gains(&self) -> &[NormalMixture] {
        &self.gains
    }

    /// The figures of every candidate that is played out, with its posterior.
    pub(super) fn of_candidates(&self) -> Vec<(Figures, CardPosterior)> {
        let found = Figures::MEASURES.map(|measure| self.by(measure));
        let score = self.reference(self.score());
        let each = self.gains.iter().enumerate();
        each.map(|(arm, gain)| {
            let gain = Gain { is_minimax: arm == 0, ..gain.into() };
            (Figures::of(found.each_ref().map(|of| of[arm])), CardPosterior::of(score, gain))
        })
        .collect()
    }

    /// The figures and the posterior of a card that takes no part in the contest, by its column.
    pub(super) fn of_other(&self, column: usize) -> (Figures, CardPosterior) {
        let scale = self.judge.scale();
        let price = |measure| self.solved(column, measure) - self.reference(measure).double_dummy;
        let prior = GainPrior::of(price(self.score()).min(0.0), Likeness::None, scale);
        let gain = Gain::from(&prior.alone(self.tally.best_defence(), scale));
        let figure = |measure| {
            let reference = self.reference(measure).believed;
            if measure == self.score() {
                return reference + gain.mean;
            }
            reference + self.blended(PAID * price(measure), price(measure))
        };
        let figures = Figures::of(Figures::MEASURES.map(figure));
        (figures, CardPosterior::of(self.reference(self.score()), gain))
    }

    /// The measure that is played for.
    const fn score(&self) -> ResultMeasure {
        ResultMeasure::By(self.judge.scoring())
    }

    /// The value of each candidate by one measure.
    fn by(&self, measure: ResultMeasure) -> Vec<f64> {
        let ByMeasure { played_out, reference, .. } = self.measured(measure);
        if measure == self.score() {
            return self.gains.iter().map(|gain| reference.believed + gain.mean()).collect();
        }
        let each = 0..self.gains.len();
        each.map(|arm| {
            let gained = self.gained(arm, reference, measure, played_out);
            reference.believed
                + self.blended(gained, self.double_dummy(arm, measure) - reference.double_dummy)
        })
        .collect()
    }

    /// The gain of a candidate over minimax's card by a measure, if no opponent sees all hands.
    fn gained(
        &self,
        arm: usize,
        reference: &Reference,
        measure: ResultMeasure,
        played_out: &[Vec<f64>],
    ) -> f64 {
        let guess = match self.tally.prior(arm).expected {
            ExpectedGain::Fixed(_) => {
                PAID * (self.double_dummy(arm, measure) - reference.double_dummy)
            }
            ExpectedGain::HalfOf(other) => self.gained(other, reference, measure, played_out) / 2.0,
        };
        let edges = played_out[arm].iter().zip(&played_out[0]).map(|(mine, other)| mine - other);
        let edges: Vec<f64> = edges.collect();
        let seen = edges.iter().sum::<f64>() / edges.len().max(1) as f64;
        guess + against_believers(&self.tally, arm, self.fewest).heeded * (seen - guess)
    }

    /// The gain if a share of the opponents sees all hands.
    fn blended(&self, gained: f64, price: f64) -> f64 {
        let share = self.tally.best_defence();
        (1.0 - share) * gained + share * price
    }

    /// The double-dummy value of a candidate by a measure.
    fn double_dummy(&self, arm: usize, measure: ResultMeasure) -> f64 {
        self.solved(self.contest.column(arm), measure)
    }

    /// The double-dummy value of a card by a measure; for what is played for, as it is expected.
    fn solved(&self, column: usize, measure: ResultMeasure) -> f64 {
        if measure == self.score() {
            self.contest.guess(column)
        } else {
            self.judge.mean_by(measure, column)
        }
    }

    /// The value of minimax's card: double dummy in all worlds, moved by its playouts as their
    /// number grows.
    fn reference_by(&self, measure: ResultMeasure, played_out: &[f64]) -> Reference {
        let (_, open_error) =
            mean_and_error(&self.judge.double_dummy(measure, self.contest.column(0)));
        let double_dummy = self.double_dummy(0, measure);
        let (seen, error) = mean_and_error(played_out);
        let n = played_out.len() as f64;
        let heeded = (1.0 - self.tally.best_defence()) * n / (n + USUAL_COUNT);
        let error =
            if played_out.len() < 2 { open_error } else { Real::hypot(open_error, heeded * error) };
        let moved = if played_out.is_empty() { 0.0 } else { heeded * (seen - double_dummy) };
        Reference { double_dummy, believed: double_dummy + moved, error }
    }
}

impl CardPosterior {
    fn of(reference: &Reference, gain: Gain) -> Self {
        Self {
            score: (reference.believed + gain.mean, Real::hypot(reference.error, gain.deviation)),
            gain,
        }
    }
}
