//! The cells of a line, separated by two blanks or more.

use std::ops::Range;

use super::bidding::{self, DASHES};
use super::phrase::{self, Fact};
use super::{bare, prose};
use crate::words;
use falsecard_bridge::cards::{Rank, Seat, Suit};

/// A cell, with its meaning and its place.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) kind: Kind,
    /// Its place in the line, in bytes.
    pub(super) span: Range<usize>,
    /// The column of its first character, from 0.
    pub(super) column: usize,
}

/// The meaning of a cell.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Suits of a hand, or of hands side by side, and the player named before them.
    Suits(Option<Seat>, Vec<SuitCards>),
    /// Cards without their suit: they belong to the suit before them.
    Ranks(Vec<(Rank, Range<usize>)>),
    /// Names of players.
    Seats(Vec<Named>),
    /// Phrases.
    Facts(Vec<(Fact, Range<usize>)>),
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

/// A player's seat, as named in a line.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) seat: Seat,
    /// Whether "(dealer)" follows.
    pub(super) deals: bool,
    /// The player's own name, in parentheses after the seat.
    pub(super) player: Option<String>,
    pub(super) column: usize,
}

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
    let is_unread = |cell: &Cell| matches!(cell.kind, Kind::Text | Kind::Broken(_));
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
            (Some(Kind::Suits(_, suits)), Kind::Ranks(ranks)) => {
                let last = suits.last_mut().expect("a cell of suits has a suit");
                last.ranks.extend(ranks);
                last.is_told = true;
            }
            (_, kind) => joined.push(Cell { kind, ..cell }),
        }
    }
    *cells = joined;
}

fn kind(text: &str, start: usize, column: usize) -> Kind {
    let is_stroke = |c: char| matches!(c, '+' | '=' | '_' | '~' | '*' | '·' | '•');
    // One dash or two may be a void.
    let is_ruled = text.contains("---") && text.chars().all(|c| matches!(c, '-' | ' '));
    if text.chars().all(is_stroke) || is_ruled {
        return Kind::Strokes;
    }
    if let Some(seats) = seats(text, column) {
        return Kind::Seats(seats);
    }
    if let Some(facts) = phrase::facts(text, start) {
        return Kind::Facts(facts);
    }
    match hand(text, start) {
        Some(Ok((seat, suits))) => return Kind::Suits(seat, suits),
        Some(Err(place)) => return Kind::Broken(place),
        None => {}
    }
    if let Some(fact) = Fact::of_calls(text).filter(|_| bidding::is_joined(text)) {
        return Kind::Facts(vec![(fact, start..start + text.len())]);
    }
    let (seat, rest) = labelled(text);
    match marked_suits(text, seat, rest, start) {
        Ok((_, suits)) if suits.is_empty() => {}
        Ok((seat, suits)) => return Kind::Suits(seat, suits),
        Err(at) if is_prose(&text[at.start - start..at.end - start]) => return Kind::Text,
        Err(at) if seat.is_some() || is_marked(rest) => return Kind::Broken(at),
        Err(_) => {}
    }
    let mut ranks = Vec::new();
    match take_ranks(text, 0, start, &mut ranks) {
        end if end == text.len() && !ranks.is_empty() => Kind::Ranks(ranks),
        _ => Kind::Text,
    }
}

/// A hand with the player named before it.
type NamedHand = (Option<Seat>, Vec<SuitCards>);

/// A whole hand on one line, with the player named before it, or the place of a card that it does not name;
/// `None` if a text is none. With the marks of the suits, or without.
pub(super) fn hand(text: &str, start: usize) -> Option<Result<NamedHand, Range<usize>>> {
    let (seat, rest) = labelled(text);
    let at = start + text.len() - rest.len();
    if let Some(found) = bare::hand(rest, at, seat.is_some()) {
        return Some(found.map(|suits| (seat, suits)));
    }
    let is_whole = |suits: &[SuitCards]| suits.iter().map(|it| it.suit).eq(Suit::DESC);
    let in_capitals = || {
        let capitals = rest.to_ascii_uppercase();
        let suits = suits(&capitals, at).ok().filter(|suits| is_whole(suits))?;
        (suits.iter().map(|it| it.ranks.len()).sum::<usize>() == 13).then_some((seat, suits))
    };
    let as_written = marked_suits(text, seat, rest, start).ok();
    as_written.filter(|(_, suits)| is_whole(suits)).or_else(in_capitals).map(Ok)
}

/// The suits of a text whose rest stands behind a player's name, and the player.
fn marked_suits(
    text: &str,
    seat: Option<Seat>,
    rest: &str,
    start: usize,
) -> Result<NamedHand, Range<usize>> {
    let mut suits = suits(rest, start + text.len() - rest.len())?;
    let is_south = seat.is_none() && names_south(text, &suits);
    let seat = if is_south { suits.drain(..1).next().map(|_| Seat::South) } else { seat };
    Ok((seat, suits))
}

