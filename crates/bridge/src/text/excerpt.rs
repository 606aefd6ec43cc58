//! The lines around a place in a file, for error messages.

use std::ops::Range;

use super::shown;

/// How much text before a place is shown at most, in bytes; after its start, twice as much.
const SHOWN: usize = 200;

/// The mark where a line is cut.
const CUT: &str = "…";

/// The lines around a place in a file, with unprintable characters written out. A line may be
/// megabytes long, so only a few hundred bytes around the place are read and kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    file: String,
    text: String,
    /// The line of the file in which the text begins, from 1.
    first_line: usize,
    /// The distance of the place from the start of its line: in bytes for the part cut away, in
    /// characters for the rest.
    column: usize,
    /// The place in the text.
    span: Range<usize>,
}

impl Excerpt {
    /// The excerpt around `span` (bytes) of a text whose lines end in LF. The span begins in line
    /// number `line` (from 1) of `file`; that line begins at the byte `line_start` of the text.
    ///
    /// ```
    /// use falsecard::text::Excerpt;
    ///
    /// let line = format!("{}♠x\u{1b}", "-".repeat(100_000));
    /// let excerpt = Excerpt::around("long.txt", &line, 100_003..100_005, 7, 0);
    /// let whole = excerpt.text();
    /// assert!(whole.len() < 300 && whole.starts_with('…') && whole.ends_with("-♠x\\u{1b}"));
    /// assert_eq!(&whole[excerpt.span()], "x\\u{1b}");
    /// ```
    pub fn around(
        file: &str,
        text: &str,
        span: Range<usize>,
        line: usize,
        line_start: usize,
    ) -> Self {
        let boundary = |at: usize| floor_boundary(text, at);
        let (start, end) = (boundary(span.start), boundary(span.end));
        let (near, far) = (boundary(start.saturating_sub(SHOWN)), boundary(start + 2 * SHOWN));
        let end = end.clamp(start, far);
        let before = text[near..start].rmatch_indices('\n').nth(1);
        let first = before.map_or(near, |(at, _)| near + at + 1);
        let behind = text[end..far].match_indices('\n').nth(1);
        let last = behind.map_or(far, |(at, _)| end + at);
        let is_break = |at: usize| text.as_bytes().get(at).is_none_or(|&byte| byte == b'\n');
        let sign = |is_cut: bool| if is_cut { CUT } else { "" };
        let head =
            format!("{}{}", sign(first > 0 && !is_break(first - 1)), shown(&text[first..start]));
        let place = shown(&text[start..end]);
        let rest = shown(&text[end..last]);
        let cut = first.max(line_start) - line_start;
        Self {
            file: file.to_owned(),
            first_line: line - text[first..start].matches('\n').count(),
            column: cut + text[line_start + cut..start].chars().count(),
            span: head.len()..head.len() + place.len(),
            text: format!("{head}{place}{rest}{}", sign(!is_break(last))),
        }
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The number of its first line in the file, from 1.
    pub const fn first_line(&self) -> usize {
        self.first_line
    }

    /// The distance of the place from the start of its line: in bytes for the part cut away, in
    /// characters for the rest.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The text of the excerpt.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place within the excerpt's text, in bytes; what is cut away is left out.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// The start of the character that contains the byte `at`; the length of the text if `at` is beyond
/// it.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
