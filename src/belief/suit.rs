//! One suit of two hidden hands: every way to divide it, weighed and put into classes.

use std::collections::HashMap;

use super::Evidence;
use crate::cards::{Holding, Seat, Suit, holding_points};
use crate::constraint::Question;

/// How the rules and readings count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A promise may be broken: exceptions keep the weight that the rule leaves them.
    Weighed,
    /// A layout that breaks a promise has no weight: what is left is a plain number of layouts.
    Strict,
    /// Rules and readings do not count: only the hard facts do.
    FactsOnly,
}

/// Divisions that no rule on shape, strength or holdings can tell apart.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// The first hand's length in the suit.
    pub length: u8,
    /// The first hand's high-card points in the suit.
    pub points: u8,
    /// The number of its answers in [`SuitDivision::answers`].
    pub answers: u16,
    /// The total weight.
    pub weight: f64,
    /// What the first hand holds, with the weight of this division and those before it.
    pub divisions: Vec<(Holding, f64)>,
}

/// A suit's classes, and what the two hands have of it together.
#[derive(Debug, Clone)]
pub(super) struct SuitDivision {
    pub classes: Vec<Class>,
    /// What the suit contributes to the answers to all questions, for the classes that refer here.
    pub answers: Vec<Vec<u16>>,
    pub length: u8,
    pub points: u8,
    /// The two hands' cards of the suit.
    pub cards: Holding,
}

/// Divides a suit between two seats. `questions` lists what the rules ask, with the seat they ask.
pub(super) fn divide(
    suit: Suit,
    seats: [Seat; 2],
    evidence: &Evidence,
    questions: &[(Seat, Question)],
    strictness: Strictness,
) -> SuitDivision {
    let must = seats.map(|seat| evidence.ownership.must(seat)[suit]);
    let [first_may, second_may] = seats.map(|seat| evidence.ownership.may(seat)[suit]);
    let free = (first_may & second_may) - must[0] - must[1];
    let cards = must[0] | must[1] | free;
    let mut classes: Vec<Class> = Vec::new();
    let mut answers: Vec<Vec<u16>> = Vec::new();
    let mut known: HashMap<(u8, u8, u16), usize> = HashMap::new();
    for part in subsets(free) {
        let first = must[0] | part;
        let pair = [first, cards - first];
        let weight = weight_of(suit, seats, pair, evidence, strictness);
        if weight <= 0.0 {
            continue;
        }
        let given = questions
            .iter()
            .map(|(seat, question)| question.answer(suit, pair[usize::from(*seat == seats[1])]));
        let answer = interned(&mut answers, given.collect());
        let (length, points) = (first.len() as u8, holding_points(first));
        let at = *known.entry((length, points, answer)).or_insert_with(|| {
            classes.push(Class { length, points, answers: answer, weight: 0.0, divisions: vec![] });
            classes.len() - 1
        });
        let class = &mut classes[at];
        class.weight += weight;
        class.divisions.push((first, class.weight));
    }
    let (length, points) = (cards.len() as u8, holding_points(cards));
    SuitDivision { classes, answers, length, points, cards }
}

/// The number of some answers in a list, to which they are added if they are new.
fn interned(known: &mut Vec<Vec<u16>>, answers: Vec<u16>) -> u16 {
    let at = known.iter().position(|other| *other == answers).unwrap_or_else(|| {
        known.push(answers);
        known.len() - 1
    });
    at as u16
}

/// All subsets of a holding, the empty one first.
fn subsets(of: Holding) -> impl Iterator<Item = Holding> {
    let all = of.to_bits();
    let mut next = Some(0u16);
    std::iter::from_fn(move || {
        let part = next?;
        next = (part != all).then(|| part.wrapping_sub(all) & all);
        Some(Holding::from_bits_truncate(part))
    })
}

/// The product of what the cards played in the suit say of a division.
fn weight_of(
    suit: Suit,
    seats: [Seat; 2],
    pair: [Holding; 2],
    evidence: &Evidence,
    strictness: Strictness,
) -> f64 {
    let readings = evidence.readings.iter().filter(|reading| reading.suit == suit);
    let mut weight = 1.0;
    for reading in readings {
        let dealt = pair[usize::from(reading.seat == seats[1])];
        weight *= match strictness {
            Strictness::Weighed => reading.weight(dealt),
            Strictness::Strict => f64::from(u8::from(reading.is_kept(dealt))),
            Strictness::FactsOnly => 1.0,
        };
    }
    weight
}
