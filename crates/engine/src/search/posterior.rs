//! Bayesian combination of minimax's ranking and the playouts.
//!
//! Let `δ` be the gain of a card, against players who choose by their own beliefs, over the card
//! that minimax likes best. Before any playout the best guess at it is its double-dummy value, and
//! the error of that guess is known from other decisions: a [`GainPrior`] with its [`Doubt`].
//! Playouts measure `δ` with an error that shrinks with their number. Bayes' rule combines both in
//! a posterior: little evidence leaves minimax's card alone, much evidence overrules it. No
//! threshold is needed, except where playouts end after a few ([`FEWEST_EDGES`]). A share of
//! opponents plays as if it saw all hands ([`Settings::best_defence`](super::Settings)): against
//! them double dummy is right.
//!
//! How far playouts may contradict the guess depends on how much the playouts of a card differ from
//! those of minimax's card, world by world: where they agree in nearly every world, their means
//! cannot lie far apart. So a doubt is stated in units of the standard deviation of a card's
//! *edges*, the differences in one world; `research/playouts-history.md` shows that this predicts
//! playouts better than a fixed width does, in composed problems and at tables of people alike.
//! Edges themselves grow with what is at stake, the most that one trick may be worth
//! ([`View::stake`](crate::play::View::stake)). All constants were set by points; by IMPs and by
//! matchpoints, where a trick may be worth as much as the contract, they are carried over, not
//! measured.

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::doubt::{Doubt, NormalMixture, NormalPart};
use super::scale::Scale;
use super::tally::{ExpectedGain, GainPrior, Tally};
use crate::real::Real;

/// The share of its double-dummy price that a card pays in the limit of many playouts: players who
/// choose by their own beliefs do not find every punishment.
pub(super) const PAID: f64 = 0.8;

/// The error of that prediction for a card that double dummy distinguishes from minimax's, in units
/// of the deviation of the card's edges. `research/playouts-history.md` has the figures by which
/// this and [`SAME`] were set, and those that judged them.
const OTHER: Doubt = Doubt { narrow: 0.12, wide: 0.7, share: 0.1 };

/// The error of the prediction for a card that double dummy does not distinguish from minimax's, in
/// units of the deviation of the card's edges. Most such cards make no difference to anybody, a few
/// a large one.
const SAME: Doubt = Doubt { narrow: 0.024, wide: 0.6, share: 0.1 };

/// The head start of minimax's card, in stakes: of equal cards it is the one that agreements and
/// habit ask for, and is played unless there is a reason. Chosen with answers in view: reckoned
/// from the same playouts, with somewhat narrower doubts, none, 0.002, 0.004 and 0.016 solve 62,
/// 59, 57 and 57 of 101 problems, which may be chance. On 352 decisions of people all give up the
/// same, and with none a third of them leave minimax's card.
const HABIT: f64 = 0.002;

/// The head start of minimax's card, in stakes, over a card that does not ask partner for what it
/// should by agreement. Partner is known to heed what he is asked, and minds of four worlds are too
/// few to show what that is worth. (Assumed, then compared, before the doubt had two parts: of the
/// 21 signal problems, two seeds, 28 of 42 are solved with this and with 0.15, 15 on one half and
/// 13 on the other; with 0.016 four of the first six trials of our own attitude problems were lost.
/// Since readers act on what they have been told, this, 0.02, 0.15 and 0.016 solve as many.)
const AGREED: f64 = 0.06;

/// The price, in stakes, beyond which double dummy rules a card out of the playouts. (111 of 120
/// expert answers lie within 120 points of minimax's best; most stakes are 450 to 720 points.)
pub const MARGIN: f64 = 0.3;

/// The least expected gain by a changed choice, in stakes, for which more worlds and playouts are
/// worth their time.
pub(super) const LITTLE: f64 = 0.001;

/// The fewest edges for which a card is preferred to minimax's where time is limited, or a stop was
/// requested, however clear they look: fewer hardly show how much edges vary.
///
/// Set at 341 of declarer's leads at which fused left minimax's card with 300 ms, judged at others:
/// `docs/playouts.md`.
pub(super) const FEWEST_EDGES: usize = 4;

