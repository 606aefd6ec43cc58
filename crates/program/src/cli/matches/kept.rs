//! The file in which finished boards are kept.

use std::path::Path;

use miette::{Report, Result, miette};
use serde::Serialize;
use serde::de::DeserializeOwned;

use falsecard_laboratory::store::StoreError;
use falsecard_laboratory::table::Ledger;

/// Opens the file of finished boards, or begins it.
pub(super) fn open<T: Serialize + DeserializeOwned + Clone>(path: &Path) -> Result<Ledger<T>> {
    Ledger::open(path).map_err(|why| kept_elsewhere(path, &why))
}

/// What is said where a file cannot keep the boards.
pub(super) fn kept_elsewhere(path: &Path, why: &StoreError) -> Report {
    miette!(help = "--out names another file", "{}: {why}", path.display())
}
