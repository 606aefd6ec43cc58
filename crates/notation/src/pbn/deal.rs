//! The `[Deal]` tag.

use std::ops::Range;

use crate::findings::TextFindings;
use crate::pack::Pack;
use crate::{Breach, Deviation, fault::Flaw, words};
use falsecard_bridge::cards::{BySeat, Card, Hand, Seat, Suit, clockwise};

/// The known hands of a deal.
pub(crate) type KnownHands = BySeat<Option<Hand>>;

/// Reads the value of a `[Deal]` tag that stands at `at`; `None` if the deal is unknown.
///
/// The hands must be disjoint and equally long, with at most thirteen cards; `-` is an unknown
/// hand.
pub(crate) fn read(
    text: &str,
    at: usize,
    findings: &mut TextFindings,
) -> Result<Option<KnownHands>, Flaw> {
    if words::is_unknown(text) {
        return Ok(None);
    }
    let whole = at..at + text.len();
    let flaw = |breach| Flaw::new(breach, &whole);
    let (seat, listed) = text.split_once(':').ok_or_else(|| flaw(Breach::DealWithoutSeat))?;
    let first = words::seat(seat).ok_or_else(|| flaw(Breach::DealWithoutSeat))?;
    findings.note_spelling(seat, &first.letter().to_string(), &whole);
    hands(first, listed, whole.end - listed.len(), findings)
}

/// Reads the hands of a deal, clockwise from a seat, that stand at `at`.
pub(crate) fn hands(
    first: Seat,
    text: &str,
    at: usize,
    findings: &mut TextFindings,
) -> Result<Option<KnownHands>, Flaw> {
    let whole = at..at + text.len();
    let flaw = |breach| Flaw::new(breach, &whole);
    let places = split(text, |c| c.is_ascii_whitespace(), at);
    let all: Vec<_> = places.collect();
    let places: Vec<_> = all.iter().filter(|(hand, _)| !hand.is_empty()).cloned().collect();
    if places.len() != 4 {
        return Err(flaw(Breach::HandCount { found: places.len() }));
    }
    if all.len() > places.len() {
        findings.note(Deviation::WideDeal, &whole);
    }
    if places.iter().all(|(hand, _)| matches!(*hand, "..." | "-")) {
        findings.note(Deviation::BlankDeal, &whole);
        return Ok(None);
    }
    let mut pack = Pack::default();
    for (i, (hand, span)) in places.iter().enumerate() {
        if *hand != "-" {
            add_hand(&mut pack, clockwise(first, i), hand, span, findings)?;
        }
    }
    let span = |seat| &places[words::column(seat, first)];
    let known = |seat: &Seat| span(*seat).0 != "-";
    pack.check_lengths(known, |seat| &span(seat).1)?;
    Ok(Some(BySeat::from_fn(|seat| known(&seat).then(|| pack.hands[seat]))))
}

/// The parts of a text between separators of one byte each, with their places in the file.
fn split(
    text: &str,
    is_separator: impl Fn(char) -> bool,
    at: usize,
) -> impl Iterator<Item = (&str, Range<usize>)> {
    text.split(is_separator).scan(at, |next, part| {
        let span = *next..*next + part.len();
        *next = span.end + 1;
        Some((part, span))
    })
}

fn add_hand(
    pack: &mut Pack,
    seat: Seat,
    hand: &str,
    span: &Range<usize>,
    findings: &mut TextFindings,
) -> Result<(), Flaw> {
    let suits: Vec<_> = split(hand, |c| c == '.', span.start).collect();
    if suits.len() != 4 {
        return Err(Flaw::new(Breach::SuitCount { seat, found: suits.len() }, span));
    }
    let has_letters =
        Suit::DESC.iter().zip(&suits).all(|(it, (ranks, _))| ranks.starts_with(it.letter()));
    if has_letters {
        findings.note(Deviation::SuitLetters, span);
    }
    for (suit, (ranks, place)) in Suit::DESC.into_iter().zip(suits) {
        let letter = usize::from(has_letters);
        let (ranks, place) = (&ranks[letter..], place.start + letter..place.end);
        add_suit(pack, (seat, suit), ranks, place.start, findings)?;
    }
    Ok(())
}

fn add_suit(
    pack: &mut Pack,
    (seat, suit): (Seat, Suit),
    ranks: &str,
    at: usize,
    findings: &mut TextFindings,
) -> Result<(), Flaw> {
    let mut characters = ranks.char_indices().peekable();
    while let Some((i, text)) = characters.next() {
        let ten = text == '1' && characters.next_if(|&(_, next)| next == '0').is_some();
        let rank = words::rank(if ten { 'T' } else { text });
        let span = at + i..at + i + if ten { 2 } else { text.len_utf8() };
        let rank = rank.ok_or_else(|| Flaw::new(Breach::UnknownRank { seat, text }, &span))?;
        let letter = rank.letter().to_string();
        findings.note_spelling(
            if ten { "10" } else { &ranks[i..i + text.len_utf8()] },
            &letter,
            &span,
        );
        pack.add_card(seat, Card { suit, rank }, &span)?;
    }
    Ok(())
}
