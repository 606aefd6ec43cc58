//! The public history of the play: the cards, who played them, and who won the tricks.

use super::{DeclaredContract, Position, Trick};
use crate::cards::{BySeat, Card, FullDeal, Hand, Seat, Side, Suit};

/// A card that has been played, and its place in the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedCard {
    /// The hand that it came from: dummy for dummy's cards.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The suit led to its trick; for the lead, its own suit.
    pub led: Suit,
    /// Its place in the trick, 0 for the lead to 3.
    pub place: u8,
    /// The number of its trick, from 0.
    pub trick: u8,
}

/// The cards played so far and the tricks won: what everybody at the table has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    contract: DeclaredContract,
    played: Vec<PlayedCard>,
    /// The cards that each seat has played.
    cards: BySeat<Hand>,
    trick: Trick,
    declarer_tricks: u8,
}

impl History {
    /// Before the opening lead.
    pub fn new(contract: DeclaredContract) -> Self {
        Self {
            contract,
            played: Vec::with_capacity(52),
            cards: BySeat::from_fn(|_| Hand::EMPTY),
            trick: Trick::new(contract.opening_leader()),
            declarer_tricks: 0,
        }
    }

    /// The contract being played.
    pub const fn contract(&self) -> DeclaredContract {
        self.contract
    }

    /// All cards, in the order of play.
    pub fn played(&self) -> &[PlayedCard] {
        &self.played
    }

    /// The cards that one seat has played, in order.
    pub fn played_by(&self, seat: Seat) -> impl Iterator<Item = &PlayedCard> {
        self.played.iter().filter(move |played| played.seat == seat)
    }

    /// The cards that one seat has played, as a set.
    pub fn cards_of(&self, seat: Seat) -> Hand {
        self.cards[seat]
    }

    /// Whether the seat has failed to follow to a suit.
    pub fn has_shown_out(&self, seat: Seat, suit: Suit) -> bool {
        self.played_by(seat).any(|played| played.led == suit && played.card.suit != suit)
    }

    /// The trick in progress, 0 to 3 cards.
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// Whose turn it is.
    pub const fn to_play(&self) -> Seat {
        self.trick.to_play()
    }

    /// Who chooses the card now: declarer chooses dummy's.
    pub fn decider(&self) -> Seat {
        self.contract.decider(self.to_play())
    }

    /// Whether dummy's hand is on the table.
    pub fn dummy_is_faced(&self) -> bool {
        !self.played.is_empty()
    }

    /// The tricks that are complete.
    pub fn tricks_played(&self) -> u8 {
        (self.played.len() / 4) as u8
    }

    /// The tricks that a side has won.
    pub fn tricks_won(&self, side: Side) -> u8 {
        if side == self.contract.declaring_side() {
            self.declarer_tricks
        } else {
            self.tricks_played() - self.declarer_tricks
        }
    }

    /// Declarer's final number of tricks when a side takes `more` of the tricks left. If `more` is
    /// too large, the side takes all that are left.
    pub fn declarers_with(&self, side: Side, more: u8) -> u8 {
        let won = self.tricks_won(side) + more.min(13 - self.tricks_played());
        if side == self.contract.declaring_side() { won } else { 13 - won }
    }

    /// The history after the first `n` cards, or all of it if there are fewer.
    #[must_use]
    pub fn first(&self, n: usize) -> Self {
        let mut first = Self::new(self.contract);
        self.played.iter().take(n).for_each(|played| first.push(played.card));
        first
    }

    /// The cards left and the trick in progress, if the four hands were dealt like this. `None` if
    /// the cards played do not fit the deal; revokes are not noticed.
    pub fn position(&self, deal: &FullDeal) -> Option<Position> {
        let hands = BySeat::from_fn(|seat| deal[seat] - self.cards_of(seat));
        Position::resume(hands, self.contract.strain(), self.trick)
    }

    /// Records a card. The caller has checked that it is legal.
    pub(super) fn push(&mut self, card: Card) {
        let seat = self.trick.to_play();
        self.cards[seat].insert(card);
        self.played.push(PlayedCard {
            seat,
            card,
            led: self.trick.suit_led().unwrap_or(card.suit),
            place: self.trick.len() as u8,
            trick: self.tricks_played(),
        });
        self.trick.push(card);
        if self.trick.is_complete() {
            let winner = self.trick.winner(self.contract.strain());
            let (winner, _) = winner.expect("a complete trick has a winner");
            self.declarer_tricks += u8::from(self.contract.declaring_side().has(winner));
            self.trick = Trick::new(winner);
        }
    }
}
