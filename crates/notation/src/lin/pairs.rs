//! `key|value|` pairs, cut into boards.

use std::ops::Range;

/// A key and its value, as places in the text.
#[derive(Debug, Clone)]
pub(super) struct KeyValue {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

impl KeyValue {
    /// The pair with its places counted from `start`.
    pub(super) fn from(self, start: usize) -> Self {
        let moved = |span: Range<usize>| span.start - start..span.end - start;
        Self { key: moved(self.key), value: moved(self.value) }
    }
}

/// The keys of a board seen so far that decide whether a key begins the next board.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct BoardKeys {
    deal: bool,
    label: bool,
}

impl BoardKeys {
    /// Whether a key begins the next board.
    pub(super) fn is_ended_by(self, key: &str) -> bool {
        match key {
            "qx" => self.deal || self.label,
            "md" | "pn" | "vg" | "rs" => self.deal,
            _ => false,
        }
    }

    pub(super) fn add(&mut self, key: &str) {
        self.deal |= key == "md";
        self.label |= key == "qx";
    }
}

/// The next pair from a place on, and the place after it; `None` if no complete pair follows.
pub(super) fn next(text: &str, at: usize) -> Option<(KeyValue, usize)> {
    let key_end = at + text[at..].find('|')?;
    let value_end = key_end + 1 + text[key_end + 1..].find('|')?;
    let lead = text[at..key_end].len() - text[at..key_end].trim_start().len();
    let key = at + lead..at + text[at..key_end].trim_end().len().max(lead);
    Some((KeyValue { key, value: key_end + 1..value_end }, value_end + 1))
}
