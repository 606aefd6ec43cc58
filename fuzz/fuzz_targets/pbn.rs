//! Whatever bytes a PBN file holds: what is read can be written, and what is written is read again.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::pbn(bytes));
