//! `falsecard run`: solve problem sets and compare engines.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgAction;
use clap::builder::UnknownArgumentValueParser;
use itertools::Itertools;
use miette::{Report as Trouble, Result, miette};

use super::agreements::Agreements;
use super::ending::No;
use super::output::print_sheet;
use super::parts::{Pieces, Shard};
use super::progress::Progress;
use super::results::{Solved, Work, not_played_out, show, unfinished};
use super::settings::{Engines, Thinking, is_interrupted, stop_on_ctrl_c};
use super::table::{Format, counted};
use super::{Answer, Output, complain, recollection, report};
use crate::cli::diagnostic::{Locate, located};
use falsecard_engine::search::{Search, Settings};
use falsecard_laboratory::problem::{
    Changes, Consultation, Memory, Set, Sheet, Verdict, about, as_judged, collect, read_results,
    sets, solve,
};
use falsecard_notation::Problem;

/// The arguments of `falsecard run`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Sets that come with the program (all, paper, collected, own, defence, declaring, or a
    /// category such as falsecard-declarer: --sets lists them), problem files, or folders of them.
    /// By default the four examples of the paper. A file that has the name of a set is given as
    /// ./NAME.
    #[arg(value_name = "SET|PATH")]
    path: Vec<PathBuf>,
    /// List the sets that come with the program, and do nothing else.
    #[arg(long)]
    sets: bool,
    /// Refused: it points to `falsecard review`.
    #[arg(long = "every-decision", hide = true, action = ArgAction::Set, num_args = 0, default_missing_value = "",
        value_parser = UnknownArgumentValueParser::suggest(MOVED))]
    _every_decision: Option<String>,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    thinking: Thinking,
    /// Solve every problem with this many seeds, from --seed up.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u64,
    /// The rule file for problems that name none: a file, or one that comes with the program.
    /// Problems are composed for players who keep to what they say.
    #[arg(long, value_name = "NAME", default_value = "textbook")]
    system: String,
    #[command(flatten)]
    which: Which,
    /// Say what has changed since these results, which an earlier run printed with --json.
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Solve only this part of the problems, such as 3/40, the third of forty, and write it as JSON
    /// lines for `falsecard merge`, which prints what one run of all problems prints.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["compare", "format"])]
    shard: Option<Shard>,
    /// How the results are written; --json for one JSON object a trial.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
    #[command(flatten)]
    recollection: recollection::Args,
    #[command(flatten)]
    report: report::Args,
}

/// Where played deals are gone through.
const MOVED: &str = "'falsecard review FILE' goes through played deals, decision by decision";

const AFTER_HELP: &str = "\
Examples:
  falsecard run                                     the paper's four examples
  falsecard run all --engine all                    every engine on every problem
  falsecard run falsecard-declarer --seeds 5        one set, five seeds a problem
  falsecard run my-problems/ --json > monday.json   your own, as data
  falsecard run my-problems/ --compare monday.json  what has changed since
  falsecard run defence --failed --engine abc       those that abc failed before
  falsecard run all --shard 3/40 > part-3.jsonl     one of forty parts, for falsecard merge

Finished trials are remembered, in the file that --cache names: a run that is stopped goes on where it \
was when it is started again with the same settings and the same program. Trials with a --budget are \
not, since they depend on what else the machine was doing. Ctrl-C prints what is finished.

The exit status is 1 when no problem is left to solve, 2 when some problem was bad or a category is \
not known (the rest is solved), 130 after Ctrl-C.";

/// Which of the problems.
#[derive(clap::Args)]
struct Which {
    /// Only the problems with these identifiers, separated by commas; * stands for any text.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Only the problems of these categories, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    category: Vec<String>,
    /// Only the problems that some engine failed before: in these results, which an earlier run
    /// printed with --json; or, where no file is named, as far as that is remembered with the same
    /// settings. Answers within a --budget are not.
    #[arg(long, value_name = "OLD.json", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    failed: Option<Before>,
}

