//! Words that all formats share: seats, vulnerabilities, strains, calls, cards.
//!
//! The parsers of the `contract-bridge` crate are not used for most of them, since those expect
//! ASCII.

pub(super) use falsecard_bridge::cards::vulnerable_sides;
use falsecard_bridge::cards::{
    Bid, Call, Card, Contract, Level, Penalty, Rank, Seat, Side, Strain, Suit, Vulnerability,
    pbn_strain,
};
pub(super) use falsecard_bridge::text::quoted;

/// A seat by its letter or name.
pub(super) fn seat(text: &str) -> Option<Seat> {
    text.trim().parse().ok()
}

/// The column of a seat in a table whose columns are seats clockwise from `first`, 0 to 3.
pub(super) const fn column(seat: Seat, first: Seat) -> usize {
    (seat as usize + 4 - first as usize) % 4
}

/// Whether a tag's value stands for unknown: "", "?" or "-".
pub(super) fn is_unknown(text: &str) -> bool {
    matches!(text.trim(), "" | "?" | "-")
}

pub(super) fn vulnerability(text: &str) -> Option<Vulnerability> {
    Some(match text.trim().to_ascii_uppercase().as_str() {
        "NONE" | "LOVE" | "-" | "NEITHER" => Vulnerability::NONE,
        "NS" | "N-S" | "N/S" => Vulnerability::NS,
        "EW" | "E-W" | "E/W" => Vulnerability::EW,
        "ALL" | "BOTH" => Vulnerability::ALL,
        _ => return None,
    })
}

pub(super) fn suit(character: char) -> Option<Suit> {
    Some(match character.to_ascii_uppercase() {
        'S' | '♠' | '♤' => Suit::Spades,
        'H' | '♥' | '♡' => Suit::Hearts,
        'D' | '♦' | '♢' => Suit::Diamonds,
        'C' | '♣' | '♧' => Suit::Clubs,
        _ => return None,
    })
}

pub(super) fn strain(text: &str) -> Option<Strain> {
    if matches!(text.to_ascii_uppercase().as_str(), "N" | "NT") {
        return Some(Strain::Notrump);
    }
    let mut characters = text.chars();
    let strain = suit(characters.next()?)?.into();
    characters.next().is_none().then_some(strain)
}

fn bid(text: &str) -> Option<Bid> {
    let level = text.chars().next()?.to_digit(10)?;
    let level = Level::try_new(level as u8).ok()?;
    Some(Bid { level, strain: strain(&text[1..])? })
}

pub(super) fn call(text: &str) -> Option<Call> {
    Some(match text.to_ascii_uppercase().as_str() {
        "P" | "PASS" => Call::Pass,
        "X" | "DBL" | "DOUBLE" => Call::Double,
        "XX" | "RDBL" | "REDOUBLE" => Call::Redouble,
        _ => Call::Bid(bid(text)?),
    })
}

/// A call as PBN writes it.
pub(super) fn call_name(call: Call) -> String {
    match call {
        Call::Pass => "Pass".into(),
        Call::Double => "X".into(),
        Call::Redouble => "XX".into(),
        Call::Bid(bid) => format!("{}{}", bid.level, pbn_strain(bid.strain)),
    }
}

/// A contract as PBN writes it.
pub(super) fn contract_name(contract: Contract) -> String {
    let penalty = match contract.penalty {
        Penalty::Undoubled => "",
        Penalty::Doubled => "X",
        Penalty::Redoubled => "XX",
    };
    format!("{}{}{penalty}", contract.bid.level, pbn_strain(contract.bid.strain))
}

/// Declarer's tricks from a `[Result]`: `9`, `NS 9`, `EW 4` or both, `^9`.
pub(super) fn result(text: &str, declarer: Option<Seat>) -> Option<u8> {
    let mut side = declarer.map(Side::of);
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word.to_ascii_uppercase().as_str() {
            "NS" => side = Some(Side::NorthSouth),
            "EW" => side = Some(Side::EastWest),
            other => {
                let tricks = other.trim_start_matches('^').parse::<u8>().ok();
                let tricks = tricks.filter(|&tricks| tricks <= 13)?;
                let ours = declarer.is_none_or(|seat| side == Some(Side::of(seat)));
                return Some(if ours { tricks } else { 13 - tricks });
            }
        }
    }
    None
}

/// A contract such as `4SX`, also `4SR`.
pub(super) fn contract(text: &str) -> Option<Contract> {
    let bare = text.trim_end_matches(['x', 'X', 'r', 'R']);
    let penalty = match &*text[bare.len()..].to_ascii_uppercase() {
        "" => Penalty::Undoubled,
        "X" => Penalty::Doubled,
        "XX" | "R" => Penalty::Redoubled,
        _ => return None,
    };
    Some(Contract { bid: bid(bare.trim_end())?, penalty })
}

pub(super) fn rank(character: char) -> Option<Rank> {
    let value = match character.to_ascii_uppercase() {
        'A' => 14,
        'K' => 13,
        'Q' => 12,
        'J' => 11,
        'T' => 10,
        digit => digit.to_digit(10)? as u8,
    };
    Rank::try_new(value).ok()
}

/// A card, suit first.
pub(super) fn card(text: &str) -> Option<Card> {
    let mut characters = text.chars();
    let suit = suit(characters.next()?)?;
    let rank = match characters.as_str() {
        "10" => Rank::T,
        other => {
            let mut ranks = other.chars();
            let rank = rank(ranks.next()?)?;
            ranks.next().is_none().then_some(rank)?
        }
    };
    Some(Card { suit, rank })
}
