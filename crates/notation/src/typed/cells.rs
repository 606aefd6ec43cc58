//! The cells of a line, separated by two blanks or more.

use super::cell::{Cell, CellKind, NamedSeat};
use super::marked::{hand, is_marked, labelled, marked_suits, take_ranks};
use super::phrase::{self, StatedFact};
use super::{bare, bidding, prose};
use crate::words;

/// The cells of a line without tabs.
pub(super) fn of(line: &str) -> Vec<Cell> {
    if let Some(dealt) = bare::dealt(line) {
        return dealt;
    }
    let mut cells = Vec::new();
    let (mut at, mut column) = (0, 0);
    while let Some(start) = line[at..].find(|c: char| c != ' ').map(|n| at + n) {
        let end = line[start..].find("  ").map_or(line.trim_end().len(), |n| start + n);
        column += line[at..start].chars().count();
        cells.push(Cell { kind: kind(&line[start..end], start, column), span: start..end, column });
        column += line[start..end].chars().count();
        at = end;
    }
    join_ranks(&mut cells);
    let is_unread = |cell: &Cell| matches!(cell.kind, CellKind::Text | CellKind::Broken(_));
    if cells.iter().any(is_unread)
        && let Some(asked) = prose::cells(line)
    {
        return asked;
    }
    cells
}

/// Joins cards without a suit to the suit before them.
fn join_ranks(cells: &mut Vec<Cell>) {
    let mut joined: Vec<Cell> = Vec::with_capacity(cells.len());
    for cell in cells.drain(..) {
        match (joined.last_mut().map(|last| &mut last.kind), cell.kind) {
            (Some(CellKind::Suits(_, suits)), CellKind::Ranks(ranks)) => {
                let last = suits.last_mut().expect("a cell of suits has a suit");
                last.ranks.extend(ranks);
                last.is_told = true;
            }
            (_, kind) => joined.push(Cell { kind, ..cell }),
        }
    }
    *cells = joined;
}

fn kind(text: &str, start: usize, column: usize) -> CellKind {
    let is_stroke = |c: char| matches!(c, '+' | '=' | '_' | '~' | '*' | '·' | '•');
    // One dash or two may be a void.
    let is_ruled = text.contains("---") && text.chars().all(|c| matches!(c, '-' | ' '));
    if text.chars().all(is_stroke) || is_ruled {
        return CellKind::Strokes;
    }
    if let Some(seats) = seats(text, column) {
        return CellKind::Seats(seats);
    }
    if let Some(facts) = phrase::facts(text, start) {
        return CellKind::Facts(facts);
    }
    match hand(text, start) {
        Some(Ok((seat, suits))) => return CellKind::Suits(seat, suits),
        Some(Err(place)) => return CellKind::Broken(place),
        None => {}
    }
    if let Some(fact) = StatedFact::of_calls(text).filter(|_| bidding::is_joined(text)) {
        return CellKind::Facts(vec![(fact, start..start + text.len())]);
    }
    let (seat, rest) = labelled(text);
    match marked_suits(text, seat, rest, start) {
        Ok((_, suits)) if suits.is_empty() => {}
        Ok((seat, suits)) => return CellKind::Suits(seat, suits),
        Err(at) if is_prose(&text[at.start - start..at.end - start]) => return CellKind::Text,
        Err(at) if seat.is_some() || is_marked(rest) => return CellKind::Broken(at),
        Err(_) => {}
    }
    let mut ranks = Vec::new();
    match take_ranks(text, 0, start, &mut ranks) {
        end if end == text.len() && !ranks.is_empty() => CellKind::Ranks(ranks),
        _ => CellKind::Text,
    }
}

/// Players named one after the other, and nothing else.
fn seats(text: &str, column: usize) -> Option<Vec<NamedSeat>> {
    let mut seats: Vec<NamedSeat> = Vec::new();
    let (mut rest, mut column, mut counted) = (text, column, 0);
    while !rest.is_empty() {
        let end = rest.find([' ', '(', ':', ',']).unwrap_or(rest.len());
        let seat = words::seat(&rest[..end])?;
        let at = text.len() - rest.len();
        column += text[std::mem::replace(&mut counted, at)..at].chars().count();
        rest = rest[end..].trim_start();
        let mut named = NamedSeat { seat, deals: false, player: None, column };
        if let Some(inner) = rest.strip_prefix('(') {
            let (remark, behind) = inner.split_once(')')?;
            match remark.trim().to_ascii_lowercase().as_str() {
                "d" | "dealer" | "dlr" => named.deals = true,
                _ => named.player = Some(remark.trim().to_owned()),
            }
            rest = behind;
        }
        rest = rest.trim_start_matches([' ', ':', ',', '+']);
        seats.push(named);
    }
    (!seats.is_empty()).then_some(seats)
}

/// Whether a word belongs to a sentence: it begins in lower case.
fn is_prose(word: &str) -> bool {
    word.len() > 1 && word.starts_with(char::is_lowercase)
}
