//! Cards as people say them: "5S", "5s", "spade 5", "the 5 of spades" beside "S5".

/// Words that say nothing.
const FILLERS: [&str; 3] = ["OF", "THE", "AND"];

/// The text with every card as "S5". What is not understood is left as it is, for the reader of cards to say so.
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
            (None, None) => cards.push(turned(word)),
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
        one if one.len() == 1 => one.chars().next().filter(|it| "AKQJT98765432".contains(*it)),
        _ => None,
    }
}

/// "5S" as "S5"; anything else as it is.
fn turned(word: &str) -> String {
    let Some(last) = word.chars().next_back() else { return String::new() };
    let rank = &word[..word.len() - last.len_utf8()];
    match (suit_of(&last.to_string()), rank_of(rank)) {
        (Some(suit), Some(rank)) => format!("{suit}{rank}"),
        _ => word.to_owned(),
    }
}