/// The source that says which problems were failed before.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Before {
    /// In what is remembered.
    Remembered,
    /// In results that an earlier run printed.
    In(PathBuf),
}

impl From<OsString> for Before {
    fn from(path: OsString) -> Self {
        if path.is_empty() { Self::Remembered } else { Self::In(path.into()) }
    }
}

/// A run: what is asked of whom.
struct Run<'a> {
    engines: &'a [&'static dyn Search],
    settings: Settings,
    seeds: u64,
    agreements: Agreements,
    memory: Memory,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        output.record_into(&self.report, "Engines and their answers");
        if self.sets {
            return list(output);
        }
        let engines = self.engines.named()?;
        if !(1..=10_000).contains(&self.seeds) {
            return Err(miette!("--seeds {}: expected a number from 1 to 10000", self.seeds));
        }
        if self.compare.is_some() && output.json {
            return Err(miette!(
                "--compare: what has changed is told in words and not with --json"
            ));
        }
        let mut run = Run {
            engines: &engines,
            settings: as_judged(&self.thinking.settings()?),
            seeds: self.seeds,
            agreements: Agreements::with_default(&self.system)?,
            memory: self.recollection.memory()?,
        };
        if self.which.failed == Some(Before::Remembered) && run.settings.budget().is_some() {
            return Err(miette!("--failed: answers within a --budget are not remembered"));
        }
        let old = self.compare.as_deref().map(read_results).transpose().located()?;
        let collection = collect(&self.path);
        let mut troubles: Vec<Trouble> = collection.troubles.into_iter().map(located).collect();
        let all = collection.problems;
        troubles.extend(self.which.unknown_categories(&all));
        let problems = self.which.of(&all, &mut run)?;
        if problems.is_empty() && troubles.is_empty() {
            return Err(self.which.nothing_left(&all).into());
        }
        if let Some(shard) = self.shard {
            run.write_part(shard, &problems, &mut troubles, output)?;
            troubles.iter().for_each(complain);
            return Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad });
        }
        let json = output.json;
        let solved = run.solve_all(&problems, &mut troubles, |_, found| {
            let printed = if json { found } else { &[] };
            printed.iter().try_for_each(|verdict| output.json(verdict))
        })?;
        if !output.json && !solved.verdicts.is_empty() {
            let notes = run.notes(&solved, problems.len());
            show(&solved, &run.work(), &notes, self.format, output)?;
        } else if is_interrupted() && !output.json && self.format.form().is_none() {
            output.line(format!("None of {} was finished.", counted(problems.len(), "problem")))?;
        }
        if let Some(old) = old {
            changes(&old, &solved.verdicts, self.format, output)?;
        }
        troubles.iter().for_each(complain);
        Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
    }
}

/// What parts of a run are parts of.
pub(super) const VERB: &str = "run";

