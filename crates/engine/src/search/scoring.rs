//! The one place where tricks become scores.
//!
//! What a result is worth depends on the other results of its board. A player cannot know those.
//! But he can ask what each of his legal cards would have led to with the same four hands: in every
//! world these are the field. So the score of a card in a world follows from the tricks of all
//! cards in that world alone, whether they were solved or played out; and every search judges cards
//! by it.
//!
//! - **Points**: the score; there is no field.
//! - **IMPs**: the mean of the IMPs against each card that the other table may have chosen, his own
//!   among them, which is worth none ("cross-IMPs", PBN's `Cross1`). So a card gains over another
//!   just what the difference of their scores is worth when nothing else is in the field, and all
//!   cards of a world together score 0.
//! - **Matchpoints**: the share of the other cards that it beats, half for those that it ties. All
//!   `n` cards of a world together score `n / 2`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::posterior::shortfall;
use super::scale::Scale;
use crate::cards::Card;
use crate::mind::Assessment;
use crate::play::{Scoring, View, imps};
use crate::work::mean_and_error;

/// A figure of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultMeasure {
    /// Whether the decider's side reaches its goal: 1 or 0.
    Goal,
    /// The total tricks of the decider's side.
    Tricks,
    /// The score.
    By(Scoring),
}

/// What a card comes to by whatever is played for.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Figures {
    /// The share of worlds in which the decider's side reaches its goal: makes the contract, or
    /// defeats it.
    pub success: f64,
    /// The total tricks of the decider's side, including those that it has already won.
    pub tricks: f64,
    /// The IMPs against all the cards that could be played here, each as likely at the other table.
    pub imps: f64,
    /// The share of the other cards that are beaten, half for ties.
    pub matchpoints: f64,
}

impl Figures {
    /// The measures of the figures.
    pub(super) const MEASURES: [ResultMeasure; 4] = [
        ResultMeasure::Goal,
        ResultMeasure::Tricks,
        ResultMeasure::By(Scoring::Imps),
        ResultMeasure::By(Scoring::Matchpoints),
    ];

    /// Figures in the order of [`Figures::MEASURES`]. Impossible values are moved to the nearest
    /// possible ones.
    pub(super) const fn of([success, tricks, imps, matchpoints]: [f64; 4]) -> Self {
        Self {
            success: success.clamp(0.0, 1.0),
            tricks: tricks.clamp(0.0, 13.0),
            imps,
            matchpoints: matchpoints.clamp(0.0, 1.0),
        }
    }
}

/// The tricks of every legal card in every world of a decision, with their scores.
pub(super) struct Judge {
    cards: Vec<Card>,
    scoring: Scoring,
    scale: Scale,
    /// The score of each number of further tricks, in points, and whether the decider's side
    /// reaches its goal with them.
    results: [(i32, bool); 14],
    /// The tricks that the decider's side has won already.
    won: u8,
    /// By card and world: the further tricks of the decider's side, double dummy.
    tricks: Vec<Vec<u8>>,
    /// By card and world: their scores.
    scores: Vec<Vec<f64>>,
}

/// The tricks of a card in a world, if it was played out there.
pub(super) type PlayedOut<'a> = &'a dyn Fn(usize) -> Option<u8>;

impl Judge {
    pub(super) fn new(view: &View, assessment: &Assessment, scoring: Scoring) -> Self {
        let left = 13 - view.history().tricks_played();
        let columns = 0..assessment.cards().len();
        let result = |more: u8| (view.score_with(more), view.reaches_goal(more));
        let mut judge = Self {
            cards: assessment.cards().to_vec(),
            scoring,
            scale: Scale::of(view, scoring),
            results: std::array::from_fn(|more| result((more as u8).min(left))),
            won: view.history().tricks_won(view.side()),
            tricks: columns.clone().map(|column| assessment.tricks(column).collect()).collect(),
            scores: Vec::new(),
        };
        judge.scores =
            columns.map(|column| judge.solved(ResultMeasure::By(scoring), column)).collect();
        judge
    }

    /// What is played for.
    pub(super) const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The scale of its scores.
    pub(super) const fn scale(&self) -> Scale {
        self.scale
    }

    /// The legal cards, in the order of the assessment.
    pub(super) fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The number of worlds.
    pub(super) fn worlds(&self) -> usize {
        self.scores.first().map_or(0, Vec::len)
    }

    /// The double-dummy figures of a card.
    pub(super) fn figures(&self, column: usize) -> Figures {
        Figures::of(Figures::MEASURES.map(|measure| self.mean_by(measure, column)))
    }

    /// The double-dummy mean of a card by a measure, 0 without worlds.
    pub(super) fn mean_by(&self, measure: ResultMeasure, column: usize) -> f64 {
        mean_and_error(&self.double_dummy(measure, column)).0
    }

