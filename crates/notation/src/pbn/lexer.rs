//! PBN text as a stream of tags, words, remarks and blank lines.
//!
//! It takes linear time for every text.

use std::ops::Range;

use crate::fault::Flaw;
use crate::findings::TextFindings;
use crate::{Breach, Deviation, Manner};

/// What begins a game wherever it stands, even in an unclosed comment.
pub(super) const GAME_START: &str = "[Event \"";

/// A piece of PBN text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`: the places of the tag, the name, and the value between its quotes.
    Tag { span: Range<usize>, name: Range<usize>, value: Range<usize> },
    /// A word of a section.
    Word(Range<usize>),
    /// A remark: how it is written, and the place of its text.
    Comment(Manner, Range<usize>),
    /// A blank line, which ends a game.
    BlankLine,
    /// Anything else. Reading goes on from a safe place after it.
    Bad(Flaw),
}

/// Reads the tokens of a text one by one.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Deviations so far.
    pub(super) findings: TextFindings,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, findings: TextFindings::default() }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn seek(&self, from: usize, wanted: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[from..];
        rest.iter().position(|&b| wanted(b)).map_or(self.text.len(), |n| from + n)
    }

    fn line_end(&self, from: usize) -> usize {
        self.seek(from, |b| b == b'\n')
    }

    fn skip_space(&self, from: usize) -> usize {
        self.seek(from, |b| !is_space(b))
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.byte(self.at - 1) == Some(b'\n')
    }

    /// The rest of a `%` line, which is for other programs, up to a game that begins in it.
    fn escape(&mut self) -> Token {
        let (start, end) = (self.at + 1, self.line_end(self.at));
        self.at = self.text[start..end].find(GAME_START).map_or(end, |n| start + n);
        Token::Comment(Manner::Escape, start..self.at)
    }

    /// The rest of a line after `;`.
    fn remark(&mut self) -> Token {
        let start = self.at + 1;
        self.at = self.line_end(start);
        Token::Comment(Manner::Semicolon, start..self.at)
    }

    /// Whether a blank line begins here; if so it is skipped.
    fn take_blank_line(&mut self) -> bool {
        let end = self.seek(self.at, |b| b == b'\n' || !is_space(b));
        let blank = end == self.text.len() || self.byte(end) == Some(b'\n');
        self.at = if blank { end + 1 } else { end };
        blank
    }

    /// A comment in braces. If it runs into the next game, it was not closed.
    fn comment(&mut self) -> Token {
        let open = self.at;
        let mut at = open + 1;
        while let Some(byte) = self.byte(at) {
            at += 1;
            match byte {
                b'}' => {
                    self.at = at;
                    if self.text[open..at].lines().skip(1).any(super::is_tag_line) {
                        self.findings.note(Deviation::TagsInComment, &(open..open + 1));
                    }
                    return Token::Comment(Manner::Braces, open + 1..at - 1);
                }
                b'\n' if self.text.as_bytes()[at..].starts_with(GAME_START.as_bytes()) => break,
                _ => {}
            }
        }
        self.at = at;
        Token::Bad(Flaw::new(Breach::UnclosedComment, &(open..open + 1)))
    }

    fn tag(&mut self) -> Token {
        let open = self.at;
        if !self.is_line_start() && self.text[open..].starts_with(GAME_START) {
            self.findings.note(Deviation::GluedGame, &(open..open + 1));
        }
        let token = self.whole_tag(open);
        self.at = match &token {
            Some(Token::Tag { span, .. }) => span.end,
            _ => self.line_end(open),
        };
        let line = open..self.at;
        token.unwrap_or_else(|| Token::Bad(Flaw::new(Breach::MalformedTag, &line)))
    }

    fn whole_tag(&mut self, open: usize) -> Option<Token> {
        let name_start = self.skip_space(open + 1);
        let name_end = self.seek(name_start, |b| !(b.is_ascii_alphanumeric() || b == b'_'));
        let quote = self.skip_space(name_end);
        if name_start == name_end || self.byte(quote) != Some(b'"') {
            return None;
        }
        let (value_end, end) = self.value_end(quote + 1)?;
        Some(Token::Tag {
            span: open..end,
            name: name_start..name_end,
            value: quote + 1..value_end,
        })
    }

    /// The end of a value, and the end of its tag. A quote without `]` after it belongs to the
    /// value, since many programs do not escape quotes.
    fn value_end(&mut self, mut at: usize) -> Option<(usize, usize)> {
        loop {
            match self.byte(at)? {
                b'\n' => return None,
                b'\\' if matches!(self.byte(at + 1), Some(b'"' | b'\\')) => at += 2,
                b'"' => {
                    let close = self.skip_space(at + 1);
                    if self.byte(close) == Some(b']') {
                        return Some((at, close + 1));
                    }
                    self.findings.note(Deviation::UnescapedQuote, &(at..at + 1));
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    fn word(&mut self) -> Token {
        let start = self.at;
        let is_end = |b| is_space(b) || matches!(b, b'[' | b'{' | b';');
        self.at = match self.byte(start) {
            Some(b'"') => {
                let close = self.seek(start + 1, |b| b == b'"' || b == b'\n');
                close + usize::from(self.byte(close) == Some(b'"'))
            }
            _ => self.seek(start + 1, is_end),
        };
        Token::Word(start..self.at)
    }
}

/// White space: also the vertical tab, as in the standard, and the Ctrl-Z at the end of old files.
pub(super) const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x0b | 0x1a)
}

/// Whether a line has only white space.
pub(crate) fn is_blank(line: &str) -> bool {
    line.bytes().all(is_space)
}

/// The lines of a section or a table, trimmed and without blank lines. A leading `%` gets a blank
/// before it, so that the line is not taken for an escape.
pub(super) fn rows(text: &str) -> Vec<String> {
    let is_space = |character: char| character.is_ascii() && is_space(character as u8);
    let indent = if text.starts_with('%') { " " } else { "" };
    let whole = format!("{indent}{text}").replace('\t', " ");
    let lines = whole.lines().map(|line| line.trim_end_matches(is_space));
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let byte = self.byte(self.at)?;
            if self.is_line_start() {
                if byte == b'%' {
                    return Some(self.escape());
                }
                if is_space(byte) && self.take_blank_line() {
                    return Some(Token::BlankLine);
                }
            }
            match self.byte(self.at)? {
                b'{' => return Some(self.comment()),
                b';' => return Some(self.remark()),
                b'[' => return Some(self.tag()),
                byte if is_space(byte) => self.at += 1,
                b'}' => {
                    self.findings.note(Deviation::StrayBrace, &(self.at..self.at + 1));
                    self.at += 1;
                }
                _ => return Some(self.word()),
            }
        }
    }
}
