//! What `falsecard review` is asked: which choices of which games, and how they are told.

use std::path::PathBuf;

use miette::Report as Trouble;

use crate::cli::acquaintance::Players;
use crate::cli::ending::No;
use crate::cli::input::{self, Passed};
use crate::cli::left_out::Sifting;
use crate::cli::settings::{Engines, PlayedFor, Thinking};
use crate::cli::table::Format;
use crate::cli::{recollection, report};
use falsecard_engine::cards::{Seat, seat_name};
use falsecard_engine::text::quoted;
use falsecard_laboratory::problem::{PlayedChoice, Remark};
use falsecard_laboratory::records::players;
use falsecard_notation::Game;

/// The arguments of `falsecard review`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct Args {
    /// Files of deals with their play, or - for standard input. For every card: what the engines
    /// would have played, and what the difference is worth, judged by what that player could know.
    /// Where no engine is named, minimax looks at every card, and fused again at those that minimax
    /// calls mistakes.
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<String>,
    #[command(flatten)]
    pub(super) which: Which,
    #[command(flatten)]
    pub(super) engines: Engines,
    #[command(flatten)]
    pub(super) played_for: PlayedFor,
    #[command(flatten)]
    pub(super) thinking: Thinking,
    /// The agreements where a game's [System] tag names none: a rule file, or one that comes with
    /// the program. By default natural (strangers).
    #[arg(long, value_name = "NAME")]
    pub(super) system: Option<String>,
    #[command(flatten)]
    pub(super) players: Players,
    /// How the results are written; --json for one JSON object a choice.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub(super) format: Format,
    /// Write the mistakes to this PBN file as problems, for `falsecard serve FILE` to ask as a
    /// quiz. If a second engine looked again, without the cards that it would have played too.
    #[arg(long, value_name = "FILE")]
    pub(super) quiz: Option<PathBuf>,
    #[command(flatten)]
    pub(super) recollection: recollection::Args,
    #[command(flatten)]
    pub(super) left_out: Sifting,
    #[command(flatten)]
    pub(super) report: report::Args,
}

const AFTER_HELP: &str = "\
Examples:
  falsecard review match.pbn --engine minimax
  falsecard review match.pbn --player Ada --only-mistakes
  falsecard review match.pbn --records last-year.pbn       with pairs that are known
  falsecard review evening.pbn --html evening.html         a page for each player
  falsecard review evening.pbn --player Ada --quiz ada.pbn his mistakes as a quiz, for falsecard serve ada.pbn
  falsecard review match.pbn --format csv > choices.csv

Answers are remembered as those of run are. The exit status is 1 when nobody had a choice, 2 when no game \
can be used, 130 after Ctrl-C, which prints what is finished.";

/// Which choices are looked at, and which are shown.
#[derive(clap::Args)]
pub(super) struct Which {
    /// Only the choices of this player, by the name that the file gives him or by his seat.
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<String>,
    /// Show the mistakes alone, the dearest first, each with the command that explains it.
    #[arg(long)]
    pub(super) only_mistakes: bool,
    /// Only the game of this number in each file, from 1.
    #[arg(long, value_name = "N", conflicts_with = "board")]
    pub(super) game: Option<usize>,
    /// Only the games of this board.
    #[arg(long, value_name = "BOARD")]
    pub(super) board: Option<String>,
}

impl Which {
    pub(super) fn takes_game(&self, game: &Game) -> bool {
        self.game.is_none_or(|number| number == game.number())
            && self.board.as_ref().is_none_or(|board| input::is_board(game, board))
    }

    /// What is said of a file that does not have the game or the board that is asked for.
    pub(super) fn missing(&self, file: &str, passed: &Passed) -> Option<Trouble> {
        let board = self.board.as_ref().map(|board| passed.no_board(file, board));
        self.game.map(|number| passed.no_game(file, number)).or(board)
    }

    pub(super) fn takes(&self, game: &Game, moment: &PlayedChoice) -> bool {
        self.is_of(game, moment.view().seat())
    }

    /// Whether the choices of a seat are asked for.
    pub(super) fn is_of(&self, game: &Game, seat: Seat) -> bool {
        self.player.as_ref().is_none_or(|wanted| {
            let is_seat = wanted.trim().parse() == Ok(seat);
            is_seat || player(game, seat).eq_ignore_ascii_case(wanted.trim())
        })
    }

    pub(super) fn shows(&self, remark: &Remark) -> bool {
        remark.mistake || !self.only_mistakes
    }

    /// The answer where no game has a choice of the player asked for.
    pub(super) fn nothing(&self) -> No {
        let whose = self.player.as_ref().map_or_else(|| "a player".to_owned(), |name| quoted(name));
        let help = "a PBN or LIN file of deals with their play; --player takes a name as the file has \
            it, or a seat";
        No::new(format!("there is no game in which {whose} had a choice"), help)
    }
}

impl Args {
    /// The name of the agreements by which a game is judged.
    pub(super) fn system_of<'a>(&'a self, game: &'a Game) -> &'a str {
        game.agreements().or(self.system.as_deref()).unwrap_or(input::STRANGERS)
    }
}

/// The player's name as the file gives it, else his seat.
pub(super) fn player(game: &Game, seat: Seat) -> String {
    players(game)[seat].clone().unwrap_or_else(|| seat_name(seat).to_owned())
}