    /// The double-dummy scores of a card, one a world.
    pub(super) fn scores(&self, column: usize) -> &[f64] {
        &self.scores[column]
    }

    /// Whether two cards are of one suit and equal in every world.
    pub(super) fn are_level(&self, one: usize, other: usize) -> bool {
        let mut pairs = self.scores[one].iter().zip(&self.scores[other]);
        self.cards[one].suit == self.cards[other].suit
            && pairs.all(|(a, b)| (a - b).abs() < f64::EPSILON)
    }

    /// The double-dummy mean score of a card, 0 without worlds.
    pub(super) fn mean(&self, column: usize) -> f64 {
        let scores = &self.scores[column];
        if scores.is_empty() { 0.0 } else { scores.iter().sum::<f64>() / scores.len() as f64 }
    }

    /// The expected gain of more worlds by a changed choice: over all rivals of the best card, the
    /// sum of how far it may then fall behind (the value of sample information; Raiffa and
    /// Schlaifer 1961).
    pub(super) fn worth_of_more(&self, more: usize) -> f64 {
        let better = |a: usize, b: usize| if self.mean(b) > self.mean(a) { b } else { a };
        let best = (0..self.cards.len()).fold(0, better);
        let (n, more) = (self.worlds() as f64, more as f64);
        let gained = |rival: usize| {
            let ahead = self.scores[best].iter().zip(&self.scores[rival]).map(|(a, b)| a - b);
            let (mean, error) = mean_and_error(&ahead.collect::<Vec<_>>());
            // With all worlds the mean has a smaller error. The difference is how far the mean may
            // still move.
            shortfall(mean, error * (more / (n + more)).sqrt())
        };
        (0..self.cards.len()).filter(|&rival| rival != best).map(gained).sum()
    }

