//! Questions in a sentence: "You hold KJ742 83 Q65 972, 1NT-3NT. Your lead?"
//!
//! A clause between stops is a hand, phrases, a bidding, or made of words that only ask or
//! introduce. A line is a question if one of its clauses is a hand; then any other clause is
//! reported, and not skipped.

use super::cell::{Cell, CellKind, NamedSeat};
use super::marked::hand;
use super::phrase::{self, StatedFact};
use crate::words;

/// Words that ask or introduce, and say nothing of the deal.
const EMPTY: &str = "a an all am and are as at at's bid call card dealt do from had hand has have \
    held here hi hold holding holds i in is it lead leads me my now of on opening partnership pick \
    picked play please problem question quiz seat should sitting thanks the this to up was we what \
    what's whats which with would you you're your youre";

/// The longest line that may be a question, in bytes.
const LONGEST: usize = 1_000;

/// The cells of a line that asks a question; `None` if it is none.
pub(super) fn cells(line: &str) -> Option<Vec<Cell>> {
    if line.len() > LONGEST {
        return None;
    }
    let clauses = clauses(line);
    let is_hand = |(_, kind): &(usize, Option<CellKind>)| match kind {
        Some(CellKind::Suits(_, suits)) => suits.len() >= 4,
        _ => false,
    };
    if clauses.len() < 2 && clauses.iter().all(|(_, kind)| kind.is_none())
        || !clauses.iter().any(is_hand)
    {
        return None;
    }
    let mut cells = Vec::new();
    let mut clauses = clauses.into_iter().peekable();
    while let Some((at, kind)) = clauses.next() {
        let end = clauses.peek().map_or(line.len(), |(next, _)| *next);
        let text = line[at..end].trim_end_matches([' ', ',', ';', '.', '?', '!', ':']);
        let span = at..at + text.len();
        let column = line[..at].chars().count();
        let kind = kind.unwrap_or_else(|| CellKind::Stray(span.clone()));
        cells.push(Cell { kind: in_column(kind, column), span, column });
    }
    Some(cells)
}

/// The meaning of a cell that begins in this column: names keep their columns.
fn in_column(kind: CellKind, column: usize) -> CellKind {
    match kind {
        CellKind::Seats(seats) => {
            CellKind::Seats(seats.into_iter().map(|named| NamedSeat { column, ..named }).collect())
        }
        other => other,
    }
}

/// The clauses of a line, with their places: what ends at a stop, and if that says nothing, what
/// ends at a comma.
fn clauses(line: &str) -> Vec<(usize, Option<CellKind>)> {
    let mut all = Vec::new();
    for (at, text) in parts(line, 0, &[';', '.', '?', '!']) {
        match clause(text, at) {
            None => all.extend(
                parts(text, at, &[',']).into_iter().map(|(at, text)| (at, clause(text, at))),
            ),
            known => all.push((at, known)),
        }
    }
    all
}

/// The parts of a text at `start` that end at one of these marks before a blank, with their places.
fn parts<'a>(text: &'a str, start: usize, marks: &[char]) -> Vec<(usize, &'a str)> {
    let mut parts = Vec::new();
    let mut from = 0;
    let mut add = |from: usize, to: usize| {
        let part = &text[from..to];
        let inner = part.trim();
        if !inner.is_empty() {
            parts.push((start + from + part.len() - part.trim_start().len(), inner));
        }
    };
    for (at, mark) in text.match_indices(marks) {
        let behind = at + mark.len();
        if text[behind..].chars().next().is_none_or(char::is_whitespace) {
            add(from, at);
            from = behind;
        }
    }
    add(from, text.len());
    parts
}

/// The meaning of a clause; `None` if it is not understood.
fn clause(text: &str, start: usize) -> Option<CellKind> {
    let mut seat = None;
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', ':', ',', '.', '"', '\'']);
        let at = start + text.len() - rest.len();
        if rest.is_empty() {
            let named = |seat| vec![NamedSeat { seat, deals: false, player: None, column: 0 }];
            return Some(seat.map_or(CellKind::Strokes, |seat| CellKind::Seats(named(seat))));
        }
        match hand(rest, at) {
            Some(Ok((named, suits))) => return Some(CellKind::Suits(named.or(seat), suits)),
            Some(Err(place)) => return Some(CellKind::Broken(place)),
            None => {}
        }
        if let Some(facts) = phrase::facts(rest, at) {
            return Some(CellKind::Facts(facts));
        }
        if let Some(fact) = StatedFact::of_calls(rest) {
            return Some(CellKind::Facts(vec![(fact, at..at + rest.len())]));
        }
        let end = rest.find([' ', ':', ',']).unwrap_or(rest.len());
        let word = rest[..end].to_lowercase().replace('’', "'");
        let name = word.strip_suffix("'s").unwrap_or(&word);
        match words::seat(name).filter(|_| name.len() > 1 && seat.is_none()) {
            Some(named) => seat = Some(named),
            None if EMPTY.split(' ').any(|empty| empty == word) => {}
            None => return None,
        }
        rest = &rest[end..];
    }
}