/// Players named one after the other, and nothing else.
fn seats(text: &str, column: usize) -> Option<Vec<Named>> {
    let mut seats: Vec<Named> = Vec::new();
    let (mut rest, mut column, mut counted) = (text, column, 0);
    while !rest.is_empty() {
        let end = rest.find([' ', '(', ':', ',']).unwrap_or(rest.len());
        let seat = words::seat(&rest[..end])?;
        let at = text.len() - rest.len();
        column += text[std::mem::replace(&mut counted, at)..at].chars().count();
        rest = rest[end..].trim_start();
        let mut named = Named { seat, deals: false, player: None, column };
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

/// Whether the first letter names South, as in `S: S AK H Q …` and in `S ♠ AK`.
fn names_south(text: &str, suits: &[SuitCards]) -> bool {
    let [first, second, ..] = suits else { return false };
    let is_symbol = !text[second.at - first.at..].starts_with('S');
    !first.is_told
        && text.starts_with('S')
        && second.suit == Suit::Spades
        && (is_symbol || suits.len() > 4)
}

/// A player named before suits, and the rest.
fn labelled(text: &str) -> (Option<Seat>, &str) {
    let end = text.find([' ', ':', '=']).unwrap_or(text.len());
    let Some(seat) = words::seat(&text[..end]) else { return (None, text) };
    let rest = text[end..].trim_start_matches([' ', ':', '=']);
    // A dash may be a void, or stand between the name and the hand.
    let behind = rest.trim_start_matches(DASHES).trim_start();
    for rest in [rest, behind] {
        let is_of_suits = is_marked(rest) && (end > 1 || seat != Seat::South);
        if is_of_suits || bare::hand(rest, 0, true).is_some() {
            return (Some(seat), rest);
        }
    }
    (None, text)
}

/// Whether a text begins with the mark of a suit, as a hand does. After a letter there must be a
/// blank, a colon, a rank or the sign of a void.
pub(super) fn is_marked(text: &str) -> bool {
    let Some((suit, length)) = mark(text) else { return false };
    let is_symbol = !text.starts_with(suit.letter());
    let next = text[length..].chars().next();
    is_symbol || next.is_none_or(|c| matches!(c, ' ' | ':' | '-' | '–' | '—') || is_rank(c))
}

/// The mark of a suit at the beginning of a text, and its length: a symbol, a capital or the name.
fn mark(text: &str) -> Option<(Suit, usize)> {
    const NAMES: [(&str, Suit); 4] = [
        ("Spades", Suit::Spades),
        ("Hearts", Suit::Hearts),
        ("Diamonds", Suit::Diamonds),
        ("Clubs", Suit::Clubs),
    ];
    let named = NAMES.iter().find(|(name, _)| text.starts_with(name));
    if let Some(&(name, suit)) = named {
        return Some((suit, name.len()));
    }
    let first = text.chars().next().filter(|c| !c.is_ascii_lowercase())?;
    Some((words::suit(first)?, first.len_utf8()))
}

fn is_rank(c: char) -> bool {
    c == '1' || !c.is_ascii_lowercase() && words::rank(c).is_some()
}

/// Suits with their cards; otherwise the place of the first word that is neither.
fn suits(text: &str, start: usize) -> Result<Vec<SuitCards>, Range<usize>> {
    let mut suits = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let unknown = || {
            let length = rest.find([' ', ',']).unwrap_or(rest.len()).max(1);
            start + at..start + at + length
        };
        let (suit, length) = mark(rest).ok_or_else(unknown)?;
        let mut cards = SuitCards::none(suit, start + at);
        at += length;
        at += text[at..].len() - text[at..].trim_start_matches([' ', ':', '=']).len();
        let before = at;
        at = take_void(text, at).unwrap_or_else(|| {
            let joined = text[at..].trim_start_matches(DASHES);
            take_ranks(text, text.len() - joined.len(), start, &mut cards.ranks)
        });
        cards.is_told = at > before;
        suits.push(cards);
    }
    Ok(suits)
}

/// The place after the sign of a void, if there is one at `at`.
fn take_void(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let sign = rest.find(|c| !DASHES.contains(&c)).unwrap_or(rest.len());
    // One before a card only joins it to its suit: S-64.
    if rest[sign..].starts_with(is_rank) {
        return None;
    }
    let begins = |word: &&str| {
        rest[sign..].get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let length = sign + ["void", "none"].into_iter().find(begins).map_or(0, str::len);
    let behind = rest[length..].trim_start_matches([' ', ',']);
    (length > 0).then_some(text.len() - behind.len())
}

/// Takes the cards at `at`, with or without blanks and commas between them. Returns the place after
/// them.
fn take_ranks(text: &str, at: usize, start: usize, ranks: &mut Vec<(Rank, Range<usize>)>) -> usize {
    let mut rest = text[at..].char_indices().peekable();
    while let Some((i, c)) = rest.next() {
        let place = start + at + i;
        match c {
            ' ' | ',' => {}
            '1' if rest.next_if(|&(_, next)| next == '0').is_some() => {
                ranks.push((Rank::T, place..place + 2));
            }
            c => match words::rank(c).filter(|_| !c.is_ascii_lowercase()) {
                Some(rank) => ranks.push((rank, place..place + c.len_utf8())),
                None => return at + i,
            },
        }
    }
    text.len()
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