    /// The double-dummy values of a card by a measure, one a world.
    pub(super) fn double_dummy(&self, measure: ResultMeasure, column: usize) -> Cow<'_, [f64]> {
        if measure == ResultMeasure::By(self.scoring) {
            return Cow::Borrowed(&self.scores[column]);
        }
        Cow::Owned(self.solved(measure, column))
    }

    fn solved(&self, measure: ResultMeasure, column: usize) -> Vec<f64> {
        let worlds = 0..self.tricks[column].len();
        worlds.map(|world| self.worth(measure, world, column, &|_| None)).collect()
    }

    /// The value of a card in a world. Cards that were not played out there, itself or others of
    /// the field, count double dummy.
    pub(super) fn worth(
        &self,
        measure: ResultMeasure,
        world: usize,
        column: usize,
        played_out: PlayedOut,
    ) -> f64 {
        let tricks =
            |column: usize| played_out(column).unwrap_or_else(|| self.tricks[column][world]);
        let points = |column: usize| self.results[usize::from(tricks(column))].0;
        let n = self.cards.len();
        let others = || (0..n).filter(|&other| other != column).map(points);
        let mine = points(column);
        match measure {
            ResultMeasure::Goal => f64::from(u8::from(self.results[usize::from(tricks(column))].1)),
            ResultMeasure::Tricks => f64::from(self.won + tricks(column)),
            ResultMeasure::By(Scoring::Points) => f64::from(mine),
            ResultMeasure::By(Scoring::Imps) => {
                let sum: i32 = others().map(|other| imps(mine - other)).sum();
                f64::from(sum) / n as f64
            }
            ResultMeasure::By(Scoring::Matchpoints) => {
                let halves: i32 = others().map(|other| 1 + (mine - other).signum()).sum();
                if n > 1 { f64::from(halves) / 2.0 / (n - 1) as f64 } else { 0.5 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::play;
    use super::*;
    use crate::cards::Side;
    use crate::dd::Solver;

    /// Two decisions of either side, each with worlds in which the hidden hands are the true ones,
    /// or have changed places.
    fn judges(scoring: Scoring) -> Vec<(View, Judge)> {
        let moments: [&[&str]; 3] = [&["C7"], &["C7", "C3", "CK"], &["C7", "C3", "CK", "CA", "DQ"]];
        let judge = |cards: &&[&str]| {
            let play = play("3NT", cards);
            let view = play.view(play.history().decider());
            let assessment = Assessment::of(&view, &[*play.deal(); 3], &mut Solver::new());
            let judge = Judge::new(&view, &assessment, scoring);
            (view, judge)
        };
        moments.iter().map(judge).collect()
    }

    #[test]
    fn the_cards_of_a_world_share_what_there_is() {
        for scoring in [Scoring::Imps, Scoring::Matchpoints] {
            for (_, judge) in judges(scoring) {
                let (n, by) = (judge.cards().len(), ResultMeasure::By(scoring));
                let all = if scoring == Scoring::Imps { 0.0 } else { n as f64 / 2.0 };
                // However the cards fare: played out, or not.
                for turn in 0..7 {
                    let played = |column: usize| {
                        (!column.is_multiple_of(3)).then_some((column + turn) as u8 % 8)
                    };
                    let sum: f64 = (0..n).map(|column| judge.worth(by, 0, column, &played)).sum();
                    assert!((sum - all).abs() < 1e-9, "{scoring}: {sum} of {all}");
                }
            }
        }
    }

    /// One trick more is never worth less to the side that takes it, and never more than the stake
    /// beside the same field; by points it is worth what it is.
    #[test]
    fn more_tricks_are_never_worth_less() {
        for scoring in Scoring::ALL {
            for (view, judge) in judges(scoring) {
                let left = 13 - view.history().tricks_played();
                let by = ResultMeasure::By(scoring);
                for (more, field) in (0..left).flat_map(|more| (0..=left).map(move |it| (more, it)))
                {
                    let result = |of_first: u8, of_second: u8| {
                        let played = |column| [of_first, of_second].get(column).copied();
                        judge.worth(by, 0, 0, &|column| played(column).or(Some(field)))
                    };
                    let (few, many) = (result(more, field), result(more + 1, field));
                    assert!(few <= many, "{scoring}: {more} tricks {few}, one more {many}");
                    let ahead = result(more + 1, more) - result(more, more + 1);
                    assert!(ahead >= 0.0);
                    if scoring == Scoring::Points {
                        assert!((few - f64::from(view.score_with(more))).abs() < 1e-9);
                        assert!(many - few <= judge.scale().stake);
                    }
                }
            }
        }
    }

    /// The card that takes a trick more than all others is ahead of each of them by the stake at
    /// most, and by just that where the trick decides.
    #[test]
    fn the_stake_is_what_one_trick_may_be_worth() {
        for scoring in Scoring::ALL {
            for (view, judge) in judges(scoring) {
                let left = 13 - view.history().tricks_played();
                let lead = |more: u8| {
                    let played = |column: usize| Some(more + u8::from(column == 0));
                    let worth =
                        |column| judge.worth(ResultMeasure::By(scoring), 0, column, &played);
                    worth(0) - worth(1)
                };
                let most = (0..left).map(lead).fold(0.0, f64::max);
                assert!((most - judge.scale().stake).abs() < 1e-9, "{scoring}: {most}");
            }
        }
    }

    /// The value of more worlds grows with their number, from 0; it falls with the lead of the best
    /// card, and is 0 where all cards are equal in every world.
    #[test]
    fn more_worlds_may_gain_more() {
        let (_, judge) = judges(Scoring::Points).remove(0);
        let worth = |lead: f64, more: usize| {
            let rival = (0..120).map(|world| f64::from(world % 5) * 100.0 - 200.0 - lead).collect();
            let (cards, scores) = (judge.cards[..2].to_vec(), vec![vec![0.0; 120], rival]);
            Judge { cards, scores, tricks: Vec::new(), ..judge }.worth_of_more(more)
        };
        let [none, few, many] = [0, 40, 200].map(|more| worth(10.0, more));
        assert!(none <= 0.0 && none < few && few < many, "{none} {few} {many}");
        assert!(worth(60.0, 200) < many / 10.0);
        let level =
            Judge { scores: vec![vec![0.0; 120]; 2], cards: judge.cards[..2].to_vec(), ..judge };
        assert!(level.worth_of_more(200) <= 0.0);
    }

    /// What is good for declarer's side is bad for the defenders.
    #[test]
    fn either_side_counts_its_own_tricks() {
        for (view, judge) in judges(Scoring::Points) {
            let declares = view.side() == Side::NorthSouth;
            let goal = if declares { 9.0 } else { 5.0 };
            for column in 0..judge.cards().len() {
                let reached = judge.worth(ResultMeasure::Tricks, 0, column, &|_| None) >= goal;
                assert_eq!(reached, judge.mean(column) > 0.0);
            }
        }
    }

    #[test]
    fn who_has_no_choice_ties_with_the_field() {
        let mut play = play("3NT", &[]);
        while play.legal().len() > 1 {
            play.play(play.legal().iter().next().unwrap()).unwrap();
        }
        let view = play.view(play.history().decider());
        let assessment = Assessment::of(&view, &[*play.deal()], &mut Solver::new());
        let mean = |scoring| Judge::new(&view, &assessment, scoring).mean(0);
        assert!(mean(Scoring::Imps).abs() < 1e-9);
        assert!((mean(Scoring::Matchpoints) - 0.5).abs() < 1e-9);
    }
}
