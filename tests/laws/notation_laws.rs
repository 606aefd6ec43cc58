//! Laws of the readers that hold for any input: no panic, linear time, written games are read back.
#![cfg(feature = "cli")]

use std::sync::Arc;

use falsecard::cards::{
    Auction, Builder, Call, Card, Contract, FullDeal, Hand, Level, Penalty, Seat, Strain,
    Vulnerability, clockwise,
};
use falsecard::cli::Located;
use falsecard::notation::{
    Diagram, DiagramCards, DiagramStyle, Fault, Game, Pips, Problem, pbn, problem,
};
use falsecard::play::{Bidding, Board, DeclaredContract, Play};
use miette::{GraphicalReportHandler, GraphicalTheme};
use proptest::prelude::*;

const PROBLEM: &str = include_str!("../../problems/paper/paper-ex1.pbn");

/// Reads anything, and uses all that came of it.
fn exercise(bytes: &[u8]) {
    let contents = pbn::read("any.pbn", bytes);
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor());
    for fault in &contents.faults {
        assert!(fault.line() > 0 && fault.column() > 0);
        assert!(fault.to_string().starts_with("any.pbn:"));
        handler
            .render_report(&mut String::new(), &Located::from(fault.clone()))
            .expect("a fault can be shown");
    }
    for game in &contents.good {
        if let Ok(play) = game.play() {
            Diagram::of_play(&play, DiagramCards::Left).draw(DiagramStyle::default());
        }
        let (_, _) = (game.position(), Problem::new(game.clone()));
        assert!(game.strict_warnings().iter().all(|warning| warning.line > 0));
    }
    let written = pbn::write(&contents.good);
    let again = pbn::read("again.pbn", written.as_bytes());
    if contents.good.is_empty() {
        assert!(!contents.faults.is_empty() || bytes.is_empty());
    } else {
        assert!(again.faults.is_empty(), "{:?}\n{written}", again.faults);
        assert_eq!(pbn::write(&again.good), written);
        for (game, again) in contents.good.iter().zip(&again.good) {
            assert_eq!(game.cards(), again.cards(), "{written}");
            let breaches = |game: &Game| game.faults().iter().map(Fault::cost).collect::<Vec<_>>();
            assert_eq!(breaches(game), breaches(again), "{written}");
        }
    }
    problem::read("any.pbn", bytes);
}

/// An escape that becomes a line of the header once its control characters are written as blanks.
#[test]
fn a_header_with_control_characters_is_a_header() {
    for header in ["%\u{1a}PBN 2.1", "%PBN\u{1a}2.1", "%\u{1a}EXPORT\u{1a}", "%\u{1a}import"] {
        exercise(format!("{header}\n{PROBLEM}").as_bytes());
    }
}

/// A file with a few pieces cut out, put in and put elsewhere.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5u8, any::<u8>());
    prop::collection::vec(edit, 1..8).prop_map(|edits| {
        let mut text = PROBLEM.as_bytes().to_vec();
        for (at, to, kind, byte) in edits {
            let (at, to) = (at.index(text.len()), to.index(text.len()));
            let (start, end) = (at.min(to), at.max(to).min(at.min(to) + 40));
            match kind {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                2 => text[at] = text[to],
                3 => drop(text.drain(start..end.min(text.len() - 1))),
                _ => {
                    let piece = text[start..end].to_vec();
                    let place = (at + to) % text.len();
                    text.splice(place..place, piece);
                }
            }
        }
        text
    })
}

/// Text made of the pieces that mean something.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[Event \"x\"]",
        "[Deal \"N:A... .A.. ..A. ...A\"]",
        "[Deal \"E:AK... .AK.. ..AK. ...AK\"]",
        "[Deal \"",
        "[Contract \"NT\"]",
        "[Contract \"4S\"]",
        "[Contract \"Pass\"]",
        "[Declarer \"S\"]",
        "[Dealer \"N\"]",
        "[Dealer \"?\"]",
        "[Auction \"N\"]",
        "[Auction \"\"]",
        "[Play \"W\"]",
        "[Play \"-\"]",
        "1S",
        "4S",
        "Pass",
        "AP",
        "X",
        "XX",
        "-",
        "+",
        "*",
        "SA",
        "HA",
        "DA",
        "CA",
        "H10",
        "♠A",
        "1♠",
        "é",
        "=1=",
        "$1",
        "!",
        "^I",
        "{",
        "}",
        ";",
        "%",
        "[",
        "]",
        "\"",
        "\\",
        "\n",
        "\n\n",
        "\r",
        "\r\n",
        " ",
        "\t",
        "\u{1a}",
        "\u{feff}",
    ]);
    prop::collection::vec(piece, 0..60)
        .prop_map(|pieces| pieces.into_iter().flat_map(|piece| [piece, " "]).collect())
}

fn deals() -> impl Strategy<Value = FullDeal> {
    let pack: Vec<Card> = Hand::ALL.iter().collect();
    Just(pack).prop_shuffle().prop_map(|pack| {
        let mut builder = Builder::new();
        for (seat, cards) in Seat::ALL.into_iter().zip(pack.chunks(13)) {
            builder[seat] = cards.iter().copied().collect();
        }
        builder.build_full().expect("a shuffled pack makes a deal")
    })
}

