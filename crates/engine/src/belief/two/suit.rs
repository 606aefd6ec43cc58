//! One suit of two hidden hands: every way to divide it, weighed and put into classes.

use crate::belief::Evidence;
use crate::belief::strictness::{SaidOfSuit, Strictness, subsets};
use crate::cards::{Holding, Seat, Suit, holding_points};
use crate::constraint::Quantity;

/// The lengths that a suit can have in a hand, from none to all, and its numbers of points.
const LENGTHS: usize = 14;
const POINTS: usize = 11;

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
    questions: &[(Seat, Quantity)],
    strictness: Strictness,
) -> SuitDivision {
    let must = seats.map(|seat| evidence.ownership.must(seat)[suit]);
    let [first_may, second_may] = seats.map(|seat| evidence.ownership.may(seat)[suit]);
    let free = (first_may & second_may) - must[0] - must[1];
    let cards = must[0] | must[1] | free;
    let mut classes: Vec<Class> = Vec::new();
    let mut answers: Vec<Vec<u16>> = Vec::new();
    // The classes of each length and number of points.
    let mut alike: Vec<Vec<usize>> = vec![Vec::new(); LENGTHS * POINTS];
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
        let alike = &mut alike[usize::from(length) * POINTS + usize::from(points)];
        let known = alike.iter().copied().find(|&at| classes[at].answers == answer);
        let at = known.unwrap_or_else(|| {
            alike.push(classes.len());
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
