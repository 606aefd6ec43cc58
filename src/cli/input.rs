//! Reading files: a path, or `-` for standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use miette::{Report, Result, miette};

use super::complain;
use super::settings::system;
use crate::cards::{Card, pbn_name};
use crate::constraint::System;
use crate::notation::limits::{MAX_RULES, read_at_most};
use crate::notation::{Contents, Format, Game, Games};
use crate::play::{Play, View};

/// The bytes of a rule file, or of standard input for `-`.
pub(super) fn rule_bytes(path: &str) -> io::Result<Vec<u8>> {
    read_at_most(open(path)?, MAX_RULES)
}

/// A file, or standard input for `-`.
pub(super) fn open(path: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(match path {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(BufReader::new(File::open(path)?)),
    })
}

/// What faults call a file.
pub(super) fn name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// The games of a file, one after another; its format is told by its ending, or else by its
/// beginning.
pub(super) fn games(path: &str, format: Option<Format>) -> Result<Games<Box<dyn BufRead>>> {
    let trouble = |error| miette!("{path}: {error}");
    let input = open(path).map_err(trouble)?;
    let format = format.or_else(|| Format::of_name(path)).filter(|format| *format != Format::Text);
    Games::open(name(path), input, format).map_err(trouble)
}

/// One game of a file: the `number`-th, from 1. The file is read no further than that.
pub(super) fn game(path: &str, number: usize) -> Result<Game> {
    let game = only(path, None, number)?.good.remove(0);
    warn(&game);
    Ok(game)
}

/// The same with what is unusual about it.
pub(super) fn only(path: &str, format: Option<Format>, number: usize) -> Result<Contents<Game>> {
    let mut total = 0;
    let mut first_fault: Option<Report> = None;
    for mut piece in games(path, format)? {
        total += piece.good.len() + usize::from(!piece.faults.is_empty());
        if let Some(found) = piece.good.iter().position(|game| game.number() == number) {
            let good = vec![piece.good.swap_remove(found)];
            return Ok(Contents { good, faults: Vec::new(), warnings: piece.warnings });
        }
        first_fault = first_fault.or(piece.faults.into_iter().next().map(Into::into));
        if let (true, Some(fault)) = (number > 0 && total >= number, first_fault.take()) {
            return Err(fault);
        }
    }
    match first_fault {
        Some(fault) if total == 1 => Err(fault),
        _ => Err(miette!("{path}: there is no game {number}, the file has {total}")),
    }
}

/// Says what was not taken of a game because its auction or its play is at fault.
pub(super) fn warn(game: &Game) {
    game.faults().iter().for_each(|fault| complain(&fault.clone().into()));
}

/// Which play to look at, and by what agreements.
#[derive(clap::Args)]
pub(super) struct Place {
    /// A PBN, LIN or JSON file whose play stops where the question arises; - for standard input.
    file: String,
    /// The number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// The agreements: a rule file, or one that comes with the program. By default what the file's
    /// [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
}

impl Place {
    /// A game of a file, by number from 1.
    pub(super) fn of(file: String, game: usize, system: Option<String>) -> Self {
        Self { file, game, system }
    }

    /// The play as far as it has gone, and the agreements.
    pub(super) fn open(&self) -> Result<(Play, System)> {
        let game = game(&self.file, self.game)?;
        let system = system(system_of(&game, self.system.as_deref()))?;
        Ok((game.play()?, system))
    }

    /// The same where a card is to be chosen.
    pub(super) fn open_decision(&self) -> Result<(Play, System)> {
        let (play, system) = self.open()?;
        if play.is_over() {
            return Err(miette!("{}: all the cards have been played", self.file));
        }
        Ok((play, system))
    }
}

/// Refuses cards that cannot be played.
pub(super) fn legal(view: &View, cards: impl IntoIterator<Item = Card>) -> Result<()> {
    let legal = view.legal();
    let Some(card) = cards.into_iter().find(|&card| !legal.contains(card)) else { return Ok(()) };
    let known: Vec<String> = legal.iter().map(pbn_name).collect();
    let help = format!("the legal cards are {}", known.join(" "));
    Err(miette!(help = help, "{} cannot be played here", pbn_name(card)))
}

/// The agreements of a game: what the user names, else what the file's `[System]` tag names, else
/// the natural rules; composed problems are about players of textbooks.
pub(super) fn system_of<'a>(game: &'a Game, named: Option<&'a str>) -> &'a str {
    let is_problem = game.tag("Answer").is_some();
    let unnamed = if is_problem { "textbook" } else { "natural" };
    named.or_else(|| system_tag(game)).unwrap_or(unnamed)
}

/// What the file's `[System]` tag names.
pub(super) fn system_tag(game: &Game) -> Option<&str> {
    game.tag("System").map(str::trim).filter(|tag| !["", "?", "-"].contains(tag))
}
