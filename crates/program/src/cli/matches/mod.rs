//! `falsecard match`: engines against each other, and against people, over many boards.

mod bid;
mod boards;
mod people;
mod records;
mod report;
mod swings;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use miette::{Result, miette};
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::boards::Boards;
pub use self::records::{Gone, RecordFiles};
use self::report::Report;
use super::ending::No;
use super::entrant::{entrant, without};
use super::left_out::Sifting;
use super::parts::{Parts, Pieces, Shard};
use super::progress::Progress;
use super::report as html;
use super::settings::{Thinking, is_interrupted, stop_on_ctrl_c};
use super::{Answer, Output};
use crate::wording::with_half;
use falsecard_engine::search::Settings;
use falsecard_engine::work::in_order;
use falsecard_laboratory::store::NotKept;
use falsecard_laboratory::table::{
    Aspect, Duel, Fixture, Ledger, Meeting, Outcome, PlayedBoard, Roles, Standing,
};

/// How the boards of a match are judged.
#[derive(clap::Args)]
struct Judged {
    /// Also say what the gain rests on: the double-dummy tricks that the engines gave up, and those that their opponents
    /// gave up. Takes a tenth of a second a board.
    #[arg(long, conflicts_with_all = ["against_people", "bid", "shard"])]
    given_up: bool,
    /// Stop as soon as it is 95 % sure who gains, by an interval that holds however often one looks (a confidence
    /// sequence). It needs at least 200 boards, and more than twice as many as a number chosen before; -n says how many
    /// at most.
    #[arg(long, requires = "boards", conflicts_with_all = ["against_people", "bid", "shard"])]
    until_sure: bool,
}

/// The arguments of `falsecard match`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// PBN, LIN or JSON files of boards with their auctions and contracts; - for standard input. Repeated deals are
    /// skipped. By default random deals, made from the seed and bid by four players of the same agreements.
    #[arg(value_name = "BOARDS")]
    files: Vec<String>,
    /// The engine whose gains are counted: minimax, abc, fused, abc-2006, open (all four hands open, by double
    /// dummy), person (cards as people play them, drawn by chance) or random (any legal card). Settings of its own stand behind a colon: `fused:mind-worlds=8`.
    #[arg(short, long, value_name = "ENGINE", default_value = "fused")]
    a: String,
    /// The engine that it is compared with. By default minimax.
    #[arg(short, long, value_name = "ENGINE", conflicts_with_all = ["without", "against_people"])]
    b: Option<String>,
    /// Compare the first engine with a copy of itself that neither plays nor reads this convention.
    #[arg(long, value_name = "RULE", conflicts_with = "against_people")]
    without: Option<String>,
    /// Who sits against both engines, with --role declare or defend (by default the second engine).
    #[arg(long, value_name = "ENGINE", conflicts_with = "against_people")]
    against: Option<String>,
    /// Who sits opposite both engines, with --role defend; it leads on boards with an even number. By default each engine
    /// has itself as partner.
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["against_people", "bid"])]
    partner: Option<String>,
    /// Bid the deals too, each side by its own agreements, and then play them. Auctions in the files are ignored. In
    /// the open room A sits North and South, in the closed room East and West.
    #[arg(long, conflicts_with_all = ["without", "against", "against_people", "role", "shard", "swings"])]
    bid: bool,
    /// Instead of a match, put engine A in the place of the people in the files, one decision at a
    /// time. Compare what its card gives up, double dummy, with what theirs gave up.
    #[arg(long, requires = "files")]
    against_people: bool,
    /// In which role the engines are compared. With "both", every board is played three times: A declares and B
    /// defends, B declares and A defends, and B plays against itself; so the roles can be told apart. The same view is
    /// decided once.
    #[arg(long, value_enum, default_value = "both", conflicts_with = "against_people")]
    role: Role,
    /// The number of boards. By default all of the files, or 24 random ones.
    #[arg(short = 'n', long, value_name = "N")]
    boards: Option<usize>,
    #[command(flatten)]
    judged: Judged,
    #[command(flatten)]
    thinking: Thinking,
    /// The agreements of engines that name none: a rule file, or one that comes with the program. By default what
    /// a board's [System] tag names, else natural.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    /// Keep every finished board in this file, and skip the boards that it has: an interrupted match
    /// continues.
    #[arg(short, long, value_name = "FILE", conflicts_with = "against_people")]
    out: Option<PathBuf>,
    /// Play one part of the boards, such as 3/40 (the third of forty), and write it as JSON lines. `falsecard merge`
    /// joins the parts and prints what one run would.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["against_people", "swings"])]
    shard: Option<Shard>,
    /// Write the boards with the largest swings to this PBN file, with the play of every room.
    #[arg(long, value_name = "FILE", conflicts_with = "against_people")]
    swings: Option<PathBuf>,
    /// How many boards with the largest swings are named, and written.
    #[arg(long, value_name = "N", default_value_t = LARGEST, conflicts_with = "against_people")]
    largest: usize,
    #[command(flatten)]
    left_out: Sifting,
    #[command(flatten)]
    html: html::Args,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard match --a fused --b minimax --boards 40 --budget 100ms
  falsecard match boards.pbn --a minimax --b minimax:seed=2 --worlds 10
  falsecard match boards.pbn --a fused:mind-worlds=8 --b fused --out match.jsonl
  falsecard match boards.pbn --role declare --against person --until-sure -n 3000
  falsecard match boards.pbn --a fused --shard 3/40 > part-3.jsonl
  falsecard match --a minimax --without count --role defend --system textbook
  falsecard match boards.pbn --swings swings.pbn --html match.html
  falsecard match --bid --a fused:system=acol --b fused:system=sayc --boards 100
  falsecard match records.pbn --against-people --a fused --boards 50

