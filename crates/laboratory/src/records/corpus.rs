//! Boards that people played, with their names.

use crate::store::digest;
use falsecard_engine::cards::{BySeat, Seat, Side, display_order};
use falsecard_engine::play::{Board, Play};
use falsecard_notation::{Fault, Game};

/// A board with its players and the cards that they played.
#[derive(Debug, Clone)]
pub struct GameRecord {
    /// The number of the game in its file.
    pub number: usize,
    /// The players by seat, as far as the file names them.
    pub players: BySeat<Option<String>>,
    /// The play, as far as it was recorded.
    pub play: Play,
}

impl GameRecord {
    /// The record of a game.
    ///
    /// # Errors
    ///
    /// A [`Fault`] if the game was not played legally.
    pub fn of(game: &Game) -> Result<Self, Fault> {
        let (number, play) = (game.number(), game.play()?);
        Ok(Self { number, players: players(game), play })
    }

    /// The names of a side's players in alphabetical order, so that a partnership is the same in
    /// whichever seats; `None` if a name is missing.
    pub fn pair(&self, side: Side) -> Option<[&str; 2]> {
        names_of(&self.players, side)
    }

    /// A hash of the deal, the calls and the cards, which identifies the game in any file. With a
    /// million games, two share a hash once in forty million times.
    pub fn key(&self) -> u64 {
        let (board, bidding) = (self.play.board(), self.play.bidding());
        let hands =
            Seat::ALL.into_iter().flat_map(|seat| board.deal()[seat].to_bits().to_le_bytes());
        let calls = bidding.calls().flat_map(|(seat, call)| format!("{seat}{call} ").into_bytes());
        let vulnerable = bidding.vulnerability().bits();
        let cards = self.play.history().played().iter().map(|played| display_order(played.card));
        digest(hands.chain(calls).chain([vulnerable]).chain(cards))
    }

    /// The play after this many cards.
    pub fn after(&self, cards: usize) -> Play {
        let board: Board = self.play.board().clone();
        let mut play = Play::new(board);
        for played in self.play.history().played().iter().take(cards) {
            play.play(played.card).expect("the cards were played");
        }
        play
    }
}

/// The players of a game by seat, as far as it names them.
pub fn players(game: &Game) -> BySeat<Option<String>> {
    let tags = BySeat::from_fn(falsecard_engine::cards::seat_name);
    let name = |seat| game.tag(tags[seat]).map(str::trim).map(str::to_owned);
    let is_name = |name: &String| !["", "?", "-"].contains(&name.as_str());
    BySeat::from_fn(|seat| name(seat).filter(is_name))
}

/// The names of a side's players in alphabetical order; `None` if one is missing.
pub(crate) fn names_of(players: &BySeat<Option<String>>, side: Side) -> Option<[&str; 2]> {
    let mut pair = Seat::ALL.into_iter().filter(|&seat| side.has(seat));
    let mut name = || players[pair.next()?].as_deref();
    let mut names = [name()?, name()?];
    names.sort_unstable();
    Some(names)
}
