//! An approximation of what was learned of a hand's calls, by factors of the minors, of the majors
//! and of points.
//!
//! How likely hands are to have called as they did depends on all lengths and points together,
//! which no count of three hands can hold. So hands are counted by the product of a factor for the
//! lengths of both minors, one for those of both majors and one for the points that gives all of
//! these the same shares (iterative proportional fitting: Deming and Stephan, 1940), and layouts
//! drawn by it are weighed by what it leaves out.

use std::sync::Arc;

use crate::cards::{Hand, hand_points};
use crate::constraint::caller::{CallLikelihood, PartnersPoints};
use crate::constraint::lengths::{self, ByPoints, Lengths, WAYS};
use crate::constraint::{PointSet, Rule};

/// How many times the factors are fitted in turn.
const ROUNDS: usize = 3;

/// The likelihood of a hand's calls, and the factors that approximate it.
#[derive(Debug, Clone)]
pub(super) struct Projection {
    /// The calls of the hand.
    calls: Vec<Arc<CallLikelihood>>,
    /// The factors by the lengths of clubs and diamonds, and of hearts and spades.
    of_halves: [HalfFactors; 2],
    of_points: ByPoints,
    /// The mean points of hands that make the calls.
    mean: f64,
}

impl Projection {
    /// Fits factors to the calls of one hand, dealt from these cards, whose partner has about this
    /// many points; `None` if nothing was learned of any call.
    pub(super) fn of(rules: &[&Rule], from: Hand, partners: u8) -> Option<Self> {
        let calls: Vec<_> = rules.iter().filter_map(|rule| rule.likelihood.clone()).collect();
        let mut exact = vec![[1.0; PointSet::MOST as usize + 1]; WAYS];
        for call in &calls {
            for (weights, lengths) in exact.iter_mut().zip(lengths::every()) {
                let factors = call.row(lengths, PartnersPoints::Known(partners));
                weights.iter_mut().zip(factors).for_each(|(weight, factor)| *weight *= factor);
            }
        }
        if calls.is_empty() {
            return None;
        }
        let mut projection = Self {
            calls,
            of_halves: [[[1.0; 14]; 14]; 2],
            of_points: [1.0; PointSet::MOST as usize + 1],
            mean: 0.0,
        };
        projection.fit(&lengths::hands_from(from), &exact);
        Some(projection)
    }

    /// The mean points of hands that make the calls.
    pub(super) const fn mean(&self) -> f64 {
        self.mean
    }

    /// The factor of the lengths of the minors (0) or the majors (1).
    pub(super) fn of_half(&self, which: usize, lengths: LengthPair) -> f64 {
        let [low, high] = lengths.map(usize::from);
        self.of_halves[which][low][high]
    }

    /// The factors of points.
    pub(super) const fn of_points(&self) -> &ByPoints {
        &self.of_points
    }

    /// The likelihood of the calls from a hand, where partner has this many points, divided by the
    /// product of the factors.
    pub(super) fn correction(&self, hand: Hand, partners: u8) -> f64 {
        let lengths = lengths::of(hand);
        let points = hand_points(hand);
        let counted = self.of_shape(lengths) * self.of_points[usize::from(points)];
        let calls = self.calls.iter().map(|call| call.likelihood(lengths, points, partners));
        calls.product::<f64>() / counted
    }

    fn of_shape(&self, lengths: Lengths) -> f64 {
        halves(lengths).into_iter().enumerate().map(|(i, half)| self.of_half(i, half)).product()
    }

    fn fit(&mut self, hands: &[ByPoints], exact: &[ByPoints]) {
        let target = Margins::of(|shape, points| hands[shape][points] * exact[shape][points]);
        let all: f64 = target.points.iter().sum();
        let of_points = target.points.iter().enumerate();
        self.mean = of_points.map(|(points, weight)| points as f64 * weight / all).sum();
        for _ in 0..ROUNDS {
            for which in 0..2 {
                let now = self.margins(hands);
                let rows = self.of_halves[which].iter_mut();
                let wanted = target.halves[which].iter().zip(&now.halves[which]);
                rows.zip(wanted).for_each(|(row, (wanted, now))| approach(row, wanted, now));
            }
            let now = self.margins(hands);
            approach(&mut self.of_points, &target.points, &now.points);
        }
    }

    fn margins(&self, hands: &[ByPoints]) -> Margins {
        let shapes: Vec<f64> = lengths::every().map(|lengths| self.of_shape(lengths)).collect();
        Margins::of(|shape, points| hands[shape][points] * shapes[shape] * self.of_points[points])
    }
}

/// The lengths of two suits.
pub(super) type LengthPair = [u8; 2];

/// A factor for each two lengths.
type HalfFactors = [[f64; 14]; 14];

/// The lengths of the minors, and of the majors.
const fn halves([clubs, diamonds, hearts, spades]: Lengths) -> [LengthPair; 2] {
    [[clubs, diamonds], [hearts, spades]]
}

/// The total weights of hands, by the lengths of the minors, those of the majors, and the points.
struct Margins {
    halves: [HalfFactors; 2],
    points: ByPoints,
}

impl Margins {
    fn of(weight: impl Fn(usize, usize) -> f64) -> Self {
        let mut margins =
            Self { halves: [[[0.0; 14]; 14]; 2], points: [0.0; PointSet::MOST as usize + 1] };
        for (shape, lengths) in lengths::every().enumerate() {
            let mut all = 0.0;
            for (points, sum) in margins.points.iter_mut().enumerate() {
                let weight = weight(shape, points);
                *sum += weight;
                all += weight;
            }
            for (half, pair) in margins.halves.iter_mut().zip(halves(lengths)) {
                let [low, high] = pair.map(usize::from);
                half[low][high] += all;
            }
        }
        margins
    }
}

/// Multiplies factors by the quotient of the wanted and the present sums.
fn approach(factors: &mut [f64], wanted: &[f64], now: &[f64]) {
    for ((factor, wanted), now) in factors.iter_mut().zip(wanted).zip(now) {
        if *wanted > 0.0 && *now > 0.0 {
            *factor *= wanted / now;
        }
    }
}
