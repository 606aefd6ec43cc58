//! The `[Auction]` section.

use std::collections::BTreeMap;
use std::ops::Range;

use super::block::{SectionItem, SectionWords};
use crate::findings::TextFindings;
use crate::{Annotation, Breach, Comment, Deviation, Manner, fault::Flaw, words};
use falsecard_bridge::cards::{Auction, Call, Seat, clockwise};
use falsecard_bridge::play::Bidding;

/// The calls of a section, with annotations.
pub(super) struct AuctionSection {
    /// Who made the first call.
    pub(super) first: Seat,
    /// The calls.
    pub(super) auction: Auction,
    /// Their annotations, by the number of the call.
    pub(super) annotations: BTreeMap<usize, Annotation>,
    /// Remarks before the first call.
    pub(super) head: Vec<Comment>,
    /// The place of the first call; empty if there is none.
    pub(super) first_span: Range<usize>,
    /// The numbers of the notes that calls refer to.
    pub(super) notes: Vec<u8>,
    /// The mark of an irregularity, after which nothing was read.
    pub(super) irregular: Option<(String, Range<usize>)>,
    /// The mark that ends the section early: `+` or `*`.
    pub(super) end: Option<char>,
    /// Whether dashes fill the last row.
    is_filled: bool,
}

/// Reads the words of an auction whose first column is `column`.
pub(super) fn read(
    text: &str,
    section: &SectionWords,
    column: Seat,
    findings: &mut TextFindings,
) -> Result<AuctionSection, Flaw> {
    let mut calls = AuctionSection {
        first: column,
        auction: Auction::new(),
        annotations: BTreeMap::new(),
        head: Vec::new(),
        first_span: 0..0,
        notes: Vec::new(),
        irregular: None,
        end: None,
        is_filled: false,
    };
    for item in &section.items {
        let span = match item {
            SectionItem::Comment(comment) => {
                match calls.last() {
                    Some(last) => last.comments.push(comment.clone()),
                    None => calls.head.push(comment.clone()),
                }
                continue;
            }
            SectionItem::Word(span) => span,
        };
        let (word, suffix) = split(&text[span.clone()]);
        match word {
            "" => {}
            "*" if calls.end.is_some() => {
                findings.note(end_of_ended(calls.end), span);
                continue;
            }
            _ if let Some(mark) = calls.end => {
                let text = words::quoted(word);
                return Err(Flaw::new(Breach::BehindEnd { text, mark }, span));
            }
            "+" | "*" => calls.end = word.chars().next(),
            "-" if calls.auction.is_empty() => calls.first = calls.first.lho(),
            "-" => {
                if !calls.is_filled {
                    findings.note(Deviation::DashesBehind, span);
                }
                calls.is_filled = true;
                continue;
            }
            _ if calls.is_filled => {
                let text = words::quoted(word);
                return Err(Flaw::new(Breach::BehindEnd { text, mark: '-' }, span));
            }
            _ if word.starts_with('^') => {
                calls.irregular = Some((words::quoted(word), span.clone()));
                return Ok(calls);
            }
            _ => calls.add(word, span, findings)?,
        }
        if let Some(last) = calls.last() {
            let notes = annotate(last, suffix, AnnotatedKind::Call, section, findings, span);
            calls.notes.extend(notes);
        }
    }
    Ok(calls)
}

impl AuctionSection {
    /// The annotation of the last call.
    fn last(&mut self) -> Option<&mut Annotation> {
        let last = self.auction.len().checked_sub(1)?;
        Some(self.annotations.entry(last).or_default())
    }

    /// Whether the first call is a bid, and this player declares by all calls.
    pub(super) fn are_opened_for(&self, declarer: Option<Seat>) -> bool {
        let is_opened = matches!(self.auction.first(), Some(Call::Bid(_)));
        let bid = Some(&self.auction).filter(|auction| is_opened && auction.has_ended());
        let bid = bid.and_then(|auction| Bidding::contract_of(self.first, auction));
        bid.is_some_and(|bid| Some(bid.declarer) == declarer)
    }

