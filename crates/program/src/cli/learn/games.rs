//! The games from which is learned, read and looked at.

use std::convert::Infallible;
use std::sync::atomic::Ordering;

use miette::Result;

use super::args::Args;
use crate::cli::agreements::Agreements;
use crate::cli::diagnostic::Locate;
use crate::cli::input;
use crate::cli::left_out::LeftOut;
use crate::cli::parts::Shard;
use crate::cli::progress::Progress;
use crate::cli::settings::{is_interrupted, stop_on_ctrl_c};
use crate::cli::table::counted;
use falsecard_engine::constraint::System;
use falsecard_engine::work::in_order;
use falsecard_laboratory::learn::{Inquiry, Look, Record};
use falsecard_notation::Game;

/// The number of games of each part that are looked at together.
const TOGETHER: usize = 64;

/// A record with the agreements that it is read by.
pub(super) type Read = (Record, System);

impl Args {
    /// All games of some files, and how many there are of each.
    pub(super) fn all(
        &self,
        files: &[String],
        left_out: &mut LeftOut,
    ) -> Result<(Vec<Read>, Vec<usize>)> {
        let mut agreements = Agreements::with_default("natural")?;
        let (mut reads, mut games) = (Vec::new(), Vec::new());
        for file in files {
            let before = reads.len();
            self.walk(file, &mut agreements, left_out, &mut |more| reads.append(more))?;
            games.push(reads.len() - before);
        }
        Ok((reads, games))
    }

    /// Hands on all games of a file, some of them together.
    pub(super) fn walk(
        &self,
        file: &str,
        agreements: &mut Agreements,
        left_out: &mut LeftOut,
        hand_on: &mut dyn FnMut(&mut Vec<Read>),
    ) -> Result<()> {
        let (stop, progress) = (stop_on_ctrl_c(), Progress::new());
        let named = self.named_networks()?;
        let mut waiting: Vec<Read> = Vec::new();
        let mut games = 0;
        for game in input::each(file)? {
            let read = game.and_then(|game| {
                input::warn(&game);
                self.open(&game, agreements)
            });
            if let Some((record, system)) = left_out.sift(read)?.flatten() {
                waiting.push((record, named.read(system)));
            }
            if waiting.len() >= TOGETHER * self.shard.map_or(1, Shard::of) {
                games += waiting.len();
                hand_on(&mut waiting);
                waiting.clear();
                progress.say(format!("{file}, {}", counted(games, "game")));
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        hand_on(&mut waiting);
        Ok(())
    }

    /// A game and its agreements; `None` of one that was passed out.
    fn open(&self, game: &Game, agreements: &mut Agreements) -> Result<Option<Read>> {
        if game.is_passed_out() {
            return Ok(None);
        }
        let record = Record::of(game).located()?;
        let named = self.system.as_deref().or_else(|| game.agreements());
        Ok(Some((record, agreements.of(named)?.system.clone())))
    }
}

/// What a game shows of players of a system.
pub(super) fn look(
    (record, agreed): &Read,
    system: &System,
    inquiry: &Inquiry,
    priced: bool,
) -> Look {
    Look::at(record, system, agreed, inquiry, priced)
}

/// Works on games on all cores, each game on one thread: a thread that waited for a part of an
/// engine's decision would begin another game meanwhile, and that would count as time of the
/// decision. After Ctrl-C no further game is begun.
pub(super) fn game_by_game<T: Sync, R: Send>(games: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut found = Vec::new();
    let work = |game: &T| (!is_interrupted()).then(|| work(game));
    let hand_on = |one| {
        found.push(one);
        Ok(())
    };
    let Ok(()) = in_order::<_, _, Infallible>(games, work, |_| Ok(()), hand_on);
    found
}
