//! How a program of the command line runs, whatever its verbs are: its arguments, its answer, its
//! faults and its exit status.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{CommandFactory, FromArgMatches};
use miette::{IntoDiagnostic, Report};

use super::aside::{AS_JSON, complain, is_plain, tell, write_aside};
use super::ending::Answer;
use super::output::{Output, Unwritable, is_broken_pipe};
use super::{ending, faults, headings, page, settings};
use falsecard_engine::text;
use falsecard_notation::{DiagramStyle, Pips};

/// A program: what its arguments ask for.
pub trait Program: CommandFactory + FromArgMatches {
    /// What every verb understands.
    fn common(&self) -> &Common;

    /// Does what is asked.
    ///
    /// # Errors
    ///
    /// What goes wrong.
    fn run(self, output: &mut Output) -> miette::Result<Answer>;
}

/// What every verb understands.
#[derive(clap::Args)]
pub struct Common {
    /// Print one JSON object a line instead of text, and faults as objects on standard error:
    /// docs/json.md says what is in them.
    #[arg(long, global = true, help_heading = headings::COMMON)]
    json: bool,
    /// Write S H D C instead of ♠ ♥ ♦ ♣: told once, for the program as a whole.
    #[arg(long, global = true, hide = true)]
    ascii: bool,
    /// The number of threads. Default: one for each core. Without a limit of time it never changes
    /// a result.
    #[arg(long, global = true, value_name = "N", help_heading = headings::COMMON)]
    threads: Option<usize>,
}

/// Runs the program on these arguments, of which the first is its own name, and returns its exit
/// status. It takes Ctrl-C, standard output and standard error for its own.
pub fn main<P: Program>(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let program: P = match ending::parse(arguments.iter().cloned().map(no_option)) {
        Ok(program) => program,
        Err(told) if told.use_stderr() => {
            complain_of_arguments::<P>(&arguments, &told);
            return ending::BAD;
        }
        Err(help) => {
            let mut stdout = io::stdout().lock();
            let written = help.print().and_then(|()| stdout.flush()).map_err(Unwritable);
            return status(written.map(|()| Answer::Yes).map_err(Report::from));
        }
    };
    AS_JSON.store(program.common().json, Ordering::Relaxed);
    answer(program, &mut io::stdout().lock(), io::stdout().is_terminal())
}

/// Runs the program on these arguments, of which the first is its own name, and writes its answer,
/// without colours, to `out`.
///
/// # Errors
///
/// A report on arguments that cannot be parsed.
pub fn run<P: Program, T: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> Result<ExitCode, clap::Error> {
    Ok(answer(ending::parse::<P>(arguments)?, out, false).into())
}

fn answer(program: impl Program, out: &mut dyn Write, is_terminal: bool) -> u8 {
    let Common { json, ascii, threads: number } = *program.common();
    let pips = if ascii { Pips::Letters } else { Pips::Symbols };
    let colour = is_terminal && std::env::var_os("NO_COLOR").is_none();
    let (style, page) = (DiagramStyle { pips, colour }, page::of_output());
    let mut output = Output { out, json, style, is_terminal, page, recording: None };
    let answer = threads(number).and_then(|()| program.run(&mut output));
    let answer = answer.and_then(|answer| output.finish().map(|()| answer));
    if answer.as_ref().is_err_and(is_broken_pipe) {
        return ending::DONE;
    }
    let status = status(answer);
    if settings::is_interrupted() {
        complain(&ending::Interrupted.into());
        return ending::INTERRUPTED;
    }
    status
}

/// The exit status; what went wrong is told.
fn status(answer: miette::Result<Answer>) -> u8 {
    match answer {
        Ok(Answer::Yes) => 0,
        Ok(Answer::No) => ending::NO,
        Ok(Answer::SomeBad) => ending::BAD,
        Err(report) if is_broken_pipe(&report) => 0,
        Err(report) => {
            complain(&report);
            ending::status(report.as_ref())
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

/// An argument as it is to be read. A hand with no spades begins with a dash, as in "- AK52 QJ843
/// K976", and is no option.
fn no_option(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(hand) if hand.starts_with("- ") => format!(" {hand}").into(),
        _ => argument,
    }
}

/// Says what is wrong with the arguments. Among them may be names of files, which whoever made the
/// files has chosen: so it is said of the arguments as they are shown.
fn complain_of_arguments<P: Program>(arguments: &[OsString], told: &clap::Error) {
    let shown_on_one_line =
        |argument: &OsString| text::on_one_line(&argument.to_string_lossy()).into_owned();
    let again = ending::parse::<P>(arguments.iter().map(shown_on_one_line));
    let told = again.err().unwrap_or_else(|| clap::Error::raw(told.kind(), told.kind()));
    if ending::is_json(arguments) {
        tell(&faults::of_arguments(&told).to_string());
    } else {
        let text = told.render();
        let text = if is_plain() { text.to_string() } else { text.ansi().to_string() };
        write_aside(&page::wrapped(text.trim_end(), page::of_errors()));
    }
}
