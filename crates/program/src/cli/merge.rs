//! `falsecard merge`: the parts of one job, joined.

use std::path::PathBuf;

use miette::{Result, miette};

use super::parts::Parts;
use super::table::Format;
use super::{Answer, Output, matches, results, run};
use falsecard_engine::text::quoted;

/// The arguments of `falsecard merge`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// All parts of one job, in any order, each as --shard K/N has written it.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Of a run: how the results are written; --json for one JSON object a trial.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard match boards.pbn --shard 1/2 > part-1.jsonl
  falsecard match boards.pbn --shard 2/2 > part-2.jsonl
  falsecard merge part-1.jsonl part-2.jsonl
  falsecard merge part-*.jsonl --json > match.jsonl

What is printed is what one run of the whole job prints, byte for byte where the work is counted in worlds, except for \
the times of run. Parts of other jobs or versions of the program, parts that were broken off \
and parts that are missing are refused before anything is printed. docs/cluster.md has a script for SLURM.";

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let parts = Parts::open(&self.parts)?;
        match parts.verb.as_str() {
            matches::VERB => matches::join(parts, output),
            run::VERB => results::join(parts, self.format, output),
            other => Err(miette!("there are no parts of {}", quoted(other))),
        }
    }
}
