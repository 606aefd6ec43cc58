//! `falsecard run`: solve problem sets and compare engines.

use std::path::PathBuf;

use miette::{Report as Trouble, Result, miette};

use super::progress::Progress;
use super::settings::{Engines, Thinking, system};
use super::{Answer, Output, complain};
use crate::constraint::System;
use crate::notation::Problem;
use crate::problem::{Report, Set, Verdict, collect, sets, solve};
use crate::search::{Search, Settings};

/// The arguments of `falsecard run`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Sets that come with the program, problem files, or folders of them. None: the four examples
    /// of the paper. A file that has the name of a set is given as ./NAME.
    #[arg(value_name = "SET|PATH")]
    path: Vec<PathBuf>,
    /// List the sets that come with the program, and do nothing else.
    #[arg(long)]
    sets: bool,
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
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if self.sets {
            return list(output);
        }
        let settings = self.thinking.settings()?;
        let engines = self.engines.named()?;
        if !(1..=10_000).contains(&self.seeds) {
            return Err(miette!("--seeds {}: expected a number from 1 to 10000", self.seeds));
        }
        let default = system(&self.system)?;
        let collection = collect(&self.path);
        let mut troubles: Vec<Trouble> = Vec::new();
        troubles.extend(collection.troubles.into_iter().map(Into::into));
        if !output.json {
            output.line(self.heading(&settings, collection.problems.len()))?;
        }
        let progress = Progress::new();
        let mut verdicts = Vec::new();
        for problem in &collection.problems {
            let agreed = match problem.system().map_or(Ok(default.clone()), system) {
                Ok(agreed) => agreed,
                Err(trouble) => {
                    troubles.push(trouble.context(problem.id().to_owned()));
                    continue;
                }
            };
            match self.solve(problem, &engines, &agreed, &settings, &progress, output) {
                Ok(found) => verdicts.extend(found),
                Err(trouble) => troubles.push(trouble.context(problem.id().to_owned())),
            }
        }
        drop(progress);
        if !output.json && !verdicts.is_empty() {
            let slugs = engines.iter().map(|engine| engine.slug()).collect();
            output.line(Report::new(slugs, verdicts))?;
        }
        troubles.iter().for_each(complain);
        Ok(if troubles.is_empty() { Answer::Yes } else { Answer::SomeBad })
    }

    fn heading(&self, settings: &Settings, problems: usize) -> String {
        format!(
            "falsecard {}: {problems} problems, {} seeds from {}, {} worlds, {} worlds a mind, \
             {} threads\n",
            env!("CARGO_PKG_VERSION"),
            self.seeds,
            settings.seed,
            settings.worlds,
            settings.mind_worlds,
            rayon::current_num_threads(),
        )
    }

    /// The verdicts of all engines with all seeds on one problem.
    fn solve(
        &self,
        problem: &Problem,
        engines: &[&'static dyn Search],
        agreed: &System,
        settings: &Settings,
        progress: &Progress,
        output: &mut Output,
    ) -> Result<Vec<Verdict>> {
        let mut verdicts = Vec::new();
        for &engine in engines {
            for seed in (settings.seed..).take(self.seeds as usize) {
                progress.say(format!("{} {} seed {seed}", problem.id(), engine.slug()));
                let settings = Settings { seed, ..settings.clone() };
                let verdict =
                    solve(problem, engine, agreed, &settings, &|share| progress.set(share));
                let verdict = verdict.map_err(|error| miette!("{error}"))?;
                if output.json {
                    output.json(&verdict)?;
                }
                verdicts.push(verdict);
            }
        }
        Ok(verdicts)
    }
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
