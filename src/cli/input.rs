//! Reading deals: from a file, from standard input for `-`, or from the argument itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::Path;

use miette::{Report, Result, miette};

use super::complain;
use super::filled::Filled;
use super::settings::system;
use crate::cards::{Card, pbn_name};
use crate::constraint::System;
use crate::notation::limits::{MAX_RULES, read_at_most};
use crate::notation::{Contents, Format, Game, Games};
use crate::play::{Play, View};
use crate::text::{on_one_line, quoted};

/// The bytes of a rule file, or of standard input for `-`.
pub(super) fn rule_bytes(path: &str) -> io::Result<Vec<u8>> {
    read_at_most(open_file(path)?, MAX_RULES)
}

/// What an argument stands for.
enum Source<'a> {
    StandardInput,
    File(&'a str),
    /// A deal in itself.
    Deal(&'a str),
}

impl<'a> Source<'a> {
    /// A file of that name wins over whatever the argument looks like.
    fn of(argument: &'a str) -> Self {
        match argument {
            "-" => Self::StandardInput,
            path if Path::new(path).exists() || Format::of_argument(path).is_none() => {
                Self::File(path)
            }
            deal => Self::Deal(deal),
        }
    }
}

fn open_file(path: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(match path {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(BufReader::new(File::open(path)?)),
    })
}

/// A file, standard input for `-`, or the deal that the argument is.
pub(super) fn open(argument: &str) -> Result<Box<dyn BufRead>> {
    let path = match Source::of(argument) {
        Source::Deal(deal) => return Ok(Box::new(Cursor::new(deal.to_owned()))),
        Source::StandardInput => "-",
        Source::File(path) => path,
    };
    open_file(path).map_err(|error| {
        let shown = quoted(&on_one_line(name(path)));
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::InvalidFilename
            | io::ErrorKind::InvalidInput => {
                miette!(help = A_DEAL, "{shown}: {error}")
            }
            _ => miette!("{shown}: {error}"),
        }
    })
}

/// What can be given instead of the name of a file.
const A_DEAL: &str = "give a file, - for standard input, or a deal:\n\
    an address, \"https://www.bridgebase.com/tools/handviewer.html?n=...&s=...\"\n\
    a LIN line, \"st||md|1S...,H...\"\n\
    hands, - for one that is not known: \"N:AQT.K4.32.J98765 - - -\"";

/// What faults call a file.
pub(super) fn name(argument: &str) -> &str {
    match Source::of(argument) {
        Source::StandardInput => "standard input",
        Source::File(path) => path,
        Source::Deal(_) => "the argument",
    }
}

/// The games of a file, one after another; its format is told by its ending, or else by its
/// beginning.
pub(super) fn games(path: &str, format: Option<Format>) -> Result<Games<Box<dyn BufRead>>> {
    let input = open(path)?;
    let of_name = || match Source::of(path) {
        // A name that ends in .txt says nothing of what is in it.
        Source::File(path) => Format::of_name(path).filter(|format| *format != Format::Text),
        _ => None,
    };
    let format = format.or_else(of_name);
    Games::open(name(path), input, format).map_err(|error| miette!("{}: {error}", name(path)))
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
        _ => {
            let name = name(path);
            Err(miette!("{name}: there is no game {number}, the file has {total}"))
        }
    }
}

/// Says what was not taken of a game because its auction or its play is at fault.
pub(super) fn warn(game: &Game) {
    game.faults().iter().for_each(|fault| complain(&fault.clone().into()));
}

/// Which play to look at, and by what agreements.
#[derive(clap::Args)]
pub(super) struct Place {
    /// A file of deals whose play stops where the question arises, - for standard input, or the deal
    /// itself: an address of the handviewer, a LIN line, or hands such as "N:AQT.K4.32.J98765 - - -".
    #[arg(value_name = "FILE|DEAL")]
    file: String,
    /// The number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// The agreements: a rule file, or one that comes with the program. By default what the file's
    /// [System] tag names, else the natural rules.
    #[arg(long, value_name = "NAME")]
    system: Option<String>,
    #[command(flatten)]
    filled: Filled,
}

impl Place {
    /// A game of a file, by number from 1.
    pub(super) fn of(file: String, game: usize, system: Option<String>, filled: Filled) -> Self {
        Self { file, game, system, filled }
    }

    /// The play as far as it has gone, and the agreements.
    pub(super) fn open(&self) -> Result<(Play, System)> {
        let game = self.filled.complete(game(&self.file, self.game)?)?;
        let system = system(system_of(&game, self.system.as_deref()))?;
        Ok((game.play()?, system))
    }

    /// The same where a card is to be chosen.
    pub(super) fn open_decision(&self) -> Result<(Play, System)> {
        let (play, system) = self.open()?;
        if play.is_over() {
            return Err(miette!("{}: all the cards have been played", name(&self.file)));
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
/// the natural rules.
pub(super) fn system_of<'a>(game: &'a Game, named: Option<&'a str>) -> &'a str {
    named.or_else(|| system_tag(game)).unwrap_or("natural")
}

/// What the file's `[System]` tag names.
pub(super) fn system_tag(game: &Game) -> Option<&str> {
    game.tag("System").map(str::trim).filter(|tag| !["", "?", "-"].contains(tag))
}
