//! What came of a run, however it was divided.

use std::time::Duration;

use miette::Result;
use serde::{Deserialize, Serialize};

use super::output::print_sheet;
use super::parts::Parts;
use super::table::{Format, counted};
use super::{Answer, Output};
use crate::web::draw::intervals;
use crate::web::markup::{Markup, el};
use falsecard_laboratory::problem::{Difference, SolvedCounts, Summary, Verdict};

/// What has come of the problems.
#[derive(Default)]
pub(super) struct Solved {
    /// One of each engine with each seed, for every problem that was finished.
    pub(super) verdicts: Vec<Verdict>,
    /// The number of problems that they are of.
    pub(super) problems: usize,
}

impl Solved {
    pub(super) fn take(&mut self, verdicts: Vec<Verdict>) {
        self.problems += 1;
        self.verdicts.extend(verdicts);
    }
}

/// What is asked of whom, as far as results are said to be of it.
#[derive(Serialize, Deserialize)]
pub(super) struct Work {
    pub(super) engines: Vec<String>,
    /// The agreements where a problem names none.
    pub(super) system: String,
    pub(super) scoring: String,
    pub(super) seed: u64,
    pub(super) seeds: u64,
    pub(super) worlds: usize,
    pub(super) mind_worlds: usize,
    pub(super) budget_ms: Option<u64>,
    /// 0 if parts were put together, which may have had different numbers of them.
    #[serde(skip)]
    pub(super) threads: usize,
}

impl Work {
    /// What was asked of how many problems.
    fn heading(&self, Solved { verdicts, problems }: &Solved) -> String {
        let Self { system, scoring, seed, worlds, mind_worlds, .. } = self;
        let (problems, trials) = (counted(*problems, "problem"), counted(verdicts.len(), "trial"));
        let new = verdicts.iter().filter(|verdict| !verdict.recalled);
        let seconds = new.map(|verdict| verdict.ms).sum::<u64>() as f64 / 1000.0;
        let seeds = match self.seeds {
            1 => format!("seed {seed}"),
            more => format!("seeds {seed} to {}", seed.saturating_add(more - 1)),
        };
        let budget = self.budget_ms.map(Duration::from_millis);
        let budget = budget.map_or(String::new(), |budget| format!(", budget {budget:?}"));
        let threads = match self.threads {
            0 => String::new(),
            threads => format!(", {}", counted(threads, "thread")),
        };
        format!(
            "falsecard {}: {problems}, {trials}, {seeds}, {worlds} \
             worlds at most, {mind_worlds} worlds a mind (late more){budget}; {seconds:.0} s of \
             thought{threads}\nAgreements: {system}, unless a problem names others; for {scoring}.\n",
            env!("CARGO_PKG_VERSION"),
        )
    }
}

/// How many of the problems were not finished.
pub(super) fn unfinished(left: usize, all: usize) -> String {
    if left == 0 { String::new() } else { format!("Not finished: {left} of {all} problems.\n") }
}

/// In how many trials double dummy alone decided.
pub(super) fn not_played_out(verdicts: &[Verdict]) -> String {
    let number = verdicts.iter().filter(|verdict| verdict.played_out == 0).count();
    if number == 0 {
        return String::new();
    }
    format!(
        "In {number} of {} trials no card was played out, since every other card was far behind or \
         the time was up: there double dummy decided.\n",
        verdicts.len()
    )
}

/// Prints what has come of the problems, with what is to be noted of it.
pub(super) fn show(
    solved: &Solved,
    work: &Work,
    notes: &str,
    format: Format,
    output: &mut Output,
) -> Result<()> {
    let heading = work.heading(solved);
    let report = Summary::new(work.engines.clone(), solved.verdicts.clone());
    if let Format::Csv = format {
        return print_sheet(&report.trials(), format, output);
    }
    output.line(heading + notes)?;
    for (number, (title, sheet)) in report.parts().iter().enumerate() {
        let apart = if number == 0 { "" } else { "\n" };
        match format {
            Format::Markdown => output.row(format!("{apart}### {title}\n"))?,
            Format::Text | Format::Csv => output.line(format!("{apart}{title}"))?,
        }
        print_sheet(sheet, format, output)?;
    }
    output.record(|| differences(&report.tallies(), &work.engines));
    Ok(())
}

/// Prints what has come of the problems of all parts, as one run of all of them would.
pub(super) fn join(mut parts: Parts, format: Format, output: &mut Output) -> Result<Answer> {
    let work: Work = parts.what()?;
    let (mut solved, mut broken) = (Solved::default(), 0);
    parts.each(|found: Option<Vec<Verdict>>| {
        match found {
            Some(found) if output.json => {
                found.iter().try_for_each(|verdict| output.json(verdict))?;
            }
            Some(found) => solved.take(found),
            None => broken += 1,
        }
        Ok(())
    })?;
    if !output.json && !solved.verdicts.is_empty() {
        let unfinished = unfinished(broken, parts.of) + &not_played_out(&solved.verdicts);
        show(&solved, &work, &unfinished, format, output)?;
    }
    Ok(if broken == 0 { Answer::Yes } else { Answer::SomeBad })
}

/// By how much more of each category the other engines solve than the first, as a figure.
fn differences(tallies: &[SolvedCounts], engines: &[String]) -> Markup {
    let of = |at: usize| {
        let [first, other] = [&engines[0], &engines[at + 1]];
        let row = |tally: &SolvedCounts| {
            let difference = tally.duels[at].difference;
            let Difference { found, low, high } = difference;
            (tally.name.clone(), found, [low, high], difference.to_string())
        };
        let rows: Vec<_> = tallies.iter().map(row).collect();
        let title = format!("By how much more {other} solves than {first}, in points of 100");
        el("h2").say(title).and(intervals(&rows))
    };
    (0..engines.len().saturating_sub(1)).map(of).collect()
}
