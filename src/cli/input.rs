//! Reading files: a path, or `-` for standard input.

use std::io::{self, Read};

use miette::{Result, miette};

use crate::notation::{Game, pbn};
use crate::play::Play;

/// The bytes of a file, or of standard input for `-`.
pub(super) fn read_bytes(path: &str) -> io::Result<Vec<u8>> {
    if path == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        Ok(bytes)
    } else {
        std::fs::read(path)
    }
}

/// The games of a file, with the faults of the others.
pub(super) fn games(path: &str) -> Result<(Vec<Game>, Vec<miette::Report>)> {
    let bytes = read_bytes(path).map_err(|error| miette!("{path}: {error}"))?;
    let name = if path == "-" { "standard input" } else { path };
    let contents = pbn::read(name, &bytes);
    if contents.good.is_empty() && contents.faults.is_empty() {
        return Err(miette!(help = "a game has at least the tag [Deal \"…\"]", "{name}: no game"));
    }
    Ok((contents.good, contents.faults.into_iter().map(Into::into).collect()))
}

/// One game of a file: the `number`-th, from 1.
pub(super) fn game(path: &str, number: usize) -> Result<Game> {
    let (games, faults) = games(path)?;
    let total = games.len() + faults.len();
    if let Some(game) = games.into_iter().find(|game| game.number() == number) {
        return Ok(game);
    }
    match faults.into_iter().next() {
        Some(fault) if (1..=total).contains(&number) => Err(fault),
        _ => Err(miette!("{path}: there is no game {number}, the file has {total}")),
    }
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

/// The play of a game.
pub(super) fn play(game: &Game) -> Result<Play> {
    Ok(game.play()?)
}
