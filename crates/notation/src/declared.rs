//! Reads a contract and its declarer as people write them: `4SS`, `4♠ x by South`, `3 NT, E`.

use super::words::seat;
use falsecard_bridge::cards::{Bid, Contract, Level, Penalty, Seat, Strain};

/// The strains, each in capitals, the longest word first.
const STRAINS: [(&[&str], Strain); 5] = [
    (
        &[
            "NOTRUMPS",
            "NOTRUMP",
            "NO TRUMPS",
            "NO TRUMP",
            "NO-TRUMPS",
            "NO-TRUMP",
            "N.T.",
            "NT",
            "N",
        ],
        Strain::Notrump,
    ),
    (&["SPADES", "SPADE", "S", "♠", "♤"], Strain::Spades),
    (&["HEARTS", "HEART", "H", "♥", "♡"], Strain::Hearts),
    (&["DIAMONDS", "DIAMOND", "D", "♦", "♢"], Strain::Diamonds),
    (&["CLUBS", "CLUB", "C", "♣", "♧"], Strain::Clubs),
];

const DOUBLES: [(&[&str], Penalty); 2] = [
    (&["XX", "REDOUBLED", "RDBL"], Penalty::Redoubled),
    (&["X", "DOUBLED", "DBL"], Penalty::Doubled),
];

/// Reads a contract at the beginning of a text: the contract, its declarer if named, and the rest.
pub(super) fn read(text: &str) -> Option<(Contract, Option<Seat>, &str)> {
    let text = text.trim_start();
    let level = Level::try_new(text.chars().next()?.to_digit(10)? as u8).ok()?;
    let (strain, rest) = one_of(&STRAINS, text[1..].trim_start())?;
    let (penalty, rest) = one_of(&DOUBLES, rest.trim_start()).unwrap_or((Penalty::Undoubled, rest));
    let contract = Contract { bid: Bid { level, strain }, penalty };
    let glued = rest.trim_start_matches([' ', ',', '-']);
    let by = after(&["BY"], glued).filter(|behind| behind.starts_with(' '));
    let named = by.unwrap_or(glued).trim_start();
    let end = named.find(|c: char| !c.is_alphabetic()).unwrap_or(named.len());
    match seat(&named[..end]) {
        Some(declarer) => Some((contract, Some(declarer), &named[end..])),
        // Letters glued to the contract that do not name a seat, or "by" without one: it is not a
        // contract.
        None if rest.starts_with(char::is_alphanumeric) || by.is_some() => None,
        None => Some((contract, None, rest)),
    }
}

/// Reads a strain at the beginning of a text: the strain, and the rest.
pub(super) fn strain(text: &str) -> Option<(Strain, &str)> {
    one_of(&STRAINS, text)
}

/// The meaning of the word at the beginning of a text, and the rest.
fn one_of<'a, T: Copy>(words: &[(&[&str], T)], text: &'a str) -> Option<(T, &'a str)> {
    words.iter().find_map(|(names, meaning)| Some((*meaning, after(names, text)?)))
}

/// The rest of a text that begins with one of these words (capitals), in any case.
fn after<'a>(words: &[&str], text: &'a str) -> Option<&'a str> {
    let is_start =
        |word: &&&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    words.iter().find(is_start).map(|word| &text[word.len()..])
}
