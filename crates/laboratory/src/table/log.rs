//! The file of the boards of a sitting.

use std::path::Path;

use crate::store::{Store, StoreError, StoreKind};

const RECORD: StoreKind = StoreKind {
    what: "sittings",
    head: "% PBN 2.1 - sittings of falsecard: boards are added at the end\n",
};

/// The largest size of the file, in bytes: some hundred thousand boards.
const MOST: u64 = 1 << 29;

/// A PBN file to which each board is added as soon as it is finished.
#[derive(Debug)]
pub struct BoardLog(Store);

impl BoardLog {
    /// Opens an existing log, or one that the first board will create.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be read or is not a log of this kind. It is then
    /// unchanged.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let store = Store::new(path, RECORD, MOST);
        store.lines()?;
        Ok(Self(store))
    }

    /// Adds a board.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be written or is no longer a log of this kind.
    pub fn keep(&self, game: &str) -> Result<(), StoreError> {
        self.0.append(game, |_| true)
    }
}
