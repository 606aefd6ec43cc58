//! Diagrams of other languages, and forms of other programs, as an English diagram has them.

use falsecard_bridge::cards::{Seat, seat_name};

/// The seats in French, German, Dutch and Swedish diagrams.
const SEATS: [(&str, Seat); 15] = [
    ("nord", Seat::North),
    ("noord", Seat::North),
    ("norr", Seat::North),
    ("est", Seat::East),
    ("ost", Seat::East),
    ("oost", Seat::East),
    ("öst", Seat::East),
    ("øst", Seat::East),
    ("sud", Seat::South),
    ("süd", Seat::South),
    ("zuid", Seat::South),
    ("syd", Seat::South),
    ("ouest", Seat::West),
    ("väst", Seat::West),
    ("vest", Seat::West),
];

/// Names that only Dutch diagrams have, where V is the queen.
const DUTCH: [&str; 3] = ["noord", "oost", "zuid"];

/// The symbols of suits.
const SUITS: [char; 8] = ['♠', '♥', '♦', '♣', '♤', '♡', '♢', '♧'];

/// Whether a line shows that its diagram is Dutch.
pub(super) fn is_dutch(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| DUTCH.contains(&word.to_lowercase().as_str()))
}

/// A line with players and cards in English, and with the deal of another program's own form in
/// PBN's.
pub(super) fn in_english(line: &str, is_dutch: bool) -> String {
    let line = richards(line).or_else(|| listed(line)).unwrap_or_else(|| with_seats(line));
    with_cards(&line, is_dutch)
}

/// A deal in Richard's notation, `H N:…:…:…:…`, where an unknown hand is left out.
fn richards(line: &str) -> Option<String> {
    let (seat, hands) = line.trim().strip_prefix("H ")?.split_once(':')?;
    let seat = crate::words::seat(seat).filter(|_| seat.len() == 1)?;
    let mut hands: Vec<&str> = hands.split(':').collect();
    // The last may be left out.
    hands.resize(hands.len().max(4), "");
    let is_hand = |hand: &&str| hand.is_empty() || hand.contains('.');
    let hand = |hand: &&str| if hand.is_empty() { "-" } else { *hand }.to_owned();
    (hands.len() == 4 && hands.iter().all(is_hand)).then(|| {
        format!("{}:{}", seat.letter(), hands.iter().map(hand).collect::<Vec<_>>().join(" "))
    })
}

/// Four hands in quotes, as programs list them.
fn listed(line: &str) -> Option<String> {
    let parts: Vec<&str> = line.split(['\'', '"']).collect();
    let quoted: Vec<&str> = parts.iter().skip(1).step_by(2).copied().collect();
    let is_rank = |c: char| "AKQJT98765432.".contains(c);
    let is_hand = |hand: &&str| hand.matches('.').count() == 3 && hand.chars().all(is_rank);
    (quoted.len() == 4 && quoted.iter().all(is_hand)).then(|| quoted.join(" "))
}

/// A line whose cells name players in English. A cell is such a name alone, or before a hand.
fn with_seats(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let mut rest = line;
    let mut begins = true;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..end];
        let behind = &rest[end..];
        let named = SEATS.iter().find(|(name, _)| *name == word.to_lowercase());
        if let Some((_, seat)) = named.filter(|_| begins && ends_cell(behind)) {
            let name = seat_name(*seat);
            let [given, length] = [word, name].map(|it| it.chars().count());
            written += name;
            // What stands beside it keeps its column.
            written += &" ".repeat(given.saturating_sub(length));
            let blanks = behind.len() - behind.trim_start_matches(' ').len();
            rest = &behind[length.saturating_sub(given).min(blanks.saturating_sub(2))..];
        } else {
            let length = if end > 0 { end } else { first.len_utf8() };
            written += &rest[..length];
            rest = &rest[length..];
        }
        begins = written.trim_end_matches('*').ends_with(['|', '\t']) || written.ends_with("  ");
    }
    written
}

/// Whether a cell ends here, or a hand begins.
fn ends_cell(behind: &str) -> bool {
    let next = behind.trim_start();
    next.is_empty()
        || behind.starts_with("  ")
        || next.starts_with([':', '|', '(', '*', '-'])
        || next.starts_with(SUITS)
}

/// A line with the cards behind the symbols of suits in English.
fn with_cards(line: &str, is_dutch: bool) -> String {
    let mut written = String::with_capacity(line.len());
    let mut rest = line;
    let is_call = |before: &str| before.ends_with(|c: char| c.is_ascii_digit());
    while let Some(at) = rest.find(SUITS) {
        let from = at + rest[at..].chars().next().map_or(0, char::len_utf8);
        let length = run(&rest[from..]);
        let cards = &rest[from..from + length];
        written += &rest[..from];
        if is_call(&rest[..at]) {
            written += cards;
        } else {
            written += &translated(cards, is_dutch);
        }
        rest = &rest[from + length..];
    }
    written + rest
}

/// The length of the cards at the beginning of a text, in the letters of any language; 0 if other
/// text is joined to them.
fn run(text: &str) -> usize {
    let mut end = 0;
    let mut rest = text.trim_start_matches([' ', ':', '|']);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("kn") || rest.starts_with("Kn") {
            2
        } else if "AKQJTRVDBWHE1234567890".contains(first) {
            1
        } else {
            break;
        };
        rest = &rest[length..];
        end = text.len() - rest.len();
        let blanks = rest.len() - rest.trim_start_matches([' ', ',']).len();
        if rest.starts_with("  ") {
            break;
        }
        rest = &rest[blanks..];
    }
    let behind = &text[end..];
    let next = behind.trim_start_matches([' ', ',']);
    let is_joined = next.len() == behind.len() && !next.is_empty() && !next.starts_with(SUITS);
    if is_joined && !next.starts_with(['|', '.', ';', ')']) { 0 } else { end }
}

/// Cards with the letters of English ones.
fn translated(cards: &str, is_dutch: bool) -> String {
    let is_dutch = is_dutch || cards.contains('H');
    let cards = cards.replace("kn", "J").replace("Kn", "J");
    let letter = |c| match c {
        'R' | 'H' => 'K',
        'D' => 'Q',
        'V' if is_dutch => 'Q',
        'B' | 'W' | 'V' => 'J',
        'E' => 'A',
        other => other,
    };
    cards.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_languages_become_english() {
        for (line, is_dutch, wanted) in [
            ("Nord: ♠ R D V 7", false, "North: ♠ K Q J 7"),
            (
                "Ouest                                  Est",
                false,
                "West                                   East",
            ),
            ("♠ H V B 9", true, "♠ K Q J 9"),
            ("♥KDkn7 ♦E42", false, "♥KQJ7 ♦A42"),
            ("♣ K W 3", false, "♣ K J 3"),
            ("H N:AK.Q.J.2::.A.K.3:", false, "N:AK.Q.J.2 - .A.K.3 -"),
            // English lines stay.
            (
                " 1. West  leads ♥6 ♥2 ♥K ♥A, South wins",
                false,
                " 1. West  leads ♥6 ♥2 ♥K ♥A, South wins",
            ),
            ("1♠ D 2♥", false, "1♠ D 2♥"),
            ("♠ 62           W + E        ♠ KT98", false, "♠ 62           W + E        ♠ KT98"),
            ("♠K, East to play", false, "♠K, East to play"),
            ("Il est fort", false, "Il est fort"),
        ] {
            assert_eq!(in_english(line, is_dutch), wanted);
        }
    }
}
