//! Where finished results are remembered.

use std::env;
use std::path::PathBuf;

use miette::{Result, Severity, miette};

use super::complain;
use super::headings::REMEMBERED;
use falsecard_laboratory::problem::Memory;
use falsecard_laboratory::store::StoreError;

/// The options of the verbs that remember results.
#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// The file that remembers finished results; it may be deleted at any time. It holds 32 MiB at
    /// most and drops the oldest, those of other versions of the program first. Default:
    /// falsecard/answers.jsonl in ~/.cache, or in the folder that `XDG_CACHE_HOME` or, on Windows,
    /// `LOCALAPPDATA` names. With "off" everything is worked out again, and nothing is remembered.
    #[arg(long, value_name = "FILE|off", help_heading = REMEMBERED)]
    cache: Option<PathBuf>,
}

impl Args {
    /// The memory that the user wants. A file that he names himself must be one of answers, so that
    /// no other is harmed; any other trouble with a file is told, and the work is done without it.
    pub(super) fn memory(&self) -> Result<Memory> {
        let path =
            self.cache.clone().or_else(default_file).filter(|path| path.as_os_str() != "off");
        let Some(path) = path else { return Ok(Memory::default()) };
        let name = path.display().to_string();
        let warn = move |why: StoreError| {
            complain(&miette!(
                severity = Severity::Warning,
                help = HELP,
                "{name}: {why}. Nothing is remembered beyond this run"
            ));
        };
        match Memory::open(&path, warn.clone()) {
            Ok(memory) => Ok(memory),
            Err(why @ StoreError::Foreign { .. }) if self.cache.is_some() => {
                Err(miette!(help = HELP, "{}: {why}", path.display()))
            }
            Err(why) => {
                warn(why);
                Ok(Memory::default())
            }
        }
    }
}

const HELP: &str = "--cache FILE names another file, --cache off does without";

/// By the rules of the XDG base directories, or of Windows; none in an environment that names no
/// home.
fn default_file() -> Option<PathBuf> {
    let named = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let folder = named("XDG_CACHE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| Some(named("HOME")?.join(".cache")))?;
    Some(folder.join("falsecard").join("answers.jsonl"))
}
