//! `falsecard match`: engines against each other, and against people, over many boards.

mod args;
pub(super) mod bid;
mod boards;
mod kept;
pub(super) mod people;
mod records;
mod report;
mod swings;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use miette::{Result, miette};

pub(super) use self::args::Args;
use self::args::Role;
use self::boards::{Boards, nothing_to_play};
use self::kept::{kept_elsewhere, open};
pub use self::records::{FoundByDeal, RecordFiles};
use self::report::{Report, gains};
use super::entrant::entrant;
use super::parts::{Parts, Pieces, Shard};
use super::progress::Progress;
use super::settings::{is_interrupted, stop_on_ctrl_c};
use super::{Answer, Output};
use crate::wording::with_half;
use falsecard_engine::search::Settings;
use falsecard_engine::work::in_order;
use falsecard_laboratory::store::StoreError;
use falsecard_laboratory::table::{
    AspectStatistics, BoardOutcome, Duel, Fixture, Ledger, Meeting, PlayedBoard, Roles,
};

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if self.boards == Some(0) {
            return Err(miette!("--boards 0: expected at least one"));
        }
        output.record_into(&self.html, "A match");
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
            let (meeting, until_sure) = (Meeting::of(&duel), self.until_sure);
            let report = Report { meeting: &meeting, played: &played, of, until_sure };
            report.show(output)?;
            let largest = report.largest();
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
        let b = entrant(self.b.as_deref().unwrap_or("minimax"), settings)?;
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
        let keep = |(_, outcome, fresh): &(PlayedBoard, BoardOutcome, Option<String>)| match (
            ledger, fresh,
        ) {
            (Some(ledger), Some(key)) => {
                ledger.keep(key, outcome).map_err(|why| self.not_kept(&why))
            }
            _ => Ok(()),
        };
        let mut played: Vec<PlayedBoard> = Vec::new();
        let in_turn = |(board, _, _): (PlayedBoard, BoardOutcome, Option<String>)| {
            // Boards that were begun before are finished and kept, but the match is over.
            if is_enough.load(Ordering::Relaxed) {
                return Ok(());
            }
            hand_on(&board)?;
            played.push(board);
            progress.set(played.len() as f64 / fixtures.len() as f64);
            let gains = gains(&played);
            is_enough.store(self.until_sure && gains.is_sure(), Ordering::Relaxed);
            progress.say(said(&gains));
            Ok(())
        };
        in_order(fixtures, work, keep, in_turn)?;
        Ok(played)
    }

    fn not_kept(&self, why: &StoreError) -> miette::Report {
        kept_elsewhere(self.out.as_deref().unwrap_or(Path::new("")), why)
    }
}

/// What parts of a match are parts of.
pub(super) const VERB: &str = "match";

/// Prints what the boards of all parts say, as one run of all of them would.
pub(super) fn join(mut parts: Parts, output: &mut Output) -> Result<Answer> {
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
    report.show(output)?;
    Ok(Answer::Yes)
}

/// Where the match stands, on the little room beside the bar.
fn said(standing: &AspectStatistics) -> String {
    let said = format!("{}: {}", standing.boards, with_half(standing.surest_imps(), 2));
    match standing.still_needed() {
        Some(needed) => format!("{said} IMPs, {needed} to go"),
        None => said,
    }
}
