//! Finished boards as PBN.

use std::fmt::Write;

use super::room::FinishedBoard;
use falsecard_engine::cards::{Seat, seat_name, vulnerable_sides};
use falsecard_notation::{Game, pbn};

impl FinishedBoard {
    /// The board as a PBN game, with the players' teams, the explanations of calls, and further
    /// tags.
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

    /// A board that was passed out, which has no [`Play`]: it is built by reading PBN text.
    fn passed_out(&self, tags: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let dealer = self.deal.dealer.letter();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let vulnerable = vulnerable_sides(self.deal.vulnerability);
        let deal = &self.deal.hands;
        let _ = writeln!(text, "[Dealer \"{dealer}\"]\n[Vulnerable \"{vulnerable}\"]");
        let _ = writeln!(text, "[Deal \"{deal}\"]\n[Contract \"Pass\"]");
        let _ = writeln!(text, "[Auction \"{dealer}\"]\nPass Pass Pass Pass");
        let games = pbn::read("a board that was passed out", text.as_bytes()).good;
        games.first().map_or(text, Game::to_pbn)
    }
}
