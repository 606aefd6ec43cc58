//! The probability that a random hand satisfies a condition, by exact counting.

use std::collections::HashMap;

use crate::cards::{Holding, Suit, holding_points};
use crate::constraint::language::lengths::{self, ByPoints, Lengths, together};
use crate::constraint::language::{Condition, Facts, PointSet, Quantity};

/// The probability that a hand of thirteen random cards satisfies the condition.
pub(super) fn probability(condition: &Condition) -> f64 {
    let questions = condition.questions();
    if questions.is_empty() {
        let sets = lengths::every().map(|lengths| condition.points(&LengthFacts(lengths)));
        return share(sets.zip(lengths::hands().iter().copied()));
    }
    let pair = |a, b| join(&suit_classes(a, &questions), &suit_classes(b, &questions));
    let minors = pair(Suit::Clubs, Suit::Diamonds);
    let majors = by_cards(pair(Suit::Hearts, Suit::Spades));
    share(minors.iter().flat_map(|(low, low_hands)| {
        let rest = 13usize.checked_sub(low.cards()).and_then(|cards| majors.get(&cards));
        rest.into_iter().flatten().map(|(high, high_hands)| {
            let class = low.and(high);
            let points =
                condition.points(&QuestionedClass { class: &class, questions: &questions });
            (points, together(low_hands, high_hands))
        })
    }))
}

/// The share of hands whose points belong to their set.
fn share(hands: impl Iterator<Item = (PointSet, ByPoints)>) -> f64 {
    let (mut inside, mut all) = (0.0, 0.0);
    for (points, hands) in hands {
        for (number, hands) in hands.iter().enumerate() {
            all += hands;
            inside += if points.contains(number as u8) { *hands } else { 0.0 };
        }
    }
    inside / all
}

/// A hand of which only the lengths are known. Its points and other answers are 0, and must not
/// matter.
pub(super) struct LengthFacts(pub Lengths);

impl Facts for LengthFacts {
    fn length(&self, suit: Suit) -> u8 {
        self.0[suit as usize]
    }

    fn points(&self) -> u8 {
        0
    }

    fn answer(&self, _: Quantity) -> u16 {
        0
    }
}

/// A class of hands that a condition distinguishes only by points: their lengths, and their answers
/// to the condition's questions. The classes of two suits add up to a class of both.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct AnswerClass {
    lengths: Lengths,
    answers: Vec<u16>,
}

impl AnswerClass {
    fn cards(&self) -> usize {
        self.lengths.iter().map(|&length| usize::from(length)).sum()
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            lengths: std::array::from_fn(|i| self.lengths[i] + other.lengths[i]),
            answers: self.answers.iter().zip(&other.answers).map(|(a, b)| a + b).collect(),
        }
    }
}

/// A class with the questions that its answers belong to.
struct QuestionedClass<'a> {
    class: &'a AnswerClass,
    questions: &'a [Quantity],
}

impl Facts for QuestionedClass<'_> {
    fn length(&self, suit: Suit) -> u8 {
        self.class.lengths[suit as usize]
    }

    fn points(&self) -> u8 {
        0
    }

    fn answer(&self, question: Quantity) -> u16 {
        let at = self.questions.iter().position(|known| *known == question);
        at.map_or(0, |at| self.class.answers[at])
    }
}

/// The classes of all 8,192 holdings of a suit, with the number of holdings of each, by points.
fn suit_classes(suit: Suit, questions: &[Quantity]) -> HashMap<AnswerClass, ByPoints> {
    let mut classes = HashMap::new();
    for bits in 0..1u16 << 13 {
        let holding = Holding::from_bits_truncate(bits << 2);
        let mut lengths = [0; 4];
        lengths[suit as usize] = holding.len() as u8;
        let answers = questions.iter().map(|question| question.answer(suit, holding)).collect();
        let hands = classes.entry(AnswerClass { lengths, answers }).or_insert([0.0; 38]);
        hands[usize::from(holding_points(holding))] += 1.0;
    }
    classes
}

fn join(
    a: &HashMap<AnswerClass, ByPoints>,
    b: &HashMap<AnswerClass, ByPoints>,
) -> HashMap<AnswerClass, ByPoints> {
    let mut joined = HashMap::new();
    for (low, low_hands) in a {
        for (high, high_hands) in b.iter().filter(|(high, _)| low.cards() + high.cards() <= 13) {
            let hands = joined.entry(low.and(high)).or_insert([0.0; 38]);
            let both = together(low_hands, high_hands);
            hands.iter_mut().zip(both).for_each(|(sum, more)| *sum += more);
        }
    }
    joined
}

fn by_cards(
    classes: HashMap<AnswerClass, ByPoints>,
) -> HashMap<usize, Vec<(AnswerClass, ByPoints)>> {
    let mut by_cards: HashMap<usize, Vec<_>> = HashMap::new();
    for (class, hands) in classes {
        by_cards.entry(class.cards()).or_default().push((class, hands));
    }
    by_cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::parse_condition;

    #[test]
    fn known_frequencies() {
        // The Official Encyclopedia of Bridge, "Mathematical tables": 4333, 4432 and 5332 hands
        // are 10.54, 21.55 and 15.52 in a hundred; eleven points 8.94.
        let percent = |text| 100.0 * probability(&parse_condition(text).unwrap());
        assert!((percent("balanced") - 47.61).abs() < 0.01);
        assert!((percent("hcp 11") - 8.94).abs() < 0.01);
        assert!((percent("hcp 0-37") - 100.0).abs() < 1e-9);
        assert!((percent("spades has A") - 25.0).abs() < 1e-9);
        assert!((percent("aces 4") - 0.264).abs() < 0.001);
        assert!((percent("spades > hearts") - percent("hearts > spades")).abs() < 1e-9);
    }

    /// Both ways of counting agree where both can be used.
    #[test]
    fn questions_do_not_change_the_count() {
        let plain = parse_condition("hcp 12-14 and hearts 5+").unwrap();
        let asked = parse_condition("hcp 12-14 and hearts 5+ and clubs has A").unwrap();
        let other = parse_condition("hcp 12-14 and hearts 5+ and not clubs has A").unwrap();
        let sum = probability(&asked) + probability(&other);
        assert!((probability(&plain) - sum).abs() < 1e-9);
    }
}
