//! Finished boards as PBN, and the file that keeps them.

use std::fmt::Write;
use std::path::Path;

use super::room::Done;
use crate::cards::{Seat, seat_name};
use crate::notation::{Game, pbn};
use crate::problem::{Kind, NotKept, Store};

const RECORD: Kind = Kind {
    what: "sittings",
    head: "% PBN 2.1 - sittings of falsecard: boards are added at the end\n",
};

/// The file holds no more than this, some hundred thousand boards.
const MOST: u64 = 1 << 29;

/// A PBN file to which each board is added as soon as it is finished.
#[derive(Debug)]
pub struct BoardLog(Store);

impl BoardLog {
    /// A file that is one already, or is begun with the first board.
    ///
    /// # Errors
    ///
    /// [`NotKept`] when the file cannot be read or is another; it is not touched.
    pub fn open(path: &Path) -> Result<Self, NotKept> {
        let store = Store::new(path, RECORD, MOST);
        store.lines()?;
        Ok(Self(store))
    }

    /// Adds a board.
    ///
    /// # Errors
    ///
    /// [`NotKept`] when the file cannot be written or has become another.
    pub fn keep(&self, game: &str) -> Result<(), NotKept> {
        self.0.append(game, |_| true)
    }
}

impl Done {
    /// The board as a PBN game, with who sat where, what was said of the calls, and more tags.
    pub fn to_pbn(&self, tags: &[(&str, &str)]) -> String {
        let board = self.deal.number.to_string();
        let names = Seat::ALL.map(|seat| (seat_name(seat), self.names[seat].as_str()));
        let own = [("Board", board.as_str())].into_iter().chain(names);
        let tags: Vec<(&str, &str)> = own.chain(tags.iter().copied()).collect();
        match &self.play {
            Some(play) => Game::from_play(play, &tags).to_pbn(),
            None => self.passed_out(&tags),
        }
    }

    /// A board without a contract is no play: it is written, and read, as a file has it.
    fn passed_out(&self, tags: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let dealer = self.deal.dealer.letter();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let vulnerable = match super::words::vulnerable(self.deal.vulnerability) {
            "Neither" => "None",
            "N/S" => "NS",
            "E/W" => "EW",
            _ => "All",
        };
        let deal = &self.deal.hands;
        let _ = writeln!(text, "[Dealer \"{dealer}\"]\n[Vulnerable \"{vulnerable}\"]");
        let _ = writeln!(text, "[Deal \"{deal}\"]\n[Contract \"Pass\"]");
        let _ = writeln!(text, "[Auction \"{dealer}\"]\nPass Pass Pass Pass");
        let games = pbn::read("a board that was passed out", text.as_bytes()).good;
        games.first().map_or(text, Game::to_pbn)
    }
}
