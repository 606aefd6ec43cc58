//! Whatever text a rule file or a hint holds: it is read or refused with its place.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::rules(text));
