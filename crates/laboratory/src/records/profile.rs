//! The profile of a pair: a small rule file that a player can read, correct and share.

use std::fmt::Write as _;

use super::cards;
use super::corpus::GameRecord;
use super::logit::ObservedChoice;
use falsecard_engine::carding::habits::Habits;
use falsecard_engine::cards::Side;
use falsecard_engine::constraint::Pair;

/// Weights smaller than this, in nats, are not written.
const LEAST: f64 = 0.05;

/// How the choices of a pair depart from everybody's, fitted to its records.
#[derive(Debug, Clone)]
pub struct Profile {
    departures: Habits,
    boards: usize,
}

impl Profile {
    /// The profile of the pair that sat on these sides of some records.
    pub fn of(sat: &[(&GameRecord, Side)], everybody: &Habits) -> Self {
        let of = |&(record, side): &(&GameRecord, Side)| {
            cards::card_choices(record).into_iter().filter(move |chosen| side.has(chosen.by))
        };
        let chosen: Vec<ObservedChoice> = sat.iter().flat_map(of).collect();
        let chosen: Vec<&ObservedChoice> = chosen.iter().collect();
        Self { departures: cards::departures_of_pair(&chosen, everybody), boards: sat.len() }
    }

    /// The pair's habits, where nothing particular is known of the others.
    pub fn among(&self, everybody: &Habits) -> Pair {
        Pair::playing(everybody.plus(&self.departures))
    }

    /// The number of boards to which it was fitted.
    pub const fn boards(&self) -> usize {
        self.boards
    }

    /// The profile as a rule file.
    pub fn text(&self, players: [&str; 2]) -> String {
        let [one, other] =
            players.map(|name| name.replace(|c: char| c == '#' || c.is_control(), " "));
        let mut text = format!(
            "# How a pair departs from what everybody does, in nats: above 0 more often, below 0 \
             less often.\n\
             # docs/learning.md says what the words mean. Agreements that you know of can be \
added as card lines:\n\
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

/// Adds a line with the weights that are large enough, if there are any, to a rule file: `habit
/// third defender: lowest 0.40`.
pub fn line(
    text: &mut String,
    word: &str,
    what: &str,
    nats: impl IntoIterator<Item = (&'static str, f64)>,
) {
    let telling = nats.into_iter().filter(|(_, nats)| nats.abs() >= LEAST);
    let each: Vec<String> = telling.map(|(name, nats)| format!("{name} {nats:.2}")).collect();
    if !each.is_empty() {
        let _ = writeln!(text, "{word} {what}: {}", each.join(", "));
    }
}
