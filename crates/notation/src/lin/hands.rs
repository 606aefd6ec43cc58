//! The `md` pair: the dealer and the hands.

use std::ops::Range;

use crate::fault::Flaw;
use crate::pack::Pack;
use crate::{Breach, words};
use falsecard_bridge::cards::{BySeat, Card, Hand, Seat, Suit};

/// The players in the order of the format; dealer 1 is South.
pub(super) const SEATS: [Seat; 4] = [Seat::South, Seat::West, Seat::North, Seat::East];

/// The dealer and the hands that are known.
pub(super) type LinDeal = (Option<Seat>, BySeat<Option<Hand>>);

/// Reads the value of `md`, which stands at `span`.
pub(super) fn read(text: &str, span: &Range<usize>) -> Result<LinDeal, Flaw> {
    let malformed = || Flaw::new(Breach::MalformedHands { text: words::quoted(text) }, span);
    let trimmed = text.trim_start();
    let dealer = match trimmed.chars().next() {
        Some(digit @ '1'..='4') => digit.to_digit(10).map(|digit| SEATS[digit as usize - 1]),
        // Some programs leave the dealer out.
        None | Some('0' | 'S' | 's' | ',') => None,
        Some(_) => return Err(malformed()),
    };
    let hands = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
    let parts: Vec<&str> = hands.split(',').collect();
    if parts.len() > 5 || parts.get(4).is_some_and(|rest| !rest.trim().is_empty()) {
        return Err(malformed());
    }
    let mut pack = Pack::default();
    let mut known = BySeat::from_fn(|_| false);
    let mut at = span.start + text.len() - hands.len();
    for (&seat, part) in SEATS.iter().zip(&parts) {
        let place = at..at + part.len();
        known[seat] = add_hand(&mut pack, seat, part, &place)?;
        at = place.end + 1;
    }
    pack.check_lengths(|seat| known[*seat], |_| span)?;
    Ok((dealer, BySeat::from_fn(|seat| known[seat].then(|| pack.hands[seat]))))
}

/// Adds the cards of a hand. Returns whether it has any.
fn add_hand(pack: &mut Pack, seat: Seat, text: &str, at: &Range<usize>) -> Result<bool, Flaw> {
    let mut suit: Option<Suit> = None;
    let mut characters = text.char_indices().peekable();
    let mut any = false;
    while let Some((i, character)) = characters.next() {
        let place = at.start + i..at.start + i + character.len_utf8();
        if let Some(next) = words::suit(character) {
            suit = Some(next);
            continue;
        }
        if character.is_whitespace() || matches!(character, '.' | '-') {
            continue;
        }
        let ten = character == '1' && characters.next_if(|&(_, next)| next == '0').is_some();
        let rank = words::rank(if ten { 'T' } else { character });
        let (Some(suit), Some(rank)) = (suit, rank) else {
            return Err(Flaw::new(Breach::UnknownRank { seat, text: character }, &place));
        };
        pack.add_card(seat, Card { suit, rank }, &place)?;
        any = true;
    }
    Ok(any)
}
