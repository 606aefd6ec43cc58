//! Whatever the tags of a problem say: it is a problem or a fault with its place.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|tags: &[u8]| laws::problem(tags));
