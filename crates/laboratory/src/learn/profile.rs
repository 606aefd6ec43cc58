//! What is known of a pair, as a small rule file that a player can read, correct and share.

use std::fmt::Write as _;

use super::cards;
use super::corpus::Record;
use super::logit::Chosen;
use super::style::line;
use falsecard_engine::carding::habits::Habits;
use falsecard_engine::cards::Side;
use falsecard_engine::constraint::Pair;

/// By how much a pair departs from what everybody does, as records show it.
#[derive(Debug, Clone)]
pub struct Profile {
    departures: Habits,
    boards: usize,
}

impl Profile {
    /// The profile of a pair that sat at these sides of some records: it departs from everybody by the agreements that the records show it
    /// to have.
    pub fn of(sat: &[(&Record, Side)], everybody: &Habits) -> Self {
        let of = |&(record, side): &(&Record, Side)| {
            cards::chosen(record).into_iter().filter(move |chosen| side.has(chosen.by))
        };
        let chosen: Vec<Chosen> = sat.iter().flat_map(of).collect();
        let chosen: Vec<&Chosen> = chosen.iter().collect();
        Self { departures: cards::departures_of_pair(&chosen, everybody), boards: sat.len() }
    }

    /// The pair among others of whom nothing more is known.
    pub fn among(&self, everybody: &Habits) -> Pair {
        Pair::playing(everybody.plus(&self.departures))
    }

    /// How many boards it was learned from.
    pub const fn boards(&self) -> usize {
        self.boards
    }

    /// The profile as a rule file.
    pub fn text(&self, players: [&str; 2]) -> String {
        let [one, other] =
            players.map(|name| name.replace(|c: char| c == '#' || c.is_control(), " "));
        let mut text = format!(
            "# How a pair departs from what everybody does, in nats: above 0 more often, below 0 less often.\n\
             # docs/learning.md says what the words mean. Agreements that you know of can be added as card lines:\n\
             # card upside-down-count: kept 90%, partner 90%, declarer 80%\n\
             system {one} & {other}\n\
             about  what {} of theirs show\n\n",
            match self.boards {
                1 => "one board".to_owned(),
                boards => format!("{boards} boards"),
            }
        );
        let start = text.len();
        for (occasion, nats) in self.departures.each() {
            line(&mut text, "habit", occasion, nats);
        }
        if text.len() == start {
            let _ = writeln!(text, "# Nothing that these boards bear out.");
        }
        text
    }
}
