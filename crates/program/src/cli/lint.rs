//! `falsecard lint`: what is wrong with rule files and with files of games.

use std::io::BufRead;

use miette::{Result, miette};
use schemars::JsonSchema;
use serde::Serialize;

use super::output::is_unwritable;
use super::page::rows;
use super::settings::parsed;
use super::{Answer, Output, complain, input};
use crate::cli::diagnostic::Locate;
use falsecard_engine::constraint::{System, lint};
use falsecard_engine::text::on_one_line;
use falsecard_notation::limits::{MAX_RULES, read_at_most};
use falsecard_notation::{Format, Game, Games, Warning};

/// The arguments of `falsecard lint`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Rule files, names of those that come with the program, files of deals, or deals; - for
    /// standard input. By default all rule files that come with it.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Ask of PBN files all that the standard asks, and the export format of those that claim it
    /// with % EXPORT.
    #[arg(long)]
    strict: bool,
}

/// A finding.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "LintFinding")]
pub(super) struct Finding<'a> {
    /// The file.
    file: &'a str,
    /// The line, from 1.
    line: usize,
    /// What is wrong.
    message: &'a str,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let bundled = || System::names().map(str::to_owned).collect();
        let files: Vec<String> = if self.files.is_empty() { bundled() } else { self.files.clone() };
        let mut answer = Answer::Yes;
        for file in &files {
            match self.check(file, output) {
                Ok(0) => {}
                Ok(_) if answer == Answer::Yes => answer = Answer::No,
                Ok(_) => {}
                Err(fault) if is_unwritable(&fault) => return Err(fault),
                Err(fault) => {
                    complain(&fault);
                    answer = Answer::SomeBad;
                }
            }
        }
        Ok(answer)
    }

    /// How many things are wrong with a file; they are printed.
    fn check(&self, file: &str, output: &mut Output) -> Result<usize> {
        let found = match System::text(file) {
            Some(text) => check_rules(file, text, output)?,
            None => self.check_file(file, output)?,
        };
        if found == 0 && !output.json {
            output.line(format!("{}: no fault found", input::name(file)))?;
        }
        Ok(found)
    }

    fn check_file(&self, file: &str, output: &mut Output) -> Result<usize> {
        let name = input::name(file);
        let trouble = |error| miette!("{name}: {error}");
        let mut input = input::open(file).map_err(|error| {
            let known: Vec<_> = System::names().collect();
            let help = format!("give a file, a deal, or one of {}", known.join(", "));
            miette!(help = help, "{error}")
        })?;
        let format = Format::of_name(file).filter(|format| *format != Format::Text);
        if format.is_some() || holds_games(input.fill_buf().map_err(trouble)?) {
            let games = Games::open(name, input, format).map_err(trouble)?;
            return self.check_games(games, output);
        }
        let bytes = read_at_most(input, MAX_RULES).map_err(trouble)?;
        let text = String::from_utf8(bytes).map_err(|error| miette!("{file}: {error}"))?;
        check_rules(file, &text, output)
    }

    fn check_games<R: BufRead>(&self, games: Games<R>, output: &mut Output) -> Result<usize> {
        let strict = self.strict && matches!(games, Games::Pbn(_));
        let mut found = 0;
        for piece in games {
            let of_sections = piece.good.iter().flat_map(Game::faults);
            let wrong =
                piece.faults.iter().chain(of_sections).map(|fault| {
                    (fault.file().to_owned(), fault.line(), fault.breach().to_string())
                });
            let of_games = piece.good.iter().filter(|_| strict).flat_map(Game::strict_warnings);
            let departs = |warning: &&Warning| warning.deviation.is_departure();
            let told = piece.warnings.iter().filter(departs).cloned().chain(of_games);
            let told = told.map(|it| (it.file.to_string(), it.line, it.deviation.to_string()));
            let mut lines: Vec<_> = told.chain(wrong).collect();
            lines.sort_by_key(|(_, line, _)| *line);
            lines.dedup();
            found += lines.len();
            for (file, line, message) in &lines {
                print(&Finding { file, line: *line, message }, output)?;
            }
        }
        Ok(found)
    }
}

/// Whether a file looks like games and not like rules, which are words.
fn holds_games(start: &[u8]) -> bool {
    let first = start.trim_ascii_start().first();
    Format::of_text(start) != Format::Pbn || matches!(first, Some(b'[' | b'%' | b'{' | b';' | 0xef))
}

fn check_rules(file: &str, text: &str, output: &mut Output) -> Result<usize> {
    parsed(file, text)?;
    let findings = lint(file, text).located()?;
    for finding in &findings {
        let (line, message) = (finding.line, finding.message.as_str());
        print(&Finding { file, line, message }, output)?;
    }
    Ok(findings.len())
}

fn print(finding: &Finding, output: &mut Output) -> Result<()> {
    if output.json {
        return output.json(finding);
    }
    let text = format!("{}:{}: {}", finding.file, finding.line, finding.message);
    rows(&on_one_line(&text), output.page, "  ").into_iter().try_for_each(|row| output.line(row))
}
