//! Checks that marks of irregularities are right: `^I` for an insufficient bid, `^R` for a revoke,
//! `^L` for a lead out of turn. A section with such marks is kept as text; this module follows it
//! as far as it can.

use std::ops::Range;

use super::auction::split;
use super::block::{SectionItem, SectionWords};
use crate::deviation::Deviation;
use crate::findings::TextFindings;
use crate::words;
use falsecard_bridge::cards::{BySeat, Call, Card, Hand, Seat, Strain, clockwise};
use falsecard_bridge::play::Trick;

/// A call or a card with the marks before it.
struct MarkedWord<'a> {
    marks: Vec<&'a str>,
    word: &'a str,
    span: Range<usize>,
}

/// The words of a section with their marks. A mark stands before its word, with or without a blank.
fn marked<'a>(text: &'a str, section: &SectionWords) -> Vec<MarkedWord<'a>> {
    let mut all = Vec::new();
    let mut marks = Vec::new();
    for item in &section.items {
        let SectionItem::Word(span) = item else { continue };
        let (mut word, _) = split(&text[span.clone()]);
        while let Some(mark) = word.get(..2).filter(|mark| mark.starts_with('^')) {
            marks.push(mark);
            word = &word[2..];
        }
        // `^S`, for a player who is skipped, has no call.
        let is_skip = word.is_empty() && marks.last() == Some(&"^S");
        if !word.is_empty() || is_skip {
            all.push(MarkedWord { marks: std::mem::take(&mut marks), word, span: span.clone() });
        }
    }
    all
}

/// Notes each `^I` before a bid that is sufficient.
pub(super) fn check_calls(text: &str, section: &SectionWords, findings: &mut TextFindings) {
    let mut last = None;
    for MarkedWord { marks, word, span } in marked(text, section) {
        let Some(Call::Bid(bid)) = words::call(word.trim_end_matches('*')) else { continue };
        if marks.contains(&"^I") && last.is_none_or(|last| bid > last) {
            findings.note(Deviation::Regular { mark: "^I", why: "this bid is sufficient" }, &span);
        }
        last = Some(bid);
    }
}

/// Notes each `^R` before a card that is not a revoke, and each `^L` before a lead in turn. Stops
/// at a card that is missing or not held.
pub(super) fn check_cards(
    text: &str,
    section: &SectionWords,
    (column, leader): (Seat, Seat),
    (mut hands, strain): (BySeat<Hand>, Strain),
    findings: &mut TextFindings,
) {
    let cards = marked(text, section);
    let mut leader = leader;
    for row in cards.chunks(4) {
        for MarkedWord { marks, span, .. } in row.iter().filter(|card| card.marks.len() > 1) {
            let why = if marks.contains(&"^L") {
                "who leads cannot revoke"
            } else {
                "it is marked already"
            };
            findings.note(Deviation::Regular { mark: "^R", why }, span);
        }
        let mut led = (0..row.len()).filter(|&place| row[place].marks.contains(&"^L"));
        let first = led.next();
        for second in led {
            let why = "another card of the trick is led";
            findings.note(Deviation::Regular { mark: "^L", why }, &row[second].span);
        }
        if let Some(place) = first {
            let seat = clockwise(column, place);
            if seat == leader {
                let why = "it is this player's turn to lead";
                findings.note(Deviation::Regular { mark: "^L", why }, &row[place].span);
            }
            leader = seat;
        }
        match trick(row, (column, leader), &mut hands, findings).and_then(|it| it.winner(strain)) {
            Some((winner, _)) => leader = winner,
            None => return,
        }
    }
}

/// Plays a row from its leader on; `None` if it is not complete or a card is not held.
fn trick(
    row: &[MarkedWord],
    (column, leader): (Seat, Seat),
    hands: &mut BySeat<Hand>,
    findings: &mut TextFindings,
) -> Option<Trick> {
    let mut trick = Trick::new(leader);
    let mut led = None;
    for turn in 0..4 {
        let seat = clockwise(leader, turn);
        let MarkedWord { marks, word, span } = row.get(words::column(seat, column))?;
        let card: Card = words::card(word)?;
        if !hands[seat].contains(card) {
            return None;
        }
        let suit = *led.get_or_insert(card.suit);
        let why = match () {
            () if turn == 0 => Some("who leads cannot revoke"),
            () if card.suit == suit => Some("this card follows suit"),
            () if hands[seat][suit].is_empty() => Some("this player has no card of the suit led"),
            () => None,
        };
        if let (Some(why), ["^R"]) = (why, marks.as_slice()) {
            findings.note(Deviation::Regular { mark: "^R", why }, span);
        }
        hands[seat].remove(card);
        trick.push(card);
    }
    Some(trick)
}
