//! Where finished results are remembered.

use std::env;
use std::path::PathBuf;

use miette::{Result, miette};

use crate::problem::Memory;

/// The options of the verbs that remember results.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// The file that remembers finished results; it may be deleted at any time. Default:
    /// falsecard/results.jsonl in the user's cache folder.
    #[arg(long, value_name = "FILE", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Work everything out again, and remember nothing.
    #[arg(long)]
    no_cache: bool,
}

impl Args {
    /// The memory that the user wants.
    pub(super) fn memory(&self) -> Result<Memory> {
        let named = self.cache.clone().or_else(default_file).filter(|_| !self.no_cache);
        let Some(path) = named else { return Ok(Memory::default()) };
        Memory::open(&path).map_err(|error| {
            let help = "--cache names another file, --no-cache does without";
            miette!(help = help, "{}: {error}", path.display())
        })
    }
}

/// By the rules of the XDG base directories, or of Windows; none in an environment that names no
/// home.
fn default_file() -> Option<PathBuf> {
    let named = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let folder = named("XDG_CACHE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| Some(named("HOME")?.join(".cache")))?;
    Some(folder.join("falsecard").join("results.jsonl"))
}
