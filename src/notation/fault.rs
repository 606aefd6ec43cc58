//! A fault of a file, with the place.

use std::ops::Range;
use std::sync::Arc;

use miette::{
    Diagnostic, MietteError, MietteSpanContents, NamedSource, SourceCode, SourceSpan, SpanContents,
};
use thiserror::Error;

use super::Breach;

/// The largest file that is read, in bytes. The largest of 969 PBN files seen has a tenth of it.
pub const MAX_BYTES: usize = 64 << 20;

/// How much of a long line a fault shows on either side of the place, in bytes.
const SHOWN: usize = 200;

/// What a file holds: the games that are good, and the faults of those that are not.
#[derive(Debug, Clone)]
pub struct Contents<T> {
    /// What could be read, in the order of the file.
    pub good: Vec<T>,
    /// What was wrong with the rest, in the order of the file.
    pub faults: Vec<Fault>,
}

impl<T> Contents<T> {
    /// All of it, or the first fault.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] if anything at all was wrong with the file.
    pub fn all(self) -> Result<Vec<T>, Fault> {
        match self.faults.into_iter().next() {
            Some(fault) => Err(fault),
            None => Ok(self.good),
        }
    }
}

/// What is wrong with a file, and where. Its plain text is `FILE:LINE: rule`; as a
/// [`miette::Diagnostic`] it shows the line, marks the place and says what would be right.
#[derive(Debug, Clone, Error, Diagnostic)]
#[error("{}:{line}: {breach}", source_code.name())]
pub struct Fault {
    breach: Box<Breach>,
    line: usize,
    #[source_code]
    source_code: NamedSource<Arc<Excerpt>>,
    #[label("here")]
    span: SourceSpan,
    #[help]
    help: Option<String>,
}

impl Fault {
    pub(super) fn new(source: &Arc<Source>, flaw: Flaw) -> Self {
        let Range { start, end } = flaw.span;
        let excerpt = Excerpt::around(source, start..end);
        let shown = end.min(excerpt.window.end).saturating_sub(start);
        Self {
            line: source.line(start),
            span: (start - excerpt.window.start, shown).into(),
            source_code: NamedSource::new(&source.name, Arc::new(excerpt)),
            help: flaw.breach.help(),
            breach: Box::new(flaw.breach),
        }
    }

    /// The rule that is broken.
    pub fn breach(&self) -> &Breach {
        &self.breach
    }

    /// The file.
    pub fn file(&self) -> &str {
        self.source_code.name()
    }

    /// The line, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The column of the first character at fault, from 1.
    pub fn column(&self) -> usize {
        let excerpt = self.source_code.inner();
        let at = excerpt.window.start + self.span.offset();
        excerpt.source.text[excerpt.source.line_start(at)..at].chars().count() + 1
    }
}

/// A breach and the bytes at which it happens: a fault that does not yet know its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) breach: Breach,
    pub(super) span: Range<usize>,
}

impl Flaw {
    pub(super) fn new(breach: impl Into<Breach>, span: &Range<usize>) -> Self {
        Self { breach: breach.into(), span: span.clone() }
    }
}

/// A file as text, shared by its games and their faults.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// Decodes a file. What is not UTF-8 is Latin-1, the character set of the PBN standard.
    pub(super) fn new(name: &str, bytes: &[u8]) -> Result<Self, Fault> {
        if bytes.len() > MAX_BYTES {
            let empty = Self { name: name.into(), text: String::new(), line_starts: vec![0] };
            let flaw = Flaw::new(Breach::TooLarge { bytes: bytes.len() }, &(0..0));
            return Err(Fault::new(&Arc::new(empty), flaw));
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => with_plain_lines(text.trim_start_matches('\u{feff}')),
            Err(_) => with_plain_lines(&bytes.iter().map(|&b| char::from(b)).collect::<String>()),
        };
        let breaks = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(breaks).collect();
        Ok(Self { name: name.into(), text, line_starts })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    fn line_start(&self, at: usize) -> usize {
        self.line_starts[self.line(at) - 1]
    }

    /// The first byte behind a line given from 1, its break included.
    fn line_end(&self, line: usize) -> usize {
        self.line_starts.get(line).copied().unwrap_or(self.text.len())
    }
}

/// Turns CRLF, CRCRLF and the lone CR of old files into LF, so that places and lines agree.
fn with_plain_lines(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut pending = 0;
    for character in text.chars() {
        match character {
            '\r' => pending += 1,
            '\n' => {
                pending = 0;
                plain.push('\n');
            }
            other => {
                plain.extend(std::iter::repeat_n('\n', std::mem::take(&mut pending)));
                plain.push(other);
            }
        }
    }
    plain.extend(std::iter::repeat_n('\n', pending));
    plain
}

/// The lines around a fault. A file may be one line of megabytes, or have a fault in each of a
/// million games, so a fault shares the text and shows a bounded part of it.
#[derive(Debug)]
struct Excerpt {
    source: Arc<Source>,
    window: Range<usize>,
}

impl Excerpt {
    fn around(source: &Arc<Source>, span: Range<usize>) -> Self {
        let line = source.line(span.start);
        let first = source.line_starts[line.saturating_sub(2)];
        let last = source.line_end(source.line(span.end) + 1);
        let start = floor_boundary(&source.text, first.max(span.start.saturating_sub(SHOWN)));
        let end = floor_boundary(&source.text, last.min(span.start + 2 * SHOWN));
        Self { source: Arc::clone(source), window: start..end }
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = &self.source.text[self.window.clone()];
        let shown = text.read_span(span, context_lines_before, context_lines_after)?;
        let start = self.window.start;
        let cut = if shown.line() == 0 { start - self.source.line_start(start) } else { 0 };
        Ok(Box::new(MietteSpanContents::new(
            shown.data(),
            *shown.span(),
            shown.line() + self.source.line(start) - 1,
            shown.column() + cut,
            shown.line_count(),
        )))
    }
}
