//! What is learned of a hand's calls, as near as factors of single lengths and of points come to it.
//!
//! How likely hands are to have called as they did depends on all lengths and points together, which no count of three hands can hold.
//! So hands are counted by the product of one factor for each suit's length and one for the points that has the same shares of
//! all lengths and all points (iterative proportional fitting: Deming and Stephan, 1940), and layouts drawn by it are weighed by what it leaves out.

use std::sync::Arc;

use crate::cards::{BySuit, Hand, Holding, Suit, hand_points, holding_points};
use crate::constraint::caller::{HeardCall, PartnersPoints};
use crate::constraint::lengths::{self, ByPoints, Lengths, WAYS, together};
use crate::constraint::{PointSet, Rule};

/// How often all factors are fitted in turn.
const ROUNDS: usize = 6;

/// The weight of a hand by all that was learned of its calls, and the factors that come near to it.
#[derive(Debug, Clone)]
pub(super) struct Projection {
    /// The calls.
    calls: Vec<Arc<HeardCall>>,
    of_lengths: BySuit<[f64; 14]>,
    of_points: ByPoints,
}

impl Projection {
    /// Of the calls of one hand, dealt from these cards, whose partner has about so many points; `None` if nothing was learned of
    /// any.
    pub(super) fn of(rules: &[&Rule], from: Hand, partners: u8) -> Option<Self> {
        let calls: Vec<_> = rules.iter().filter_map(|rule| rule.heard.clone()).collect();
        let mut exact = vec![[1.0; PointSet::MOST as usize + 1]; WAYS];
        for call in &calls {
            for (weights, factors) in
                exact.iter_mut().zip(call.table(PartnersPoints::Known(partners)))
            {
                weights.iter_mut().zip(factors).for_each(|(weight, factor)| *weight *= factor);
            }
        }
        if calls.is_empty() {
            return None;
        }
        let mut projection = Self {
            calls,
            of_lengths: BySuit::from_fn(|_| [1.0; 14]),
            of_points: [1.0; PointSet::MOST as usize + 1],
        };
        projection.fit(&hands(from), &exact);
        Some(projection)
    }

    /// The factor that a suit's length has.
    pub(super) fn of_length(&self, suit: Suit, length: usize) -> f64 {
        self.of_lengths[suit][length]
    }

    /// The factors that points have.
    pub(super) const fn of_points(&self) -> &ByPoints {
        &self.of_points
    }

    /// The weight of a hand, where partner has so many points, as a multiple of what the factors make of it.
    pub(super) fn correction(&self, hand: Hand, partners: u8) -> f64 {
        let lengths = Suit::ASC.map(|suit| hand[suit].len() as u8);
        let points = hand_points(hand);
        let counted = self.of_shape(lengths) * self.of_points[usize::from(points)];
        let calls = self.calls.iter().map(|call| call.likelihood(lengths, points, partners));
        calls.product::<f64>() / counted
    }

    fn of_shape(&self, lengths: Lengths) -> f64 {
        let each = Suit::ASC.into_iter().zip(lengths);
        each.map(|(suit, length)| self.of_lengths[suit][usize::from(length)]).product()
    }

    fn fit(&mut self, hands: &[ByPoints], exact: &[ByPoints]) {
        let target = Margins::of(|shape, points| hands[shape][points] * exact[shape][points]);
        for _ in 0..ROUNDS {
            for suit in Suit::ASC {
                let now = self.margins(hands);
                approach(&mut self.of_lengths[suit], &target.lengths[suit], &now.lengths[suit]);
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

/// The weight of all hands with each length of each suit, and with each number of points.
struct Margins {
    lengths: BySuit<[f64; 14]>,
    points: ByPoints,
}

impl Margins {
    fn of(weight: impl Fn(usize, usize) -> f64) -> Self {
        let mut margins = Self {
            lengths: BySuit::from_fn(|_| [0.0; 14]),
            points: [0.0; PointSet::MOST as usize + 1],
        };
        for (shape, lengths) in lengths::every().enumerate() {
            let mut all = 0.0;
            for (points, sum) in margins.points.iter_mut().enumerate() {
                let weight = weight(shape, points);
                *sum += weight;
                all += weight;
            }
            for (suit, length) in Suit::ASC.into_iter().zip(lengths) {
                margins.lengths[suit][usize::from(length)] += all;
            }
        }
        margins
    }
}

/// Moves factors by what is wanted over what is.
fn approach(factors: &mut [f64], wanted: &[f64], now: &[f64]) {
    for ((factor, wanted), now) in factors.iter_mut().zip(wanted).zip(now) {
        if *wanted > 0.0 && *now > 0.0 {
            *factor *= wanted / now;
        }
    }
}

/// For each shape, the number of hands with each number of points that can be dealt from these cards.
fn hands(from: Hand) -> Vec<ByPoints> {
    let suits = Suit::ASC.map(|suit| holdings(from[suit]));
    let mut found = Vec::with_capacity(WAYS);
    for clubs in 0..=13 {
        for diamonds in 0..=13 - clubs {
            let minors = together(&suits[0][clubs], &suits[1][diamonds]);
            for hearts in 0..=13 - clubs - diamonds {
                let spades = 13 - clubs - diamonds - hearts;
                let majors = together(&suits[2][hearts], &suits[3][spades]);
                found.push(together(&minors, &majors));
            }
        }
    }
    found
}

/// For each length, the number of holdings with each number of points.
fn holdings(from: Holding) -> [ByPoints; 14] {
    let mut found = [[0.0; PointSet::MOST as usize + 1]; 14];
    for holding in crate::belief::strictness::subsets(from) {
        found[holding.len()][usize::from(holding_points(holding))] += 1.0;
    }
    found
}
