//! The play of a board so far, with all four hands known.

use std::sync::Arc;

use super::{Bidding, Board, History, IllegalPlay, Position};
use crate::cards::{BySeat, Card, FullDeal, Hand, Side};

/// A board and the cards played so far.
///
/// A search plays its imagined worlds out as `Play`s, under the same laws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    board: Board,
    position: Position,
    history: History,
}

impl Play {
    /// The board before the opening lead.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use falsecard::cards::{Auction, Seat, Vulnerability};
    /// use falsecard::play::{Bidding, Board, DeclaredContract, Play};
    ///
    /// let contract = DeclaredContract { contract: "1NT".parse()?, declarer: Seat::South };
    /// let calls = "1NT P P P".parse()?;
    /// let bidding = Bidding::new(Seat::South, Vulnerability::NONE, calls, contract)?;
    /// let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543".parse()?;
    /// let mut play = Play::new(Board::new(deal, Arc::new(bidding)));
    /// play.play("H6".parse()?)?;
    /// let revoke = play.clone().play("S4".parse()?).unwrap_err();
    /// assert!(revoke.to_string().starts_with("law 44C: North holds a heart"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(board: Board) -> Self {
        let contract = board.bidding.contract();
        let hands = BySeat::from_fn(|seat| board.deal[seat]);
        let position = Position::new(hands, contract.strain(), contract.opening_leader())
            .expect("a full deal has four disjoint hands of thirteen");
        Self { position, history: History::new(contract), board }
    }

    /// Plays a card.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`]; the play is then unchanged.
    pub fn play(&mut self, card: Card) -> Result<(), IllegalPlay> {
        self.position.play(card)?;
        self.history.push(card);
        Ok(())
    }

    /// This play with one more card.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`].
    pub fn with(&self, card: Card) -> Result<Self, IllegalPlay> {
        let mut next = self.clone();
        next.play(card)?;
        Ok(next)
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Dealer, vulnerability, auction and contract.
    pub const fn bidding(&self) -> &Arc<Bidding> {
        &self.board.bidding
    }

    /// The four hands as dealt.
    pub const fn deal(&self) -> &FullDeal {
        &self.board.deal
    }

    /// The cards played so far and the tricks won.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The cards left and the trick in progress.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The cards that may legally be played now.
    pub fn legal(&self) -> Hand {
        self.position.legal()
    }

    /// Whether all the cards have been played.
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The score for `side` when it takes `more` of the tricks left, or all of them if `more` is
    /// too large.
    pub fn score_with(&self, side: Side, more: u8) -> i32 {
        let tricks = self.history.declarers_with(side, more);
        self.bidding().contract().score(tricks, self.bidding().vulnerability(), side)
    }
}
