//! The `[Auction]` section.

use std::collections::BTreeMap;
use std::ops::Range;

use super::block::{Item, Words};
use crate::cards::{Auction, Call, Seat, clockwise};
use crate::notation::deviation::Findings;
use crate::notation::{Annotation, Breach, Comment, Deviation, fault::Flaw, words};

/// The calls of a section, and who made the first.
pub(super) struct Calls {
    /// Who made the first call, when the section says it.
    pub(super) first: Seat,
    /// The calls.
    pub(super) auction: Auction,
    /// What is said of them, by number.
    pub(super) annotations: BTreeMap<usize, Annotation>,
    /// Remarks before the first call.
    pub(super) head: Vec<Comment>,
    /// Where the first call stands; empty without one.
    pub(super) first_span: Range<usize>,
    /// The numbers of the notes that calls refer to.
    pub(super) notes: Vec<u8>,
    /// The mark of an irregularity, behind which nothing was read.
    pub(super) irregular: Option<(String, Range<usize>)>,
}

/// Reads the words of an auction whose first column is `column`.
pub(super) fn read(
    text: &str,
    section: &Words,
    column: Seat,
    findings: &mut Findings,
) -> Result<Calls, Flaw> {
    let mut calls = Calls {
        first: column,
        auction: Auction::new(),
        annotations: BTreeMap::new(),
        head: Vec::new(),
        first_span: 0..0,
        notes: Vec::new(),
        irregular: None,
    };
    let mut is_over = false;
    for item in &section.items {
        let span = match item {
            Item::Comment(comment) => {
                match calls.last() {
                    Some(last) => last.comments.push(comment.clone()),
                    None => calls.head.push(comment.clone()),
                }
                continue;
            }
            Item::Word(span) => span,
        };
        let (word, suffix) = split(&text[span.clone()]);
        match word {
            _ if is_over => continue,
            "" => {}
            "+" | "*" => is_over = true,
            "-" if calls.auction.is_empty() => calls.first = calls.first.lho(),
            _ if word.starts_with('^') => {
                calls.irregular = Some((words::quoted(word), span.clone()));
                return Ok(calls);
            }
            _ => calls.add(word, span, findings)?,
        }
        if let Some(last) = calls.last() {
            let notes = annotate(last, suffix, 0, section, findings, span);
            calls.notes.extend(notes);
        }
    }
    Ok(calls)
}

impl Calls {
    /// What is said of the last call.
    fn last(&mut self) -> Option<&mut Annotation> {
        let last = self.auction.len().checked_sub(1)?;
        Some(self.annotations.entry(last).or_default())
    }

    fn add(
        &mut self,
        word: &str,
        span: &Range<usize>,
        findings: &mut Findings,
    ) -> Result<(), Flaw> {
        if self.auction.is_empty() {
            self.first_span = span.clone();
        }
        if word.eq_ignore_ascii_case("AP") {
            findings.note_spelling(word, "AP", span);
            return self.add_passes(span);
        }
        // An alert is written as a star behind the call by some programs.
        let bare = word.trim_end_matches('*');
        let unknown = || Flaw::new(Breach::UnknownCall { text: words::quoted(word) }, span);
        let call = words::call(bare).ok_or_else(unknown)?;
        findings.note_spelling(bare, &words::call_name(call), span);
        self.push(call, span)?;
        if bare.len() < word.len() {
            findings.note(Deviation::AlertStar, span);
            if let Some(last) = self.last() {
                last.alerted = true;
            }
        }
        Ok(())
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

/// A word and the remarks that may be glued to it: `!`, `?`, `=1=`, `$3`.
pub(super) fn split(word: &str) -> (&str, &str) {
    word.split_at(word.find(['!', '?', '=', '$']).unwrap_or(word.len()))
}

/// The standard's suffixes, in the order of their numeric marks.
const SUFFIXES: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Adds what stands behind a call or card; the numbers of its notes. The numeric marks of suffixes
/// count from `first`.
pub(super) fn annotate(
    annotation: &mut Annotation,
    suffix: &str,
    first: u8,
    section: &Words,
    findings: &mut Findings,
    span: &Range<usize>,
) -> Vec<u8> {
    let mut notes = Vec::new();
    let mut rest = suffix;
    let is_text = |c| !matches!(c, '!' | '?' | '=' | '$');
    loop {
        rest = rest.trim_start_matches(is_text);
        if rest.is_empty() {
            return notes;
        }
        if let Some((suffix, mark)) = SUFFIXES.iter().find(|(text, _)| rest.starts_with(text)) {
            annotation.marks.push(first + mark);
            rest = &rest[suffix.len()..];
            continue;
        }
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[1..=digits];
        match (rest.as_bytes()[0], number.parse::<u8>()) {
            (b'$', Ok(mark)) => annotation.marks.push(mark),
            (b'=', Ok(number)) if section.notes.iter().any(|(known, _)| *known == number) => {
                let note = section.notes.iter().find(|(known, _)| *known == number);
                annotation.explain(note.map_or("", |(_, text)| text));
                notes.push(number);
            }
            (b'=', _) if digits > 0 => {
                let number = words::quoted(number);
                findings.note(Deviation::MissingNote { number }, span);
            }
            _ => {}
        }
        let behind = 1 + digits;
        let closed = rest.starts_with('=') && rest[behind..].starts_with('=');
        rest = &rest[behind + usize::from(closed)..];
    }
}
