//! The luck of a playout: what its random draws were worth.
//!
//! An imagined player draws his card by known probabilities. The worth of the card drawn, less the
//! mean of all by their probabilities, is luck: its mean is 0, whatever the candidate. So a
//! candidate's score less its luck has the same mean and a smaller deviation, as far as double
//! dummy, on the imagined layout, predicts what cards bring. Poker judges players by fewer hands in
//! this way ("AIVAT", Burch and others 2018). Matches do the same with what persons draw
//! (`table::luck` in the laboratory).

use crate::cards::{Card, Side};
use crate::dd::Solver;
use crate::play::Play;

/// The tricks left from which on luck is measured: with so many a layout is solved in the time of
/// two glances. Earlier draws would cost more than they tell.
const FROM: u8 = 8;

/// The share of the luck that the outcome keeps, since the players err again before the end. It is
/// the slope of the edge of one card over another on the luck ascribed to it.
///
/// Measured at 146 decisions of people in the second to the sixth trick, 24 layouts each, two
/// playouts of either card: 0.72, between 0.66 and 0.75 by the trick; judged at 149 others of later
/// boards: 0.68 (`research/playouts-history.md`).
const KEPT: f64 = 0.7;

/// The luck in one playout, for the side of the decider.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Luck {
    /// By the number of further tricks of the side, double dummy, summed over the draws: 1 for the
    /// card that was drawn, less the probability of drawing one with that number.
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
        // By differences, so that among cards of equal worth there is no luck, not even that of
        // rounding.
        for (other, odds) in odds {
            let other = expected(*other);
            if other != drawn {
                self.more[drawn] += *odds as f32;
                self.more[other] -= *odds as f32;
            }
        }
    }

    /// The part of the luck that the outcome keeps, if `of` gives the worth of further tricks.
    pub(super) fn worth(&self, of: impl Fn(u8) -> f64) -> f64 {
        let each = (0..).zip(self.more).filter(|(_, more)| *more != 0.0);
        KEPT * each.map(|(tricks, more)| f64::from(more) * of(tricks)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::play;
    use super::*;

    /// The play of a board by the lowest legal cards, from the first to the last.
    fn moments(contract: &str) -> Vec<Play> {
        let mut play = play(contract, &[]);
        let mut moments = Vec::new();
        while let Some(lowest) = play.legal().iter().next_back() {
            moments.push(play.clone());
            play.play(lowest).unwrap();
        }
        moments
    }

    /// Probabilities of the legal cards, no two of them the same.
    fn odds(play: &Play) -> Vec<(Card, f64)> {
        let n = play.legal().len() as f64;
        let share = |nth: usize| (nth + 1) as f64 / (n * (n + 1.0) / 2.0);
        play.legal().iter().enumerate().map(|(nth, card)| (card, share(nth))).collect()
    }

    /// The tricks of a side after a card, if nobody errs from then on.
    fn tricks_after(play: &Play, card: Card, side: Side, solver: &mut Solver) -> u8 {
        let next = play.with(card).unwrap();
        let left = 13 - next.history().tricks_played();
        let of_next = if next.is_over() { 0 } else { solver.tricks(next.position()) };
        let is_own = !next.is_over() && Side::of(next.history().to_play()) == side;
        next.history().tricks_won(side) + if is_own { of_next } else { left - of_next }
    }

    /// Luck is the worth of the card less the mean over all that could be drawn: so its mean is 0,
    /// and what one side gains the other loses. Tricks count from the decision on.
    #[test]
    fn luck_is_what_was_drawn_less_what_is_drawn_in_the_mean() {
        let mut solver = Solver::new();
        let mut lucky = 0;
        for contract in ["3NT", "4S", "2HX"] {
            let moments = moments(contract);
            for (decision, side) in
                [(0, Side::NorthSouth), (21, Side::NorthSouth), (26, Side::EastWest)]
            {
                let won = moments[decision].history().tricks_won(side);
                for play in &moments[decision..] {
                    let each = odds(play);
                    let after: Vec<u8> = each
                        .iter()
                        .map(|(card, _)| tricks_after(play, *card, side, &mut solver) - won)
                        .collect();
                    for (at, &(card, _)) in each.iter().enumerate() {
                        let mut luck = Luck::default();
                        luck.add(&(card, each.clone()), play, (side, won), &mut solver);
                        for worth in [f64::from, |tricks| f64::from(tricks).powi(2)] {
                            let mean: f64 = each
                                .iter()
                                .zip(&after)
                                .map(|((_, odds), &it)| odds * worth(it))
                                .sum();
                            let is_measured = 13 - play.history().tricks_played() <= FROM;
                            let expected =
                                if is_measured { KEPT * (worth(after[at]) - mean) } else { 0.0 };
                            let found = luck.worth(worth);
                            assert!(
                                (found - expected).abs() < 1e-3,
                                "{contract} {card}: {found} {expected}"
                            );
                            lucky += usize::from(found.abs() > 0.01);
                        }
                    }
                }
            }
        }
        assert!(lucky > 100, "{lucky} draws had luck in them");
    }

    /// Among cards of equal worth there is no luck, not even by rounding.
    #[test]
    fn there_is_no_luck_among_equals() {
        let mut solver = Solver::new();
        for play in moments("3NT") {
            let values = solver.cards(play.position());
            if play.legal().iter().all(|card| values.value(card) == Some(values.best())) {
                let card = play.legal().iter().next().unwrap();
                let mut luck = Luck::default();
                luck.add(&(card, odds(&play)), &play, (Side::NorthSouth, 0), &mut solver);
                assert_eq!(luck, Luck::default());
            }
        }
    }
}
