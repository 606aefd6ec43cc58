//! `falsecard run`: solve problem sets and compare engines.

use std::path::PathBuf;

use clap::ValueEnum;
use miette::{Report as Trouble, Result, miette};

use super::agreements::Agreements;
use super::progress::Progress;
use super::settings::{Engines, Thinking};
use super::{Answer, Output, complain, recollection, replay};
use crate::notation::Problem;
use crate::problem::{
    Asked, Changes, Form, Memory, Report, Set, Verdict, collect, read_results, sets, solve,
};
use crate::search::{Search, Settings};

/// The arguments of `falsecard run`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Sets that come with the program (all, paper, collected, own, defence, declaring, or a category such as
    /// falsecard-declarer: --sets lists them), problem files, or folders of them. None: the four
    /// examples of the paper. A file that has the name of a set is given as ./NAME.
    #[arg(value_name = "SET|PATH")]
    path: Vec<PathBuf>,
    /// List the sets that come with the program, and do nothing else.
    #[arg(long)]
    sets: bool,
    /// Walk through played deals instead: for every card that a player chose, what the engines
    /// would have played, and what the difference is worth to one who sees what that player saw.
    #[arg(long, conflicts_with_all = ["compare", "failed", "failed_in", "only", "category"])]
    every_decision: bool,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    thinking: Thinking,
    /// Solve every problem with so many seeds, from --seed up.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u64,
    /// The rule file for problems that name none: a file, or one that comes with the program.
    #[arg(long, value_name = "NAME", default_value = "natural")]
    system: String,
    #[command(flatten)]
    which: Which,
    /// Say what is otherwise than in these results, which an earlier run printed with --json.
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// How the results are written; --json for one JSON object a trial.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
    #[command(flatten)]
    recollection: recollection::Args,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard run                                     the paper's four examples
  falsecard run all --engine all                    every engine on every problem
  falsecard run falsecard-declarer --seeds 5        one set, five seeds a problem
  falsecard run my-problems/ --json > monday.json   your own, as data
  falsecard run my-problems/ --compare monday.json  what has changed since
  falsecard run defence --failed --engine abc       those that abc failed before
  falsecard run --every-decision match.pbn --engine minimax

Finished trials are remembered, in the file that --cache names: a run that is stopped goes on where it \
was when it is started again with the same settings and the same program. Trials with a --budget are \
not, since they depend on what else the machine was doing. The exit status is 2 when some problem was bad; the \
rest is solved.";

/// Which of the problems.
#[derive(clap::Args)]
struct Which {
    /// Only the problems with these identifiers, separated by commas; * stands for any text.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Only the problems of these categories, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    category: Vec<String>,
    /// Only the problems that some engine failed before, as far as that is remembered with the same
    /// settings. Answers within a --budget are not.
    #[arg(long, conflicts_with = "budget")]
    failed: bool,
    /// Only the problems that some engine failed in these results, which an earlier run printed
    /// with --json.
    #[arg(long, value_name = "OLD.json")]
    failed_in: Option<PathBuf>,
}

/// How the results of a run are written.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Tables for the terminal.
    Text,
    /// Tables for a page.
    Markdown,
    /// A line a trial, as comma-separated values.
    Csv,
}

/// A run: what is asked of whom.
pub(super) struct Run<'a> {
    pub(super) engines: &'a [&'static dyn Search],
    pub(super) settings: Settings,
    seeds: u64,
    pub(super) agreements: Agreements,
    pub(super) memory: Memory,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if self.sets {
            return list(output);
        }
        let engines = self.engines.named()?;
        if !(1..=10_000).contains(&self.seeds) {
            return Err(miette!("--seeds {}: expected a number from 1 to 10000", self.seeds));
        }
        let mut run = Run {
            engines: &engines,
            settings: self.thinking.settings()?,
            seeds: self.seeds,
            agreements: Agreements::with_default(&self.system)?,
            memory: self.recollection.memory()?,
        };
        if self.every_decision {
            return replay::run(&self.path, run, output);
        }
        let old = self.compare.as_deref().map(read_results).transpose()?;
        let collection = collect(&self.path);
        let mut troubles: Vec<Trouble> = collection.troubles.into_iter().map(Into::into).collect();
        let problems = self.which.of(collection.problems, &mut run)?;
        let verdicts = run.solve_all(&problems, &mut troubles, output)?;
        if !output.json && !verdicts.is_empty() {
            self.show(&verdicts, &run, output)?;
        }
        if let Some(old) = old.filter(|_| !output.json) {
            changes(&old, &verdicts, self.format.form(), output)?;
        }
        troubles.iter().for_each(complain);
        Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
    }

    fn show(&self, verdicts: &[Verdict], run: &Run, output: &mut Output) -> Result<()> {
        let slugs = run.engines.iter().map(|engine| engine.slug().to_owned()).collect();
        let report = Report::new(slugs, verdicts.to_vec());
        let text = match self.format {
            Format::Csv => report.trials().write(Form::Csv),
            Format::Text | Format::Markdown => {
                format!("{}\n{}", run.heading(verdicts), report.write(self.format.form()))
            }
        };
        output.line(text.trim_end())
    }
}

impl Format {
    const fn form(self) -> Form {
        match self {
            Self::Text => Form::Text,
            Self::Markdown => Form::Markdown,
            Self::Csv => Form::Csv,
        }
    }
}

