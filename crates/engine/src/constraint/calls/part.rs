//! Parts of a line of a rule file, with their places.

use std::ops::Range;

/// A fault in a line, with its place in bytes.
#[derive(Debug)]
pub(super) struct LineFault {
    pub(super) message: String,
    pub(super) span: Range<usize>,
}

/// A part of a line with its place, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinePart<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> LinePart<'a> {
    /// A whole line.
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn trim(&self) -> Self {
        let left = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), at: self.at + left }
    }

    /// The part without its first and last byte, trimmed.
    pub(super) fn inner(&self) -> Self {
        let text = self.text.get(1..self.text.len().saturating_sub(1)).unwrap_or_default();
        Self { text, at: self.at + 1 }.trim()
    }

    pub(super) fn fault(&self, message: impl Into<String>) -> LineFault {
        LineFault { message: message.into(), span: self.at..self.at + self.text.len() }
    }

    /// The first word and what follows it.
    pub(super) fn first_word(&self) -> Option<(Self, Self)> {
        let line = self.trim();
        let end = line.text.find(char::is_whitespace).unwrap_or(line.text.len());
        let (word, rest) = line.text.split_at(end);
        let rest = Self { text: rest, at: line.at + end }.trim();
        (!word.is_empty()).then_some((Self { text: word, at: line.at }, rest))
    }

    /// The parts on both sides of the first `sign`.
    pub(super) fn split(&self, sign: char, expected: &str) -> Result<(Self, Self), LineFault> {
        self.halves(sign).ok_or_else(|| self.fault(expected))
    }

    /// The parts on both sides of the first `sign`, if it occurs.
    pub(super) fn halves(&self, sign: char) -> Option<(Self, Self)> {
        let (left, right) = self.text.split_once(sign)?;
        let at = self.at + left.len() + sign.len_utf8();
        Some((Self { text: left, at: self.at }.trim(), Self { text: right, at }.trim()))
    }

    /// The parts between the occurrences of `sign`.
    pub(super) fn items(&self, sign: char) -> impl Iterator<Item = LinePart<'a>> {
        let mut at = self.at;
        self.text.split(sign).map(move |text| {
            let part = LinePart { text, at };
            at += text.len() + sign.len_utf8();
            part.trim()
        })
    }

    /// Reads a share above 0 % and up to 100 %, as a number above 0 and up to 1.
    pub(super) fn percent(&self) -> Result<f64, LineFault> {
        let number = self.text.strip_suffix('%').and_then(|n| n.trim().parse::<f64>().ok());
        match number {
            Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(percent / 100.0),
            _ => Err(self.fault("expected a share above 0% and up to 100%, as in \"97%\"")),
        }
    }
}
