//! Whatever bytes a LIN or JSON file holds: what is read can be written, and is read again.
#![no_main]

use falsecard::notation::{Format, Games, lin, pbn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
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
});
