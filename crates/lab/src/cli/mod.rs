//! The command line of `falsecard-lab`: one file per verb.

mod departures;
mod learn;
#[cfg(test)]
#[path = "../../../program/src/cli/needs.rs"]
mod needs;
mod practise;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use falsecard_program::cli::program::{self, Program};
use falsecard_program::cli::{Answer, Common, Output};

/// Learns from records what falsecard knows of people, and measures it.
///
/// The engine needs nothing of this program: what it fits are files that falsecard reads.
#[derive(Parser)]
#[command(name = "falsecard-lab", version, after_help = STATUS)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    common: Common,
}

const STATUS: &str = "\
The exit status is that of falsecard: 0 when the work is done, 1 when the answer is \"no\", 2 \
when the input is bad, 130 when \
Ctrl-C ended the work.";

#[derive(Subcommand)]
enum Verb {
    /// Say what beliefs are worth on boards that people really played, fit a style to them, or
    /// train a network.
    Learn(learn::Args),
    /// Have a bidder practise: he bids random deals against himself, and calls that won become
    /// likelier.
    #[command(visible_alias = "practice")]
    Practise(practise::Args),
    /// Ask two engines at decisions that people faced, and play out what they choose where they
    /// differ.
    Departures(departures::Args),
}

impl Program for Cli {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(self, output: &mut Output) -> miette::Result<Answer> {
        match self.verb {
            Verb::Learn(args) => args.run(output),
            Verb::Practise(args) => args.run(output),
            Verb::Departures(args) => args.run(output),
        }
    }
}

/// Runs the program with these arguments, the first of which is its own name, and returns its exit
/// status. It takes over Ctrl-C, standard output and standard error.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    program::main::<Cli>(arguments)
}

/// Runs the program with these arguments, the first of which is its own name, and writes its answer
/// to `out` without colours.
///
/// # Errors
///
/// A report on arguments that cannot be parsed.
pub fn run<T: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> Result<ExitCode, clap::Error> {
    program::run::<Cli, T>(arguments, out)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn what_options_need_is_asked_for() {
        assert!(needs::are_asked_for(Cli::command()) > 5);
    }

    /// Whatever clap asserts of a command when a verb is called that nobody calls in the tests.
    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