    fn add(
        &mut self,
        word: &str,
        span: &Range<usize>,
        findings: &mut TextFindings,
    ) -> Result<(), Flaw> {
        if self.auction.is_empty() {
            self.first_span = span.clone();
        }
        if word.eq_ignore_ascii_case("AP") {
            findings.note_spelling(word, "AP", span);
            return self.add_passes(span);
        }
        // Some programs write an alert as a star after the call.
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

    /// Adds the passes that end the auction, at least one, for "AP".
    fn add_passes(&mut self, span: &Range<usize>) -> Result<(), Flaw> {
        self.push(Call::Pass, span)?;
        while !self.auction.has_ended() {
            self.push(Call::Pass, span)?;
        }
        Ok(())
    }
}

/// Splits a word from the annotations after it: `!`, `?`, `=1=`, `$3`.
pub(super) fn split(word: &str) -> (&str, &str) {
    word.split_at(word.find(['!', '?', '=', '$']).unwrap_or(word.len()))
}

/// The deviation for a `*` after the end of its section.
pub(super) const fn end_of_ended(end: Option<char>) -> Deviation {
    match end {
        Some('+') => Deviation::EndOfOpenSection,
        _ => Deviation::StrayStar,
    }
}

/// The standard's suffixes, in the order of their numeric marks.
const SUFFIXES: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// The kind of thing that is annotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnnotatedKind {
    Call,
    Card,
}

impl AnnotatedKind {
    /// One less than the mark that stands for the first suffix.
    const fn first(self) -> u8 {
        match self {
            Self::Call => 0,
            Self::Card => 6,
        }
    }

    /// The kind that a mark is for; `None` if it may mark both.
    const fn of_mark(mark: u8) -> Option<Self> {
        match mark {
            1..=6 | 13 => Some(Self::Call),
            7..=12 | 14 => Some(Self::Card),
            _ => None,
        }
    }

    /// Whether a mark has the meaning of a suffix.
    const fn is_suffix(self, mark: u8) -> bool {
        mark > self.first() && mark <= self.first() + 6
    }
}

/// Adds the annotations after a call or card, and returns the numbers of its notes. Unknown text
/// becomes a remark.
pub(super) fn annotate(
    annotation: &mut Annotation,
    suffix: &str,
    kind: AnnotatedKind,
    section: &SectionWords,
    findings: &mut TextFindings,
    span: &Range<usize>,
) -> Vec<u8> {
    let mut notes = Vec::new();
    let mut rest = suffix;
    while !rest.is_empty() {
        let length = if let Some((suffix, mark)) = known_suffix(rest) {
            add_mark(annotation, kind.first() + mark, kind, findings, span);
            suffix.len()
        } else if let Some((mark, length)) = numbered(rest, '$', "") {
            add_mark(annotation, mark, kind, findings, span);
            length
        } else if let Some((number, length)) = numbered(rest, '=', "=") {
            notes.extend(add_note(annotation, number, section, findings, span));
            length
        } else {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let next = rest[first..].find(['!', '?', '$']).map_or(rest.len(), |next| first + next);
            let text = rest[..next].to_owned();
            findings.note(Deviation::UnknownMark { text: words::quoted(&text) }, span);
            annotation.comments.push(Comment { manner: Manner::Braces, text });
            next
        };
        rest = &rest[length..];
    }
    notes
}

fn known_suffix(text: &str) -> Option<(&'static str, u8)> {
    SUFFIXES.into_iter().find(|(suffix, _)| text.starts_with(suffix))
}

/// The number after `open`, and the length of all, with `close` if it follows.
fn numbered(text: &str, open: char, close: &str) -> Option<(u8, usize)> {
    let digits = text.strip_prefix(open)?;
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let behind = usize::from(!close.is_empty() && digits[length..].starts_with(close));
    Some((digits[..length].parse().ok()?, 1 + length + behind))
}

fn add_mark(
    annotation: &mut Annotation,
    mark: u8,
    kind: AnnotatedKind,
    findings: &mut TextFindings,
    span: &Range<usize>,
) {
    let right =
        AnnotatedKind::of_mark(mark).filter(|right| *right != kind).map(|right| match right {
            AnnotatedKind::Call => "call",
            AnnotatedKind::Card => "card",
        });
    if let Some(right) = right {
        findings.note(Deviation::MisplacedMark { mark, right }, span);
    } else if kind.is_suffix(mark) && annotation.marks.iter().any(|&known| kind.is_suffix(known)) {
        findings.note(Deviation::TwoSuffixes, span);
    }
    annotation.marks.push(mark);
}

/// Adds the note of this number. Returns the number if there is such a note.
fn add_note(
    annotation: &mut Annotation,
    number: u8,
    section: &SectionWords,
    findings: &mut TextFindings,
    span: &Range<usize>,
) -> Option<u8> {
    let Some(note) = section.notes.iter().find(|note| note.number == number) else {
        findings.note(Deviation::MissingNote { number: number.to_string() }, span);
        return None;
    };
    if annotation.explanation.is_some() || annotation.alerted {
        findings.note(Deviation::TwoNotes, span);
    }
    annotation.explain(&note.text);
    Some(number)
}
