//! Which game of a file, which moment of it, and by what agreements.

use std::str::FromStr;

use miette::{Report, Result, miette};

use super::acquaintance::Players;
use super::filled::Filled;
use super::headings::{KNOWN, MOMENT};
use super::input::{self, system_of};
use super::settings::{card, system};
use crate::cli::diagnostic::Locate;
use falsecard_engine::cards::{Card, Seat, pbn_name, seat_name};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{IllegalView, PartialPlay, View};
use falsecard_notation::Game;

/// A moment of a play, and by what agreements it is looked at.
#[derive(clap::Args)]
pub(super) struct Place {
    /// A file of deals, - for standard input, or the deal itself: an address of the handviewer, a
    /// LIN line, hands such as "N:AQT.K4.32.J98765 - - -", or the hand on lead, as in "KJ742 83 Q65
    /// 972". The question is asked where its play stops, or at the moment named. Your own hand and
    /// dummy's are enough; before the opening lead, your own.
    #[arg(value_name = "FILE|DEAL")]
    file: String,
    #[command(flatten)]
    moment: Moment,
}

/// Which game, which moment of it, and by what agreements.
#[derive(clap::Args)]
pub(super) struct Moment {
    /// The number of the game in the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = MOMENT, hide = true)]
    game: usize,
    /// The game of this board, as its [Board] tag or its LIN number says; --game N for the Nth game
    /// of the file. By default the first game.
    #[arg(long, value_name = "BOARD", conflicts_with = "game", help_heading = MOMENT)]
    board: Option<String>,
    /// The moment: 5 is the lead to trick 5, 5.E East's card to it, HQ the moment before the ♥Q was
    /// played. By default where the play stops.
    #[arg(long, value_name = "TRICK|CARD", help_heading = MOMENT)]
    at: Option<At>,
    /// The agreements of the table: a rule file, or one that comes with the program. By default
    /// what the file's [System] tag names, else textbook for a problem, else natural (strangers).
    #[arg(long, value_name = "NAME", help_heading = KNOWN)]
    pub(super) system: Option<String>,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    filled: Filled,
}

/// Somebody's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// In a trick from 1 to 13: the turn of this seat, or the leader's if it is left open.
    Trick(usize, Option<Seat>),
    /// Before this card was played.
    Before(Card),
}

impl FromStr for At {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        const WANTED: &str =
            "expected a trick from 1 to 13, as in 5, a turn in it, as in 5.E, or a card, as in HQ";
        if let Ok(card) = card(text) {
            return Ok(Self::Before(card));
        }
        let (trick, seat) = match text.split_once('.') {
            None => (text, None),
            Some((trick, seat)) => (trick, Some(seat.parse().map_err(|_| WANTED)?)),
        };
        match trick.parse() {
            Ok(trick @ 1..=13) => Ok(Self::Trick(trick, seat)),
            _ => Err(WANTED),
        }
    }
}

impl Place {
    /// A moment of a game of a file.
    pub(super) const fn of(file: String, moment: Moment) -> Self {
        Self { file, moment }
    }

    /// The play up to the moment, and the agreements.
    pub(super) fn open(&self) -> Result<(PartialPlay, System)> {
        let game = self.game()?;
        let named = self.moment.system.as_deref();
        let system = system(system_of(&game, named))?;
        let play = game.partial_play().located()?;
        let is_named = named.or(game.agreements()).is_some();
        let system = self.moment.players.read()?.at_table(&game, &play, &system, is_named)?;
        let cards = self.moment.cards(&play)?;
        Ok((play.first(cards), system))
    }

    /// What the player knows who is to choose a card, and the agreements.
    pub(super) fn open_decision(&self) -> Result<(View, System)> {
        let (play, system) = self.open()?;
        if play.is_over() {
            let help =
                "--at 5 asks what to lead to trick 5, --at HQ what to play instead of the ♥Q";
            return Err(miette!(help = help, "{}: all the cards have been played", self.name()));
        }
        Ok((view(&play, play.history().decider())?, system))
    }

    fn name(&self) -> &str {
        input::name(&self.file)
    }

    fn game(&self) -> Result<Game> {
        self.moment.filled.complete(match &self.moment.board {
            Some(board) => input::board(&self.file, board)?,
            None => input::game(&self.file, self.moment.game)?,
        })
    }
}

impl Moment {
    /// The number of cards played by then.
    fn cards(&self, play: &PartialPlay) -> Result<usize> {
        let played = play.history().played();
        let (trick, seat) = match self.at {
            None => return Ok(played.len()),
            Some(At::Trick(trick, seat)) => (trick, seat),
            Some(At::Before(card)) => {
                let found = played.iter().position(|played| played.card == card);
                return found.ok_or_else(|| miette!("{} has not been played", pbn_name(card)));
            }
        };
        let lead = (trick - 1) * 4;
        let begun = || miette!("the play has not come to trick {trick}: {}", so_far(play));
        if lead > played.len() {
            return Err(begun());
        }
        let Some(seat) = seat else { return Ok(lead) };
        let leader = play.first(lead).history().to_play();
        let cards = lead + (seat as usize + 4 - leader as usize) % 4;
        if cards > played.len() {
            let (name, so_far) = (seat_name(seat), so_far(play));
            return Err(miette!(
                "the play has not come to {name}'s card to trick {trick}: {so_far}"
            ));
        }
        Ok(cards)
    }
}

/// How far a play has gone.
fn so_far(play: &PartialPlay) -> String {
    match play.history().played().len() {
        1 => "1 card has been played".to_owned(),
        cards => format!("{cards} cards have been played"),
    }
}

/// What a player knows. Where a hand that he sees is missing, it is asked for.
pub(super) fn view(play: &PartialPlay, seat: Seat) -> Result<View> {
    play.view(seat).map_err(|why| missing(play, why))
}

/// Whose view is taken where none is named: that of who is to choose; where his hand is not known,
/// that of the one whose hand is.
pub(super) fn viewer(play: &PartialPlay) -> Seat {
    let (decider, dummy) = (play.history().decider(), play.bidding().contract().dummy());
    let known = |seat: &Seat| *seat != dummy && play.dealt(*seat).is_some();
    [decider].into_iter().chain(Seat::ALL).find(known).unwrap_or(decider)
}

fn missing(play: &PartialPlay, why: IllegalView) -> Report {
    let known: Vec<&str> =
        Seat::ALL.into_iter().filter(|&seat| play.dealt(seat).is_some()).map(seat_name).collect();
    let seat = match why {
        IllegalView::OwnHandMissing { seat } => seat,
        IllegalView::DummyMissing { dummy } => dummy,
        _ => return miette!("{why}"),
    };
    let turn = if play.is_over() {
        String::new()
    } else {
        format!("; after {}, {} is to play", so_far(play), seat_name(play.history().to_play()))
    };
    let help = format!(
        "the hands given are those of {}{turn}: add the hand of {}, or name another moment with --at",
        known.join(" and "),
        seat_name(seat),
    );
    miette!(help = help, "{why}")
}
