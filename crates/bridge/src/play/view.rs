//! The view of one player: all that he may know.

use std::sync::Arc;

use super::position::legal_from;
use super::{Bidding, Board, DeclaredContract, History, IllegalPlay, Play, Position};
use crate::cards::{FullDeal, Hand, Seat, Side};

/// All that one player may know: his own hand, dummy's once it is faced, the calls and the cards.
///
/// It *holds* nothing else, so a result computed from a view cannot depend on a hidden card.
/// Beliefs, minds and searches are given views only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    seat: Seat,
    hand: Hand,
    dummy: Option<Hand>,
    bidding: Arc<Bidding>,
    history: History,
}

impl View {
    /// From a player's hand, and dummy's if it is faced.
    pub(super) fn of_hands(
        seat: Seat,
        (hand, dummy): (Hand, Option<Hand>),
        bidding: &Arc<Bidding>,
        history: &History,
    ) -> Self {
        Self { seat, hand, dummy, bidding: Arc::clone(bidding), history: history.clone() }
    }

    /// The player's view after the first `n` cards, or all of it if there are fewer.
    #[must_use]
    pub fn first(&self, n: usize) -> Self {
        let history = self.history.first(n);
        Self { dummy: self.dummy.filter(|_| history.dummy_is_faced()), history, ..self.clone() }
    }

    /// The player whose view it is; never dummy.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's side.
    pub const fn side(&self) -> Side {
        Side::of(self.seat)
    }

    /// Dealer, vulnerability, auction and contract.
    pub const fn bidding(&self) -> &Arc<Bidding> {
        &self.bidding
    }

    /// The contract.
    pub fn contract(&self) -> DeclaredContract {
        self.bidding.contract()
    }

    /// The cards played so far and the tricks won.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The thirteen cards that a seat was dealt, if this player sees them.
    pub fn dealt(&self, seat: Seat) -> Option<Hand> {
        if seat == self.seat {
            Some(self.hand)
        } else if seat == self.contract().dummy() {
            self.dummy
        } else {
            None
        }
    }

    /// The cards that a seat has left, if this player sees them.
    pub fn left(&self, seat: Seat) -> Option<Hand> {
        self.dealt(seat).map(|hand| hand - self.history.cards_of(seat))
    }

    /// The seats whose hands this player does not see, clockwise from North: two, or three before
    /// the opening lead.
    pub fn hidden(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.dealt(seat).is_none()).collect()
    }

    /// The cards dealt to the hidden hands, including those played since.
    pub fn unseen(&self) -> Hand {
        Hand::ALL - self.hand - self.dummy.unwrap_or(Hand::EMPTY)
    }

    /// Whether it is this player's turn to choose a card (declarer chooses dummy's).
    pub fn is_deciding(&self) -> bool {
        self.history.decider() == self.seat
    }

    /// The cards he may legally play now; empty when it is not his turn.
    pub fn legal(&self) -> Hand {
        if !self.is_deciding() {
            return Hand::EMPTY;
        }
        let hand = self.left(self.history.to_play()).expect("the decider sees the hand he plays");
        legal_from(hand, self.history.trick().suit_led())
    }

    /// The board and the play so far, if the four hands were dealt like this.
    ///
    /// `view.imagine(deal)?.view(view.seat()) == view` whenever the deal agrees with the hands that
    /// this player sees.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`] when the cards could not have been played from this deal.
    pub fn imagine(&self, deal: FullDeal) -> Result<Play, IllegalPlay> {
        let mut play = Play::new(Board::new(deal, Arc::clone(&self.bidding)));
        for played in self.history.played() {
            play.play(played.card)?;
        }
        Ok(play)
    }

    /// The position that [`View::imagine`] reaches, without its history. `None` if the cards played
    /// do not fit the deal; revokes are not noticed.
    pub fn position(&self, deal: &FullDeal) -> Option<Position> {
        self.history.position(deal)
    }

    /// The score for this player's side when it takes `more` of the tricks left, or all of them if
    /// `more` is too large.
    pub fn score_with(&self, more: u8) -> i32 {
        let tricks = self.history.declarers_with(self.side(), more);
        self.contract().score(tricks, self.bidding.vulnerability(), self.side())
    }

    /// The most that one of the tricks left may be worth, in points: the contract while it is in
    /// doubt, otherwise an overtrick or an undertrick. 0 when no trick is left.
    pub fn stake(&self) -> f64 {
        let left = 13 - self.history.tricks_played();
        let worth = (0..left).map(|more| self.score_with(more).abs_diff(self.score_with(more + 1)));
        worth.max().map_or(0.0, f64::from)
    }

    /// Whether this player's side reaches its goal, making or defeating the contract, when it takes
    /// `more` of the tricks left.
    pub fn reaches_goal(&self, more: u8) -> bool {
        let contract = self.contract();
        let is_made = self.history.declarers_with(self.side(), more) >= contract.goal();
        is_made == (self.side() == contract.declaring_side())
    }
}

impl Play {
    /// The view of a player now. For dummy's seat this is declarer's view, since declarer chooses
    /// dummy's cards.
    pub fn view(&self, seat: Seat) -> View {
        let contract = self.bidding().contract();
        let seat = contract.decider(seat);
        let dummy = self.history().dummy_is_faced().then(|| self.deal()[contract.dummy()]);
        View::of_hands(seat, (self.deal()[seat], dummy), self.bidding(), self.history())
    }
}
