//! Conventions against their worked examples, and the laws that every convention obeys.

mod common;

use std::fs;
use std::path::Path;

use falsecard::carding::{CONVENTIONS, Convention, Situation, likelihood};
use falsecard::cards::{Card, Holding, Seat, Suit};
use falsecard::play::{DeclaredContract, Trick};

/// West follows or leads; South declares 3NT; dummy holds AJT7 of the suit.
fn situation(suit: Suit, trick: &str) -> Situation {
    let contract = DeclaredContract { contract: "3NT".parse().unwrap(), declarer: Seat::South };
    let mut so_far = Trick::new(Seat::West);
    let opening = trick == "opening";
    if !opening {
        so_far = Trick::new(trick[..1].parse().unwrap());
        for card in trick[1..].split('-') {
            so_far.push(card.parse().unwrap());
        }
    }
    Situation {
        seat: Seat::West,
        suit,
        contract,
        trick_number: u8::from(!opening),
        trick: so_far,
        before: Holding::EMPTY,
        dummy: (!opening).then(|| "AJT7".parse().unwrap()),
    }
}

#[test]
fn worked_examples() {
    for convention in CONVENTIONS {
        let path = format!("tests/carding/{}.txt", convention.slug());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let fields: Vec<_> = line.split('|').map(str::trim).collect();
            let situation = situation(fields[0].parse().unwrap(), fields[1]);
            let holding: Holding = fields[2].parse().unwrap();
            let honest = convention.honest(&situation, holding).filter(|h| !h.is_empty());
            let said = honest.map_or("silent".to_owned(), |cards| cards.to_string());
            assert_eq!(said, fields[3], "{}:{}", path.display(), number + 1);
        }
    }
}

fn every_holding() -> impl Iterator<Item = Holding> {
    (1..1u16 << 13).map(|bits| Holding::from_bits_truncate(bits << 2)).filter(|h| h.len() <= 6)
}

fn situations() -> Vec<Situation> {
    ["opening", "SC6", "SCQ", "NC7-C2-C9", "EC5"]
        .map(|trick| situation(Suit::Clubs, trick))
        .to_vec()
}

/// An honest player only plays cards that he holds.
#[test]
fn honest_cards_are_held() {
    for convention in CONVENTIONS {
        for situation in situations() {
            for holding in every_holding() {
                let honest = convention.honest(&situation, holding).unwrap_or_default();
                assert!((honest - holding).is_empty(), "{} from {holding}", convention.slug());
            }
        }
    }
}

/// What we would signal is what we read: from any holding the honest message is the likeliest, and
/// the messages' probabilities add up to one.
#[test]
fn read_as_written() {
    for convention in CONVENTIONS {
        for situation in situations() {
            for holding in every_holding() {
                agree(convention, &situation, holding);
            }
        }
    }
}

fn agree(convention: &dyn Convention, situation: &Situation, holding: Holding) {
    let spoken = holding.iter().filter(|&card| convention.speaks(situation, card));
    let mut messages: Vec<(u8, f64)> = spoken
        .map(|card| {
            (
                convention.message(situation, card),
                likelihood(convention, situation, holding, card, 0.9),
            )
        })
        .collect();
    messages.sort_by_key(|message| message.0);
    messages.dedup_by_key(|message| message.0);
    let silent = convention.honest(situation, holding).is_none();
    if silent || messages.is_empty() {
        return;
    }
    let total: f64 = messages.iter().map(|message| message.1).sum();
    assert!((total - 1.0).abs() < 1e-9, "{} from {holding}: {total}", convention.slug());
}

/// A signal is given once: a second card of the suit says nothing more.
#[test]
fn count_is_given_once() {
    let count = CONVENTIONS.into_iter().find(|c| c.slug() == "count").unwrap();
    let again = Situation { before: "8".parse().unwrap(), ..situation(Suit::Clubs, "SC6") };
    let card: Card = "C2".parse().unwrap();
    assert!(count.speaks(&situation(Suit::Clubs, "SC6"), card.rank));
    assert!(!count.speaks(&again, card.rank));
}
