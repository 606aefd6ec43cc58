//! The 560 ways to divide thirteen cards among four suits, numbered.

use std::sync::OnceLock;

use crate::cards::{Hand, Holding, Suit, holding_points};

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

static EVERY: [Lengths; WAYS] = {
    let mut every = [[0; 4]; WAYS];
    let (mut number, mut clubs) = (0, 0);
    while clubs <= 13 {
        let mut diamonds = 0;
        while clubs + diamonds <= 13 {
            let (rest, mut hearts) = (13 - clubs - diamonds, 0);
            while hearts <= rest {
                every[number] = [clubs, diamonds, hearts, rest - hearts];
                (number, hearts) = (number + 1, hearts + 1);
            }
            diamonds += 1;
        }
        clubs += 1;
    }
    every
};

/// All the ways, in the order of their numbers.
pub fn every() -> impl ExactSizeIterator<Item = Lengths> + Clone {
    EVERY.iter().copied()
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

/// The lengths of a hand.
pub fn of(hand: Hand) -> Lengths {
    Suit::ASC.map(|suit| hand[suit].len() as u8)
}

/// For each way, the number of hands with each number of points.
pub fn hands() -> &'static [ByPoints] {
    static HANDS: OnceLock<Vec<ByPoints>> = OnceLock::new();
    HANDS.get_or_init(|| hands_from(Hand::ALL))
}

/// For each way, the number of hands with each number of points that can be dealt from some cards.
/// Takes about a millisecond.
pub(crate) fn hands_from(cards: Hand) -> Vec<ByPoints> {
    let holdings = Suit::ASC.map(|suit| holdings_from(cards[suit]));
    let of = |lengths: Lengths| {
        let suits = std::array::from_fn(|suit| &holdings[suit][usize::from(lengths[suit])]);
        let [clubs, diamonds, hearts, spades]: [&ByPoints; 4] = suits;
        together(&together(clubs, diamonds), &together(hearts, spades))
    };
    every().map(of).collect()
}

/// For each length of a suit, the number of holdings of some cards with each number of points.
fn holdings_from(cards: Holding) -> [ByPoints; 14] {
    let mut holdings = [[0.0; 38]; 14];
    let all = (0..1u16 << 13).map(|bits| Holding::from_bits_truncate(bits << 2));
    for holding in all.filter(|holding| (*holding - cards).is_empty()) {
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
