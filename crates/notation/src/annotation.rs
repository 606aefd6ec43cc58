//! Annotations of calls and cards: alerts, explanations, marks, remarks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a remark stands in a PBN file, or that it is chat of a LIN file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
    /// Between `{` and `}`, possibly on several lines.
    Braces,
    /// After `;`, to the end of the line.
    Semicolon,
    /// After `%` in the first column: a message from one program to another.
    Escape,
    /// Said at the table of a LIN file (`nt`).
    Chat,
}

/// A remark: text for the reader, which says nothing about the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// How it is written in the file.
    pub manner: Manner,
    /// Its text, without the marks around it.
    pub text: String,
}

/// What a file says about a call or a card beside what it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, JsonSchema, Serialize, Deserialize)]
#[serde(default)]
pub struct Annotation {
    /// Whether a call was alerted: `!` in LIN, a note that begins with "Alert" in PBN; absent if
    /// not.
    #[serde(skip_serializing_if = "is_false")]
    pub alerted: bool,
    /// What it means, in the words of the player or his program; not empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// PBN's numeric marks, 1 to 255: `$1` is a good call, `$7` a good card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u8>,
    /// Remarks that follow it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) const fn is_false(value: &bool) -> bool {
    !*value
}

/// How an alert begins in the text of a PBN note.
const ALERT: &str = "Alert";

impl Annotation {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The mark of a call for people: `!` if it was alerted or is explained, else the one that PBN
    /// has for good and bad calls.
    pub(super) fn mark(&self) -> &'static str {
        const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
        if self.alerted || self.explanation.is_some() {
            return SUFFIXES[0];
        }
        let suffix = |&mark: &u8| SUFFIXES.get(usize::from(mark).checked_sub(1)?).copied();
        self.marks.iter().find_map(suffix).unwrap_or_default()
    }

    /// Adds an explanation. A leading "Alert" is removed and sets `alerted`.
    pub(super) fn explain(&mut self, text: &str) {
        let mut text = text.trim();
        if let Some(rest) = text
            .get(..ALERT.len())
            .filter(|start| start.eq_ignore_ascii_case(ALERT))
            .map(|start| &text[start.len()..])
            .filter(|rest| !rest.starts_with(char::is_alphanumeric))
        {
            self.alerted = true;
            text = rest.trim_start_matches([':', '.', ' ', '!']);
        }
        if text.is_empty() {
            return;
        }
        let known = self.explanation.get_or_insert_default();
        if !known.is_empty() {
            known.push_str("; ");
        }
        known.push_str(text);
    }

    /// The alert and the explanation as text of a PBN note; `None` if there are neither.
    pub(super) fn note(&self) -> Option<String> {
        match (self.alerted, self.explanation.as_deref()) {
            (true, None) => Some(ALERT.to_owned()),
            (true, Some(text)) => Some(format!("{ALERT}: {text}")),
            (false, text) => text.map(str::to_owned),
        }
    }
}