/// The number of edges that [`USUAL_DEVIATION`] counts as in the estimate of a card's deviation.
pub(super) const USUAL_COUNT: f64 = 3.0;

/// The usual standard deviation of the difference of two cards in one world, in stakes, without
/// luck. (With the luck of the draws in it, the median card that double dummy distinguishes from
/// minimax's had 0.33 at decisions of people and 0.38 in problems, the others less; without it
/// deviations are 0.85 of what they were. It is taken to be large, so that a card is not dropped
/// for want of trying.)
const USUAL_DEVIATION: f64 = 0.34;

/// What a card has in common with minimax's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// Nothing.
    None,
    /// It is of the same suit.
    Suit,
    /// It is of the same suit, but does not ask partner for what minimax's card asks for as agreed.
    Message,
}

impl GainPrior {
    /// The prior of minimax's card itself.
    pub(super) const REFERENCE: Self =
        Self { price: 0.0, is_equal: true, expected: ExpectedGain::Fixed(0.0), doubt: Doubt::NONE };

    /// The prior of another card with the double-dummy `price`, 0 or less, on such a scale.
    pub(super) fn of(price: f64, likeness: Likeness, scale: Scale) -> Self {
        let Scale { stake, equal } = scale;
        let is_equal = price > -equal;
        let doubt = if is_equal { SAME } else { OTHER };
        let least = if likeness == Likeness::Message { AGREED } else { HABIT };
        let expected = (PAID * price - HABIT * stake).min(-least * stake);
        Self { price, is_equal, expected: ExpectedGain::Fixed(expected), doubt }
    }

    /// The prior of a card that is not compared with others and not played out, with this share of
    /// opponents who see all hands.
    pub(super) fn alone(self, best_defence: f64, scale: Scale) -> NormalMixture {
        let tally = Tally::new(vec![self], best_defence, scale.stake);
        gain_posteriors(&tally)[0]
    }

    /// The prior of a card that says nothing, where minimax's card tells the truth and the card
    /// `opposite` tells the opposite. Its readers' beliefs lie half way between, and so does its
    /// gain.
    pub(super) fn between(self, opposite: usize) -> Self {
        Self { expected: ExpectedGain::HalfOf(opposite), doubt: self.doubt.scaled(0.5), ..self }
    }
}

/// What is believed of a candidate: how much better than minimax's card it is.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Gain {
    /// The expected gain, in what is played for.
    pub mean: f64,
    /// The standard deviation of that belief.
    pub deviation: f64,
    /// Whether it is minimax's card.
    pub is_minimax: bool,
}

impl Gain {
    /// The difference to another gain, with its standard deviation.
    pub fn ahead_of(&self, other: &Self) -> (f64, f64) {
        (self.mean - other.mean, Real::hypot(self.deviation, other.deviation))
    }
}

impl From<&NormalMixture> for Gain {
    fn from(estimate: &NormalMixture) -> Self {
        Self { mean: estimate.mean(), deviation: estimate.deviation(), is_minimax: false }
    }
}

/// The posterior of every candidate's gain, by the playouts so far. Playouts are allotted by this,
/// for a good edge shows where to try again.
pub(super) fn gain_posteriors(tally: &Tally) -> Vec<NormalMixture> {
    gain_posteriors_from(tally, 0)
}

/// The posterior of every candidate's gain, where fewer edges than `fewest` do not count for a
/// card.
pub(super) fn gain_posteriors_from(tally: &Tally, fewest: usize) -> Vec<NormalMixture> {
    let arms = 0..tally.arms();
    arms.map(|arm| blended(tally, arm, against_believers(tally, arm, fewest))).collect()
}