Behind the name of an engine stand settings of its own (falsecard help settings), and system, carding, glance, calls, cards, bids, ahead, \
without, each with = and its value; no-signals.

Where the work is counted in worlds, the same seed gives the same result for any number of threads. A \
decision is worked out on one thread; as many boards are played at a time as there are threads. Ctrl-C \
prints what the finished boards say. docs/match.md explains the figures.";

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

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if self.boards == Some(0) {
            return Err(miette!("--boards 0: expected at least one"));
        }
        self.html.begin("A match", output);
        let settings = self.thinking.settings()?;
        if self.against_people {
            let engine = entrant(&self.a, &settings)?;
            return people::run(&self, &engine, output);
        }
        if self.bid {
            return bid::run(&self, &settings, output);
        }
        let duel = self.duel(&settings)?;
        let ledger: Option<Ledger> = self.out.as_deref().map(open).transpose()?;
        let Boards { fixtures, of, left_out, pieces } = self.fixtures(&duel, settings.seed())?;
        if of == 0 && left_out.is_none() {
            return Err(nothing_to_play());
        }
        if let Some(shard) = self.shard {
            self.write_part(shard, &duel, &fixtures, &pieces, ledger.as_ref(), output)?;
        } else {
            let hand_on = |board: &PlayedBoard| {
                if output.json { output.json(board) } else { Ok(()) }
            };
            let played = self.play(&duel, &fixtures, ledger.as_ref(), hand_on)?;
            let (meeting, until_sure) = (Meeting::of(&duel), self.judged.until_sure);
            let report = Report { meeting: &meeting, played: &played, of, until_sure };
            report.show(self.largest, output)?;
            if self.judged.given_up {
                report.show_given_up(&fixtures, output)?;
            }
            let largest = report.largest(self.largest);
            output.record(|| swings::drawn(&duel, &fixtures, &largest));
            if let Some(path) = &self.swings {
                swings::write(path, &duel, &fixtures, &largest)?;
            }
        }
        Ok(left_out.tell())
    }

    /// Plays the boards of a part and writes what came of each.
    fn write_part(
        &self,
        shard: Shard,
        duel: &Duel,
        fixtures: &[Fixture],
        pieces: &Pieces,
        ledger: Option<&Ledger>,
        output: &mut Output,
    ) -> Result<()> {
        shard.begin(VERB, &Meeting::of(duel), output)?;
        let hand_on = |board: &PlayedBoard| Shard::item(board.number, board, output);
        self.play(duel, fixtures, ledger, hand_on)?;
        // What was broken off has no end, and is not taken for a part.
        if is_interrupted() { Ok(()) } else { shard.end(pieces, output) }
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
        let partner = self.partner.as_deref().map(|name| entrant(name, settings)).transpose()?;
        if partner.is_some() && roles != Roles::Defend {
            let help = "--role defend compares two engines as defenders";
            return Err(miette!(help = help, "--partner: only a defender has a partner who plays"));
        }
        Ok(Duel { a, b, against, partner, roles })
    }

    /// Plays the boards that are not finished yet, and hands on all that are, in order.
    fn play(
        &self,
        duel: &Duel,
        fixtures: &[Fixture],
        ledger: Option<&Ledger>,
        mut hand_on: impl FnMut(&PlayedBoard) -> Result<()>,
    ) -> Result<Vec<PlayedBoard>> {
        let (stop, progress) = (stop_on_ctrl_c(), Progress::begin());
        let is_enough = AtomicBool::new(false);
        let work = |fixture: &Fixture| {
            if is_enough.load(Ordering::Relaxed) {
                return None;
            }
            let key = duel.key(fixture);
            let (outcome, fresh) = match ledger.and_then(|ledger| ledger.recall(&key)) {
                Some(known) => (known.clone(), None),
                None => (duel.play(fixture, stop)?, Some(key)),
            };
            Some((PlayedBoard::new(fixture, outcome.clone()), outcome, fresh))
        };
        let keep =
            |(_, outcome, fresh): &(PlayedBoard, Outcome, Option<String>)| match (ledger, fresh) {
                (Some(ledger), Some(key)) => {
                    ledger.keep(key, outcome).map_err(|why| self.not_kept(&why))
                }
                _ => Ok(()),
            };
        let mut played: Vec<PlayedBoard> = Vec::new();
        let in_turn = |(board, _, _): (PlayedBoard, Outcome, Option<String>)| {
            // Boards that were begun before are finished and kept, but the match is over.
            if is_enough.load(Ordering::Relaxed) {
                return Ok(());
            }
            hand_on(&board)?;
            played.push(board);
            progress.set(played.len() as f64 / fixtures.len() as f64);
            let gains = gains(&played);
            is_enough.store(self.judged.until_sure && gains.is_sure(), Ordering::Relaxed);
            progress.say(said(&gains));
            Ok(())
        };
        in_order(fixtures, work, keep, in_turn)?;
        Ok(played)
    }

    fn not_kept(&self, why: &NotKept) -> miette::Report {
        kept_elsewhere(self.out.as_deref().unwrap_or(Path::new("")), why)
    }
}

