//! The page that text for people is written on: as wide as the terminal, but never wider than
//! eighty columns.

use std::{env, io};

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The widest page: what printers, mails and manuals have always had.
const WIDEST: usize = 80;

/// The narrowest page: on a narrower terminal the lines break as they may.
const NARROWEST: usize = 40;

/// Stands for a blank at which no line is broken: the non-breaking space.
pub(super) const GLUE: char = '\u{a0}';

/// The width of the page that standard output is.
pub(super) fn of_output() -> usize {
    width(terminal_size_of(io::stdout()))
}

/// The width of the page that standard error is.
pub(super) fn of_errors() -> usize {
    width(terminal_size_of(io::stderr()))
}

/// What `COLUMNS` says goes before what the terminal says of itself.
fn width(terminal: Option<(Width, Height)>) -> usize {
    let named = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let own = || terminal.map(|(Width(columns), _)| usize::from(columns));
    named.or_else(own).unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

/// A text whose lines are no wider than the page. What does not fit goes on below; of a line that
/// is set in, a little further in than it began.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let line = |line: &str| {
        if display_width(line) <= width {
            return line.replace(GLUE, " ");
        }
        let indent = line.len() - line.trim_start_matches(' ').len();
        // Of a line that begins far to the right too little would be left.
        let indent = if indent == 0 { 0 } else { (indent + 2).min(width / 2) };
        let indent = " ".repeat(indent);
        rows(line, width, &indent).join("\n")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The rows of a text that may be so wide, each but the first behind an indent.
pub(super) fn rows(text: &str, width: usize, indent: &str) -> Vec<String> {
    let options = Options::new(width)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let text = glued(text);
    let rows = textwrap::wrap(&text, options).into_iter();
    rows.map(|row| row.replace(GLUE, " ")).collect()
}

/// The width of the widest part of a text at which no line can be broken.
pub(super) fn narrowest(text: &str) -> usize {
    glued(text).split(' ').map(display_width).max().unwrap_or_default()
}

/// A figure stays with its error and with its unit.
fn glued(text: &str) -> String {
    let glue = |text: String, loose: &str| text.replace(loose, &loose.replace(' ', "\u{a0}"));
    [" ± ", " → ", " %", " s,", " s)"].into_iter().fold(text.to_owned(), glue)
}

/// The rows of a text that is broken only where its parts are joined; the first of them stands
/// behind `indent` columns, as the others will.
pub(super) fn broken_at(joint: &str, text: &str, indent: usize, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for part in text.split(joint) {
        let wide = |row: &str| indent + display_width(row) + display_width(joint);
        match rows.last_mut() {
            Some(row) if wide(row) + display_width(part) <= width => {
                row.push_str(joint);
                row.push_str(part);
            }
            _ => rows.push(part.to_owned()),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_wider_than_the_page() {
        let long = "x".repeat(130);
        let texts = [
            "  South places ♣K with West in 87 % (before: 25 %); East holds it and ducks",
            long.as_str(),
            "\u{1b}[31m♥\u{1b}[0m AKQ of hearts, in red, is as wide as it looks on the terminal",
            "王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王 王",
        ];
        for (text, width) in texts.into_iter().flat_map(|text| [40, 50, 80].map(|w| (text, w))) {
            let wrapped = wrapped(text, width);
            assert!(wrapped.lines().all(|line| display_width(line) <= width), "{wrapped}");
            let letters = |text: &str| text.replace(['\n', ' '], "");
            assert_eq!(letters(&wrapped), letters(text), "nothing is lost");
        }
    }

    #[test]
    fn figures_keep_their_errors_and_units() {
        for width in 40..80 {
            let text = "The card gains 123 ± 45 points, and sets in 50 % of 12 cases or in 60 %.";
            for line in wrapped(text, width).lines() {
                assert!(!line.ends_with('±') && !line.trim_start().starts_with(['±', '%']));
            }
        }
    }
}
