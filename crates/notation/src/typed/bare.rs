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

/// The lines with hands of four lines, spades to clubs, in the form of rows of suits: thirteen cards without
/// a mark.
pub(super) fn with_rows(lines: &[Line]) -> Vec<Line> {
    let mut lines = lines.to_vec();
    let mut at = 0;
    while at + 4 <= lines.len() {
        let four: Option<Vec<Holding>> = lines[at..at + 4].iter().map(of_line).collect();
        let Some(four) = four.filter(|four| is_hand(four)) else {
            at += 1;
            continue;
        };
        for ((line, suit), found) in lines[at..].iter_mut().zip(Suit::DESC).zip(four) {
            line.cells.truncate(1);
            let Some(Cell { kind, span, .. }) = line.cells.first_mut() else { continue };
            let cards = SuitCards { ranks: found.ranks, ..SuitCards::none(suit, span.start) };
            *kind = Kind::Suits(None, vec![SuitCards { is_told: true, ..cards }]);
        }
        at += 4;
    }
    lines
}

/// Whether these texts, line by line, hold a hand of four lines.
pub(super) fn has_rows<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let lines: Vec<Line> = texts.map(|text| Line::new(text, 1)).collect();
    lines.windows(4).any(|four| {
        let four: Option<Vec<Holding>> = four.iter().map(of_line).collect();
        four.is_some_and(|four| is_hand(&four))
    })
}

fn is_hand(four: &[Holding]) -> bool {
    four.iter().map(|it| it.ranks.len()).sum::<usize>() == HAND
        && four.iter().all(|it| it.unnamed.is_empty())
}

/// The holding that is all that stands in a line, with or without blanks between the cards.
fn of_line(line: &Line) -> Option<Holding> {
    let text = line.text.trim();
    let first = line.text.len() - line.text.trim_start().len();
    let mut all = Holding::default();
    if text.is_empty() {
        return None;
    }
    for place in worded(text) {
        let found = holding(&text[place.clone()], first + place.start)?;
        all.ranks.extend(found.ranks);
        all.unnamed.extend(found.unnamed);
    }
    Some(all)
}