/// The expected gain of more playouts, in what is played for: over all candidates, the sum of what
/// `further` edges of it alone are expected to gain by changing the choice (the value of sample
/// information; Raiffa and Schlaifer 1961). It is small where playouts vary much and the doubt is
/// small.
pub(super) fn worth_of_more(tally: &Tally, further: impl Fn(usize) -> usize) -> f64 {
    let gains = gain_posteriors(tally);
    let best = leader(&gains);
    let rivals = || (0..gains.len()).filter(|&arm| arm != best);
    let second = rivals().map(|arm| gains[arm].mean()).fold(f64::NEG_INFINITY, f64::max);
    let heard = (1.0 - tally.best_defence()).powi(2);
    // Nothing is learned without more edges, or where all opponents see all hands.
    let gained = |arm: usize, level: f64| match further(arm) {
        further if further > 0 && heard > 0.0 => {
            let error = heard * Edges::of(tally, arm).variance / further as f64;
            gains[arm].beyond(level, error)
        }
        _ => 0.0,
    };
    let of_rivals = rivals().map(|arm| gained(arm, gains[best].mean()));
    of_rivals.sum::<f64>() + gained(best, second)
}

/// The gain where a share of the opponents sees all hands: against them it is the double-dummy one.
fn blended(tally: &Tally, arm: usize, gain: NormalMixture) -> NormalMixture {
    gain.blended(tally.prior(arm).price, tally.best_defence())
}

/// The posterior of one candidate's gain, if no opponent sees all hands, and fewer edges than
/// `fewest` do not count for a card.
pub(super) fn against_believers(tally: &Tally, arm: usize, fewest: usize) -> NormalMixture {
    let prior = tally.prior(arm);
    let expected = match prior.expected {
        ExpectedGain::Fixed(gain) => gain,
        ExpectedGain::HalfOf(other) => against_believers(tally, other, fewest).mean() / 2.0,
    };
    let Edges { number, mean, variance } = Edges::of(tally, arm);
    let doubt = prior.doubt.scaled(variance.sqrt());
    if number == 0 || number < fewest && mean > expected {
        return doubt.about(expected);
    }
    doubt.after(expected, mean, variance / number as f64)
}

/// The edges of a card so far.
struct Edges {
    number: usize,
    mean: f64,
    /// The variance about the mean.
    variance: f64,
}

impl Edges {
    fn of(tally: &Tally, arm: usize) -> Self {
        let edges = tally.edges(arm);
        let number = edges.len();
        let mean = edges.iter().sum::<f64>() / number.max(1) as f64;
        let usual = USUAL_DEVIATION * tally.stake();
        let squares: f64 = edges.iter().map(|edge| (edge - mean) * (edge - mean)).sum();
        let freedom = number.saturating_sub(1) as f64;
        let variance = (squares + USUAL_COUNT * usual * usual) / (USUAL_COUNT + freedom);
        Self { number, mean, variance }
    }
}

/// The candidate with the best expected gain; the first of equals.
pub(super) fn leader(gains: &[NormalMixture]) -> usize {
    (0..gains.len()).fold(0, |a, b| if gains[b].mean() > gains[a].mean() { b } else { a })
}

/// The expected loss of choosing the leader, at most, in what is played for: over all rivals, the
/// sum of what each may turn out to be better.
pub(super) fn regret(gains: &[NormalMixture]) -> f64 {
    let best = leader(gains);
    let rivals = (0..gains.len()).filter(|&arm| arm != best);
    rivals.map(|arm| expected_loss(&gains[best], &gains[arm])).sum()
}

/// The expected value, where positive, of the rival's gain over the leader.
fn expected_loss(best: &NormalMixture, rival: &NormalMixture) -> f64 {
    let pairs = best.parts.iter().cartesian_product(&rival.parts);
    pairs.map(|(a, b)| a.share * b.share * loss_between(a, b)).sum()
}

/// The expected loss for one part of each, whose difference is a normal variable.
fn loss_between(best: &NormalPart, rival: &NormalPart) -> f64 {
    shortfall(best.mean - rival.mean, Real::hypot(best.deviation, rival.deviation))
}

/// The expected shortfall below 0 of a normal variable with this mean and deviation; 0 where it is
/// above.
pub(super) fn shortfall(ahead: f64, deviation: f64) -> f64 {
    if deviation <= 0.0 {
        return (-ahead).max(0.0);
    }
    let z = ahead / deviation;
    let density = Real::exp(-z * z / 2.0) / std::f64::consts::TAU.sqrt();
    deviation * (density - z * above(z))
}

