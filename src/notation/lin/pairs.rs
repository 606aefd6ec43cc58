//! `key|value|` pairs, cut into boards.

use std::ops::Range;

/// A key and its value, as places in the text.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

impl Pair {
    /// Counts its places from `start`.
    pub(super) fn from(self, start: usize) -> Self {
        let moved = |span: Range<usize>| span.start - start..span.end - start;
        Self { key: moved(self.key), value: moved(self.value) }
    }
}

/// What of a board has been seen: it decides whether a key begins another.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Seen {
    deal: bool,
    label: bool,
}

impl Seen {
    /// Whether a key begins another board.
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

/// The next pair at or behind a place, and where the text goes on; `None` if it is not complete.
pub(super) fn next(text: &str, at: usize) -> Option<(Pair, usize)> {
    let key_end = at + text[at..].find('|')?;
    let value_end = key_end + 1 + text[key_end + 1..].find('|')?;
    let lead = text[at..key_end].len() - text[at..key_end].trim_start().len();
    let key = at + lead..at + text[at..key_end].trim_end().len().max(lead);
    Some((Pair { key, value: key_end + 1..value_end }, value_end + 1))
}