impl Run<'_> {
    /// The verdicts of all engines with all seeds on the problems. A problem that cannot be solved
    /// is a trouble, and the rest goes on. Ctrl-C ends it with the problems that are finished.
    fn solve_all(
        &mut self,
        problems: &[&Problem],
        troubles: &mut Vec<Trouble>,
        mut hand_on: impl FnMut(usize, &[Verdict]) -> Result<()>,
    ) -> Result<Solved> {
        let progress = Progress::begin();
        let mut solved = Solved::default();
        for (at, problem) in problems.iter().enumerate() {
            let part = |share: f64| progress.set((at as f64 + share) / problems.len() as f64);
            match self.solve(problem, &|text| progress.say(text), &part) {
                Ok(found) => {
                    hand_on(at, &found)?;
                    solved.take(found);
                }
                Err(_) if is_interrupted() => break,
                Err(trouble) => troubles.push(trouble.context(problem.id().to_owned())),
            }
        }
        Ok(solved)
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
            for seed in (self.settings.seed()..).take(self.seeds as usize) {
                say(format!("{} {} seed {seed}", problem.id(), engine.slug()));
                let settings = self.settings.with_seed(seed);
                let done = verdicts.len() as f64;
                let part = |share: f64| progress((done + share) / trials);
                let memory = &mut self.memory;
                let verdict =
                    solve(problem, engine, known, &settings, memory, stop_on_ctrl_c(), &part);
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
            (self.settings.seed()..).take(self.seeds as usize).any(|seed| {
                let settings = &self.settings.with_seed(seed);
                let stop = stop_on_ctrl_c();
                let asked = Consultation { view: problem.view(), engine, known, settings, stop };
                memory.recall(&asked).is_some_and(|answered| !problem.is_answer(answered.card))
            })
        }))
    }

    fn work(&self) -> Work {
        let settings = &self.settings;
        Work {
            engines: self.engines.iter().map(|engine| engine.slug().to_owned()).collect(),
            system: self.agreements.by_default().to_owned(),
            scoring: settings.scoring().unwrap_or_default().slug().to_owned(),
            seed: settings.seed(),
            seeds: self.seeds,
            worlds: settings.worlds(),
            mind_worlds: settings.mind_worlds(),
            budget_ms: settings.budget().map(|budget| budget.as_millis() as u64),
            threads: rayon::current_num_threads(),
        }
    }

    /// What was recalled, what was not done, and what was done in a hurry.
    fn notes(&self, Solved { verdicts, problems }: &Solved, all: usize) -> String {
        let recalled = verdicts.iter().filter(|verdict| verdict.recalled).count();
        let recalled = self.recollections(recalled).unwrap_or_default();
        recalled + &unfinished(all - problems, all) + &not_played_out(verdicts)
    }

    /// Solves the problems of a part and writes what came of each: nothing of one that cannot be
    /// solved.
    fn write_part(
        &mut self,
        shard: Shard,
        problems: &[&Problem],
        troubles: &mut Vec<Trouble>,
        output: &mut Output,
    ) -> Result<()> {
        let mut pieces = Pieces::default();
        let mut own = Vec::new();
        for &problem in problems {
            let item = pieces.add(&self.key(problem)?);
            if shard.takes(item) {
                own.push((item, problem));
            }
        }
        shard.begin(VERB, &self.work(), output)?;
        for (item, problem) in own {
            let before = troubles.len();
            self.solve_all(&[problem], troubles, |_, found| Shard::item(item, &found, output))?;
            if is_interrupted() {
                return Ok(());
            }
            if troubles.len() > before {
                Shard::item(item, &None::<Verdict>, output)?;
            }
        }
        shard.end(&pieces, output)
    }

    /// All that the answers to a problem depend on.
    fn key(&mut self, problem: &Problem) -> Result<String> {
        let known = self.agreements.of(problem.system())?;
        let asked = self.engines.iter().map(|&engine| Consultation {
            view: problem.view(),
            engine,
            known,
            settings: &self.settings,
            stop: stop_on_ctrl_c(),
        });
        Ok(asked.map(|asked| asked.fingerprint()).join(" "))
    }

    /// How many answers were recalled, and from where.
    fn recollections(&self, recalled: usize) -> Option<String> {
        let file = self.memory.file().filter(|_| recalled > 0)?;
        Some(format!(
            "{recalled} of the answers are recalled from {}; their times are of then, in brackets\n",
            file.display()
        ))
    }
}