impl Run<'_> {
    /// The verdicts of all engines with all seeds on the problems. A problem that cannot be solved
    /// is a trouble, and the rest goes on.
    fn solve_all(
        &mut self,
        problems: &[Problem],
        troubles: &mut Vec<Trouble>,
        output: &mut Output,
    ) -> Result<Vec<Verdict>> {
        let progress = Progress::new();
        let mut verdicts = Vec::new();
        for (at, problem) in problems.iter().enumerate() {
            let part = |share: f64| progress.set((at as f64 + share) / problems.len() as f64);
            match self.solve(problem, &|text| progress.say(text), &part) {
                Ok(found) if output.json => {
                    found.iter().try_for_each(|verdict| output.json(verdict))?;
                    verdicts.extend(found);
                }
                Ok(found) => verdicts.extend(found),
                Err(trouble) => troubles.push(trouble.context(problem.id().to_owned())),
            }
        }
        Ok(verdicts)
    }

    /// The verdicts of all engines with all seeds on one problem.
    fn solve(
        &mut self,
        problem: &Problem,
        say: &dyn Fn(String),
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Vec<Verdict>> {
        let known = self.agreements.of(problem.system())?;
        let trials = (self.engines.len() * self.seeds as usize) as f64;
        let mut verdicts = Vec::new();
        for &engine in self.engines {
            for seed in (self.settings.seed..).take(self.seeds as usize) {
                say(format!("{} {} seed {seed}", problem.id(), engine.slug()));
                let settings = Settings { seed, ..self.settings.clone() };
                let done = verdicts.len() as f64;
                let part = |share: f64| progress((done + share) / trials);
                let verdict = solve(problem, engine, known, &settings, &mut self.memory, &part);
                verdicts.push(verdict.map_err(|error| miette!("{error}"))?);
            }
        }
        Ok(verdicts)
    }

    /// Whether some engine is remembered to have failed the problem.
    fn has_failed(&mut self, problem: &Problem) -> Result<bool> {
        let known = self.agreements.of(problem.system())?;
        let memory = &self.memory;
        Ok(self.engines.iter().any(|&engine| {
            (self.settings.seed..).take(self.seeds as usize).any(|seed| {
                let settings = &Settings { seed, ..self.settings.clone() };
                let asked = Asked { play: problem.play(), engine, known, settings };
                memory.recall(&asked).is_some_and(|answered| !problem.is_answer(answered.card))
            })
        }))
    }

    fn heading(&self, verdicts: &[Verdict]) -> String {
        let Settings { seed, worlds, mind_worlds, budget, .. } = self.settings;
        let trials = verdicts.len();
        let problems = trials / (self.engines.len() * self.seeds as usize);
        let (old, new): (Vec<_>, Vec<_>) = verdicts.iter().partition(|verdict| verdict.recalled);
        let seconds = new.iter().map(|verdict| verdict.ms).sum::<u64>() as f64 / 1000.0;
        let seeds = match self.seeds {
            1 => format!("seed {seed}"),
            more => format!("seeds {seed} to {}", seed.saturating_add(more - 1)),
        };
        let budget = budget.map_or(String::new(), |budget| format!(", budget {budget:?}"));
        format!(
            "falsecard {}: {problems} problems, {trials} trials, {seeds}, {worlds} \
             worlds, {mind_worlds} worlds a mind{budget}; {seconds:.0} s of thought, {} threads\n{}",
            env!("CARGO_PKG_VERSION"),
            rayon::current_num_threads(),
            self.recollections(old.len()),
        )
    }

    /// How many answers were recalled, and from where.
    fn recollections(&self, recalled: usize) -> String {
        let Some(file) = self.memory.file().filter(|_| recalled > 0) else { return String::new() };
        format!(
            "{recalled} of the answers are recalled from {}; their times are of then, in brackets\n",
            file.display()
        )
    }
}

impl Which {
    /// Those of the problems that are asked for.
    fn of(&self, problems: Vec<Problem>, run: &mut Run) -> Result<Vec<Problem>> {
        let old = self.failed_in.as_deref().map(read_results).transpose()?;
        let mut kept = Vec::new();
        for problem in problems {
            let failed_in =
                |old: &Vec<Verdict>| old.iter().any(|v| v.problem == problem.id() && !v.solved);
            if self.names(&problem)
                && old.as_ref().is_none_or(failed_in)
                && (!self.failed || run.has_failed(&problem)?)
            {
                kept.push(problem);
            }
        }
        Ok(kept)
    }

    fn names(&self, problem: &Problem) -> bool {
        let by_name = self.only.is_empty()
            || self.only.iter().any(|pattern| matches(pattern.trim(), problem.id()));
        let has = |name: &String| problem.categories().iter().any(|of| of == name.trim());
        by_name && (self.category.is_empty() || self.category.iter().any(has))
    }
}

/// Whether a text is what the pattern says, in which * stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let mut tails = (0..=text.len()).filter(|&at| text.is_char_boundary(at));
            tails.any(|at| matches(rest, &text[at..]))
        }),
    }
}

/// What is otherwise than in earlier results.
fn changes(old: &[Verdict], now: &[Verdict], form: Form, output: &mut Output) -> Result<()> {
    let changes = Changes::between(old, now);
    output.line(format!("\n{}", changes.engines().write(form)))?;
    output.line(changes.trials().write(form).trim_end())
}

/// The sets with their sizes.
fn list(output: &mut Output) -> Result<Answer> {
    let sets = sets();
    if output.json {
        sets.iter().try_for_each(|set| output.json(set))?;
        return Ok(Answer::Yes);
    }
    let width = sets.iter().map(|set| set.name.len()).max().unwrap_or_default();
    for Set { name, about, problems } in sets {
        output.line(format!("{name:<width$}  {problems:>3}  {about}"))?;
    }
    Ok(Answer::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let fits = [("bb-*", "bb-1"), ("*", ""), ("a*c*e", "abcde"), ("x", "x"), ("*♠", "a♠")];
        assert!(fits.iter().all(|(pattern, text)| matches(pattern, text)));
        assert!(!matches("bb-*", "gb-1") && !matches("a*c", "abcd") && !matches("", "a"));
    }
}
