//! The boards of duplicate bridge.

use crate::cards::{Seat, Vulnerability, clockwise};

const IN_TURN: [Vulnerability; 4] =
    [Vulnerability::NONE, Vulnerability::NS, Vulnerability::EW, Vulnerability::ALL];

/// The dealer and the vulnerability of the duplicate board of a number, from 1 (law 2).
///
/// ```
/// use falsecard::cards::{Seat, Vulnerability};
/// use falsecard::play::duplicate_board;
///
/// assert_eq!(duplicate_board(1), (Seat::North, Vulnerability::NONE));
/// assert_eq!(duplicate_board(13), (Seat::North, Vulnerability::ALL));
/// assert_eq!(duplicate_board(17), duplicate_board(1));
/// ```
pub fn duplicate_board(number: usize) -> (Seat, Vulnerability) {
    let at = number.saturating_sub(1) % 16;
    (clockwise(Seat::North, at % 4), IN_TURN[(at + at / 4) % 4])
}
