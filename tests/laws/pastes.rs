//! Deals as people paste them, each with its source: every one is read as a person would read it,
//! or refused with what would be right. `tests/pastes/pastes.txt` has them.

use falsecard::cards::{Seat, clockwise, vulnerable_sides};
use falsecard::notation::{Game, read};

/// A text that was pasted, and what is made of it.
struct Paste {
    name: &'static str,
    text: &'static str,
    wanted: &'static str,
}

fn pastes() -> impl Iterator<Item = Paste> {
    include_str!("../pastes/pastes.txt").split("\n=== ").skip(1).map(|paste| {
        let (head, rest) = paste.split_once('\n').unwrap();
        let (name, source) = head.split_once(" | ").unwrap();
        assert!(!source.is_empty(), "{name}");
        let (text, wanted) = rest.split_once("\n--- ").unwrap_or_else(|| panic!("{name}"));
        Paste { name, text, wanted: wanted.trim_end() }
    })
}

/// What a game says: its hands clockwise from North, who deals and is vulnerable, the calls, the
/// contract and how many cards were played.
fn said(game: &Game) -> String {
    let hand = |turn| {
        game.hand(clockwise(Seat::North, turn)).map_or("-".to_owned(), |hand| hand.to_string())
    };
    let mut said = vec![[0, 1, 2, 3].map(hand).join(" ")];
    said.extend(game.dealer().map(|seat| format!("dealer {seat}")));
    said.extend(game.vulnerability().map(|it| format!("vulnerable {}", vulnerable_sides(it))));
    if !game.auction().is_empty() {
        said.push(game.auction().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    said.extend(game.contract().map(|contract| contract.to_string()));
    if !game.cards().is_empty() {
        said.push(format!("{} cards", game.cards().len()));
    }
    said.join("; ")
}

/// What is made of a text: each game that is read, or else the first fault and what would be right.
fn answer(text: &str) -> String {
    let contents = read("pasted", text.as_bytes());
    if let Some(fault) = contents.faults.first() {
        // Of a law of bridge the rule itself says what would be right.
        let help = fault.help().map_or_else(String::new, |help| format!("\n{help}"));
        assert!(!help.is_empty() || fault.to_string().contains(": law "), "{fault}");
        return format!("refuses {fault}{}", help.replace('\n', "\n    "));
    }
    contents.good.iter().map(|game| format!("reads {}", said(game))).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_paste_is_read_or_refused_with_what_would_be_right() {
    let mut wrong = Vec::new();
    for Paste { name, text, wanted } in pastes() {
        let answer = answer(text);
        if answer != wanted {
            wrong.push(format!("=== {name}\n--- {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(pastes().count() >= 40);
}
