//! What must hold of any bytes, target by target. The fuzz targets and `tests/laws/soak.rs` share
//! it.

#![allow(dead_code, unreachable_pub, reason = "each target is one of these")]

use falsecard::cards::Seat;
use falsecard::constraint::{CallExplanation, System, lint, parse_condition, parse_deal_condition};
use falsecard::notation::{DiagramStyle, Format, Game, Games, json, lin, pbn, problem, typed};

/// Whatever bytes a PBN file holds: what is read can be written, and what is written is read again.
pub fn pbn(bytes: &[u8]) {
    let contents = pbn::read("any.pbn", bytes);
    for fault in &contents.faults {
        assert!(fault.to_string().starts_with("any.pbn:") && fault.column() > 0);
    }
    for game in &contents.good {
        let (_, _, _) = (game.play().is_ok(), game.position().is_ok(), game.strict_warnings());
        let _ = game.clone().anonymous().to_pbn();
    }
    let written = pbn::write(&contents.good);
    if contents.good.is_empty() {
        return;
    }
    let again = pbn::read("again.pbn", written.as_bytes());
    assert!(again.faults.is_empty(), "{:?}\n{written}", again.faults);
    assert_eq!(pbn::write(&again.good), written);
    let line = json::write(&contents.good);
    let back = json::read("back.json", line.as_bytes());
    assert!(back.faults.is_empty(), "{:?}\n{line}", back.faults);
    let board = lin::write(&contents.good);
    let back = lin::read("back.lin", board.as_bytes());
    assert!(back.faults.is_empty(), "{:?}\n{board}", back.faults);
}

/// Whatever bytes a LIN or JSON file holds: what is read can be written, and is read again.
pub fn lin(bytes: &[u8]) {
    let contents = lin::read("any.lin", bytes);
    for fault in &contents.faults {
        assert!(fault.to_string().starts_with("any.lin:") && fault.column() > 0);
    }
    for game in &contents.good {
        let address = lin::url(game);
        let again = lin::read("address", address.as_bytes());
        assert!(again.faults.is_empty(), "{:?}\n{address}", again.faults);
        let text = pbn::write([game]);
        let again = pbn::read("again.pbn", text.as_bytes());
        assert!(again.faults.is_empty(), "{:?}\n{text}", again.faults);
    }
    let written = lin::write(&contents.good);
    let again = lin::write(&lin::read("again.lin", written.as_bytes()).good);
    assert_eq!(again, written);
    let Ok(games) = Games::open("any", bytes, Some(Format::Json)) else { return };
    for game in games.flat_map(|piece| piece.good) {
        let text = pbn::write([&game]);
        let again = pbn::read("again.pbn", text.as_bytes());
        assert!(again.faults.is_empty(), "{:?}\n{text}", again.faults);
    }
}

/// Whatever somebody types: what is read of it can be drawn, and the picture is read the same.
pub fn typed(bytes: &[u8]) {
    let contents = typed::read("any.txt", bytes);
    for fault in &contents.faults {
        assert!(fault.to_string().starts_with("any.txt:") && fault.column() > 0);
    }
    for game in &contents.good {
        let text = pbn::write([game]);
        let again = pbn::read("again.pbn", text.as_bytes());
        assert!(again.faults.is_empty(), "{:?}\n{text}", again.faults);
        // Without a card there is nothing to be drawn.
        if Seat::ALL.iter().all(|&seat| game.hand(seat).is_none()) {
            continue;
        }
        let drawn = Format::Text.write(game, DiagramStyle::default());
        let back = typed::read("drawn.txt", drawn.as_bytes());
        assert!(back.faults.is_empty() && back.good.len() == 1, "{:?}\n{drawn}", back.faults);
        let again = &back.good[0];
        assert!(Seat::ALL.iter().all(|&seat| game.hand(seat) == again.hand(seat)), "{drawn}");
        assert_eq!(Format::Text.write(again, DiagramStyle::default()), drawn);
        let said =
            |game: &Game| (game.contract(), game.dealer(), game.vulnerability(), game.strain());
        assert_eq!(said(game), said(again), "{drawn}");
        assert_eq!((game.auction(), game.cards()), (again.auction(), again.cards()), "{drawn}");
    }
    // Any text may be looked at to tell its format.
    let _ = (Format::of_text(bytes), Format::of_argument(&String::from_utf8_lossy(bytes)));
}

/// A game that can be asked about; the tags are the fuzzer's.
const GAME: &str = "[Dealer \"S\"]\n\
    [Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n\
    [Auction \"S\"]\n2NT Pass 3NT AP\n[Play \"W\"]\nH6 H2 HK HA\nC3 C7 + CQ\n";

/// Whatever the tags of a problem say: it is a problem or a fault with its place.
pub fn problem(tags: &[u8]) {
    let text = [GAME.as_bytes(), tags].concat();
    let contents = problem::read("any.pbn", &text);
    for fault in &contents.faults {
        assert!(fault.to_string().starts_with("any.pbn:") && fault.column() > 0);
    }
    for problem in &contents.good {
        assert!(!problem.answer().is_empty() && !problem.categories().is_empty());
        let _ = (problem.note(), problem.why(), problem.role());
    }
}

/// Whatever text a rule file or a hint holds: it is read or refused with its place.
pub fn rules(text: &str) {
    if let Err(fault) = System::parse("any.rules", text) {
        assert!(fault.to_string().starts_with("any.rules:"));
    }
    if text.len() < 200 {
        let _ = lint("any.rules", text).is_ok();
    }
    let _ = (parse_condition(text).is_ok(), parse_deal_condition(text, None).is_ok());
    let _ = CallExplanation::parse(text);
}
