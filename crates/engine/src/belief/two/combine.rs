//! The four suits' classes combined to hands, each combination weighed by the rules.
//!
//! A rule is asked once for each shape and each set of answers to what rules ask of cards, for all
//! numbers of points at once; not for every combination. Rules on lengths and points alone, as
//! nearly all are, have a table of weights that is made once for an auction.

use std::collections::HashMap;
use std::rc::Rc;

use itertools::Itertools;

use super::suit::{DivisionClass, SuitClasses, divide};
use crate::belief::Evidence;
use crate::belief::strictness::{Strictness, weight_of_known};
use crate::cards::{BySuit, Hand, Seat, Suit, hand_points};
use crate::constraint::caller::{CallLikelihood, PartnersPoints};
use crate::constraint::lengths::{ByPoints, Lengths};
use crate::constraint::{DealCondition, Facts, PointSet, Quantity, Rule};

/// One class of each suit, clubs first, with the cumulative weight of this combination and those
/// before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClassCombination {
    pub classes: [u16; 4],
    pub upto: f64,
}

/// The four suits' classes on their way to being combined.
pub(super) struct Combiner<'a> {
    pub(super) suits: BySuit<SuitClasses>,
    /// Rules about the hidden hands.
    rules: Vec<&'a Rule>,
    relations: &'a [DealCondition],
    strictness: Strictness,
    /// The factor that the rules about known hands leave of every layout's weight.
    known: f64,
    questions: Vec<(Seat, Quantity)>,
    seats: [Seat; 2],
    /// The hands that are not hidden, by the index of the seat.
    hands: [Hand; 4],
    /// The points of both hidden hands.
    points: u8,
    /// The weight by rules on the points of both partners, by the points of the first hidden hand.
    together: Vec<f64>,
    /// The calls of each hidden hand of which the likelihood by all hands was learned.
    likelihoods: Vec<(Seat, &'a CallLikelihood, PartnersPoints)>,
}

impl<'a> Combiner<'a> {
    pub(super) fn new(evidence: &'a Evidence, seats: [Seat; 2], strictness: Strictness) -> Self {
        let known = weight_of_known(evidence, &seats, strictness);
        let rules: Vec<&Rule> =
            evidence.rules.iter().filter(|rule| seats.contains(&rule.seat)).collect();
        let asked = |rule: &&Rule| {
            let seat = rule.seat;
            strictness.questions(rule).into_iter().map(move |question| (seat, question))
        };
        let related = evidence.relations.iter().flat_map(DealCondition::questions);
        let related = related.filter(|(seat, _)| seats.contains(seat));
        let questions: Vec<_> = rules.iter().flat_map(asked).chain(related).unique().collect();
        let suits = BySuit::from_fn(|suit| divide(suit, seats, evidence, &questions, strictness));
        let points = suits.iter().map(|(_, division)| division.points).sum();
        let hands = Seat::ALL.map(|seat| evidence.ownership.must(seat));
        let relations = &evidence.relations[..];
        let (together, likelihoods) = (Vec::new(), Vec::new());
        let combiner = Self {
            suits,
            rules,
            relations,
            strictness,
            known,
            questions,
            seats,
            hands,
            points,
            together,
            likelihoods,
        };
        Self { together: combiner.together(), likelihoods: combiner.likelihoods(), ..combiner }
    }

