//! The words of a text and a cursor over them.

use thiserror::Error;

/// A fault in a text of the rule language, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LanguageFault {
    /// What was expected.
    pub message: String,
    /// The faulty part of the text, in bytes.
    pub span: std::ops::Range<usize>,
}

/// Signs of two characters; all other signs have one.
const LONG_SIGNS: [&str; 7] = ["<=", ">=", "==", "!=", "<>", "&&", "||"];

/// The words of a text with their places, and a cursor. Each sign is a word.
pub(super) struct WordCursor<'a> {
    all: Vec<(&'a str, usize)>,
    next: usize,
    end: usize,
}

impl<'a> WordCursor<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let len = if first.is_alphanumeric() {
                rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
            } else if LONG_SIGNS.iter().any(|sign| rest.starts_with(sign)) {
                2
            } else {
                first.len_utf8()
            };
            let (word, tail) = rest.split_at(len);
            if !first.is_whitespace() {
                words.push((word, text.len() - rest.len()));
            }
            rest = tail;
        }
        Self { all: words, next: 0, end: text.len() }
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.ahead(0)
    }

    /// The word `places` after the next.
    pub(super) fn ahead(&self, places: usize) -> Option<&'a str> {
        self.all.get(self.next + places).map(|(word, _)| *word)
    }

    /// Whether the next word follows the one before it without a blank.
    pub(super) fn touches(&self) -> bool {
        let before = self.next.checked_sub(1).and_then(|last| self.all.get(last));
        let next = self.all.get(self.next);
        before.zip(next).is_some_and(|((word, at), (_, next))| at + word.len() == *next)
    }

    pub(super) fn skip(&mut self) {
        self.next += usize::from(self.next < self.all.len());
    }

    /// Goes back one word.
    pub(super) fn back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    /// Takes the next word if it is this one.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.next += usize::from(found);
        found
    }

    /// Takes the next word, or fails if it is another one.
    pub(super) fn expect(&mut self, word: &str) -> Result<(), LanguageFault> {
        if self.accept(word) { Ok(()) } else { Err(self.fault(format!("expected \"{word}\""))) }
    }

    /// Takes the next word if `read` accepts it.
    pub(super) fn take<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = self.peek().and_then(read);
        self.next += usize::from(found.is_some());
        found
    }

    /// The word after the parenthesis that closes the next one.
    pub(super) fn behind_parenthesis(&self) -> Option<&'a str> {
        let mut open = 0usize;
        for (i, (word, _)) in self.all.iter().enumerate().skip(self.next) {
            match *word {
                "(" => open += 1,
                ")" if open <= 1 => return self.all.get(i + 1).map(|(word, _)| *word),
                ")" => open -= 1,
                _ => {}
            }
        }
        None
    }

    /// A fault at the next word.
    pub(super) fn fault(&self, message: impl Into<String>) -> LanguageFault {
        let span = match self.all.get(self.next) {
            Some((word, at)) => *at..at + word.len(),
            None => self.end..self.end,
        };
        LanguageFault { message: message.into(), span }
    }
}
