//! What is shown of a file around a place in it.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::shown;

/// How much of a long line is shown on either side of the place, in bytes.
const SHOWN: usize = 200;

/// What stands where a line is cut.
const CUT: &str = "…";

/// The lines around a place in a file, with every character to be seen. A file may be one line of
/// megabytes, so no more of it is kept than is worth looking at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    /// The line of the file in which the text begins, from 1.
    first_line: usize,
    /// The column of the place in its line, from 1.
    column: usize,
    /// The place in the text.
    span: Range<usize>,
}

impl Excerpt {
    /// What stands around `span` in a text of lines that end in LF. The span begins in `line` of its
    /// file, from 1.
    ///
    /// ```
    /// use falsecard::text::Excerpt;
    ///
    /// let line = format!("{}♠x\u{1b}", "-".repeat(100_000));
    /// let excerpt = Excerpt::around(&line, 100_003..100_005, 7);
    /// assert_eq!(excerpt.column(), 100_002, "a column is a character");
    /// let whole = excerpt.text();
    /// assert!(whole.len() < 300 && whole.starts_with('…') && whole.ends_with("-♠x\\u{1b}"));
    /// assert_eq!(&whole[excerpt.span()], "x\\u{1b}");
    /// ```
    pub fn around(text: &str, span: Range<usize>, line: usize) -> Self {
        let [start, end] =
            [span.start, span.end].map(|at| floor_boundary(text, at.min(text.len())));
        let line_start = start_of_line(text, start);
        let before = start_of_line(text, line_start.saturating_sub(1));
        let first = floor_boundary(text, before.max(start.saturating_sub(SHOWN)));
        let behind = end_of_line(text, (end_of_line(text, end) + 1).min(text.len()));
        let last = floor_boundary(text, behind.min(start + 2 * SHOWN)).max(start);
        let cut = |is: bool| if is { CUT } else { "" };
        let is_cut = first > start_of_line(text, first);
        let head = format!("{}{}", cut(is_cut), shown(&text[first..start]));
        let place = shown(&text[start..end.clamp(start, last)]);
        let rest = shown(&text[end.clamp(start, last)..last]);
        Self {
            first_line: line - text[first..start].matches('\n').count(),
            column: text[line_start..start].chars().count() + 1,
            span: head.len()..head.len() + place.len(),
            text: format!("{head}{place}{rest}{}", cut(last < end_of_line(text, last))),
        }
    }

    /// What is shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The column of the first character of the place, from 1.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The place in what is shown, as far as it is shown.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

fn start_of_line(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// Where the line ends that a byte belongs to, its break not included.
fn end_of_line(text: &str, at: usize) -> usize {
    text.as_bytes()[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| at + end)
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
        let shown = self.text.read_span(span, context_lines_before, context_lines_after)?;
        // Lines before the place begin at their first column.
        let column = if context_lines_before == 0 { self.column - 1 } else { shown.column() };
        Ok(Box::new(MietteSpanContents::new(
            shown.data(),
            *shown.span(),
            shown.line() + self.first_line - 1,
            column,
            shown.line_count(),
        )))
    }
}
