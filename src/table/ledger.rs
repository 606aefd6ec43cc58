//! The boards of matches that are finished, in a file: a match that was broken off goes on where it stopped.
//!
//! Each line is a board with the key of all that its outcome depends on, so that several matches may share a
//! file and no board is taken for that of another match. With a budget of time a board depends on the machine
//! too; whoever names the file again wants that match to go on.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
use crate::problem::{Kind, NotKept, Store};

const RESULTS: Kind =
    Kind { what: "match results", head: "{\"falsecard\":\"match results, a line a board\"}\n" };

/// The file holds no more than this, some hundred thousand boards.
const MOST: u64 = 1 << 29;

/// A file of finished boards.
#[derive(Debug)]
pub struct Ledger {
    store: Store,
    known: HashMap<String, Outcome>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    key: String,
    #[serde(flatten)]
    outcome: Outcome,
}

impl Ledger {
    /// The boards in a file, none if it is not there yet. What cannot be read is passed over: it is the torn
    /// end of a run that was killed.
    ///
    /// # Errors
    ///
    /// [`NotKept`] when the file cannot be read or is another; it is not touched.
    pub fn open(path: &Path) -> Result<Self, NotKept> {
        let store = Store::new(path, RESULTS, MOST);
        let lines = store.lines()?;
        let entries = lines.iter().filter_map(|line| serde_json::from_str::<Entry>(line).ok());
        let known = entries.map(|entry| (entry.key, entry.outcome)).collect();
        Ok(Self { store, known })
    }

    /// The outcome that has this key.
    pub fn recall(&self, key: &str) -> Option<&Outcome> {
        self.known.get(key)
    }

    /// Keeps an outcome.
    ///
    /// # Errors
    ///
    /// [`NotKept`] when the file cannot be written or has become another.
    pub fn keep(&self, key: &str, outcome: &Outcome) -> Result<(), NotKept> {
        let entry = Entry { key: key.to_owned(), outcome: outcome.clone() };
        let line = serde_json::to_string(&entry).expect("an outcome has only text keys");
        self.store.append(&line, |_| true)
    }
}
