//! Reads the corpora of `tests/data/dd`; see the README there.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use falsecard::cards::{BySeat, Card, Hand, Seat, Strain, clockwise};
use falsecard::play::Position;

pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) position: Position,
}

pub(crate) fn corpus(name: &str) -> Vec<Entry> {
    read(&format!("{name}.txt")).lines().map(parse).collect()
}

/// The answers of a kind (`one`, `all`, `table`), by id.
pub(crate) fn answers(kind: &str, name: &str) -> HashMap<String, String> {
    let text = read(&format!("{kind}_{name}.tsv"));
    let pair = |line: &str| {
        let (id, answer) = line.split_once('\t').expect("id, tab, answer");
        (id.to_string(), answer.to_string())
    };
    text.lines().map(pair).collect()
}

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/dd").join(file);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn parse(line: &str) -> Entry {
    let fields: Vec<&str> = line.split('|').collect();
    let strain = match fields[2] {
        "N" => Strain::Notrump,
        suit => suit.parse().expect("a strain"),
    };
    let leader: Seat = fields[3].parse().expect("a seat");
    let (first, hands) = fields[1].split_once(':').expect("the first hand's seat");
    let first: Seat = first.parse().expect("a seat");
    let hands: Vec<Hand> = hands.split(' ').map(|hand| hand.parse().expect("a hand")).collect();
    let mut hands = BySeat::from_fn(|seat| hands[(seat as usize + 4 - first as usize) % 4]);
    let trick: Vec<Card> = match fields[4] {
        "-" => Vec::new(),
        cards => cards.split(' ').map(|card| card.parse().expect("a card")).collect(),
    };
    for (i, &card) in trick.iter().enumerate() {
        hands[clockwise(leader, i)].insert(card);
    }
    let mut position = Position::new(hands, strain, leader).expect("equal hands");
    for card in trick {
        position.play(card).expect("a legal card");
    }
    Entry { id: fields[0].to_string(), position }
}