/// How many boards with the largest swings are named if nothing else is said.
pub(super) const LARGEST: usize = 20;

/// What parts of a match are parts of.
pub(super) const VERB: &str = "match";

/// Prints what the boards of all parts say, as one run of all of them would.
pub(super) fn join(mut parts: Parts, largest: usize, output: &mut Output) -> Result<Answer> {
    let meeting: Meeting = parts.what()?;
    let mut played = Vec::new();
    parts.each(|board: PlayedBoard| {
        if output.json {
            output.json(&board)?;
        }
        played.push(board);
        Ok(())
    })?;
    let report = Report { meeting: &meeting, played: &played, of: parts.of, until_sure: false };
    report.show(largest, output)?;
    Ok(Answer::Yes)
}

fn nothing_to_play() -> miette::Report {
    let help = "a PBN or LIN file of deals with their auctions or contracts";
    No::new("there is no board that was bid to a contract", help).into()
}

fn open<T: Serialize + DeserializeOwned + Clone>(path: &Path) -> Result<Ledger<T>> {
    Ledger::open(path).map_err(|why| kept_elsewhere(path, &why))
}

/// What is said where a file cannot keep the boards.
fn kept_elsewhere(path: &Path, why: &NotKept) -> miette::Report {
    miette!(help = "--out names another file", "{}: {why}", path.display())
}

/// What the boards say together, in the main aspect.
fn gains(played: &[PlayedBoard]) -> Standing {
    let swings: Vec<_> = played.iter().filter_map(PlayedBoard::swing_of_all).collect();
    Standing::of(Aspect::Match, &swings)
}

/// Where the match stands, on the little room beside the bar.
fn said(standing: &Standing) -> String {
    let said = format!("{}: {}", standing.boards, with_half(standing.surest_imps(), 2));
    match standing.still_needed() {
        Some(needed) => format!("{said} IMPs, {needed} to go"),
        None => said,
    }
}
