//! The 560 ways to divide thirteen cards among four suits, numbered.

use std::sync::OnceLock;

use crate::cards::{Holding, holding_points};

use super::points::PointSet;

/// The numbers of clubs, diamonds, hearts and spades of a hand.
pub type Lengths = [u8; 4];

/// The number of ways.
pub const WAYS: usize = 560;

/// The first number of the ways with given clubs and diamonds; the number of hearts is added to it.
const STARTS: [[u16; 14]; 14] = {
    let mut starts = [[0; 14]; 14];
    let mut next = 0;
    let mut clubs = 0;
    while clubs <= 13 {
        let mut diamonds = 0;
        while clubs + diamonds <= 13 {
            starts[clubs][diamonds] = next;
            next += 14 - (clubs + diamonds) as u16;
            diamonds += 1;
        }
        clubs += 1;
    }
    starts
};

/// All the ways, in the order of their numbers.
pub fn every() -> impl Iterator<Item = Lengths> {
    (0..=13).flat_map(|clubs| {
        (0..=13 - clubs).flat_map(move |diamonds| {
            let rest = 13 - clubs - diamonds;
            (0..=rest).map(move |hearts| [clubs, diamonds, hearts, rest - hearts])
        })
    })
}

/// The number of a way, 0 to 559.
///
/// ```
/// use falsecard::constraint::lengths;
///
/// assert_eq!(lengths::every().count(), lengths::WAYS);
/// assert!(lengths::every().enumerate().all(|(number, way)| lengths::number(way) == number));
/// ```
pub fn number(lengths: Lengths) -> usize {
    let [clubs, diamonds, hearts, _] = lengths.map(usize::from);
    usize::from(STARTS[clubs][diamonds]) + hearts
}

/// A value for each number of points, 0 to 37.
pub type ByPoints = [f64; PointSet::MOST as usize + 1];

/// For each way, the number of hands with each number of points.
pub fn hands() -> &'static [ByPoints] {
    static HANDS: OnceLock<Vec<ByPoints>> = OnceLock::new();
    HANDS.get_or_init(|| {
        let suit = suit_hands();
        every()
            .map(|lengths| {
                let suits = lengths.map(|length| &suit[usize::from(length)]);
                suits.into_iter().skip(1).fold(*suits[0], |sum, suit| together(&sum, suit))
            })
            .collect()
    })
}

/// For each length of a suit, the number of holdings with each number of points.
fn suit_hands() -> [ByPoints; 14] {
    let mut holdings = [[0.0; 38]; 14];
    for bits in 0..1u16 << 13 {
        let holding = Holding::from_bits_truncate(bits << 2);
        holdings[holding.len()][usize::from(holding_points(holding))] += 1.0;
    }
    holdings
}

/// Joins the counts of two parts of a hand: for each sum of points, the number of combinations.
pub fn together(a: &ByPoints, b: &ByPoints) -> ByPoints {
    let mut sum = [0.0; 38];
    for (i, ways) in a.iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
        for (total, more) in sum[i..].iter_mut().zip(b) {
            *total += ways * more;
        }
    }
    sum
}
