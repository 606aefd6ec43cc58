//! An entry of an auction: a call, as people write it.

use crate::declared;
use falsecard_bridge::cards::{Bid, Call, Level};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum AuctionWord {
    Call(Call, bool),
    /// A dash, before the dealer's first call.
    Nothing,
    /// Passes to the end.
    AllPass,
    /// `?`, the call asked for.
    Question,
}

/// The next entry, with or without parentheses, and the rest.
pub(super) fn entry(text: &str) -> Option<(AuctionWord, &str)> {
    if let Some(inner) = text.strip_prefix('(') {
        let inner = inner.trim_start();
        // Nobody writes more than one pair, and each would be a step deeper.
        let (what, behind) = if inner.starts_with('(') { None } else { entry(inner) }?;
        return Some((what, footnote(behind).1.trim_start().strip_prefix(')')?));
    }
    let first = text.chars().next()?;
    if let Some(behind) = three_passes(text) {
        return Some((AuctionWord::AllPass, behind));
    }
    if first.is_ascii_digit() {
        return bid(text).map(|(bid, behind)| (AuctionWord::Call(Call::Bid(bid), false), behind));
    }
    if matches!(first, '-' | '–' | '—' | '−' | '…') {
        let behind = text.trim_start_matches(['-', '–', '—', '−', '…']);
        return (behind.is_empty() || behind.starts_with(' '))
            .then_some((AuctionWord::Nothing, behind));
    }
    if first == '?' {
        return Some((AuctionWord::Question, text.trim_start_matches('?')));
    }
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let behind = &text[end..];
    let call = match text[..end].to_ascii_lowercase().as_str() {
        "ap" | "allpass" => return Some((AuctionWord::AllPass, behind)),
        "all" => {
            let behind = next_word(behind, "passed").or_else(|| next_word(behind, "pass"))?;
            return Some((AuctionWord::AllPass, behind));
        }
        "pass" | "passed" if let Some(behind) = next_word(behind, "out") => {
            return Some((AuctionWord::AllPass, behind));
        }
        "no" => {
            let bid = behind.trim_start();
            let has_bid = bid.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("bid"));
            return Some((
                AuctionWord::Call(Call::Pass, false),
                if has_bid { &bid[3..] } else { behind },
            ));
        }
        "p" | "pass" | "passes" | "passed" | "nb" => Call::Pass,
        "x" | "d" | "dbl" | "dble" | "double" | "doubles" => Call::Double,
        "xx" | "r" | "rdbl" | "rdble" | "redbl" | "redble" | "redouble" | "redoubles" => {
            Call::Redouble
        }
        _ => return None,
    };
    Some((AuctionWord::Call(call, false), behind))
}

/// The rest of a text whose next word is this one.
fn next_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let text = text.trim_start();
    let is_it = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let behind = text.get(word.len()..).filter(|_| is_it)?;
    (!behind.starts_with(char::is_alphanumeric)).then_some(behind)
}

/// The rest of a text that begins with the three passes that end an auction, as "3 passes".
fn three_passes(text: &str) -> Option<&str> {
    ["3", "three"].iter().find_map(|number| next_word(next_word(text, number)?, "passes"))
}

/// A bid, with or without a blank before its strain, and the rest.
fn bid(text: &str) -> Option<(Bid, &str)> {
    let level = Level::try_new(text.chars().next()?.to_digit(10)? as u8).ok()?;
    let (strain, behind) = declared::strain(text[1..].trim_start())?;
    (!behind.starts_with(char::is_alphanumeric)).then_some((Bid { level, strain }, behind))
}

/// Skips footnote marks after a call: whether there are any, and the rest.
pub(super) fn footnote(text: &str) -> (bool, &str) {
    let marks = ['*', '†', '‡', '!', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let behind = text.trim_start_matches(marks);
    let number = behind.strip_prefix('(').or_else(|| behind.strip_prefix(" (")).and_then(|inner| {
        let (mark, rest) = inner.split_once(')')?;
        let is_mark =
            mark.len() == 1 && mark.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase());
        (is_mark && mark != "p" && mark != "x").then_some(rest)
    });
    let behind = number.unwrap_or(behind);
    (behind.len() < text.len(), behind)
}
