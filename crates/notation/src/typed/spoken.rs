//! Cards as people say them: "5S", "5s", "spade 5", "the 5 of spades" beside "S5".

use falsecard_bridge::cards::{pbn_name, read_card};

/// Words that say nothing.
const FILLERS: [&str; 3] = ["OF", "THE", "AND"];

/// The text with every card as "S5". Unknown words stay as they are, to be reported by the reader
/// of cards.
pub(crate) fn with_suits_first(text: &str) -> String {
    let upper = text.to_uppercase();
    let words = upper.split(|c: char| c.is_whitespace() || c == ',');
    let words = words.filter(|word| !word.is_empty() && !FILLERS.contains(word));
    let mut cards: Vec<String> = Vec::new();
    // A suit or a rank that waits for the other.
    let (mut suit, mut rank) = (None, None);
    for word in words {
        match (suit_of(word), rank_of(word)) {
            (Some(letter), _) => suit = Some(letter),
            (None, Some(letter)) => rank = Some(letter),
            (None, None) => cards.push(read_card(word).map_or_else(|| word.to_owned(), pbn_name)),
        }
        if let (Some(of), Some(which)) = (suit, rank) {
            cards.push(format!("{of}{which}"));
            (suit, rank) = (None, None);
        }
    }
    // A half that is left over is at fault.
    cards.extend(suit.into_iter().chain(rank).map(String::from));
    cards.join(" ")
}

/// A suit that is named alone.
fn suit_of(word: &str) -> Option<char> {
    let name = word.strip_suffix('S').filter(|name| name.len() > 1).unwrap_or(word);
    match name {
        "SPADE" | "S" | "♠" => Some('S'),
        "HEART" | "H" | "♥" => Some('H'),
        "DIAMOND" | "D" | "♦" => Some('D'),
        "CLUB" | "C" | "♣" => Some('C'),
        _ => None,
    }
}

/// A rank that is named alone.
fn rank_of(word: &str) -> Option<char> {
    match word {
        "ACE" => Some('A'),
        "KING" => Some('K'),
        "QUEEN" => Some('Q'),
        "JACK" => Some('J'),
        "TEN" | "10" => Some('T'),
        "NINE" => Some('9'),
        "EIGHT" => Some('8'),
        "SEVEN" => Some('7'),
        "SIX" => Some('6'),
        "FIVE" => Some('5'),
        "FOUR" => Some('4'),
        "THREE" => Some('3'),
        "TWO" | "DEUCE" => Some('2'),
        one if one.len() == 1 => one.chars().next().filter(|it| "AKQJT98765432".contains(*it)),
        _ => None,
    }
}
