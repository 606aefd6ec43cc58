//! Hands on one line without the marks of suits: `AK4 32 KQ2 AT943`, `AK4.32.KQ2.AT943`.

use std::ops::Range;

use super::bidding::DASHES;
use super::cell::{Cell, CellKind, SuitCards};
use crate::words;
use falsecard_bridge::cards::{Rank, Suit};

/// The cards of a whole hand.
pub(super) const HAND: usize = 13;

/// The suits of a text that is such a hand, or the place of a card that is not named; `None` if the
/// text is no hand. Without a player's name before it, only thirteen cards are taken for a hand.
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

/// The hands of a line that holds nothing else, each behind its player's name: `n AK4.32.KQ2.AT943
/// e …`.
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
        cells.push(Cell { kind: CellKind::Suits(Some(seat), suits), span, column });
    }
    (cells.len() > 1 && named.is_none()).then_some(cells)
}

/// The places of the holdings between dots.
fn dotted(text: &str) -> Option<Vec<Range<usize>>> {
    let is_whole = text.matches('.').count() == 3 && !text.contains(char::is_whitespace);
    is_whole.then(|| places(text, |c| c == '.'))
}

/// The places of the holdings between blanks, commas or slashes.
pub(super) fn worded(text: &str) -> Vec<Range<usize>> {
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
pub(super) struct Holding {
    pub(super) ranks: Vec<(Rank, Range<usize>)>,
    pub(super) unnamed: Vec<Range<usize>>,
    /// Where it stands in its line.
    pub(super) span: Range<usize>,
}

/// A holding that stands at `at`; `None` if there is anything else in the text.
pub(super) fn holding(text: &str, at: usize) -> Option<Holding> {
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
