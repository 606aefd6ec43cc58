//! The candidates of a decision, with equal cards joined to one play.

use super::numbers::share_of;
use crate::carding::Situation;
use crate::cards::{Card, Suit};
use crate::notation::Pips;
use crate::play::{Scoring, View};
use crate::search::{Candidate, Decision};

/// One play: cards that touch and have the same figures, or that were played out as one.
pub struct PlayRow<'a> {
    /// The cards, in the order of the candidates.
    pub cards: Vec<Card>,
    /// The candidate that stands for all of them.
    pub candidate: &'a Candidate,
    /// How much less it is worth than the card chosen, and the standard error of that, in the unit
    /// of the scoring. The fused search takes both from its posterior.
    pub behind: (f64, f64),
    /// The figures as text.
    pub cells: Vec<String>,
}

impl PlayRow<'_> {
    /// Whether two plays have the same figures, with no error in the difference.
    pub fn is_equal_to(&self, other: &Self) -> bool {
        let difference = (self.behind.0 - other.behind.0).abs();
        difference < 1e-9 && self.behind.1 < 1e-9 && self.cells[..4] == other.cells[..4]
    }
}

/// The plays of a decision, in the order of the candidates: the one chosen first.
pub fn plays<'a>(view: &View, decision: &'a Decision) -> Vec<PlayRow<'a>> {
    let mut rows: Vec<PlayRow> = Vec::new();
    for candidate in &decision.candidates {
        let behind = behind(decision, candidate);
        let cells = cells(decision, candidate, behind);
        let same = rows.iter_mut().find(|row| match candidate.played_out_as {
            Some(speaker) => row.cards.contains(&speaker),
            None => row.cells == cells && touch(view, row.cards[0], candidate.card),
        });
        match same {
            Some(row) => row.cards.push(candidate.card),
            None => rows.push(PlayRow { cards: vec![candidate.card], candidate, behind, cells }),
        }
    }
    rows
}

/// Whether two cards are of one suit, with no card of another player or of the trick between them.
fn touch(view: &View, one: Card, other: Card) -> bool {
    let history = view.history();
    let left = view.left(history.to_play()).unwrap_or_default();
    let dummy = view.dealt(view.contract().dummy());
    let situation = || Situation::now(history, dummy, one.suit);
    one.suit == other.suit && situation().equals(left[one.suit], one.rank).contains(other.rank)
}

fn behind(decision: &Decision, candidate: &Candidate) -> (f64, f64) {
    let best = &decision.candidates[0];
    match (best.gain, candidate.gain) {
        (Some(best), Some(mine)) if candidate.card != decision.card => {
            (best.mean - mine.mean, best.deviation.hypot(mine.deviation))
        }
        _ => (candidate.behind, candidate.behind_se),
    }
}

fn cells(decision: &Decision, candidate: &Candidate, behind: (f64, f64)) -> Vec<String> {
    let figures = candidate.figures;
    let worlds = decision.worlds_behind(candidate);
    let shown = [
        share_of(candidate.success, worlds),
        format!("{:.1}", figures.tricks),
        Scoring::Imps.amount(figures.imps),
        Scoring::Matchpoints.amount(figures.matchpoints),
    ];
    let is_played_out = candidate.worlds > 0;
    let bracketed = |cell: String| if is_played_out { cell } else { format!("({cell})") };
    let behind = decision.scoring.with_error(behind.0, behind.1);
    shown.into_iter().map(bracketed).chain([behind]).collect()
}

/// A header row and one row for each play, six columns each.
pub fn table(plays: &[PlayRow], goal: &str, pips: Pips) -> Vec<Vec<String>> {
    let head = ["card", goal, "tricks", "IMPs", "matchpoints", "behind"];
    let row = |(at, play): (usize, &PlayRow)| {
        let (behind, figures) = play.cells.split_last().expect("a play has figures");
        let behind = if at == 0 { "-".to_owned() } else { behind.clone() };
        std::iter::once(cards(&play.cards, pips))
            .chain(figures.iter().cloned())
            .chain([behind])
            .collect()
    };
    let rows = plays.iter().enumerate().map(row);
    std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect()
}

/// The cards of one play: "♥QJ".
fn cards(cards: &[Card], pips: Pips) -> String {
    let suit: Suit = cards[0].suit;
    let mut ranks: Vec<_> = cards.iter().map(|card| card.rank).collect();
    ranks.sort_by(|a, b| b.cmp(a));
    let ranks: String = ranks.iter().map(ToString::to_string).collect();
    format!("{}{ranks}", pips.suit(suit))
}
