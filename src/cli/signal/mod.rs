//! `falsecard signal`: what a card tells, to whom, and whether to tell it.

mod compare;

use std::path::PathBuf;

use miette::{Result, miette};

use super::settings::Thinking;
use super::{Answer, Output};

/// The arguments of `falsecard signal`.
///
/// With a file alone: the decision of a defender where its play stops. What would each of his cards
/// say under the agreement, what would partner and declarer then believe, and is it better to tell
/// the truth, the opposite, or nothing? His cards are played out in worlds that he considers
/// possible, against a declarer who reads the signals and against one who does not.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// A PBN, LIN or JSON file whose play stops where the question arises; - for standard input.
    /// With --agreement: the files whose boards are to be played.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The agreements of the table: a rule file, or one that comes with the program. By default
    /// what the file's [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    #[command(flatten)]
    comparing: compare::Options,
    #[command(flatten)]
    thinking: Thinking,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let settings = self.thinking.settings()?;
        let system = self.system.as_deref();
        if self.comparing.is_asked_for() {
            return self.comparing.run(&self.files, system, &settings, output);
        }
        Err(miette!("not yet"))
    }
}
