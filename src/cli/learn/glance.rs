//! `falsecard learn --glance`: lessons from records, kept in a file so that the work can go on another day, and the network they teach.

use std::io::{Error, ErrorKind};
use std::path::Path;

use miette::{Report, Result, miette};

use super::super::agreements::Agreements;
use super::super::progress::Progress;
use super::super::settings::is_interrupted;
use super::super::table::counted;
use super::fits::write;
use super::{Args, Read, game_by_game};
use crate::files::Growing;
use crate::learn::{GlanceLesson, lessons, taught};
use crate::network::Network;

/// What a file of lessons begins with.
const KIND: &[u8] = b"falsecard lessons 2\n";

/// Lessons of games in order, as many of each as there are.
struct Lessons {
    of_games: usize,
    each: Vec<GlanceLesson>,
    /// Where they are kept.
    file: Option<Growing>,
}

impl Lessons {
    /// Those of a file, if one was named; none where it is not there yet.
    fn open(path: Option<&Path>) -> Result<Self> {
        let mut found = Self { of_games: 0, each: Vec::new(), file: None };
        let Some(path) = path else { return Ok(found) };
        let fault = |error: Error| {
            let name = path.display();
            if error.kind() == ErrorKind::InvalidData {
                let help = "name a new file, or one of lessons";
                return miette!(
                    help = help,
                    "{name}: this is not a file of lessons, and is left as it is"
                );
            }
            miette!("{name}: {error}")
        };
        let (mut file, kept) = Growing::open(path, KIND).map_err(fault)?;
        // A game of which only a part was written is done again.
        let whole = found.take(&kept).map_err(fault)?;
        file.cut(whole).map_err(fault)?;
        found.file = Some(file);
        Ok(found)
    }

    /// Takes whole games from bytes; how many bytes they have.
    fn take(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        let mut rest = bytes;
        while let Some(([count], after)) = rest.split_first_chunk() {
            let length = usize::from(*count) * GlanceLesson::BYTES;
            let Some((game, after)) = after.split_at_checked(length) else { break };
            let (pieces, _) = game.as_chunks();
            for piece in pieces {
                self.each.push(GlanceLesson::read(piece).ok_or(ErrorKind::InvalidData)?);
            }
            self.of_games += 1;
            rest = after;
        }
        Ok(bytes.len() - rest.len())
    }

    /// Adds those of the next game.
    fn add(&mut self, game: Vec<GlanceLesson>) -> std::io::Result<()> {
        if let Some(file) = &mut self.file {
            let count = u8::try_from(game.len()).map_err(|_| ErrorKind::InvalidData)?;
            let mut bytes = vec![count];
            bytes.extend(game.iter().flat_map(GlanceLesson::bytes));
            file.append(&bytes)?;
        }
        self.of_games += 1;
        self.each.extend(game);
        Ok(())
    }
}

impl Args {
    /// Fits what cards are worth at a glance, and writes it.
    pub(super) fn fit_glance(&self, path: &Path, troubles: &mut Vec<Report>) -> Result<usize> {
        let mut agreements = Agreements::with_default("natural")?;
        let mut known = Lessons::open(self.lessons.as_deref())?;
        let (mut games, mut fault) = (0, None);
        for file in &self.files {
            self.walk(file, &mut agreements, troubles, &mut |reads| {
                if fault.is_some() {
                    return;
                }
                let done = known.of_games.saturating_sub(games).min(reads.len());
                games += reads.len();
                let one = |(record, system): &Read| lessons(record, system, self.seed);
                for game in game_by_game(&reads[done..], one) {
                    if fault.is_none() {
                        fault = known.add(game).err();
                    }
                }
            });
        }
        if let Some(fault) = fault {
            return Err(miette!("the lessons cannot be kept: {fault}"));
        }
        if games == 0 || is_interrupted() {
            return Ok(games);
        }
        if known.of_games > games || known.each.is_empty() {
            let help = "name the files that the lessons are of, or a new file for lessons";
            let (found, wanted) = (counted(known.of_games, "game"), counted(games, "game"));
            return Err(miette!(
                help = help,
                "there are lessons of {found}, and {wanted} to learn from"
            ));
        }
        let progress = Progress::new();
        let all = counted(known.each.len(), "position");
        let told = |done: f64, fault: f64| {
            let percent = (100.0 * done).floor();
            progress.say(format!("{percent} %: {all}, off by {:.3} tricks", (2.0 * fault).sqrt()));
            !is_interrupted()
        };
        if let Some(glance) = taught(&known.each, self.seed, &told) {
            write(path, &glance.bytes())?;
        }
        Ok(games)
    }
}
