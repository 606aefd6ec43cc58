//! What is shown of a file around a place in it.

use std::ops::Range;

use super::shown;

/// How much of a long line is shown on either side of the place, in bytes.
const SHOWN: usize = 200;

/// What stands where a line is cut.
const CUT: &str = "…";

/// The lines around a place in a file, with every character to be seen. A file may be one line of
/// megabytes, so no more of it is kept, or looked at, than is worth showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    file: String,
    text: String,
    /// The line of the file in which the text begins, from 1.
    first_line: usize,
    /// How far the place stands behind the start of its line. What is cut away counts in bytes.
    column: usize,
    /// The place in the text.
    span: Range<usize>,
}

impl Excerpt {
    /// What stands around `span` in a text of lines that end in LF. The span begins in `line` of
    /// `file`, from 1, which begins at the byte `line_start` of the text.
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

    /// The line of the file with which it begins, from 1.
    pub const fn first_line(&self) -> usize {
        self.first_line
    }

    /// How far the place stands behind the start of its line in the file. What is not shown counts in bytes,
    /// all else in characters.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What is shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place in what is shown, as far as it is shown.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// The byte, or the one at which its character begins; the end of the text for what is behind that.
fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
