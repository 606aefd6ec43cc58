//! The ledger: a file of finished boards, from which an interrupted match resumes.
//!
//! Each line is a board with a key of all that its outcome depends on, so several matches may share
//! a file. With a time limit the outcome also depends on the machine, which the key leaves out.

use std::collections::HashMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::outcome::BoardOutcome;
use crate::store::{Store, StoreError, StoreKind};

const RESULTS: StoreKind = StoreKind {
    what: "match results",
    head: "{\"falsecard\":\"match results, a line a board\"}\n",
};

/// The largest size of the file, in bytes: some hundred thousand boards.
const MOST: u64 = 1 << 29;

/// A file of finished boards with their outcomes, by key.
#[derive(Debug)]
pub struct Ledger<T = BoardOutcome> {
    store: Store,
    known: HashMap<String, T>,
}

#[derive(Serialize, Deserialize)]
struct LedgerEntry<T> {
    key: String,
    #[serde(flatten)]
    outcome: T,
}

impl<T: Serialize + DeserializeOwned + Clone> Ledger<T> {
    /// Reads the boards of a file; none if it does not exist yet. Lines that cannot be read are
    /// skipped, such as the torn last line of a run that was killed.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be read or is not a ledger. It is then unchanged.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let store = Store::new(path, RESULTS, MOST);
        let lines = store.lines()?;
        let entries =
            lines.iter().filter_map(|line| serde_json::from_str::<LedgerEntry<T>>(line).ok());
        let known = entries.map(|entry| (entry.key, entry.outcome)).collect();
        Ok(Self { store, known })
    }

    /// The outcome with this key, if the board is finished.
    pub fn recall(&self, key: &str) -> Option<&T> {
        self.known.get(key)
    }

    /// Adds an outcome to the file.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be written or is no longer a ledger.
    pub fn keep(&self, key: &str, outcome: &T) -> Result<(), StoreError> {
        let entry = LedgerEntry { key: key.to_owned(), outcome: outcome.clone() };
        let line = serde_json::to_string(&entry).expect("an outcome has only text keys");
        self.store.append(&line, |_| true)
    }
}
