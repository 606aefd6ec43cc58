//! Reading files: a path, or `-` for standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use miette::{Report, Result, miette};

use super::complain;
use crate::cards::{Card, pbn_name};
use crate::notation::limits::{MAX_RULES, read_at_most};
use crate::notation::{Contents, Format, Game, Games};
use crate::play::View;
use crate::text::quoted;

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

/// The game of a board, as its `[Board]` tag or LIN says. The file is read no further than that.
pub(super) fn board(path: &str, board: &str) -> Result<Game> {
    let is_it = |game: &Game| {
        game.tag("Board").is_some_and(|tag| tag.trim().eq_ignore_ascii_case(board.trim()))
    };
    let mut first_fault: Option<Report> = None;
    for mut piece in games(path, None)? {
        if let Some(found) = piece.good.iter().position(is_it) {
            let game = piece.good.swap_remove(found);
            warn(&game);
            return Ok(game);
        }
        first_fault = first_fault.or(piece.faults.into_iter().next().map(Into::into));
    }
    let none = || miette!("{}: there is no board {}", name(path), quoted(board));
    Err(first_fault.unwrap_or_else(none))
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

/// Refuses cards that cannot be played.
pub(super) fn legal(view: &View, cards: impl IntoIterator<Item = Card>) -> Result<()> {
    let legal = view.legal();
    let Some(card) = cards.into_iter().find(|&card| !legal.contains(card)) else { return Ok(()) };
    let known: Vec<String> = legal.iter().map(pbn_name).collect();
    let help = format!("the legal cards are {}", known.join(" "));
    Err(miette!(help = help, "{} cannot be played here", pbn_name(card)))
}

/// The agreements of a game: what the user names, else what the file's `[System]` tag names, else
/// the natural rules.
pub(super) fn system_of<'a>(game: &'a Game, named: Option<&'a str>) -> &'a str {
    named.or_else(|| system_tag(game)).unwrap_or("natural")
}

/// What the file's `[System]` tag names.
pub(super) fn system_tag(game: &Game) -> Option<&str> {
    game.tag("System").map(str::trim).filter(|tag| !["", "?", "-"].contains(tag))
}
