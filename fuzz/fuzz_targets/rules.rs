//! Whatever text a rule file or a hint holds: it is read or refused with its place.
#![no_main]

use falsecard::constraint::{Explanation, System, lint, parse_condition, parse_deal_condition};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(fault) = System::parse("any.rules", text) {
        assert!(fault.to_string().starts_with("any.rules:"));
    }
    if text.len() < 200 {
        let _ = lint("any.rules", text).is_ok();
    }
    let _ = (parse_condition(text).is_ok(), parse_deal_condition(text, None).is_ok());
    let _ = Explanation::parse(text);
});
