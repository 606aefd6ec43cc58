//! How a command ends: its exit status, and what is said where that is not 0.

use std::process::ExitCode;
use std::{env, io};

use clap::{CommandFactory, FromArgMatches};
use miette::{Diagnostic, Severity};
use thiserror::Error;

use super::{faults, page};

/// The exit status where the answer is "no".
pub(super) const NO: u8 = 1;

/// The exit status of bad input.
pub(super) const BAD: u8 = 2;

/// The exit status of a program that Ctrl-C has ended: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

/// The answer is "no": there is nothing of the kind that was asked for.
#[derive(Debug, Error, Diagnostic)]
#[error("{said}")]
#[diagnostic(severity(Advice))]
pub(super) struct No {
    said: String,
    #[help]
    help: Option<String>,
}

impl No {
    pub(super) fn new(said: impl Into<String>, help: impl Into<String>) -> Self {
        Self { said: said.into(), help: Some(help.into()) }
    }
}

/// Somebody would not wait any longer.
#[derive(Debug, Error, Diagnostic)]
#[error("interrupted: what is printed is what had been found by then")]
#[diagnostic(severity(Warning))]
pub(super) struct Interrupted;

/// The exit status that a fault stands for.
pub(super) fn status(fault: &dyn Diagnostic) -> u8 {
    match fault.severity() {
        Some(Severity::Advice) => NO,
        Some(Severity::Warning) => INTERRUPTED,
        Some(Severity::Error) | None => BAD,
    }
}

/// What the user asks for; or the exit status, where he asks for help or for what there is not.
pub(super) fn parse<Cli: CommandFactory + FromArgMatches>() -> Result<Cli, ExitCode> {
    let command = Cli::command().term_width(page::of_output());
    let parsed = command.try_get_matches().and_then(|found| Cli::from_arg_matches(&found));
    parsed.map_err(|error| {
        if !error.use_stderr() {
            // The reader may have gone away, as `head` does: nothing is wrong.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        if is_json() {
            eprintln!("{}", faults::of_arguments(&error));
        } else {
            eprint!("{}", page::wrapped(&coloured(&error), page::of_errors()));
        }
        ExitCode::from(BAD)
    })
}

/// Whether faults are to be told as JSON, before it is known whether the arguments make sense.
fn is_json() -> bool {
    env::args_os().take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

fn coloured(error: &clap::Error) -> String {
    let text = error.render();
    let is_plain = env::var_os("NO_COLOR").is_some() || !io::IsTerminal::is_terminal(&io::stderr());
    if is_plain { text.to_string() } else { text.ansi().to_string() }
}
