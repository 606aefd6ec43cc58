//! The `[Deal]` tag.

use std::ops::Range;

use super::super::{Breach, fault::Flaw, words};
use crate::cards::{BySeat, Card, Hand, Seat, Suit, clockwise};

/// Reads the value of a `[Deal]` tag that stands at `at` in the file; `None` if it says nothing.
///
/// The hands are disjoint and of one length, thirteen or fewer.
pub(super) fn read(text: &str, at: usize) -> Result<Option<BySeat<Hand>>, Flaw> {
    if words::is_unknown(text) {
        return Ok(None);
    }
    let whole = at..at + text.len();
    let flaw = |breach| Flaw::new(breach, &whole);
    let (seat, hands) = text.split_once(':').ok_or_else(|| flaw(Breach::DealWithoutSeat))?;
    let first = words::seat(seat).ok_or_else(|| flaw(Breach::DealWithoutSeat))?;
    let places = split(hands, |c| c.is_ascii_whitespace(), whole.end - hands.len());
    let places: Vec<_> = places.filter(|(hand, _)| !hand.is_empty()).collect();
    if places.len() != 4 {
        return Err(flaw(Breach::HandCount { found: places.len() }));
    }
    if places.iter().all(|(hand, _)| *hand == "...") {
        return Ok(None);
    }
    let mut pack = Pack::default();
    for (i, (hand, span)) in places.iter().enumerate() {
        pack.add_hand(clockwise(first, i), hand, span)?;
    }
    pack.check_lengths(|seat| &places[words::column(seat, first)].1)?;
    Ok(Some(pack.hands))
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

/// The cards seen so far.
#[derive(Default)]
struct Pack {
    hands: BySeat<Hand>,
}

impl Pack {
    fn add_hand(&mut self, seat: Seat, hand: &str, span: &Range<usize>) -> Result<(), Flaw> {
        if hand == "-" {
            return Err(Flaw::new(Breach::UnknownHand { seat }, span));
        }
        let suits: Vec<_> = split(hand, |c| c == '.', span.start).collect();
        if suits.len() != 4 {
            return Err(Flaw::new(Breach::SuitCount { seat, found: suits.len() }, span));
        }
        for (suit, (ranks, place)) in Suit::DESC.into_iter().zip(suits) {
            self.add_suit(seat, suit, ranks, place.start)?;
        }
        Ok(())
    }

    fn add_suit(&mut self, seat: Seat, suit: Suit, ranks: &str, at: usize) -> Result<(), Flaw> {
        let mut characters = ranks.char_indices().peekable();
        while let Some((i, text)) = characters.next() {
            let ten = text == '1' && characters.next_if(|&(_, next)| next == '0').is_some();
            let rank = words::rank(if ten { 'T' } else { text });
            let span = at + i..at + i + if ten { 2 } else { text.len_utf8() };
            let rank = rank.ok_or_else(|| Flaw::new(Breach::UnknownRank { seat, text }, &span))?;
            self.add_card(seat, Card { suit, rank }, &span)?;
        }
        Ok(())
    }

    fn add_card(&mut self, seat: Seat, card: Card, span: &Range<usize>) -> Result<(), Flaw> {
        let holder = self.hands.iter().find(|(_, hand)| hand.contains(card));
        if let Some((first, _)) = holder {
            return Err(Flaw::new(Breach::DealtTwice { card, first, second: seat }, span));
        }
        self.hands[seat].insert(card);
        Ok(())
    }

    /// All four hands must be as long: thirteen if any has that many, else what most of them have.
    fn check_lengths<'a>(&self, span: impl Fn(Seat) -> &'a Range<usize>) -> Result<(), Flaw> {
        let mut lengths = Seat::ALL.map(|seat| self.hands[seat].len());
        lengths.sort_unstable();
        let expected = if lengths[3] >= 13 { 13 } else { lengths[2] };
        let wrong = |(_, hand): &(Seat, &Hand)| hand.len() != expected;
        let excess = self.hands.iter().find(|(_, hand)| hand.len() > expected);
        let Some((seat, hand)) = excess.or_else(|| self.hands.iter().find(wrong)) else {
            return Ok(());
        };
        let found = hand.len();
        let missing = self.hands.iter().fold(Hand::ALL, |rest, (_, &hand)| rest - hand);
        Err(Flaw::new(
            if found > expected {
                Breach::TooManyCards { seat, found, expected }
            } else {
                Breach::MissingCard { seat, found, expected, missing }
            },
            span(seat),
        ))
    }
}
