//! `falsecard lint`: what is wrong with rule files.

use miette::Result;
use serde::Serialize;

use super::settings::{parsed, rule_text};
use super::{Answer, Output, complain};
use crate::constraint::{System, lint};

/// The arguments of `falsecard lint`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Rule files, or names of those that come with the program; - for standard input. By default
    /// all that come with it.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

#[derive(Serialize)]
struct Fault<'a> {
    file: &'a str,
    line: usize,
    message: &'a str,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let bundled = || System::names().map(str::to_owned).collect();
        let files: Vec<String> = if self.files.is_empty() { bundled() } else { self.files };
        let mut answer = Answer::Yes;
        for file in &files {
            match check(file, output) {
                Ok(false) if answer == Answer::Yes => answer = Answer::No,
                Ok(_) => {}
                Err(fault) if super::is_broken_pipe(&fault) => return Err(fault),
                Err(fault) => {
                    complain(&fault);
                    answer = Answer::SomeBad;
                }
            }
        }
        Ok(answer)
    }
}

/// Whether nothing is wrong with a file; what is wrong is printed.
fn check(file: &str, output: &mut Output) -> Result<bool> {
    let text = rule_text(file)?;
    parsed(file, &text)?;
    let findings = lint(file, &text).map_err(|fault| *fault)?;
    for finding in &findings {
        let (line, message) = (finding.line, finding.message.as_str());
        if output.json {
            output.json(&Fault { file, line, message })?;
        } else {
            output.line(format!("{file}:{line}: {message}"))?;
        }
    }
    if findings.is_empty() && !output.json {
        output.line(format!("{file}: no fault found"))?;
    }
    Ok(findings.is_empty())
}
