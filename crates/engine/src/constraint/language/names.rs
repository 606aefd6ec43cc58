//! Words with a meaning for one text.

use crate::cards::{Strain, Suit, suit_plural};

/// Words with a meaning for one text, besides those of the language.
#[derive(Debug, Clone, Default)]
pub(in crate::constraint) struct Vocabulary {
    /// Other names of suits, such as "M" for a major.
    pub suits: Vec<(String, Suit)>,
    /// The least points that partner has shown, which "combined" adds.
    pub partner: Option<u8>,
}

impl Vocabulary {
    /// The text with its suits named: "M 3+" as "hearts 3+".
    pub(in crate::constraint) fn fill(&self, text: &str) -> String {
        self.replace(text, |suit| suit_plural(suit).to_owned())
    }

    /// The calls with their suits named: "1M-2M" as "1♥-2♥".
    pub(in crate::constraint) fn fill_calls(&self, calls: &str) -> String {
        self.replace(calls, |suit| Strain::from(suit).to_string())
    }

    fn replace(&self, text: &str, name: impl Fn(Suit) -> String) -> String {
        let is_word = |c: char| c.is_alphabetic();
        let mut filled = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
            let (word, tail) = rest.split_at(end);
            let suit = self.suits.iter().find(|(known, _)| known == word);
            filled.push_str(&suit.map_or_else(|| word.to_owned(), |(_, suit)| name(*suit)));
            rest = tail;
        }
        filled
    }
}
