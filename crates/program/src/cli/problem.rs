//! `falsecard problem`: look for new problems, and write the index pages of a collection.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use miette::{Result, miette};
use schemars::JsonSchema;
use serde::Serialize;

use super::agreements::Agreements;
use super::ending::No;
use super::progress::Progress;
use super::settings::{Thinking, engine, exit_on_ctrl_c, is_interrupted, stop_on_ctrl_c};
use super::{Answer, Output};
use crate::cli::diagnostic::Locate;
use falsecard_laboratory::files;
use falsecard_laboratory::problem::{Maker, ProblemCandidate, as_judged, folders, index};
use falsecard_notation::pbn;

/// The arguments of `falsecard problem`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Search random deals for decisions that minimax, which sees all four hands in each world,
    /// gets wrong according to an engine that models the players; write them as PBN.
    ///
    /// Random boards are bid to common contracts and played by the model's players. Decisions in
    /// which the engine's card gains at least 30 points and two standard errors over minimax's,
    /// with one seed and with another, are written with Answer, Tempting and the double-dummy value
    /// of every card. They are candidates: look at each as a bridge player, and write the Why. The
    /// exit status is 1 if nothing is found.
    Make(Make),
    /// Write a page of diagrams for every folder of a collection, and one of the whole.
    Index {
        /// The folder that holds the folders of problems.
        #[arg(default_value = "problems")]
        folder: PathBuf,
    },
}

#[derive(clap::Args)]
struct Make {
    /// How many deals to look at.
    #[arg(long, value_name = "N", default_value_t = 100)]
    deals: u64,
    /// The number of the first deal: with the seed it names the deal.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// The engine whose answers are sought.
    #[arg(long, value_name = "NAME", default_value = "abc")]
    engine: String,
    /// The agreements of all players: a rule file, or one that comes with the program.
    #[arg(long, value_name = "NAME", default_value = "textbook")]
    system: String,
    #[command(flatten)]
    thinking: Thinking,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        match self.task {
            Task::Make(make) => make.run(output),
            Task::Index { folder } => write_index(&folder, output),
        }
    }
}

/// The worlds in which a position is tried out unless the user says otherwise: enough to see a gain
/// of 40 points, and quick enough for some hundred positions an hour.
const WORLDS: usize = 48;

impl Make {
    fn run(self, output: &mut Output) -> Result<Answer> {
        let engine = engine(&self.engine)?;
        let mut agreements = Agreements::with_default(&self.system)?;
        let settings = as_judged(&self.thinking.settings_with(Some(WORLDS))?);
        let seed = settings.seed();
        let stop = stop_on_ctrl_c();
        let maker = Maker { engine, system: agreements.of(None)?.system, settings, stop };
        let progress = Progress::begin();
        let (mut found, mut looked_at) = (0, 0);
        for (done, deal) in (self.from..).take(self.deals as usize).enumerate() {
            progress.say(format!("deal {deal}, {found} found"));
            progress.set(done as f64 / self.deals as f64);
            let candidates = maker.look(deal).map_err(|error| miette!("deal {deal}: {error}"))?;
            for (number, candidate) in candidates.iter().enumerate() {
                found += 1;
                write(candidate, &format!("found-{seed}-{deal}-{}", number + 1), output)?;
            }
            if is_interrupted() {
                break;
            }
            looked_at += 1;
        }
        drop(progress);
        if found > 0 {
            return Ok(Answer::Yes);
        }
        let said = format!(
            "nothing found: in {looked_at} of {} deals from number {} on, {} gains nothing clear \
             over minimax",
            self.deals, self.from, self.engine
        );
        let help = "--deals looks at more deals, --from at others, --worlds looks closer; with \
                    --budget there must be time to play both cards out in 8 worlds";
        Err(No::new(said, help).into())
    }
}

fn write(candidate: &ProblemCandidate, id: &str, output: &mut Output) -> Result<()> {
    if output.json {
        return output.json(candidate);
    }
    let text = pbn::write([&candidate.game(id)]).replace('\r', "");
    output.row(text.trim_end().to_owned() + "\n")
}

/// A page that was written.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "IndexPage")]
pub(super) struct Written<'a> {
    /// The path of the page.
    wrote: &'a str,
}

/// Writes `README.md` in the folder and in each of its folders.
fn write_index(folder: &Path, output: &mut Output) -> Result<Answer> {
    let folders = folders(folder).located()?;
    if folders.is_empty() {
        let help = "name the folder that holds the folders of problems";
        return Err(miette!(help = help, "{}: no folder of problems", folder.display()));
    }
    let mut pages = vec![(folder.join("README.md"), index::contents(&folders))];
    pages.extend(folders.iter().map(|(name, problems)| {
        (folder.join(name).join("README.md"), index::page(name, problems))
    }));
    exit_on_ctrl_c();
    for (path, text) in &pages {
        files::write(path, text.as_bytes())
            .map_err(|error| miette!("{}: {error}", path.display()))?;
        if output.json {
            output.json(&Written { wrote: &path.to_string_lossy() })?;
        } else {
            output.line(path.display())?;
        }
    }
    Ok(Answer::Yes)
}
