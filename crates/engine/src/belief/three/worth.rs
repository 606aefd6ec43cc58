//! The weights of three hands by the rules on lengths and points.

use std::collections::HashMap;

use super::grid::{Grid, PointPair};
use super::projection::LengthPair;
use super::sorted_rules::SortedRules;
use crate::belief::Evidence;
use crate::belief::strictness::{Strictness, weight_of_known};
use crate::cards::{Seat, hand_points};
use crate::constraint::lengths::{self, ByPoints, Lengths};
use crate::constraint::reliance::PairSlack;
use crate::constraint::{PointSet, Rule};

/// For each hidden hand and each of the 560 shapes, its weight by points.
#[derive(Debug, Clone)]
pub(super) struct ShapeWorths {
    shapes: [Vec<ByPoints>; 3],
    /// For each shape, the first one with the same weights.
    kinds: [Vec<u16>; 3],
    /// For each hand, and for lengths of the minors and of the majors, the class of lengths that no
    /// lengths of the other two suits distinguish.
    classes: [[Classes; 2]; 3],
    /// The points of the three hands together.
    points: usize,
    /// The weight by rules on the points of both partners, by the points of the first two hands;
    /// `None` without such rules.
    together: Option<Grid>,
}

impl ShapeWorths {
    /// Tabulates the rules. Those that ask for more than lengths and points count with the greatest
    /// weight that they can leave to hands of these lengths and points; rejection does the rest.
    pub(super) fn new(
        evidence: &Evidence,
        asked: &SortedRules,
        seats: [Seat; 3],
        strictness: Strictness,
        points: usize,
    ) -> Self {
        let known = weight_of_known(evidence, &seats, strictness);
        let mut shapes = seats.map(|seat| {
            let rules: Vec<&Rule> = asked.by_lengths().filter(|rule| rule.seat == seat).collect();
            let of = |lengths| {
                let factors = rules.iter().map(|rule| strictness.beside_lengths(rule, lengths));
                factors.fold([1.0; PointSet::MOST as usize + 1], |product, factors| {
                    times(product, &factors)
                })
            };
            lengths::every().map(of).collect::<Vec<_>>()
        });
        for (shapes, learned) in shapes.iter_mut().zip(&asked.learned) {
            let Some(learned) = learned else { continue };
            for weights in shapes {
                *weights = times(*weights, learned.of_points());
            }
        }
        shapes[0].iter_mut().flatten().for_each(|weight| *weight *= known);
        let kinds = shapes.each_ref().map(|shapes| kinds(shapes, points));
        let classes = kinds.each_ref().map(|kinds| {
            let minors = classes(kinds, |[clubs, diamonds], [hearts, spades]| {
                [clubs, diamonds, hearts, spades]
            });
            let majors = classes(kinds, |[hearts, spades], [clubs, diamonds]| {
                [clubs, diamonds, hearts, spades]
            });
            [minors, majors]
        });
        let together = (strictness == Strictness::Weighed)
            .then(|| together(evidence, seats, points))
            .flatten();
        Self { shapes, kinds, classes, points, together }
    }

    /// The kind of three hands: equal for lengths that the rules do not distinguish.
    pub(super) fn kind(&self, minors: [LengthPair; 3], majors: [LengthPair; 3]) -> ShapeKinds {
        std::array::from_fn(|hand| {
            let ([clubs, diamonds], [hearts, spades]) = (minors[hand], majors[hand]);
            self.kinds[hand][lengths::number([clubs, diamonds, hearts, spades])]
        })
    }

    /// The class of lengths of the minors (0) or the majors (1): equal for lengths that have the
    /// same kind with whatever completes the three hands.
    pub(super) fn class(&self, which: usize, lengths: [LengthPair; 3]) -> [u16; 3] {
        std::array::from_fn(|hand| {
            let [low, high] = lengths[hand].map(usize::from);
            self.classes[hand][which][low][high]
        })
    }

    /// The weight of three hands of a kind, by the points of the first two; `None` if none has
    /// weight.
    pub(super) fn of(&self, kind: ShapeKinds) -> Option<Grid> {
        let mut worth = Grid::new(self.points);
        let mut any = false;
        for first in 0..=self.points {
            for second in 0..=self.points - first {
                worth[[first, second]] = self.at(kind, [first, second]);
                any |= worth[[first, second]] > 0.0;
            }
        }
        any.then_some(worth)
    }

    /// The weight of three hands of a kind, where the first two have these points.
    pub(super) fn at(&self, kind: ShapeKinds, [first, second]: PointPair) -> f64 {
        let points = [first, second, self.points - first - second];
        let weight = |i: usize| self.shapes[i][usize::from(kind[i])].get(points[i]);
        let together = self.together.as_ref().map_or(1.0, |together| together[[first, second]]);
        (0..3).map(|i| weight(i).copied().unwrap_or(0.0)).product::<f64>() * together
    }
}

/// The weight of three hands with this many points by rules on the points of both partners, by the
/// points of the first two hands.
fn together(evidence: &Evidence, seats: [Seat; 3], points: usize) -> Option<Grid> {
    let joint = |rule: &Rule| Some((rule.seat, rule.together()?));
    let joint: Vec<_> = evidence.rules.iter().filter_map(joint).collect();
    if joint.is_empty() {
        return None;
    }
    let mut grid = Grid::new(points);
    for first in 0..=points {
        for second in 0..=points - first {
            let hidden = [first, second, points - first - second];
            let of = |seat: Seat| match seats.iter().position(|it| *it == seat) {
                Some(at) => hidden[at] as u8,
                None => hand_points(evidence.ownership.must(seat)),
            };
            let weight = |(seat, together): &(Seat, PairSlack)| {
                together.weight(of(*seat) + of(seat.partner()))
            };
            grid[[first, second]] = joint.iter().map(weight).product();
        }
    }
    Some(grid)
}

/// A number of a class for each pair of lengths.
type Classes = [[u16; 14]; 14];

/// For each hand, the first shape with the same weights.
pub(super) type ShapeKinds = [u16; 3];

/// The kinds of the shapes of a hand that can have this many points.
fn kinds(shapes: &[ByPoints], points: usize) -> Vec<u16> {
    let most = points.min(usize::from(PointSet::MOST));
    let mut known: HashMap<Vec<u64>, u16> = HashMap::new();
    let weights =
        shapes.iter().map(|weights| weights[..=most].iter().map(|it| it.to_bits()).collect());
    (0..).zip(weights).map(|(shape, weights)| *known.entry(weights).or_insert(shape)).collect()
}

/// Numbers the pairs of lengths by the kinds that they have with each pair that completes a hand.
fn classes(kinds: &[u16], whole: impl Fn(LengthPair, LengthPair) -> Lengths) -> Classes {
    let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
    let mut classes = Classes::default();
    for low in 0..=13 {
        for high in 0..=13 - low {
            let rest = 13 - low - high;
            let others = (0..=rest).map(|other| whole([low, high], [other, rest - other]));
            let kinds = others.map(|lengths| kinds[lengths::number(lengths)]).collect();
            let next = known.len() as u16;
            classes[usize::from(low)][usize::from(high)] = *known.entry(kinds).or_insert(next);
        }
    }
    classes
}

fn times(mut product: ByPoints, factors: &ByPoints) -> ByPoints {
    product.iter_mut().zip(factors).for_each(|(product, factor)| *product *= factor);
    product
}
