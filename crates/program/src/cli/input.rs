//! Reading deals: from a file, from standard input for `-`, or from the argument itself.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::Path;

use miette::{Report, Result, miette};

use super::complain;
use crate::cli::diagnostic::located;
pub(super) use crate::web::page::spot::STRANGERS;
use crate::wording::counted;
use falsecard_engine::cards::{Card, pbn_name};
use falsecard_engine::play::View;
use falsecard_engine::text::{on_one_line, quoted};
use falsecard_notation::limits::{MAX_RULES, read_at_most};
use falsecard_notation::{Contents, Format, Game, Games};

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
            | io::ErrorKind::InvalidInput => match cards_in(path) {
                Some(cards) => {
                    let cards = counted(cards, "card");
                    miette!(help = A_DEAL, "{shown}: no file, and {cards} of a hand of 13")
                }
                None => miette!(help = A_DEAL, "{shown}: {error}"),
            },
            _ => miette!("{shown}: {error}"),
        }
    })
}

/// How many cards a text has that is a part of a hand, with a seat before it or not, and nothing
/// else.
fn cards_in(text: &str) -> Option<usize> {
    let hand = text.split_once(':').filter(|(seat, _)| seat.len() == 1).map_or(text, |(_, it)| it);
    let is_between = |it: char| it == '.' || it == '-' || it.is_whitespace();
    let cards: Vec<char> = hand.chars().filter(|it| !is_between(*it)).collect();
    let is_card = |it: &char| "AKQJT98765432".contains(*it);
    (cards.len() > 1 && cards.iter().all(is_card)).then_some(cards.len())
}

/// What can be given instead of the name of a file.
const A_DEAL: &str = "give a file, - for standard input, or a deal:\n\
    an address, \"https://www.bridgebase.com/tools/handviewer.html?n=...&s=...\"\n\
    a LIN line, \"st||md|1S...,H...\"\n\
    hands, - for one that is not known: \"N:AQT.K4.32.J98765 - - -\"\n\
    or the hand on lead, \"KJ742 83 Q65 972\", with --auction \"1NT-3NT\"";

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

/// The games of a file one after another, and in their place the faults of those that cannot be
/// read.
///
/// # Errors
///
/// The file cannot be read.
pub fn each(path: &str) -> Result<impl Iterator<Item = Result<Game>> + use<>> {
    let of_piece = |piece: Contents<Game>| {
        let faults = piece.faults.into_iter().map(|fault| Err(located(fault)));
        faults.chain(piece.good.into_iter().map(Ok))
    };
    Ok(games(path, None)?.flat_map(of_piece))
}

/// One game of a file: the `number`-th, from 1. The file is read no further than that.
pub(super) fn game(path: &str, number: usize) -> Result<Game> {
    let game = only(path, None, number)?.good.remove(0);
    warn(&game);
    Ok(game)
}

/// The game of a board, as its `[Board]` tag or LIN says. The file is read no further than that.
pub(super) fn board(path: &str, board: &str) -> Result<Game> {
    let mut first_fault: Option<Report> = None;
    let mut passed = Passed::default();
    for mut piece in games(path, None)? {
        if let Some(found) = piece.good.iter().position(|game| is_board(game, board)) {
            let game = piece.good.swap_remove(found);
            warn(&game);
            return Ok(game);
        }
        piece.good.iter().for_each(|game| passed.add(game));
        first_fault = first_fault.or(piece.faults.into_iter().next().map(located));
    }
    Err(first_fault.unwrap_or_else(|| passed.no_board(name(path), board)))
}

/// The games of a file that were not the one that was asked for.
#[derive(Default)]
pub(super) struct Passed {
    games: usize,
    boards: Vec<String>,
}

/// How many boards are listed of those that there are.
const LISTED: usize = 20;

impl Passed {
    pub(super) fn add(&mut self, game: &Game) {
        self.games = self.games.max(game.number());
        self.boards.extend(game.tag("Board").map(|tag| on_one_line(tag.trim()).into_owned()));
    }

    /// There is no game of that number.
    pub(super) fn no_game(&self, name: &str, number: usize) -> Report {
        miette!("{name}: there is no game {number}, the file has {}", self.games)
    }

    /// There is no such board: which there are.
    pub(super) fn no_board(&self, name: &str, board: &str) -> Report {
        let listed: Vec<&str> = self.boards.iter().take(LISTED).map(String::as_str).collect();
        let more = match self.boards.len() - listed.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let help = match listed[..] {
            [] => format!("no game of the file names its board; --game takes 1 to {}", self.games),
            [only] => format!("the only board is {only}"),
            _ => format!("the boards are {}{more}", listed.join(", ")),
        };
        miette!(help = help, "{name}: there is no board {}", quoted(board))
    }
}

/// Whether it is the game of a board, as its `[Board]` tag or LIN says.
pub(super) fn is_board(game: &Game, board: &str) -> bool {
    game.tag("Board").is_some_and(|tag| tag.trim().eq_ignore_ascii_case(board.trim()))
}

/// The game of that number, and warnings of what is unusual about it.
pub(super) fn only(path: &str, format: Option<Format>, number: usize) -> Result<Contents<Game>> {
    let mut total = 0;
    let mut first_fault: Option<Report> = None;
    for mut piece in games(path, format)? {
        total += piece.good.len() + usize::from(!piece.faults.is_empty());
        if let Some(found) = piece.good.iter().position(|game| game.number() == number) {
            let good = vec![piece.good.swap_remove(found)];
            return Ok(Contents { good, faults: Vec::new(), warnings: piece.warnings });
        }
        first_fault = first_fault.or(piece.faults.into_iter().next().map(located));
        if number > 0
            && total >= number
            && let Some(fault) = first_fault.take()
        {
            return Err(fault);
        }
    }
    match first_fault {
        Some(fault) if total == 1 => Err(fault),
        _ => {
            let passed = Passed { games: total, ..Passed::default() };
            Err(passed.no_game(name(path), number))
        }
    }
}

/// What a game of a file lacks that is to be bid anew.
pub(super) fn lacks(file: &str, game: &Game, what: &str) -> Report {
    let help = "to be bid, a deal needs four hands of thirteen cards and a dealer";
    miette!(help = help, "{}:{}: the game has no {what}", name(file), game.line())
}

/// Says what was not taken of a game because its auction or its play is at fault.
pub fn warn(game: &Game) {
    game.faults().iter().for_each(|fault| complain(&located(fault.clone())));
}

/// Refuses cards that cannot be played.
pub(super) fn legal(view: &View, cards: impl IntoIterator<Item = Card>) -> Result<()> {
    let legal = view.legal();
    let Some(card) = cards.into_iter().find(|&card| !legal.contains(card)) else { return Ok(()) };
    let known: Vec<String> = legal.iter().map(pbn_name).collect();
    let help = format!("the legal cards are {}", known.join(" "));
    Err(miette!(help = help, "{} cannot be played here", pbn_name(card)))
}

/// The agreements of a game: what the user names, else [its own](Game::agreements), else those of
/// strangers.
pub fn system_of<'a>(game: &'a Game, named: Option<&'a str>) -> &'a str {
    named.or_else(|| game.agreements()).unwrap_or(STRANGERS)
}
