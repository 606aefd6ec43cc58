//! The view of one player: all that he may know.

use std::sync::Arc;

use super::position::legal_from;
use super::{
    Bidding, Board, DeclaredContract, History, IllegalPlay, IllegalView, PartialPlay, Play,
    Position,
};
use crate::cards::{BySeat, Card, FullDeal, Hand, Seat, Side};

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
    /// A view from a player's thirteen cards as dealt, dummy's thirteen once a card has been led
    /// (also when the player is declarer), the bidding, and the cards in the order of play.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use falsecard::cards::{Auction, Seat, Vulnerability};
    /// use falsecard::play::{Bidding, DeclaredContract, View};
    ///
    /// let contract = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
    /// let auction = "2NT P 3NT P P P".parse()?;
    /// let bidding = Arc::new(Bidding::new(Seat::South, Vulnerability::NONE, auction, contract)?);
    /// let (east, dummy) = ("QJT.KJT9.QJT9.K2".parse()?, "432.32.32.AJT987".parse()?);
    /// let played = ["H6".parse()?, "H2".parse()?];
    /// let view = View::new(Seat::East, east, Some(dummy), bidding.clone(), &played)?;
    /// assert_eq!(view.legal(), ".KJT9..".parse()?);
    ///
    /// let faulty = View::new(Seat::East, east, Some(east), bidding, &played).unwrap_err();
    /// assert!(faulty.to_string().starts_with("law 1: there is one ♠"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalView`], with the law broken: a hand without exactly thirteen cards, a card in two
    /// hands, dummy's hand missing or given too early, dummy's own seat, or a card that cannot have
    /// been played.
    pub fn new(
        seat: Seat,
        hand: Hand,
        dummy: Option<Hand>,
        bidding: Arc<Bidding>,
        played: &[Card],
    ) -> Result<Self, IllegalView> {
        let faced = bidding.contract().dummy();
        if seat == faced {
            return Err(IllegalView::Dummy { seat });
        }
        if dummy.is_some() && played.is_empty() {
            return Err(IllegalView::DummyTooEarly { dummy: faced });
        }
        let mut hands = BySeat::default();
        (hands[seat], hands[faced]) = (Some(hand), dummy);
        let mut play = PartialPlay::new(hands, bidding)?;
        for (at, &card) in played.iter().enumerate() {
            play.play(card).map_err(|why| IllegalView::Card { number: at + 1, why })?;
        }
        play.view(seat)
    }

    pub(super) fn of(play: &Play, seat: Seat) -> Self {
        let contract = play.bidding().contract();
        let seat = contract.decider(seat);
        let dummy = play.history().dummy_is_faced().then(|| play.deal()[contract.dummy()]);
        Self::of_hands(seat, (play.deal()[seat], dummy), play.bidding(), play.history())
    }

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
