//! The costs of the cards of a play, double dummy.

use super::Solver;
use crate::cards::{Card, Seat, Side, display_order};
use crate::play::{IllegalPlay, Position};

/// A card of a play with its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardCost {
    /// Whose card it is.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The tricks that it gave away: the difference to the best card, when nobody errs afterwards.
    pub tricks: u8,
}

/// The value of a position, and the cost of each card played from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayCosts {
    /// The tricks that North and South take from the position on, when nobody errs.
    pub value: u8,
    /// The cards, in the order of play.
    pub cards: Vec<CardCost>,
}

impl Solver {
    /// The play of both sides from a position to its end when nobody errs. Among equal cards each
    /// hand plays the lowest, of several suits the first as hands are sorted.
    ///
    /// ```
    /// use falsecard::cards::{BySeat, Seat, Strain, pbn_name};
    /// use falsecard::dd::Solver;
    /// use falsecard::play::Position;
    ///
    /// // West takes one trick whatever he leads: he leads the queen, and North takes it.
    /// let hands = ["K2...", "J3...", "T4...", "AQ..."].map(|hand| hand.parse().unwrap());
    /// let hands = BySeat::from_fn(|seat| hands[seat as usize]);
    /// let position = Position::new(hands, Strain::Notrump, Seat::West).unwrap();
    /// let line: Vec<String> = Solver::new().line(position).into_iter().map(pbn_name).collect();
    /// assert_eq!(line[..4], ["SQ", "SK", "S3", "S4"]);
    /// ```
    pub fn line(&mut self, position: Position) -> Vec<Card> {
        let mut now = position;
        let mut line = Vec::new();
        while !now.is_over() {
            let best = self.cards(&now).optimal();
            let card = best.iter().min_by_key(|&card| (card.rank.get(), display_order(card)));
            let Some(card) = card.filter(|&card| now.play(card).is_ok()) else { break };
            line.push(card);
        }
        line
    }

    /// The cost of each card of a play that begins in this position.
    ///
    /// ```
    /// use falsecard::cards::{BySeat, Seat, Strain};
    /// use falsecard::dd::Solver;
    /// use falsecard::play::Position;
    ///
    /// // West leads the ace, and North throws the king below it: West's queen is good now.
    /// let hands = ["K2...", "J..2.", "T..3.", "AQ..."].map(|hand| hand.parse().unwrap());
    /// let hands = BySeat::from_fn(|seat| hands[seat as usize]);
    /// let position = Position::new(hands, Strain::Notrump, Seat::West).unwrap();
    /// let cards = ["SA", "SK", "SJ", "ST"].map(|card| card.parse().unwrap());
    /// let costs = Solver::new().costs(position, &cards)?;
    /// let given: Vec<u8> = costs.cards.iter().map(|cost| cost.tricks).collect();
    /// assert_eq!((costs.value, given), (1, vec![0, 1, 0, 0]));
    /// # Ok::<(), falsecard::play::IllegalPlay>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`] for a card that cannot be played.
    pub fn costs(&mut self, position: Position, cards: &[Card]) -> Result<PlayCosts, IllegalPlay> {
        let value = position.tricks_of(Side::NorthSouth, self.tricks(&position));
        let mut now = position;
        let mut cost = |&card: &Card| {
            let (seat, values) = (now.to_play(), self.cards(&now));
            now.play(card)?;
            let tricks = values.best() - values.value(card).unwrap_or_else(|| values.best());
            Ok(CardCost { seat, card, tricks })
        };
        let cards = cards.iter().map(&mut cost).collect::<Result<_, _>>()?;
        Ok(PlayCosts { value, cards })
    }
}
