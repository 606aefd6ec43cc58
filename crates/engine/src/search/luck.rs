//! What chance does in a playout.
//!
//! An imagined player draws his card by known odds. What the card that he draws is worth beyond the mean of all, weighed by their odds, is
//! luck: nothing in the mean, whatever the candidate. So a candidate's score less its luck has the same mean and a smaller deviation, as
//! far as double dummy, on the imagined layout, foretells what cards bring. Poker judges players by fewer hands in this way ("AIVAT",
//! Burch and others 2018).

use crate::cards::{Card, Side};
use crate::dd::Solver;
use crate::play::Play;

/// Luck is measured from here on: with this many tricks left a layout is solved in the time of two glances. Earlier draws would cost more
/// than they tell.
const FROM: u8 = 8;

/// The share of the luck that the outcome keeps: the players err again before the end. It is the slope of the lead of one card over
/// another on what luck is said to be worth.
///
/// Measured at 146 decisions of people in the second to the sixth trick, 24 layouts each, two playouts of either card: 0.72, between 0.66
/// and 0.75 by the trick (`docs/playouts.md`).
const KEPT: f64 = 0.7;

/// The luck in one playout, for the side of the decider.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Luck {
    /// How many times more than in the mean of all draws, by the further tricks of the side that double dummy then expected.
    more: [f32; 14],
}

impl Luck {
    /// Adds the luck of a draw, after `won` tricks that the side had already won when it decided.
    pub(super) fn add(
        &mut self,
        (card, odds): &(Card, Vec<(Card, f64)>),
        play: &Play,
        (side, won): (Side, u8),
        solver: &mut Solver,
    ) {
        let left = 13 - play.history().tricks_played();
        if left > FROM || odds.len() < 2 {
            return;
        }
        let values = solver.cards(play.position());
        let is_own = Side::of(play.history().to_play()) == side;
        let since = play.history().tricks_won(side) - won;
        let expected = |card| {
            let tricks = values.value(card).expect("a player draws from his legal cards");
            usize::from(since + if is_own { tricks } else { left - tricks })
        };
        let drawn = expected(*card);
        // By differences, so that among cards of equal worth there is no luck, not even that of rounding.
        for (other, odds) in odds {
            let other = expected(*other);
            if other != drawn {
                self.more[drawn] += *odds as f32;
                self.more[other] -= *odds as f32;
            }
        }
    }

    /// What the outcome keeps of it, where so many further tricks are worth so much.
    pub(super) fn worth(&self, of: impl Fn(u8) -> f64) -> f64 {
        let each = (0..).zip(self.more).filter(|(_, more)| *more != 0.0);
        KEPT * each.map(|(tricks, more)| f64::from(more) * of(tricks)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cards::{Auction, Seat, Vulnerability};
    use crate::play::{Bidding, Board, DeclaredContract};

    const DEAL: &str = "N:AKQ2.8765.A54.32 T98.AK2.K32.KJT9 J76.QJ3.QJT9.AQ8 543.T94.876.7654";

    /// The play of a board by the lowest legal cards, from the first to the last.
    fn moments() -> Vec<Play> {
        let contract = DeclaredContract { contract: "3NT".parse().unwrap(), declarer: Seat::South };
        let bidding = Bidding::new(Seat::South, Vulnerability::NONE, Auction::new(), contract);
        let mut play = Play::new(Board::new(DEAL.parse().unwrap(), Arc::new(bidding.unwrap())));
        let mut moments = Vec::new();
        while let Some(lowest) = play.legal().iter().next_back() {
            moments.push(play.clone());
            play.play(lowest).unwrap();
        }
        moments
    }

    /// Odds of the legal cards, no two of them the same.
    fn odds(play: &Play) -> Vec<(Card, f64)> {
        let n = play.legal().len() as f64;
        let share = |nth: usize| (nth + 1) as f64 / (n * (n + 1.0) / 2.0);
        play.legal().iter().enumerate().map(|(nth, card)| (card, share(nth))).collect()
    }

    /// The luck of a draw, where more tricks are worth more.
    fn worth(play: &Play, card: Card, side: Side, solver: &mut Solver) -> f64 {
        let mut luck = Luck::default();
        luck.add(&(card, odds(play)), play, (side, 0), solver);
        luck.worth(|tricks| f64::from(tricks).powi(2))
    }

    #[test]
    fn luck_is_nothing_in_the_mean_and_what_one_side_gains_the_other_loses() {
        let mut solver = Solver::new();
        let mut lucky = 0;
        for play in moments() {
            let of_side = Side::of(play.history().to_play());
            for side in [of_side, of_side.other()] {
                let each = odds(&play).into_iter();
                let each: Vec<(f64, f64)> = each
                    .map(|(card, odds)| (odds, worth(&play, card, side, &mut solver)))
                    .collect();
                let mean: f64 = each.iter().map(|(odds, luck)| odds * luck).sum();
                assert!(mean.abs() < 1e-4, "{mean}");
                lucky += each.iter().filter(|(_, luck)| luck.abs() > 0.01).count();
            }
            let values = solver.cards(play.position());
            for (card, _) in odds(&play) {
                let own = worth(&play, card, of_side, &mut solver);
                let theirs = worth(&play, card, of_side.other(), &mut solver);
                let is_best = values.value(card) == Some(values.best());
                assert!(own * theirs <= 0.0 && (!is_best || own >= 0.0), "{card}: {own} {theirs}");
            }
        }
        assert!(lucky > 10, "{lucky} draws had luck in them");
    }

    /// Where cards are worth as much, and where it would take too long, there is none, not even by rounding.
    #[test]
    fn there_is_no_luck_among_equals() {
        let mut solver = Solver::new();
        for play in moments() {
            let values = solver.cards(play.position());
            let are_equal =
                play.legal().iter().all(|card| values.value(card) == Some(values.best()));
            if are_equal || 13 - play.history().tricks_played() > FROM {
                let card = play.legal().iter().next().unwrap();
                let mut luck = Luck::default();
                luck.add(&(card, odds(&play)), &play, (Side::NorthSouth, 0), &mut solver);
                assert_eq!(luck, Luck::default());
            }
        }
    }
}
