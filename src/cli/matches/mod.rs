//! `falsecard match`: engines against each other, and against people, over many boards.

mod boards;
mod people;
mod report;
mod swings;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use miette::{Result, miette};

use self::boards::Boards;
use self::report::Report;
pub(super) use self::report::with_half;
use super::ending::No;
use super::entrant::{entrant, without};
use super::progress::Progress;
use super::settings::{PlayedFor, Thinking, stop_on_ctrl_c};
use super::{Answer, Output};
use crate::problem::NotKept;
use crate::search::Settings;
use crate::table::{Duel, Fixture, Ledger, Outcome, Roles, Standing};
use crate::work::in_order;

/// The arguments of `falsecard match`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// PBN, LIN or JSON files of boards with their auctions and contracts; - for standard input. A deal that comes
    /// again is passed over. None: random deals of the seed, bid by four players of the same agreements.
    #[arg(value_name = "BOARDS")]
    files: Vec<String>,
    /// The engine whose gains are counted: minimax, abc, fused, abc-2006, open (all four hands open, by double
    /// dummy) or random (any legal card). Settings of its own stand behind a colon: `fused:mind_worlds=8`.
    #[arg(short, long, value_name = "ENGINE", default_value = "fused")]
    a: String,
    /// The engine that it is compared with. By default minimax.
    #[arg(short, long, value_name = "ENGINE", conflicts_with_all = ["without", "against_people"])]
    b: Option<String>,
    /// Compare the first engine with itself knowing nothing of this convention, neither kept to nor read.
    #[arg(long, value_name = "RULE", conflicts_with = "against_people")]
    without: Option<String>,
    /// With --role declare or defend: who sits against both engines. By default the second engine.
    #[arg(long, value_name = "ENGINE", conflicts_with = "against_people")]
    against: Option<String>,
    /// Instead of a match: put the engine in the place of the people in the files, one decision at a time, and
    /// compare what its card gives up, double dummy, with what theirs gave up.
    #[arg(long, requires = "files")]
    against_people: bool,
    /// In which role the engines are compared. In both, every board is played three times: A declares and B
    /// defends, B declares and A defends, and B plays against itself, so that the roles can be told apart. What is
    /// decided from the same view is decided once.
    #[arg(long, value_enum, default_value = "both", conflicts_with = "against_people")]
    role: Role,
    /// The number of boards. By default all of the files, or 24 random ones.
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<usize>,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    played_for: PlayedFor,
    /// The agreements of engines that name none: a rule file, or one that comes with the program. By default what
    /// a board's [System] tag names, else natural.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Keep every finished board in this file, and play none again that it has: a match that was broken off
    /// goes on.
    #[arg(short, long, value_name = "FILE", conflicts_with = "against_people")]
    out: Option<PathBuf>,
    /// Write the boards with the largest swings to this PBN file, with the play of every room.
    #[arg(long, value_name = "FILE", conflicts_with = "against_people")]
    swings: Option<PathBuf>,
    /// How many boards with the largest swings are named, and written.
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "against_people")]
    largest: usize,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard match --a fused --b minimax --boards 40 --budget 100ms
  falsecard match boards.pbn --a minimax --b minimax:seed=2 --worlds 10
  falsecard match boards.pbn --a fused:mind_worlds=8 --b fused --out match.jsonl
  falsecard match --a minimax --without count --role defend --system textbook
  falsecard match boards.pbn --swings swings.pbn
  falsecard match records.pbn --against-people --a fused --boards 50

Settings of an engine: seed, worlds, mind_worlds, lookahead, best_defence, budget, scoring, allocation, \
system, carding, without, each with = and its value; no-signals, ignore-signals, ignore-line.

Where the work is counted in worlds, the same seed gives the same result for any number of threads. A \
decision is worked out on one thread; so many boards are played at a time as there are threads. Ctrl-C \
prints what the finished boards say. docs/match.md says how the figures are to be read.";

/// In which role the engines are compared.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Role {
    /// As declarers, against the same defenders.
    Declare,
    /// As defenders, against the same declarer.
    Defend,
    /// In a match.
    Both,
}

