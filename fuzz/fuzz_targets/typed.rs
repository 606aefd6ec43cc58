//! Whatever somebody types: what is read of it can be drawn, and the picture is read the same.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::typed(bytes));
