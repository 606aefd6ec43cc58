//! A cell of a line, and what it means.

use std::ops::Range;

use super::phrase::StatedFact;
use falsecard_bridge::cards::{Rank, Seat, Suit};

/// A cell, with its meaning and its place.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) kind: CellKind,
    /// Its place in the line, in bytes.
    pub(super) span: Range<usize>,
    /// The column of its first character, from 0.
    pub(super) column: usize,
}

/// The meaning of a cell.
#[derive(Debug, Clone)]
pub(super) enum CellKind {
    /// Suits of a hand, or of hands side by side, and the player named before them.
    Suits(Option<Seat>, Vec<SuitCards>),
    /// Cards without their suit: they belong to the suit before them.
    Ranks(Vec<(Rank, Range<usize>)>),
    /// Names of players.
    Seats(Vec<NamedSeat>),
    /// Phrases.
    Facts(Vec<(StatedFact, Range<usize>)>),
    /// A suit followed by something that is not a card, with its place.
    Broken(Range<usize>),
    /// A clause beside a hand that is not understood, with its place.
    Stray(Range<usize>),
    /// Only strokes that draw lines, or words that say nothing.
    Strokes,
    Text,
}

/// The cards of a suit.
#[derive(Debug, Clone)]
pub(super) struct SuitCards {
    pub(super) suit: Suit,
    pub(super) ranks: Vec<(Rank, Range<usize>)>,
    /// Where its mark stands in the line.
    pub(super) at: usize,
    /// Whether anything follows the mark: cards, or the sign of a void.
    pub(super) is_told: bool,
}

impl SuitCards {
    /// A suit without cards, whose mark stands at `at`.
    pub(super) const fn none(suit: Suit, at: usize) -> Self {
        Self { suit, ranks: Vec::new(), at, is_told: false }
    }

    /// A copy with all places moved by `by` bytes.
    pub(super) fn moved(&self, by: usize) -> Self {
        let moved = |(rank, span): &(Rank, Range<usize>)| (*rank, span.start + by..span.end + by);
        Self { ranks: self.ranks.iter().map(moved).collect(), at: self.at + by, ..self.clone() }
    }
}

/// A player's seat, as named in a line.
#[derive(Debug, Clone)]
pub(super) struct NamedSeat {
    pub(super) seat: Seat,
    /// Whether "(dealer)" follows.
    pub(super) deals: bool,
    /// The player's own name, in parentheses after the seat.
    pub(super) player: Option<String>,
    pub(super) column: usize,
}