impl Which {
    /// The problems that are asked for.
    fn of<'a>(&self, problems: &'a [Problem], run: &mut Run) -> Result<Vec<&'a Problem>> {
        let old = match &self.failed {
            Some(Before::In(path)) => Some(read_results(path).located()?),
            _ => None,
        };
        let mut kept = Vec::new();
        for problem in problems {
            let failed_in =
                |old: &Vec<Verdict>| old.iter().any(|v| v.problem == problem.id() && !v.solved);
            if self.names(problem)
                && old.as_ref().is_none_or(failed_in)
                && (self.failed != Some(Before::Remembered) || run.has_failed(problem)?)
            {
                kept.push(problem);
            }
        }
        Ok(kept)
    }

    /// The categories that are asked for though no problem is of them, each a fault.
    fn unknown_categories(&self, problems: &[Problem]) -> Vec<Trouble> {
        let known = || problems.iter().flat_map(Problem::categories).unique().sorted();
        let is_known = |name: &str| about(name).is_some() || known().any(|it| it == name);
        let names = self.category.iter().map(|name| name.trim());
        let trouble = |name: &str| {
            let help = format!("the categories of these problems are {}", known().join(", "));
            miette!(help = help, "no problem is of the category {name}")
        };
        names.filter(|name| !problems.is_empty() && !is_known(name)).map(trouble).collect()
    }

    /// Why none of the problems is left.
    fn nothing_left(&self, problems: &[Problem]) -> No {
        let ids = || problems.iter().map(Problem::id);
        let is_unmet = |pattern: &&String| !ids().any(|id| matches(pattern.trim(), id));
        if let Some(unmet) = self.only.iter().find(is_unmet) {
            let nearest = nearest(unmet.trim(), ids()).join(", ");
            let help =
                format!("the identifiers nearest to it are {nearest}; * stands for any text");
            return No::new(format!("no problem has the identifier {}", unmet.trim()), help);
        }
        if self.failed == Some(Before::Remembered) {
            let help = "what failed is remembered once the problems have been run with the same \
                        engines and settings";
            return No::new("no problem is remembered to have failed", help);
        }
        let known = problems.iter().flat_map(Problem::categories).unique().sorted().join(", ");
        let help = format!(
            "--only, --category and --failed each leave some out; the categories here are {known}"
        );
        No::new(format!("none of {} problems is all that is asked for", problems.len()), help)
    }

    fn names(&self, problem: &Problem) -> bool {
        let by_name = self.only.is_empty()
            || self.only.iter().any(|pattern| matches(pattern.trim(), problem.id()));
        let has = |name: &String| problem.categories().iter().any(|of| of == name.trim());
        by_name && (self.category.is_empty() || self.category.iter().any(has))
    }
}

/// The few names that are most like another, the likest first.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known: Vec<&str> = known.collect();
    known.sort_by_cached_key(|other| distance(name, other));
    known.truncate(3);
    known
}

/// How many letters have to be put in, left out or changed to make the one name of the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (column, theirs) in other.chars().enumerate() {
            let changed = before + usize::from(letter != theirs);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[row.len() - 1]
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
fn changes(old: &[Verdict], now: &[Verdict], format: Format, output: &mut Output) -> Result<()> {
    let changes = Changes::between(old, now);
    for sheet in [changes.engines(), changes.trials()] {
        output.row("")?;
        print_sheet(&sheet, format, output)?;
    }
    Ok(())
}

/// The sets with their sizes.
fn list(output: &mut Output) -> Result<Answer> {
    let sets = sets();
    if output.json {
        sets.iter().try_for_each(|set| output.json(set))?;
        return Ok(Answer::Yes);
    }
    let mut sheet = Sheet::new(["set", "problems", "what is tested"]);
    let row = |set: &Set| vec![set.name.clone(), set.problems.to_string(), set.about.to_owned()];
    sheet.rows.extend(sets.iter().map(row));
    print_sheet(&sheet, Format::Text, output)?;
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

    #[test]
    fn names_are_near_or_far() {
        let far = [("", "abc", 3), ("kitten", "sitting", 3), ("duck", "duck", 0), ("♠a", "♣a", 1)];
        for (one, other, steps) in far {
            assert_eq!([distance(one, other), distance(other, one)], [steps; 2], "{one} {other}");
        }
        assert_eq!(nearest("paper-ex5", ["duck-1", "paper-ex1"].into_iter())[0], "paper-ex1");
    }
}
