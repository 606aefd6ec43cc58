//! How a command ends: its exit status, and what is said where that is not 0.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;

use clap::{CommandFactory, FromArgMatches};
use miette::Diagnostic;
use thiserror::Error;

use super::page;

/// The exit status where the work is done.
pub(super) const DONE: u8 = 0;

/// The exit status where the answer is "no".
pub(super) const NO: u8 = 1;

/// The exit status of bad input.
pub(super) const BAD: u8 = 2;

/// The exit status of a program that Ctrl-C has ended: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

/// What a verb answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Done.
    Yes,
    /// The answer is "no": nothing fits, or a file has faults.
    No,
    /// Some of the input was bad; the rest was done.
    SomeBad,
}

/// The answer is "no": there is nothing of the kind that was asked for.
#[derive(Debug, Error, Diagnostic)]
#[error("{said}")]
#[diagnostic(severity(Advice))]
pub struct No {
    said: String,
    #[help]
    help: Option<String>,
}

impl No {
    /// Why, and what is wanted.
    pub fn new(said: impl Into<String>, help: impl Into<String>) -> Self {
        Self { said: said.into(), help: Some(help.into()) }
    }
}

/// Something that was not said, and how it is understood.
#[derive(Debug, Error, Diagnostic)]
#[error("{said}")]
#[diagnostic(severity(Advice))]
pub(super) struct Note {
    said: String,
}

impl Note {
    pub(super) fn new(said: impl Display) -> Self {
        Self { said: said.to_string() }
    }
}

/// Some games are used, and some are not.
#[derive(Debug, Error, Diagnostic)]
#[error("{said}")]
#[diagnostic(
    severity(Warning),
    help("falsecard lint FILE names the faults of a file; --strict ends at the first")
)]
pub(super) struct SomeLeftOut {
    pub(super) said: String,
}

/// Somebody would not wait any longer.
#[derive(Debug, Error, Diagnostic)]
#[error("interrupted: what is printed is what had been found by then")]
#[diagnostic(severity(Warning))]
pub(super) struct Interrupted;

/// The exit status that a fault stands for.
pub(super) fn status(fault: &(dyn Diagnostic + 'static)) -> u8 {
    let fault: &(dyn Error + 'static) = fault;
    if fault.is::<Note>() || fault.is::<SomeLeftOut>() {
        DONE
    } else if fault.is::<No>() {
        NO
    } else if fault.is::<Interrupted>() {
        INTERRUPTED
    } else {
        BAD
    }
}

/// What the user asks for by these arguments, of which the first is the program's name. Help is
/// laid out for the page.
pub(super) fn parse<Cli: CommandFactory + FromArgMatches>(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Cli, clap::Error> {
    let command = Cli::command().term_width(page::of_output());
    command.try_get_matches_from(arguments).and_then(|found| Cli::from_arg_matches(&found))
}

/// Whether faults are to be told as JSON, before it is known whether the arguments make sense.
pub(super) fn is_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|it| *it != "--").any(|it| it == "--json")
}
