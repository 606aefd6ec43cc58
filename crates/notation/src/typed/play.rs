//! The play: one line a trick, or all the cards after `Play:`.

use std::ops::Range;

use super::Unclear;
use crate::assemble::SourceWord;
use crate::fault::Flaw;
use crate::{Breach, words};
use falsecard_bridge::cards::{Card, Seat};

/// A line of the play.
#[derive(Debug, Clone)]
pub(super) struct TypedTrick {
    /// Its number, from 1; `None` if the line lists cards of several tricks.
    pub(super) number: Option<usize>,
    /// The leader named.
    pub(super) leader: Option<Seat>,
    pub(super) cards: Vec<SourceWord<Card>>,
    pub(super) span: Range<usize>,
}

/// Whether a line is a line of the play.
pub(super) fn is_trick(text: &str) -> bool {
    matches!(trick(text, 0), Some(Ok(_)))
}

/// Whether a line begins a list of all the cards, which may continue on the next lines.
pub(super) fn is_list(text: &str) -> bool {
    text.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("play:"))
}

/// A line of cards only, which continues such a list.
pub(super) fn goes_on(text: &str, at: usize) -> Option<TypedTrick> {
    let (cards, rest) = cards_in(text, at);
    let span = at..at + text.len();
    (rest.is_empty() && !cards.is_empty()).then_some(TypedTrick {
        number: None,
        leader: None,
        cards,
        span,
    })
}

/// The trick on a line that stands at `at`; `None` if the line is not one of the play.
///
/// `TypedTrick 1: ♥5 ♥2 ♥K ♥A`, `1. West leads ♥5 ♥2 ♥K ♥A, South wins` or `Play: ♥5 ♥2 …`.
pub(super) fn trick(text: &str, at: usize) -> Option<Result<TypedTrick, Flaw>> {
    let line = text.trim_start();
    let is_trick = line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("trick "));
    let (head, is_stated) = match () {
        () if is_trick => (6, true),
        () if is_list(line) => (5, true),
        () => (0, false),
    };
    let rest = line[head..].trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok().filter(|_| head != 5);
    if head != 5 && (number.is_none() || !rest[digits..].starts_with([':', '.', ')'])) {
        return None;
    }
    let rest = if head == 5 { rest } else { rest[digits + 1..].trim_start() };
    let (leader, rest) = leads(rest);
    let (cards, rest) = cards_in(rest, at + text.len() - rest.len());
    let rest = rest.trim_start_matches([' ', ',', '.', ';']);
    let span = at + text.len() - line.len()..at + text.len();
    if cards.is_empty() && !is_stated {
        return None;
    }
    if !is_outcome(rest) {
        let start = at + text.len() - rest.len();
        let end = start + rest.find([' ', ',']).unwrap_or(rest.len());
        let breach = Breach::UnknownCard { text: words::quoted(&rest[..end - start]) };
        return Some(Err(Flaw::new(breach, &(start..end))));
    }
    Some(Ok(TypedTrick { number, leader, cards, span }))
}

/// The leader named, and the rest.
fn leads(text: &str) -> (Option<Seat>, &str) {
    let mut parts = text.splitn(3, ' ').filter(|word| !word.is_empty());
    let seat = parts.next().and_then(words::seat);
    let behind = seat.and_then(|_| text.split_once(" leads "));
    match behind {
        Some((before, behind)) if before.trim().chars().all(char::is_alphabetic) => {
            (seat, behind.trim_start())
        }
        _ => (None, text),
    }
}

/// Whether a text may follow the cards: nothing, who wins, or who is to play.
fn is_outcome(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [] => true,
        [seat, "wins"] | [seat, "to", "play"] => words::seat(seat).is_some(),
        _ => false,
    }
}

/// The cards of a text that holds nothing else; otherwise the place of the first word that is not a
/// card.
pub(crate) fn cards_of(text: &str) -> Result<Vec<SourceWord<Card>>, Range<usize>> {
    let (cards, rest) = cards_in(text, 0);
    let start = text.len() - rest.len();
    let end = start + rest.find([' ', ',']).unwrap_or(rest.len());
    if rest.is_empty() { Ok(cards) } else { Err(start..end) }
}

/// The cards at the beginning of a text, with or without blanks between them, and the rest.
fn cards_in(text: &str, at: usize) -> (Vec<SourceWord<Card>>, &str) {
    let mut cards = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', ',', ';', '-', '–', '.']);
        let Some((card, behind)) = card(rest) else { return (cards, rest) };
        let start = text.len() - rest.len();
        let end = text.len() - behind.len();
        cards.push(SourceWord::new(&text[start..end], Some(card), at + start..at + end));
        rest = behind;
    }
}

fn card(text: &str) -> Option<(Card, &str)> {
    let mut characters = text.chars();
    let suit = words::suit(characters.next()?)?;
    let ranks = characters.as_str().trim_start();
    if let Some(rest) = ranks.strip_prefix("10") {
        return Some((Card { suit, rank: falsecard_bridge::cards::Rank::T }, rest));
    }
    let mut characters = ranks.chars();
    let rank = words::rank(characters.next()?)?;
    let rest = characters.as_str();
    (!rest.starts_with(char::is_lowercase)).then_some((Card { suit, rank }, rest))
}

/// The cards of all tricks, whose numbers must be in order.
pub(super) fn in_order(tricks: &[TypedTrick]) -> Result<Vec<SourceWord<Card>>, Flaw> {
    let mut cards: Vec<SourceWord<Card>> = Vec::new();
    for trick in tricks {
        if let Some(found) = trick.number {
            let (expected, played) = (cards.len() / 4 + 1, cards.len() % 4);
            if played > 0 {
                let unclear = Unclear::ShortTrick { trick: expected, found: played };
                return Err(Flaw::new(unclear, &trick.span));
            }
            if found != expected {
                return Err(Flaw::new(Unclear::TrickNumber { found, expected }, &trick.span));
            }
        }
        cards.extend(trick.cards.iter().cloned());
    }
    Ok(cards)
}
