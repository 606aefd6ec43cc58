//! The plays of a decision: its candidates, with equal cards joined.

use itertools::Itertools;

use super::numbers::{ENOUGH_FOR_SHARES, counted, share_of};
use falsecard_engine::cards::{Card, Hand, Suit};
use falsecard_engine::play::Scoring;
use falsecard_engine::search::{Candidate, Decision};
use falsecard_notation::Pips;

/// A play: equal cards, with those of other suits that have the same figures.
pub struct PlayRow<'a> {
    /// The cards, in the order of the candidates.
    pub cards: Vec<Card>,
    /// The candidate that stands for all of them.
    pub candidate: &'a Candidate,
    /// The figures as text.
    pub cells: Vec<String>,
}

/// The plays of a decision, in the order of the candidates: the one chosen first.
pub fn plays(decision: &Decision) -> Vec<PlayRow<'_>> {
    let mut rows: Vec<PlayRow> = Vec::new();
    for candidate in &decision.candidates {
        let cells = cells(decision, candidate);
        let same = rows.iter_mut().find(|row| match candidate.same_play_as {
            Some(better) => row.cards.contains(&better),
            None => row.cells == cells && decision.conceals_over != Some(candidate.card),
        });
        match same {
            Some(row) => row.cards.push(candidate.card),
            None => rows.push(PlayRow { cards: vec![candidate.card], candidate, cells }),
        }
    }
    rows
}

/// The candidate with which the chosen card is compared, of another row; `None` if there is none.
pub fn rival<'a>(decision: &'a Decision, plays: &[PlayRow<'a>]) -> Option<&'a Candidate> {
    let mut others = plays[1..].iter().filter(|row| !decision.shows_more(row.candidate.card));
    let of_rival = |row: &&PlayRow| decision.rival().is_some_and(|it| row.cards.contains(&it.card));
    others.clone().find(of_rival).or_else(|| others.next()).map(|row| row.candidate)
}

fn cells(decision: &Decision, candidate: &Candidate) -> Vec<String> {
    let figures = candidate.figures;
    let shown = [
        success(decision, candidate),
        format!("{:.1}", figures.tricks),
        Scoring::Imps.amount(figures.imps),
        Scoring::Matchpoints.amount(figures.matchpoints),
    ];
    let is_like_the_best = candidate.gain.is_some() || candidate.worlds > 0;
    let bracketed = |cell: String| if is_like_the_best { cell } else { format!("({cell})") };
    let behind = decision.scoring.with_error(candidate.behind, candidate.behind_se);
    shown.into_iter().map(bracketed).chain([behind]).collect()
}

/// How often a card reaches the goal: "57 %"; in few worlds "3 of 7", or "-" if the figure includes
/// playouts and so is no count.
pub fn success(decision: &Decision, candidate: &Candidate) -> String {
    let worlds = decision.worlds_behind(candidate);
    if candidate.gain.is_some() && worlds < ENOUGH_FOR_SHARES {
        return "-".to_owned();
    }
    share_of(candidate.figures.success, worlds)
}

/// The number of layouts behind a decision: "320 layouts, up to 96 of them played out", or, if
/// layouts were played out more than once, "80 layouts, up to 300 playouts of a card".
pub fn effort(decision: &Decision) -> String {
    let best = &decision.candidates[0];
    let layouts = counted(decision.worlds_behind(best), "layout");
    let most = decision.candidates.iter().map(|it| it.worlds).max().unwrap_or_default();
    match (best.gain, most) {
        (None, _) => layouts,
        (Some(_), 0) => format!("{layouts}, none of them played out"),
        (Some(_), most) if most > decision.solved => {
            format!("{layouts}, up to {most} playouts of a card")
        }
        (Some(_), most) => format!("{layouts}, up to {most} of them played out"),
    }
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

/// The cards of a play as text: "♥QJ", or "♥QJ ♣2" where other suits are equally good.
fn cards(cards: &[Card], pips: Pips) -> String {
    let hand: Hand = cards.iter().copied().collect();
    let suits = Suit::DESC.into_iter().filter(|&suit| !hand[suit].is_empty());
    suits.map(|suit| format!("{}{}", pips.suit(suit), hand[suit])).join(" ")
}
