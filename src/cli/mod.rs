//! The command line: one file a verb.
//!
//! Results go to standard output, progress and faults to standard error. The exit status is 0 when
//! the work is done, 1 when the answer is "no" (nothing fits, nothing is found, a file has faults),
//! 2 when the input is bad, and 130 when Ctrl-C has ended the work: then what had been found by
//! then is printed.

mod agreements;
mod auction;
mod believe;
mod choose;
mod convert;
mod dd;
mod ending;
mod explain;
mod faults;
mod input;
mod line;
mod lint;
mod page;
mod problem;
mod progress;
mod recollection;
mod replay;
mod requests;
mod run;
mod settings;
mod signal;
mod table;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use miette::{IntoDiagnostic, Report};

use crate::cards::{Call, Card, Suit, pbn_name};
use crate::notation::{Pips, Style};

/// A contract bridge card-play engine that models what the other players believe.
///
/// Before it plays a card it works out what each other player will think on seeing that card, and
/// how he will then play. With no file, `falsecard run` solves the four examples of the paper that
/// it comes from (Otawa and Uehara, 2006).
#[derive(Parser)]
#[command(version, about, propagate_version = true, after_help = STATUS)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    common: Common,
}

const STATUS: &str = "\
The exit status is 0 when the work is done, 1 when the answer is \"no\" (nothing fits, nothing is \
found, a file has faults), 2 when the input is bad, 130 when Ctrl-C ended the work; what had been \
found by then is printed.";

/// What every verb understands.
#[derive(clap::Args)]
struct Common {
    /// Print one JSON object a line instead of text, and faults as objects on standard error:
    /// docs/json.md says what is in them.
    #[arg(long, global = true)]
    json: bool,
    /// Write S H D C instead of ♠ ♥ ♦ ♣.
    #[arg(long, global = true)]
    ascii: bool,
    /// The number of threads; by default one a core. It never changes a result.
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Subcommand)]
enum Verb {
    /// Solve problem sets and compare engines.
    Run(run::Args),
    /// Choose a card: the candidates side by side, engine by engine.
    Choose(choose::Args),
    /// Say why: what the others will think of a card, and how they will then play.
    Explain(explain::Args),
    /// Show what a player can infer: how many layouts fit, who holds the missing honours.
    Believe(believe::Args),
    /// Say what a card tells partner and declarer, and whether to tell it.
    Signal(signal::Args),
    /// Say where files of games depart from their format, and which rules can never fire.
    Lint(lint::Args),
    /// Convert games between PBN, LIN, handviewer addresses, JSON and the hand diagram.
    Convert(convert::Args),
    /// Look for new problems in random deals, or write the index pages of a collection.
    Problem(problem::Args),
    /// Double dummy: the tricks in every strain, or the value of each legal card.
    Dd(dd::Args),
}

/// What a verb answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Done.
    Yes,
    /// The answer is "no": nothing fits, or a file has faults.
    No,
    /// Some of the input was bad; the rest was done.
    SomeBad,
}

/// The answer cannot be written.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("standard output: {0}")]
struct Unwritable(io::Error);

/// How to answer.
struct Output<'a> {
    out: &'a mut dyn Write,
    json: bool,
    style: Style,
    /// The width of the page.
    page: usize,
}

impl Output<'_> {
    /// Prints text for people: no line is wider than the page.
    fn line(&mut self, text: impl std::fmt::Display) -> miette::Result<()> {
        let text = page::wrapped(&text.to_string(), self.page);
        self.data(text)
    }

    /// Prints what programs read, as it is.
    fn data(&mut self, text: impl std::fmt::Display) -> miette::Result<()> {
        Ok(writeln!(self.out, "{text}").map_err(Unwritable)?)
    }

    /// Prints a table for people.
    fn columns(&mut self, rows: &[Vec<String>]) -> miette::Result<()> {
        table::columns(rows, self.page).into_iter().try_for_each(|line| self.line(line))
    }

    /// A card as the user wants it written.
    fn card(&self, card: Card) -> String {
        match self.style.pips {
            Pips::Symbols => card.to_string(),
            Pips::Letters => pbn_name(card),
        }
    }

    /// A suit as the user wants it written.
    fn suit(&self, suit: Suit) -> char {
        match self.style.pips {
            Pips::Symbols => ['♣', '♦', '♥', '♠'][suit as usize],
            Pips::Letters => suit.letter(),
        }
    }

    /// A call as the user wants it written.
    fn call(&self, call: Call) -> String {
        self.pips(&call.to_string())
    }

    /// A text with its suit symbols as the user wants them.
    fn pips(&self, text: &str) -> String {
        match self.style.pips {
            Pips::Symbols => text.to_owned(),
            Pips::Letters => text
                .chars()
                .map(|c| match c {
                    '♣' => 'C',
                    '♦' => 'D',
                    '♥' => 'H',
                    '♠' => 'S',
                    other => other,
                })
                .collect(),
        }
    }

    fn json(&mut self, value: &impl serde::Serialize) -> miette::Result<()> {
        let text = serde_json::to_string(value).into_diagnostic()?;
        self.data(text)
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli: Cli = match ending::parse() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    faults::tell(cli.common.json);
    let pips = if cli.common.ascii { Pips::Letters } else { Pips::Symbols };
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let (style, page) = (Style { pips, colour }, page::of_output());
    let mut stdout = io::stdout().lock();
    let mut output = Output { out: &mut stdout, json: cli.common.json, style, page };
    let answer = threads(cli.common.threads).and_then(|()| cli.verb.run(&mut output));
    let status = match answer {
        Ok(Answer::Yes) => 0,
        Ok(Answer::No) => ending::NO,
        Ok(Answer::SomeBad) => ending::BAD,
        Err(report) if is_broken_pipe(&report) => return ExitCode::SUCCESS,
        Err(report) => {
            complain(&report);
            ending::status(report.as_ref())
        }
    };
    if settings::is_interrupted() {
        complain(&ending::Interrupted.into());
        return ExitCode::from(ending::INTERRUPTED);
    }
    ExitCode::from(status)
}

impl Verb {
    fn run(self, output: &mut Output) -> miette::Result<Answer> {
        match self {
            Self::Run(args) => args.run(output),
            Self::Choose(args) => args.run(output),
            Self::Explain(args) => args.run(output),
            Self::Believe(args) => args.run(output),
            Self::Signal(args) => args.run(output),
            Self::Lint(args) => args.run(output),
            Self::Convert(args) => args.run(output),
            Self::Problem(args) => args.run(output),
            Self::Dd(args) => args.run(output),
        }
    }
}

fn threads(number: Option<usize>) -> miette::Result<()> {
    let Some(number) = number else { return Ok(()) };
    if !(1..=1024).contains(&number) {
        return Err(miette::miette!("--threads {number}: expected a number from 1 to 1024"));
    }
    rayon::ThreadPoolBuilder::new().num_threads(number).build_global().into_diagnostic()
}

/// The reader of a pipe has gone away, as `head` does: nothing is wrong.
fn is_broken_pipe(report: &Report) -> bool {
    let error = report.downcast_ref::<Unwritable>();
    error.is_some_and(|error| error.0.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a fault on standard error.
fn complain(report: &Report) {
    eprintln!("{report:?}");
}
