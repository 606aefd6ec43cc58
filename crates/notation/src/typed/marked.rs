//! Hands whose suits have marks: symbols, letters or names.

use std::ops::Range;

use super::bare;
use super::bidding::DASHES;
use super::cell::SuitCards;
use crate::words;
use falsecard_bridge::cards::{Rank, Seat, Suit};

/// A hand with the player named before it.
pub(super) type NamedHand = (Option<Seat>, Vec<SuitCards>);

/// A whole hand on one line, with the player named before it, or the place of a card that it does
/// not name; `None` if a text is none. With the marks of the suits, or without.
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
pub(super) fn marked_suits(
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
pub(super) fn labelled(text: &str) -> (Option<Seat>, &str) {
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
pub(super) fn take_ranks(
    text: &str,
    at: usize,
    start: usize,
    ranks: &mut Vec<(Rank, Range<usize>)>,
) -> usize {
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
