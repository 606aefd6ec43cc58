//! Whatever the tags of a problem say: it is a problem or a fault with its place.
#![no_main]

use falsecard::notation::problem;
use libfuzzer_sys::fuzz_target;

/// A game that can be asked about; the tags are the fuzzer's.
const GAME: &str = "[Dealer \"S\"]\n\
    [Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n\
    [Auction \"S\"]\n2NT Pass 3NT AP\n[Play \"W\"]\nH6 H2 HK HA\nC3 C7 + CQ\n";

fuzz_target!(|tags: &[u8]| {
    let text = [GAME.as_bytes(), tags].concat();
    let contents = problem::read("any.pbn", &text);
    for fault in &contents.faults {
        assert!(fault.to_string().starts_with("any.pbn:") && fault.column() > 0);
    }
    for problem in &contents.good {
        assert!(!problem.answer().is_empty() && !problem.categories().is_empty());
        let _ = (problem.note(), problem.why(), problem.role());
    }
});
