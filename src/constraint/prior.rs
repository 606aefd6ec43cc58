//! How often thirteen cards dealt at random satisfy a condition: exact, by counting.

use std::collections::HashMap;

use super::condition::{Condition, Facts, Holds};
use crate::cards::{Holding, Suit, holding_points};

/// What a condition can tell apart: lengths, points and which of its holdings are there (a bit
/// each). Two suits' classes add up to a class of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Class {
    lengths: [u8; 4],
    points: u8,
    holdings: u32,
}

/// The probability that a hand of thirteen random cards satisfies the condition.
pub(super) fn probability(condition: &Condition) -> f64 {
    let holdings = condition.holdings();
    let pair = |a: Suit, b: Suit| join(&suit_classes(a, &holdings), &suit_classes(b, &holdings));
    let minors = pair(Suit::Clubs, Suit::Diamonds);
    let majors = by_cards(pair(Suit::Hearts, Suit::Spades));
    let (mut inside, mut all) = (0.0, 0.0);
    for (low, low_count) in minors {
        let rest = 13usize.checked_sub(low.cards());
        for (high, high_count) in rest.and_then(|cards| majors.get(&cards)).into_iter().flatten() {
            let class = low.and(high);
            let count = low_count * high_count;
            all += count;
            if condition.is_true_of(&Asked { class, holdings: &holdings }) {
                inside += count;
            }
        }
    }
    inside / all
}

impl Class {
    fn cards(&self) -> usize {
        self.lengths.iter().map(|&length| usize::from(length)).sum()
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            lengths: std::array::from_fn(|i| self.lengths[i] + other.lengths[i]),
            points: self.points + other.points,
            holdings: self.holdings | other.holdings,
        }
    }
}

/// A class with the list that its holding bits refer to.
struct Asked<'a> {
    class: Class,
    holdings: &'a [Holds],
}

impl Facts for Asked<'_> {
    fn points(&self) -> u8 {
        self.class.points
    }

    fn length(&self, suit: Suit) -> u8 {
        self.class.lengths[suit as usize]
    }

    fn holds(&self, holds: &Holds) -> bool {
        let bit = self.holdings.iter().position(|known| known == holds);
        bit.is_some_and(|bit| self.class.holdings >> bit & 1 == 1)
    }
}

/// The classes of all 8,192 holdings of a suit, with the number of holdings in each.
fn suit_classes(suit: Suit, holdings: &[Holds]) -> HashMap<Class, f64> {
    let mut classes = HashMap::new();
    for bits in 0..1u16 << 13 {
        let holding = Holding::from_bits_truncate(bits << 2);
        let mut class = Class { points: holding_points(holding), ..Class::default() };
        class.lengths[suit as usize] = holding.len() as u8;
        for (bit, holds) in holdings.iter().enumerate() {
            class.holdings |= u32::from(holds.suit == suit && holds.by(holding)) << bit;
        }
        *classes.entry(class).or_insert(0.0) += 1.0;
    }
    classes
}

fn join(a: &HashMap<Class, f64>, b: &HashMap<Class, f64>) -> HashMap<Class, f64> {
    let mut joined = HashMap::new();
    for (low, low_count) in a {
        for (high, high_count) in b {
            if low.cards() + high.cards() <= 13 {
                *joined.entry(low.and(high)).or_insert(0.0) += low_count * high_count;
            }
        }
    }
    joined
}

fn by_cards(classes: HashMap<Class, f64>) -> HashMap<usize, Vec<(Class, f64)>> {
    let mut by_cards: HashMap<usize, Vec<_>> = HashMap::new();
    for (class, count) in classes {
        by_cards.entry(class.cards()).or_default().push((class, count));
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
    }
}
