//! One suit of two hidden hands: every way to divide it, weighed and put into classes.

use std::iter::successors;
use std::ops::Range;

use crate::belief::Evidence;
use crate::belief::strictness::{SaidOfSuit, Strictness};
use crate::belief::subsets::subsets;
use crate::cards::{Holding, Seat, Suit, holding_points};
use crate::constraint::Quantity;

/// How many lengths a suit can have in a hand, 0 to 13.
const LENGTHS: usize = 14;
const POINTS: usize = 11;

/// Divisions that no rule on shape, strength or holdings can tell apart.
#[derive(Debug, Clone)]
pub(super) struct DivisionClass {
    /// The first hand's length in the suit.
    pub length: u8,
    /// The first hand's high-card points in the suit.
    pub points: u8,
    /// The index of its answers in [`SuitClasses::answers`].
    pub answers: u16,
    /// The total weight.
    pub weight: f64,
    /// The range of its divisions among those of the suit.
    divisions: Range<usize>,
}

/// A suit's classes, and what the two hands have of it together.
#[derive(Debug, Clone)]
pub(super) struct SuitClasses {
    pub classes: Vec<DivisionClass>,
    /// The first hand's holdings, class by class, with the cumulative weight within the class.
    divisions: Vec<(Holding, f64)>,
    /// The suit's contributions to the answers to all questions, each list for the classes that
    /// refer to it.
    pub answers: Vec<Vec<u16>>,
    pub length: u8,
    pub points: u8,
    /// The two hands' cards of the suit.
    pub cards: Holding,
}

impl SuitClasses {
    /// The first hand's holdings in a class, with cumulative weights.
    pub(super) fn of(&self, class: &DivisionClass) -> &[(Holding, f64)] {
        &self.divisions[class.divisions.clone()]
    }
}

/// Divides a suit between two seats. `questions` lists what the rules ask, with the seat they ask.
pub(super) fn divide(
    suit: Suit,
    seats: [Seat; 2],
    evidence: &Evidence,
    questions: &[(Seat, Quantity)],
    strictness: Strictness,
) -> SuitClasses {
    let must = seats.map(|seat| evidence.ownership.must(seat)[suit]);
    let [first_may, second_may] = seats.map(|seat| evidence.ownership.may(seat)[suit]);
    let free = (first_may & second_may) - must[0] - must[1];
    let cards = must[0] | must[1] | free;
    let mut classes: Vec<DivisionClass> = Vec::new();
    let mut answers: Vec<Vec<u16>> = Vec::new();
    // The last class found of each length and number of points, and for each class the one found
    // before it.
    let mut latest: [Option<usize>; LENGTHS * POINTS] = [None; LENGTHS * POINTS];
    let mut before: Vec<Option<usize>> = Vec::new();
    let mut found: Vec<(usize, Holding, f64)> = Vec::with_capacity(1 << free.len());
    let said = SaidOfSuit::new(suit, evidence, strictness);
    for part in subsets(free) {
        let first = must[0] | part;
        let pair = [first, cards - first];
        let dealt = |seat| pair[usize::from(seat == seats[1])];
        let weight = said.weight(dealt);
        if weight <= 0.0 {
            continue;
        }
        let given = questions
            .iter()
            .map(|(seat, question)| question.answer(suit, pair[usize::from(*seat == seats[1])]));
        let answer = interned(&mut answers, given.collect());
        let (length, points) = (first.len() as u8, holding_points(first));
        let latest = &mut latest[usize::from(length) * POINTS + usize::from(points)];
        let mut alike = successors(*latest, |&at| before[at]);
        let at = alike.find(|&at| classes[at].answers == answer).unwrap_or_else(|| {
            before.push(latest.replace(classes.len()));
            classes.push(DivisionClass {
                length,
                points,
                answers: answer,
                weight: 0.0,
                divisions: 0..0,
            });
            classes.len() - 1
        });
        let class = &mut classes[at];
        class.weight += weight;
        class.divisions.end += 1;
        found.push((at, first, class.weight));
    }
    let divisions = class_by_class(&mut classes, &found);
    let (length, points) = (cards.len() as u8, holding_points(cards));
    SuitClasses { classes, divisions, answers, length, points, cards }
}

/// Sorts divisions, each with the number of its class, by class. Each class comes with the number
/// of its divisions as the end of its range, and gets the range.
fn class_by_class(
    classes: &mut [DivisionClass],
    found: &[(usize, Holding, f64)],
) -> Vec<(Holding, f64)> {
    let mut begin = 0;
    for class in classes.iter_mut() {
        let number = class.divisions.end;
        class.divisions = begin..begin;
        begin += number;
    }
    let mut divisions = vec![(Holding::EMPTY, 0.0); found.len()];
    for &(class, first, upto) in found {
        let end = &mut classes[class].divisions.end;
        divisions[*end] = (first, upto);
        *end += 1;
    }
    divisions
}

/// The index of some answers in a list; new ones are added.
fn interned(known: &mut Vec<Vec<u16>>, answers: Vec<u16>) -> u16 {
    // Where nothing is asked: to compare empty lists takes longer than all else here.
    if answers.is_empty() && !known.is_empty() {
        return 0;
    }
    let at = known.iter().position(|other| *other == answers).unwrap_or_else(|| {
        known.push(answers);
        known.len() - 1
    });
    at as u16
}
