//! Reads a contract, its declarer and his tricks as people write them: `4SS`, `4♠ x by South`, `3
//! NT, E`, `3NT/S`, `4SE+1`, `7NNX`, `PASS`.

use super::agree::StatedContract;
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

/// The words for doubles, the longest first.
const DOUBLES: [(&[&str], Penalty); 2] = [
    (&["REDOUBLED", "REDBLE", "REDBL", "RDBL", "XX", "R"], Penalty::Redoubled),
    (&["DOUBLED", "DBLE", "DBL", "X"], Penalty::Doubled),
];

const PASSES: [&str; 4] = ["PASSED OUT", "PASS OUT", "PASSED", "PASS"];

/// A contract as people name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedContract {
    /// Nobody bid.
    PassedOut,
    /// What was bid.
    Bid {
        /// The contract.
        contract: Contract,
        /// The declarer, if that is said.
        declarer: Option<Seat>,
        /// The tricks that declarer took, if that is said: `+1` and `=` count from the contract.
        tricks: Option<u8>,
    },
}

/// The contract, who declares, and his tricks.
impl From<NamedContract> for (StatedContract, Option<Seat>, Option<u8>) {
    fn from(named: NamedContract) -> Self {
        match named {
            NamedContract::PassedOut => (StatedContract::Pass, None, None),
            NamedContract::Bid { contract, declarer, tricks } => {
                (StatedContract::Contract(contract), declarer, tricks)
            }
        }
    }
}

/// Reads a contract at the beginning of a text: the contract, and the rest.
pub(super) fn read(text: &str) -> Option<(NamedContract, &str)> {
    let text = text.trim_start();
    let ends = |rest: &&str| !rest.starts_with(char::is_alphanumeric);
    if let Some(rest) = after(&PASSES, text).filter(ends) {
        return Some((NamedContract::PassedOut, rest));
    }
    let level = Level::try_new(text.chars().next()?.to_digit(10)? as u8).ok()?;
    let (strain, mut rest) = one_of(&STRAINS, text[1..].trim_start())?;
    let (mut penalty, mut declarer) = (None, None);
    loop {
        let ahead = rest.trim_start_matches([' ', ',', '-', '/']);
        let by = after(&["BY"], ahead).filter(|behind| behind.starts_with(' '));
        let named = by.unwrap_or(ahead).trim_start();
        let end = named.find(|c: char| !c.is_alphabetic()).unwrap_or(named.len());
        let is_new = |&(double, seat): &(Option<Penalty>, Option<Seat>)| {
            double.and(penalty).is_none() && seat.and(declarer).is_none()
        };
        match double_and_seat(&named[..end]).filter(is_new) {
            Some((double, seat)) if by.is_none() || seat.is_some() => {
                (penalty, declarer) = (penalty.or(double), declarer.or(seat));
                rest = &named[end..];
            }
            // Letters glued to the contract that are neither, or "by" without a seat: it is none.
            _ if by.is_some() || !ends(&rest) => return None,
            _ => break,
        }
    }
    let penalty = penalty.unwrap_or(Penalty::Undoubled);
    let contract = Contract { bid: Bid { level, strain }, penalty };
    let (tricks, rest) = tricks(level, rest).map_or((None, rest), |(it, rest)| (Some(it), rest));
    Some((NamedContract::Bid { contract, declarer, tricks }, rest))
}

/// A double and a seat in one word, in either order; one of them may be missing.
fn double_and_seat(word: &str) -> Option<(Option<Penalty>, Option<Seat>)> {
    if let Some(named) = seat(word) {
        return Some((None, Some(named)));
    }
    if let Some((double, rest)) = one_of(&DOUBLES, word) {
        let named = seat(rest);
        return (rest.is_empty() || named.is_some()).then_some((Some(double), named));
    }
    let named = seat(word.get(..1)?)?;
    let (double, rest) = one_of(&DOUBLES, &word[1..])?;
    rest.is_empty().then_some((Some(double), Some(named)))
}

/// The tricks taken in a contract by its level, as `=`, `+1` or `-2` says them, and the rest.
fn tricks(level: Level, text: &str) -> Option<(u8, &str)> {
    let text = text.trim_start();
    let made = level.get() + 6;
    if let Some(rest) = text.strip_prefix('=') {
        return Some((made, rest));
    }
    let number = text.strip_prefix(['+', '-', '–', '−'])?;
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let more: u8 = number[..end].parse().ok()?;
    let tricks =
        if text.starts_with('+') { made.checked_add(more) } else { made.checked_sub(more) };
    let rest = &number[end..];
    let is_whole = !rest.starts_with(char::is_alphanumeric);
    Some((tricks.filter(|tricks| *tricks <= 13 && is_whole)?, rest))
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
