//! Whatever bytes a LIN or JSON file holds: what is read can be written, and is read again.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::lin(bytes));