/// The probability that a standard normal variable is above `z`, to six digits (Abramowitz and
/// Stegun 7.1.26).
fn above(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - above(-z);
    }
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736)
        * t
        + 0.254_829_592)
        * t;
    poly * Real::exp(-x * x) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stake of 3NT not vulnerable.
    const STAKE: f64 = 450.0;
    const SCALE: Scale = Scale::of_points(STAKE);

    fn tally(price: f64, edges: &[f64]) -> Tally {
        let priors = vec![GainPrior::REFERENCE, GainPrior::of(price, Likeness::None, SCALE)];
        let mut tally = Tally::new(priors, 0.15, STAKE);
        tally.set(0, vec![0.0; edges.len()]);
        tally.set(1, edges.to_vec());
        tally
    }

    fn gain_of(tally: &Tally) -> Gain {
        Gain::from(&gain_posteriors(tally)[1])
    }

    #[test]
    fn without_playouts_minimax_is_believed() {
        let gain = gain_of(&tally(-30.0, &[]));
        assert!(gain.mean < -15.0 && gain.mean > -30.0, "most of the price is paid: {gain:?}");
    }

    #[test]
    fn evidence_overrules_minimax_as_it_grows() {
        let gain = |n: usize| {
            let edges: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { 0.0 } else { 200.0 }).collect();
            gain_of(&tally(-30.0, &edges))
        };
        assert!(gain(2).mean < 0.0 && gain(64).mean > 40.0);
        assert!(
            gain(256).deviation < gain(64).deviation && gain(64).deviation < gain(16).deviation
        );
    }

    /// Too few edges do not count for a card, however clear they look. They count against it, and
    /// so do more edges.
    #[test]
    fn too_few_edges_do_not_speak_for_a_card() {
        let mean = |edge: f64, number: usize| {
            gain_posteriors_from(&tally(-1.0, &vec![edge; number]), FEWEST_EDGES)[1].mean()
        };
        let without_playouts = mean(0.0, 0);
        for few in 1..FEWEST_EDGES {
            assert!(
                (mean(400.0, few) - without_playouts).abs() < 1e-9
                    && mean(-400.0, few) < without_playouts - 1.0
            );
        }
        assert!(mean(400.0, FEWEST_EDGES) > 100.0);
        assert!(
            (gain_of(&tally(-1.0, &[400.0])).mean - without_playouts).abs() > 1.0,
            "heard while it goes on"
        );
    }

    #[test]
    fn cards_whose_playouts_seldom_differ_cannot_be_far_apart() {
        let gain = |often: usize| {
            let edges: Vec<f64> =
                (0..48).map(|i| if i % often == 0 { 300.0 } else { 0.0 }).collect();
            gain_of(&tally(-1.0, &edges))
        };
        assert!(gain(24).deviation < gain(6).deviation && gain(6).deviation < gain(2).deviation);
        assert!(gain(24).mean < gain(6).mean && gain(6).mean < gain(2).mean);
    }

    #[test]
    fn a_card_that_says_nothing_gains_half_of_what_the_opposite_does() {
        let equal = GainPrior::of(0.0, Likeness::Suit, SCALE);
        let priors = vec![GainPrior::REFERENCE, equal, equal.between(1)];
        let mut tally = Tally::new(priors, 0.0, STAKE);
        tally.set(0, vec![0.0; 64]);
        tally.set(1, (0..64).map(|i| f64::from(i % 2) * 200.0).collect());
        let gains: Vec<Gain> = gain_posteriors(&tally).iter().map(Gain::from).collect();
        let [_, opposite, nothing] = gains[..] else { panic!("three cards") };
        assert!(opposite.mean > 30.0, "{opposite:?}");
        assert!((nothing.mean - opposite.mean / 2.0).abs() < 1e-9, "{nothing:?}");
    }

    /// A card with a higher price is never expected to gain more, nor one that does not ask as
    /// agreed.
    #[test]
    fn what_costs_more_is_expected_to_gain_less() {
        let expected = |likeness, price| match GainPrior::of(price, likeness, SCALE).expected {
            ExpectedGain::Fixed(gain) => gain,
            ExpectedGain::HalfOf(_) => f64::NAN,
        };
        let prices = (0..60).map(|step| -0.5 * f64::from(step));
        for likeness in [Likeness::Message, Likeness::Suit, Likeness::None] {
            let gains: Vec<f64> = prices.clone().map(|price| expected(likeness, price)).collect();
            assert!(gains.is_sorted_by(|a, b| a >= b), "{likeness:?} {gains:?}");
            assert!(gains.iter().all(|gain| *gain < 0.0));
            let message = prices.clone().map(|price| expected(Likeness::Message, price));
            assert!(message.zip(gains).all(|(message, gain)| message <= gain));
        }
    }

    /// Posteriors do not depend on the size of the scores: with all of them and the stake
    /// multiplied, so are the gains.
    #[test]
    fn a_part_score_is_weighed_like_a_slam() {
        let gain = |times: f64| {
            let scale = Scale::of_points(160.0 * times);
            let priors =
                vec![GainPrior::REFERENCE, GainPrior::of(-20.0 * times, Likeness::None, scale)];
            let mut tally = Tally::new(priors, 0.15, 160.0 * times);
            tally.set(0, vec![0.0; 12]);
            tally.set(1, (0..12).map(|i| f64::from(i % 3) * 90.0 * times).collect());
            gain_of(&tally)
        };
        let (small, large) = (gain(1.0), gain(9.0));
        assert!((large.mean - 9.0 * small.mean).abs() < 1e-6, "{small:?} {large:?}");
        assert!((large.deviation - 9.0 * small.deviation).abs() < 1e-6, "{small:?} {large:?}");
    }

    #[test]
    fn regret_falls_with_the_distance() {
        let gain = |mean| Doubt { narrow: 10.0, wide: 10.0, share: 0.5 }.about(mean);
        let even = regret(&[gain(0.0), gain(0.0)]);
        let deviation = 10.0 * std::f64::consts::SQRT_2;
        let half_normal = deviation / std::f64::consts::TAU.sqrt();
        assert!((even - half_normal).abs() < 1e-4);
        assert!(regret(&[gain(30.0), gain(0.0)]) < even / 10.0);
    }

    /// The value of more playouts grows with their number, from nothing to all that a wrong choice
    /// may lose.
    #[test]
    fn more_playouts_may_gain_more() {
        let tally = tally(-10.0, &[-60.0, 90.0, 30.0, 0.0, -30.0, 60.0]);
        let gain = |further| worth_of_more(&tally, |_| further);
        let numbers = [0, 1, 3, 10, 100, 10_000, 1_000_000];
        let gains: Vec<f64> = numbers.into_iter().map(gain).collect();
        let all = regret(&gain_posteriors(&tally));
        assert!(gains[0] < 1e-9 && gains.is_sorted(), "{gains:?}");
        assert!((gains[6] / all - 1.0).abs() < 0.02 && gains[3] < 0.8 * all, "{gains:?} {all}");
        let mut seen_by_all = Tally::new(vec![tally.prior(0), tally.prior(1)], 1.0, STAKE);
        (0..2).for_each(|arm| seen_by_all.set(arm, tally.scores(arm).to_vec()));
        assert!(worth_of_more(&seen_by_all, |_| 100) <= 0.0);
    }

    /// The expected loss of a mixture is that of its parts, and its wide part may be better where
    /// the whole is worse.
    #[test]
    fn regret_is_the_mean_of_what_is_lost() {
        let doubt = Doubt { narrow: 2.0, wide: 40.0, share: 0.3 };
        let rival = doubt.after(-20.0, -5.0, 100.0);
        assert!(rival.mean() < 0.0, "the other leads");
        let sure = Doubt::NONE.about(0.0);
        let mut expected = 0.0;
        for part in rival.parts {
            for step in -8_000..8_000 {
                let z = f64::from(step) / 1_000.0;
                let density = Real::exp(-z * z / 2.0) / std::f64::consts::TAU.sqrt() / 1_000.0;
                expected += part.share * density * (part.mean + z * part.deviation).max(0.0);
            }
        }
        let found = regret(&[sure, rival]);
        assert!(expected > 0.1 && (found - expected).abs() < 1e-3, "{found} {expected}");
    }
}
