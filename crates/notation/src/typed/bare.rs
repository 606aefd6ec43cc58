//! Hands without the marks of suits: `AK4 32 KQ2 AT943`, `AK4.32.KQ2.AT943`, or four lines, spades to
//! clubs.

use std::ops::Range;

use super::bidding::DASHES;
use super::cells::{Cell, Kind, SuitCards};
use super::lines::Line;
use crate::words;
use falsecard_bridge::cards::{Rank, Suit};

/// The cards of a whole hand.
const HAND: usize = 13;

/// The suits of a text that is such a hand, or the place of a card that it does not name; `None` if it is
/// none. Without a player's name before it, only thirteen cards are taken for a hand.
pub(super) fn hand(
    text: &str,
    start: usize,
    is_named: bool,
) -> Option<Result<Vec<SuitCards>, Range<usize>>> {
    let (holdings, is_dotted) = dotted(text).map_or_else(|| (worded(text), false), |it| (it, true));
    let holdings: [Range<usize>; 4] = holdings.try_into().ok()?;
    let mut suits = Vec::new();
    let mut unnamed = None;
    let mut count = 0;
    for (suit, place) in Suit::DESC.into_iter().zip(holdings) {
        let found = holding(&text[place.clone()], start + place.start)?;
        count += found.ranks.len() + found.unnamed.len();
        unnamed = unnamed.or_else(|| found.unnamed.into_iter().next());
        let mut cards = SuitCards::none(suit, start + place.start);
        (cards.ranks, cards.is_told) = (found.ranks, true);
        suits.push(cards);
    }
    let is_hand = count == HAND || is_named && is_dotted || is_named && count.abs_diff(HAND) <= 2;
    is_hand.then(|| unnamed.map_or(Ok(suits), Err))
}

/// The hands of a line that holds nothing else, each behind its player's name: `n AK4.32.KQ2.AT943 e …`.
pub(super) fn dealt(line: &str) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut named = None;
    for place in places(line, char::is_whitespace).into_iter().filter(|it| !it.is_empty()) {
        let word = &line[place.clone()];
        let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if cells.is_empty() && matches!(number, "." | ":" | ")") {
            continue;
        }
        let (name, text) = word.split_once(':').unwrap_or(("", word));
        let seat = words::seat(if text.is_empty() { name } else { text });
        if let (None, Some(_)) = (named, seat) {
            named = seat;
            continue;
        }
        let seat = named.take().or(words::seat(name))?;
        let text = text.trim_end_matches([',', ';']);
        if text == "-" {
            continue;
        }
        let start = place.end - word.len() + (text.as_ptr() as usize - word.as_ptr() as usize);
        dotted(text)?;
        let suits = hand(text, start, true)?.ok()?;
        let span = start..start + text.len();
        let column = cells.last().map_or(0, |last| last.column + 1);
        cells.push(Cell { kind: Kind::Suits(Some(seat), suits), span, column });
    }
    (cells.len() > 1 && named.is_none()).then_some(cells)
}

/// The places of the holdings between dots.
fn dotted(text: &str) -> Option<Vec<Range<usize>>> {
    let is_whole = text.matches('.').count() == 3 && !text.contains(char::is_whitespace);
    is_whole.then(|| places(text, |c| c == '.'))
}

/// The places of the holdings between blanks, commas or slashes.
fn worded(text: &str) -> Vec<Range<usize>> {
    let mut places = places(text, |c| c.is_whitespace() || matches!(c, ',' | '/'));
    places.retain(|place| !place.is_empty());
    places
}

/// The places of the parts between separators.
fn places(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let place = |part: &str| {
        let at = part.as_ptr() as usize - text.as_ptr() as usize;
        at..at + part.len()
    };
    text.split(is_separator).map(place).collect()
}

/// The cards of a suit: those that are named, and the places of those that are not (`x`).
#[derive(Default)]
struct Holding {
    ranks: Vec<(Rank, Range<usize>)>,
    unnamed: Vec<Range<usize>>,
    /// Where it stands in its line.
    span: Range<usize>,
}

/// A holding that stands at `at`; `None` if there is anything else in the text.
fn holding(text: &str, at: usize) -> Option<Holding> {
    let mut found = Holding::default();
    let is_void = ["void", "none"].iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_void || text.chars().all(|c| DASHES.contains(&c)) {
        return Some(found);
    }
    let mut rest = text.char_indices().peekable();
    while let Some((n, c)) = rest.next() {
        let place = at + n..at + n + c.len_utf8();
        match c {
            '1' => {
                rest.next_if(|&(_, next)| next == '0')?;
                found.ranks.push((Rank::T, place.start..place.end + 1));
            }
            'x' | 'X' => found.unnamed.push(place),
            c => found.ranks.push((words::rank(c)?, place)),
        }
    }
    Some(found)
}

/// Makes rows of suits of four lines without marks, spades to clubs: of one hand, or of several side by
/// side, thirteen cards each.
pub(super) fn mark_rows(four: &mut [Line]) {
    let Some(rows) = rows(four) else { return };
    for ((line, suit), row) in four.iter_mut().zip(Suit::DESC).zip(rows) {
        line.cells = row.into_iter().map(|it| it.cell(&line.text, suit)).collect();
    }
}

/// Whether these texts, line by line, hold hands of four lines, or one of which small cards are not named.
pub(super) fn has_rows<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let lines: Vec<Line> = texts.map(|text| Line::new(text, 1, false)).collect();
    lines.windows(4).any(|four| rows(four).is_some() || is_sketch(four))
}

/// Whether four lines are a hand of which small cards are not named.
fn is_sketch(four: &[Line]) -> bool {
    let row = |line: &Line| of_cell(line, together(&line.text).into_iter().next()?);
    let rows: Option<Vec<Holding>> = four.iter().map(row).collect();
    let count = |it: &Holding| it.ranks.len() + it.unnamed.len();
    rows.is_some_and(|rows| rows.iter().map(count).sum::<usize>() == HAND)
}

/// The holdings of four lines, for each line one of every hand; `None` if they hold no hands.
fn rows(four: &[Line]) -> Option<Vec<Vec<Holding>>> {
    if four.len() < 4 {
        return None;
    }
    let read = |cells: fn(&str) -> Vec<Range<usize>>| -> Option<Vec<Vec<Holding>>> {
        let row = |line: &Line| cells(&line.text).into_iter().map(|at| of_cell(line, at)).collect();
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

/// The holding that is all that stands in a cell, with or without blanks between the cards.
fn of_cell(line: &Line, at: Range<usize>) -> Option<Holding> {
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
    /// The cell of a line that it stands in.
    fn cell(self, line: &str, suit: Suit) -> Cell {
        let column = line[..self.span.start].chars().count();
        let cards = SuitCards { ranks: self.ranks, ..SuitCards::none(suit, self.span.start) };
        let kind = Kind::Suits(None, vec![SuitCards { is_told: true, ..cards }]);
        Cell { kind, span: self.span, column }
    }
}