/// A board and what came of it.
pub(super) type Played<'a> = (&'a Fixture, Outcome);

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if self.boards == Some(0) {
            return Err(miette!("--boards 0: expected at least one"));
        }
        let settings = self.thinking.settings()?.with_scoring(self.played_for.or(None));
        if self.against_people {
            let engine = entrant(&self.a, &settings)?;
            return people::run(&self, &engine, output);
        }
        let duel = self.duel(&settings)?;
        let ledger = self.out.as_deref().map(open).transpose()?;
        let Boards { fixtures, of, good } = self.fixtures(settings.seed())?;
        if of == 0 && good {
            return Err(nothing_to_play());
        }
        let played = self.play(&duel, &fixtures, ledger.as_ref(), output)?;
        let report = Report { duel: &duel, played: &played, of };
        report.show(self.largest, output)?;
        if let Some(path) = &self.swings {
            swings::write(path, &report, self.largest)?;
        }
        Ok(if good { Answer::Yes } else { Answer::SomeBad })
    }

    fn duel(&self, settings: &Settings) -> Result<Duel> {
        let a = entrant(&self.a, settings)?;
        let b = match &self.without {
            Some(convention) => without(&a, convention)?,
            None => entrant(self.b.as_deref().unwrap_or("minimax"), settings)?,
        };
        let against = self.against.as_deref().map(|name| entrant(name, settings)).transpose()?;
        let roles = match self.role {
            Role::Declare => Roles::Declare,
            Role::Defend => Roles::Defend,
            Role::Both if against.is_some() => {
                let help = "--role declare or --role defend compares two engines against a third";
                return Err(miette!(
                    help = help,
                    "--against: in a match the engines sit against each other"
                ));
            }
            Role::Both => Roles::Both,
        };
        Ok(Duel { a, b, against, roles })
    }

    /// Plays the boards that are not finished yet, and hands on all that are, in order.
    fn play<'a>(
        &self,
        duel: &Duel,
        fixtures: &'a [Fixture],
        ledger: Option<&Ledger>,
        output: &mut Output,
    ) -> Result<Vec<Played<'a>>> {
        let (stop, progress) = (stop_on_ctrl_c(), Progress::new());
        let work = |fixture: &Fixture| {
            let key = duel.key(fixture);
            match ledger.and_then(|ledger| ledger.recall(&key)) {
                Some(known) => Some((known.clone(), None)),
                None => Some((duel.play(fixture, stop)?, Some(key))),
            }
        };
        let keep = |(outcome, fresh): &(Outcome, Option<String>)| match (ledger, fresh) {
            (Some(ledger), Some(key)) => {
                ledger.keep(key, outcome).map_err(|why| self.not_kept(&why))
            }
            _ => Ok(()),
        };
        let mut played: Vec<Played> = Vec::new();
        let hand_on = |(outcome, _): (Outcome, Option<String>)| {
            let fixture = &fixtures[outcome.number - 1];
            if output.json {
                report::board(fixture, &outcome, output)?;
            }
            played.push((fixture, outcome));
            progress.set(played.len() as f64 / fixtures.len() as f64);
            progress.say(standing(&played));
            Ok(())
        };
        in_order(fixtures, work, keep, hand_on)?;
        Ok(played)
    }

    fn not_kept(&self, why: &NotKept) -> miette::Report {
        let path = self.out.as_deref().unwrap_or(Path::new(""));
        miette!(help = "--out names another file", "{}: {why}", path.display())
    }
}

fn nothing_to_play() -> miette::Report {
    let help = "a PBN or LIN file of deals with their auctions or contracts";
    No::new("there is no board that was bid to a contract", help).into()
}

fn open(path: &Path) -> Result<Ledger> {
    let trouble =
        |why: NotKept| miette!(help = "--out names another file", "{}: {why}", path.display());
    Ledger::open(path).map_err(trouble)
}

/// Where the match stands, on the little room beside the bar.
fn standing(played: &[Played]) -> String {
    let swings: Vec<_> = played.iter().filter_map(|(_, outcome)| outcome.swing_of_all()).collect();
    let standing = Standing::of(crate::table::Aspect::Match, &swings);
    let said = format!("{}: {}", standing.boards, report::with_half(&standing.imps, 2));
    match standing.still_needed() {
        Some(needed) => format!("{said} IMPs, {needed} to go"),
        None => said,
    }
}
