//! Hands of four lines without the marks of suits, spades to clubs.

use std::ops::Range;

use super::bare::{HAND, Holding, holding, worded};
use super::cell::{Cell, CellKind, SuitCards};
use super::lines::{CellLine, is_sign};
use falsecard_bridge::cards::{Rank, Suit};

/// Whether a line of these, or several together, show that a text contains a deal.
pub(crate) fn has_sign<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> bool {
    lines.clone().any(is_sign) || has_rows(lines)
}

/// Makes rows of suits of four lines without marks, spades to clubs: of one hand, or of several
/// side by side, thirteen cards each.
pub(super) fn mark_rows(four: &mut [CellLine]) {
    let Some(rows) = rows(four) else { return };
    for ((line, suit), row) in four.iter_mut().zip(Suit::DESC).zip(rows) {
        line.cells = row.into_iter().map(|it| it.cell(&line.text, suit)).collect();
    }
}

/// Whether these texts, line by line, hold hands of four lines, or one of which small cards are not
/// named.
pub(super) fn has_rows<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let lines: Vec<CellLine> = texts.map(|text| CellLine::new(text, 1, false)).collect();
    lines.windows(4).any(|four| rows(four).is_some() || is_sketch(four))
}

/// Whether four lines are a hand of which small cards are not named.
fn is_sketch(four: &[CellLine]) -> bool {
    let row = |line: &CellLine| of_cell(line, together(&line.text).into_iter().next()?);
    let rows: Option<Vec<Holding>> = four.iter().map(row).collect();
    let count = |it: &Holding| it.ranks.len() + it.unnamed.len();
    rows.is_some_and(|rows| rows.iter().map(count).sum::<usize>() == HAND)
}

/// The holdings of four lines, for each line one of every hand; `None` if they hold no hands.
fn rows(four: &[CellLine]) -> Option<Vec<Vec<Holding>>> {
    if four.len() < 4 {
        return None;
    }
    let read = |cells: fn(&str) -> Vec<Range<usize>>| -> Option<Vec<Vec<Holding>>> {
        let row =
            |line: &CellLine| cells(&line.text).into_iter().map(|at| of_cell(line, at)).collect();
        four.iter().map(row).collect::<Option<Vec<Vec<Holding>>>>().filter(|rows| are_hands(rows))
    };
    read(apart).or_else(|| read(together))
}

/// Whether all rows have as many holdings, and those of every hand are thirteen cards.
fn are_hands(rows: &[Vec<Holding>]) -> bool {
    let count = |n: usize| rows.iter().map(|row| row[n].ranks.len()).sum::<usize>();
    let holds_all = |it: &Holding| {
        let ranks: Vec<Rank> = it.ranks.iter().map(|(rank, _)| *rank).collect();
        it.unnamed.is_empty() && (1..ranks.len()).all(|n| !ranks[..n].contains(&ranks[n]))
    };
    !rows[0].is_empty()
        && rows.iter().all(|row| row.len() == rows[0].len() && row.iter().all(holds_all))
        && (0..rows[0].len()).all(|n| count(n) == HAND)
}

/// The places of cells with two blanks or more between them.
fn apart(text: &str) -> Vec<Range<usize>> {
    let mut cells: Vec<Range<usize>> = Vec::new();
    for word in worded(text) {
        match cells.last_mut() {
            Some(last) if !text[last.end..word.start].contains("  ") => last.end = word.end,
            _ => cells.push(word),
        }
    }
    cells
}

/// The place of all that stands in a line.
fn together(text: &str) -> Vec<Range<usize>> {
    let words = worded(text);
    words.first().zip(words.last()).map(|(first, last)| first.start..last.end).into_iter().collect()
}

/// The holding that fills a cell, with or without blanks between the cards.
fn of_cell(line: &CellLine, at: Range<usize>) -> Option<Holding> {
    let mut all = Holding { span: at.clone(), ..Holding::default() };
    let text = &line.text[at.clone()];
    for place in worded(text) {
        let found = holding(&text[place.clone()], at.start + place.start)?;
        all.ranks.extend(found.ranks);
        all.unnamed.extend(found.unnamed);
    }
    Some(all)
}

impl Holding {
    /// The cell of a line in which it stands.
    fn cell(self, line: &str, suit: Suit) -> Cell {
        let column = line[..self.span.start].chars().count();
        let cards = SuitCards { ranks: self.ranks, ..SuitCards::none(suit, self.span.start) };
        let kind = CellKind::Suits(None, vec![SuitCards { is_told: true, ..cards }]);
        Cell { kind, span: self.span, column }
    }
}
