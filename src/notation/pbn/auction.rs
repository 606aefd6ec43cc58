//! The `[Auction]` section.

use std::ops::Range;

use super::super::{Breach, fault::Flaw, words};
use crate::cards::{Auction, Call, Seat, clockwise};

/// The calls of a section, and who made the first.
pub(super) struct Calls {
    /// Who made the first call, when the section says it.
    pub(super) first: Seat,
    /// The calls.
    pub(super) auction: Auction,
    /// Where the first call stands; empty without one.
    pub(super) first_span: Range<usize>,
}

/// Reads the words of an auction whose first column is `column`.
pub(super) fn read(text: &str, section: &[Range<usize>], column: Seat) -> Result<Calls, Flaw> {
    let mut calls = Calls { first: column, auction: Auction::new(), first_span: 0..0 };
    for span in section {
        let word = bare(&text[span.clone()]);
        match word {
            "" => {}
            "+" | "*" => break,
            "-" if calls.auction.is_empty() => calls.first = calls.first.lho(),
            _ if word.starts_with('^') => {
                return Err(Flaw::new(Breach::Irregularity { text: words::quoted(word) }, span));
            }
            _ => calls.add(word, span)?,
        }
    }
    Ok(calls)
}

impl Calls {
    fn add(&mut self, word: &str, span: &Range<usize>) -> Result<(), Flaw> {
        if self.auction.is_empty() {
            self.first_span = span.clone();
        }
        if word.eq_ignore_ascii_case("AP") {
            return self.add_passes(span);
        }
        // An alert is written as a star behind the call by some programs.
        let call = words::call(word.trim_end_matches('*'));
        let unknown = || Flaw::new(Breach::UnknownCall { text: words::quoted(word) }, span);
        self.push(call.ok_or_else(unknown)?, span)
    }

    fn push(&mut self, call: Call, span: &Range<usize>) -> Result<(), Flaw> {
        let caller = clockwise(self.first, self.auction.len());
        let illegal = |law| Flaw::new(Breach::IllegalCall { caller, call, law }, span);
        self.auction.try_push(call).map_err(illegal)
    }

    /// "All pass": the passes that end the auction, one at least.
    fn add_passes(&mut self, span: &Range<usize>) -> Result<(), Flaw> {
        self.push(Call::Pass, span)?;
        while !self.auction.has_ended() {
            self.push(Call::Pass, span)?;
        }
        Ok(())
    }
}

/// A word without the remarks that may be glued to it: `!`, `?`, `=1=`, `$3`.
pub(super) fn bare(word: &str) -> &str {
    word.find(['!', '?', '=', '$']).map_or(word, |end| &word[..end])
}