/// A bidding in which the dealer opens the contract, recorded or not.
fn biddings() -> impl Strategy<Value = Bidding> {
    let contract = (1..=7u8, 0..5usize, 0..3usize, 0..4usize, 0..4u8, any::<bool>());
    contract.prop_map(|(level, strain, doubled, seat, vulnerable, recorded)| {
        let penalty = [Penalty::Undoubled, Penalty::Doubled, Penalty::Redoubled][doubled];
        let bid = falsecard::cards::Bid { level: Level::new(level), strain: Strain::ASC[strain] };
        let mut auction = Auction::new();
        if recorded {
            let doubles = [Call::Double, Call::Redouble].into_iter().take(doubled);
            let calls = [Call::Bid(bid)].into_iter().chain(doubles).chain([Call::Pass; 3]);
            auction.try_extend(calls).expect("a legal auction");
        }
        let declarer = Seat::ALL[seat];
        let contract = DeclaredContract { contract: Contract { bid, penalty }, declarer };
        let vulnerability = Vulnerability::from_bits_truncate(vulnerable);
        Bidding::new(declarer, vulnerability, auction, contract).expect("its own contract")
    })
}

fn plays() -> impl Strategy<Value = Play> {
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..=52);
    (deals(), biddings(), choices).prop_map(|(deal, bidding, choices)| {
        let mut play = Play::new(Board::new(deal, Arc::new(bidding)));
        for choice in choices {
            let legal: Vec<Card> = play.legal().iter().collect();
            play.play(*choice.get(&legal)).expect("a legal card");
        }
        play
    })
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        exercise(&bytes);
    }

    #[test]
    fn any_text_of_known_pieces_is_read_without_panic(text in soup()) {
        exercise(text.as_bytes());
    }

    #[test]
    fn a_damaged_problem_is_read_without_panic(bytes in mutated()) {
        exercise(&bytes);
    }

    #[test]
    fn what_is_written_is_what_is_read(play in plays(), value in "(#|##|\\\\#|)[ -~é♠\\\\\"\\]]{0,30}") {
        let game = Game::from_play(&play, &[("Board", "1"), ("Why", &value), ("Deal", "ignored")]);
        let text = pbn::write([&game, &game]);
        let games = pbn::read("written.pbn", text.as_bytes()).all().unwrap();
        prop_assert_eq!(games.len(), 2);
        for game in games {
            prop_assert_eq!(game.play().unwrap(), play.clone());
            prop_assert_eq!(game.tag("Why"), Some(value.as_str()));
        }
    }

    #[test]
    fn a_diagram_fits_the_screen_and_hides_what_is_hidden(play in plays(), seat in 0..4usize) {
        let view = play.view(Seat::ALL[seat]);
        for cards in [DiagramCards::Dealt, DiagramCards::Left] {
            let drawn = Diagram::of_view(&view, cards).draw(DiagramStyle::default());
            prop_assert!(drawn.lines().all(|line| line.chars().count() <= 80));
            let letters = DiagramStyle { pips: Pips::Letters, colour: false };
            prop_assert!(Diagram::of_view(&view, cards).draw(letters).is_ascii());
        }
        let hidden = view.hidden();
        let mut swapped = Builder::from(*play.deal());
        (swapped[hidden[0]], swapped[hidden[1]]) = (swapped[hidden[1]], swapped[hidden[0]]);
        if let Ok(other) = view.imagine(swapped.build_full().unwrap()) {
            let draw = |play: &Play| {
                Diagram::of_view(&play.view(view.seat()), DiagramCards::Dealt).draw(DiagramStyle::default())
            };
            prop_assert_eq!(draw(&other), draw(&play));
        }
    }
}

/// Were anything quadratic, each of these megabytes would take minutes.
#[test]
fn a_megabyte_of_anything_is_read_in_linear_time() {
    let game = "[Event \"\"][Deal \"N:Q\"]";
    let pieces = [
        "[",
        "{",
        "}",
        "\"",
        "%",
        ";",
        "\n",
        "\r",
        " ",
        "\\",
        "-",
        "+ ",
        "SA ",
        "1C ",
        "AP ",
        "$1 ",
        "[A ",
        "[A \"",
        "[A \"\" ",
        "[A \"x\"]",
        "{[Event \"",
        "[Event \"x\"]",
        "\n[Event \"x\"]{",
        "%[Event \"",
        "é",
        "\n\n[Deal \"\"]",
        game,
    ];
    let starts = ["", "[Play \"N\"]\n", "[Auction \"N\"]\n", "[Deal \"N:"];
    for piece in pieces {
        for start in starts {
            let text = start.to_owned() + &piece.repeat((1 << 20) / piece.len());
            let contents = pbn::read("big.pbn", text.as_bytes());
            let last = contents.faults.last().map(|fault| (fault.column(), fault.to_string()));
            assert!(last.is_some() || !contents.good.is_empty());
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let contents = pbn::read("huge.pbn", &vec![b' '; falsecard::notation::limits::MAX_BYTES + 1]);
    assert_eq!(contents.faults.len(), 1);
    assert!(
        contents.faults[0].to_string().starts_with("huge.pbn:1: the file holds 67108865 bytes")
    );
}

/// The seats of an auction and of a play are both clockwise.
#[test]
fn columns_are_seats() {
    for first in 0..4 {
        let column = clockwise(Seat::North, first);
        let mut cards = ["SA", "HA", "DA", "CA"];
        cards.rotate_left(first);
        let text = format!(
            "[Deal \"N:A... .A.. ..A. ...A\"]\n[Contract \"NT\"]\n[Declarer \"S\"]\n\
             [Play \"{column}\"]\n{}\n",
            cards.join(" "),
        );
        let game = pbn::read("columns.pbn", text.as_bytes()).all().unwrap().remove(0);
        assert!(game.position().unwrap().is_over(), "{text}");
    }
}