    /// The calls of which the likelihood by all hands was learned, with partner's points or the sum
    /// of both.
    fn likelihoods(&self) -> Vec<(Seat, &'a CallLikelihood, PartnersPoints)> {
        let likelihoods = |rule: &&'a Rule| -> Option<(Seat, &'a CallLikelihood, PartnersPoints)> {
            let partner = rule.seat.partner();
            let points = if self.seats.contains(&partner) {
                PartnersPoints::Together(self.points)
            } else {
                PartnersPoints::Known(hand_points(self.hands[partner as usize]))
            };
            let rule: &'a Rule = rule;
            Some((rule.seat, rule.likelihood.as_ref()?, points))
        };
        if self.strictness == Strictness::Weighed {
            self.rules.iter().filter_map(likelihoods).collect()
        } else {
            Vec::new()
        }
    }

    /// The weight by rules on the points of both partners, by the points of the first hidden hand.
    fn together(&self) -> Vec<f64> {
        let joint = |rule: &&Rule| Some((rule.seat, rule.together()?));
        let joint: Vec<_> = self.rules.iter().filter_map(joint).collect();
        let points_of = |seat: Seat, first: u8| match self.seats.iter().position(|it| *it == seat) {
            Some(0) => first,
            Some(_) => self.points - first,
            None => hand_points(self.hands[seat as usize]),
        };
        let all = (0..=self.points).map(|first| {
            let both = |seat: Seat| points_of(seat, first) + points_of(seat.partner(), first);
            joint.iter().map(|(seat, together)| together.weight(both(*seat))).product()
        });
        all.collect()
    }

    /// Every combination of classes that gives the first hand thirteen cards, with its weight.
    pub(super) fn combine(&self) -> Vec<ClassCombination> {
        let by_length = Suit::ASC.map(|suit| by_length(&self.suits[suit].classes));
        let groups = |lengths: [usize; 4]| -> [&[u16]; 4] {
            std::array::from_fn(|i| by_length[i][lengths[i]].as_slice())
        };
        let shapes = shapes().map(|lengths| (lengths, groups(lengths)));
        let shapes = shapes.filter(|(_, groups)| groups.iter().all(|group| !group.is_empty()));
        let points = Suit::ASC.map(|suit| points_by_length(&self.suits[suit].classes));
        let mut combinations = ClassCombinations { all: Vec::new(), upto: 0.0 };
        for (lengths, groups) in shapes {
            combinations.all.reserve(groups.iter().map(|group| group.len()).product());
            let points = std::array::from_fn(|suit| points[suit][lengths[suit]]);
            let lengths = lengths.map(|length| length as u8);
            if self.questions.is_empty() {
                let weights = self.weigh(lengths, &[], sums(points));
                let weight = |_, points: usize| weights[points];
                self.combine_shape(groups, weight, &mut combinations);
            } else {
                let mut shape = ShapeWeights::new(self, lengths);
                let weight = |answers, points: usize| shape.weights(answers)[points];
                self.combine_shape(groups, weight, &mut combinations);
            }
        }
        combinations.all
    }

    /// Combines the classes of one shape; `left` gives the weight by the rules of hands with these
    /// answers and points.
    fn combine_shape(
        &self,
        groups: [&[u16]; 4],
        mut left: impl FnMut([u16; 4], usize) -> f64,
        into: &mut ClassCombinations,
    ) {
        let class =
            |suit: usize, index: u16| &self.suits[Suit::ASC[suit]].classes[usize::from(index)];
        for &c in groups[0] {
            let club = class(0, c);
            for &d in groups[1] {
                let diamond = class(1, d);
                let minors = (club.points + diamond.points, club.weight * diamond.weight);
                for &h in groups[2] {
                    let heart = class(2, h);
                    let (points, weight) = (minors.0 + heart.points, minors.1 * heart.weight);
                    for &s in groups[3] {
                        let spade = class(3, s);
                        let answers = [club, diamond, heart, spade].map(|class| class.answers);
                        let left = left(answers, usize::from(points + spade.points));
                        into.add([c, d, h, s], weight * spade.weight * left);
                    }
                }
            }
        }
    }

    /// The weights by the rules of first hands with these answers, for each number of points in the
    /// bit set `points`; other entries mean nothing.
    fn weigh(&self, lengths: Lengths, answers: &[u16], points: u64) -> ByPoints {
        let mut weights = [self.known; PointSet::MOST as usize + 1];
        for rule in &self.rules {
            let hand = self.hand(rule.seat, lengths, 0, answers);
            match self.strictness {
                Strictness::FactsOnly => {}
                Strictness::Weighed if rule.likelihood.is_some() => {}
                Strictness::Strict => {
                    let kept = rule.condition.points(&hand);
                    let kept = |points| f64::from(u8::from(kept.contains(points)));
                    self.times(&mut weights, points, rule.seat, kept);
                }
                Strictness::Weighed => {
                    let own;
                    let table = if let Some(table) = rule.weights_of(hand.lengths) {
                        table
                    } else {
                        own = rule.weights(&hand);
                        &own
                    };
                    self.times(&mut weights, points, rule.seat, |points| {
                        table[usize::from(points)]
                    });
                }
            }
        }
        for &(seat, call, partners) in &self.likelihoods {
            let row = call.row(self.hand(seat, lengths, 0, answers).lengths, partners);
            self.times(&mut weights, points, seat, |points| row[usize::from(points)]);
        }
        if self.strictness == Strictness::Weighed {
            weights.iter_mut().zip(&self.together).for_each(|(weight, factor)| *weight *= factor);
        }
        if self.strictness != Strictness::FactsOnly && !self.relations.is_empty() {
            self.times(&mut weights, points, self.seats[0], |points| {
                let hand = |seat| self.hand(seat, lengths, points, answers);
                let all = self.relations.iter().all(|relation| relation.is_true(&hand));
                f64::from(u8::from(all))
            });
        }
        weights
    }

    /// Multiplies the weights of these points of the first hand by the factor of a rule for the
    /// seat's own points.
    fn times(&self, weights: &mut ByPoints, points: u64, seat: Seat, factor: impl Fn(u8) -> f64) {
        let mut left = points & ((1 << (self.points + 1).min(PointSet::MOST + 1)) - 1);
        while left != 0 {
            let first = left.trailing_zeros() as u8;
            left &= left - 1;
            let own = if seat == self.seats[1] { self.points - first } else { first };
            if own <= PointSet::MOST {
                weights[usize::from(first)] *= factor(own);
            }
        }
    }

    /// The hand of a seat when the first hidden hand has these lengths, points and answers.
    fn hand<'b>(
        &'b self,
        seat: Seat,
        lengths: Lengths,
        points: u8,
        answers: &'b [u16],
    ) -> HandClass<'b> {
        let known = self.hands[seat as usize];
        let total = |i: usize| self.suits[Suit::ASC[i]].length;
        let (lengths, points, hidden) = if seat == self.seats[0] {
            (lengths, points, true)
        } else if seat == self.seats[1] {
            (std::array::from_fn(|i| total(i) - lengths[i]), self.points - points, true)
        } else {
            (Suit::ASC.map(|suit| known.length(suit)), known.points(), false)
        };
        HandClass {
            lengths,
            points,
            answers,
            known: (!hidden).then_some(known),
            seat,
            combiner: self,
        }
    }
}

