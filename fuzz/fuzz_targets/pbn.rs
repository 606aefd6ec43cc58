//! Whatever bytes a PBN file holds: what is read can be written, and what is written is read again.
#![no_main]

use falsecard::notation::{json, lin, pbn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
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
});
