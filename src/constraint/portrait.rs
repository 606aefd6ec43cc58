//! The portrait of a hand by its calls alone: how its points and lengths are distributed when
//! thirteen cards are dealt at random and then keep the promises as far as promises are kept.

use std::ops::RangeInclusive;

use super::lengths;
use super::points::PointSet;
use super::promise::Promise;
use crate::cards::Suit;

/// How points and lengths of a hand are distributed.
#[derive(Debug, Clone)]
pub struct Portrait {
    points: [f64; PointSet::MOST as usize + 1],
    lengths: [[f64; 14]; 4],
}

impl Portrait {
    /// The portrait by some promises; promises about more than lengths and points are left out.
    ///
    /// ```
    /// use falsecard::cards::Suit;
    /// use falsecard::constraint::{Portrait, Promise, parse_condition};
    ///
    /// let weak = Promise::new(parse_condition("hcp 12-14, balanced")?, 0.97, "1NT");
    /// let opener = Portrait::of([&weak]);
    /// assert_eq!(opener.points(0.95), 12..=14);
    /// assert_eq!(opener.lengths(Suit::Hearts, 0.95), 2..=5);
    /// # Ok::<(), falsecard::constraint::LanguageFault>(())
    /// ```
    pub fn of<'a>(promises: impl IntoIterator<Item = &'a Promise>) -> Self {
        let promises: Vec<&Promise> = promises.into_iter().collect();
        let mut portrait = Self { points: [0.0; 38], lengths: [[0.0; 14]; 4] };
        for (way, hands) in lengths::every().zip(lengths::hands()) {
            let mut weights = *hands;
            for table in promises.iter().filter_map(|promise| promise.weights_of(way)) {
                weights.iter_mut().zip(table).for_each(|(weight, factor)| *weight *= factor);
            }
            portrait.points.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            let weight: f64 = weights.iter().sum();
            for suit in Suit::ASC {
                portrait.lengths[suit as usize][usize::from(way[suit as usize])] += weight;
            }
        }
        portrait
    }

    /// The shortest range of points that holds such a share of the hands.
    pub fn points(&self, share: f64) -> RangeInclusive<u8> {
        shortest(&self.points, share)
    }

    /// The shortest range of lengths of a suit that holds such a share of the hands.
    pub fn lengths(&self, suit: Suit, share: f64) -> RangeInclusive<u8> {
        shortest(&self.lengths[suit as usize], share)
    }
}

/// The shortest range of values that holds a share of the whole; of equals, the heaviest.
fn shortest(weights: &[f64], share: f64) -> RangeInclusive<u8> {
    let wanted = share * weights.iter().sum::<f64>();
    let last = weights.len() - 1;
    for width in 0..last {
        let within = |start: &usize| weights[*start..=start + width].iter().sum::<f64>();
        let heaviest =
            (0..=last - width).max_by(|a, b| within(a).total_cmp(&within(b))).unwrap_or_default();
        if within(&heaviest) >= wanted {
            return heaviest as u8..=(heaviest + width) as u8;
        }
    }
    0..=last as u8
}