/// The weights of one shape, by the answers of its four suits.
struct ShapeWeights<'a, 'b> {
    combiner: &'a Combiner<'b>,
    lengths: Lengths,
    /// The answers of the last combination, with their weights: neighbouring combinations mostly
    /// share them.
    last: Option<([u16; 4], Rc<ByPoints>)>,
    by_suits: HashMap<[u16; 4], Rc<ByPoints>>,
    by_answers: HashMap<Vec<u16>, Rc<ByPoints>>,
}

impl<'a, 'b> ShapeWeights<'a, 'b> {
    fn new(combiner: &'a Combiner<'b>, lengths: Lengths) -> Self {
        let (by_suits, by_answers) = (HashMap::new(), HashMap::new());
        Self { combiner, lengths, last: None, by_suits, by_answers }
    }

    fn weights(&mut self, suits: [u16; 4]) -> &ByPoints {
        let last = match self.last.take() {
            Some((last, weights)) if last == suits => weights,
            _ => self.by_suits.get(&suits).cloned().unwrap_or_else(|| self.new_weights(suits)),
        };
        &self.last.insert((suits, last)).1
    }

    fn new_weights(&mut self, suits: [u16; 4]) -> Rc<ByPoints> {
        let parts = Suit::ASC
            .map(|suit| &self.combiner.suits[suit].answers[usize::from(suits[suit as usize])]);
        let number = self.combiner.questions.len();
        let answers: Vec<u16> =
            (0..number).map(|i| parts.iter().map(|part| part[i]).sum()).collect();
        let weights = self.by_answers.get(&answers).cloned();
        let weights = weights.unwrap_or_else(|| {
            let weights = Rc::new(self.combiner.weigh(self.lengths, &answers, u64::MAX));
            self.by_answers.insert(answers, Rc::clone(&weights));
            weights
        });
        self.by_suits.insert(suits, Rc::clone(&weights));
        weights
    }
}

/// Combinations with cumulative weights.
struct ClassCombinations {
    all: Vec<ClassCombination>,
    upto: f64,
}

impl ClassCombinations {
    fn add(&mut self, classes: [u16; 4], weight: f64) {
        if weight > 0.0 {
            self.upto += weight;
            self.all.push(ClassCombination { classes, upto: self.upto });
        }
    }
}

/// The lengths of the suits of every hand, clubs first.
fn shapes() -> impl Iterator<Item = [usize; 4]> {
    (0..=13).flat_map(|c| {
        (0..=13 - c).flat_map(move |d| (0..=13 - c - d).map(move |h| [c, d, h, 13 - c - d - h]))
    })
}

/// The indices of the classes of each length.
fn by_length(classes: &[DivisionClass]) -> [Vec<u16>; 14] {
    let mut index = [const { Vec::new() }; 14];
    for (i, class) in classes.iter().enumerate() {
        index[usize::from(class.length)].push(i as u16);
    }
    index
}

/// The numbers of points of the classes of each length, a bit for each.
fn points_by_length(classes: &[DivisionClass]) -> [u64; 14] {
    let mut points = [0; 14];
    for class in classes {
        points[usize::from(class.length)] |= 1 << class.points;
    }
    points
}

/// The sums of a number of each of four sets, where a set has a bit for each of its numbers.
fn sums(sets: [u64; 4]) -> u64 {
    sets.into_iter().fold(1, |sums, set| {
        let numbers = (0..u64::BITS).take_while(|number| set >> number != 0);
        numbers.filter(|number| set >> number & 1 == 1).fold(0, |all, number| all | sums << number)
    })
}

/// A hand as rules see it: known, or known by its lengths, points and answers.
struct HandClass<'a> {
    lengths: Lengths,
    points: u8,
    answers: &'a [u16],
    known: Option<Hand>,
    seat: Seat,
    combiner: &'a Combiner<'a>,
}

impl Facts for HandClass<'_> {
    fn length(&self, suit: Suit) -> u8 {
        self.lengths[suit as usize]
    }

    fn points(&self) -> u8 {
        self.points
    }

    fn answer(&self, question: Quantity) -> u16 {
        if let Some(hand) = self.known {
            return hand.answer(question);
        }
        let asked = (self.seat, question);
        let at = self.combiner.questions.iter().position(|known| *known == asked);
        at.map_or(0, |at| self.answers[at])
    }
}
