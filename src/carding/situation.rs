//! The public circumstances in which a card is played.

use crate::cards::{Card, Hand, Holding, Seat, Suit};
use crate::play::{DeclaredContract, History, Played, Trick};

/// A player is about to lead a suit or to follow to it: what the whole table sees of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// The player.
    pub seat: Seat,
    /// The suit that he leads or follows to.
    pub suit: Suit,
    /// The contract.
    pub contract: DeclaredContract,
    /// The number of the trick, from 0.
    pub trick_number: u8,
    /// The trick so far.
    pub trick: Trick,
    /// The cards of the suit that he has played before.
    pub before: Holding,
    /// What dummy has left of the suit, once dummy is faced.
    pub dummy: Option<Holding>,
}

impl Situation {
    /// The circumstances of every card played so far that was led or followed suit, in order.
    /// Discards and ruffs are left out. `dummy` is dummy's hand as dealt, if it is faced.
    pub fn of_history(history: &History, dummy: Option<Hand>) -> Vec<(Played, Self)> {
        let contract = history.contract();
        let mut found = Vec::new();
        let mut trick = Trick::new(contract.opening_leader());
        let mut played_by = crate::cards::BySeat::from_fn(|_| Hand::EMPTY);
        for &played in history.played() {
            if played.place == 0 {
                trick = Trick::new(played.seat);
            }
            let suit = played.card.suit;
            if played.led == suit {
                let faced = played.place > 0 || played.trick > 0;
                let seen = dummy.filter(|_| faced);
                let situation = Self {
                    seat: played.seat,
                    suit,
                    contract,
                    trick_number: played.trick,
                    trick,
                    before: played_by[played.seat][suit],
                    dummy: seen.map(|hand| hand[suit] - played_by[contract.dummy()][suit]),
                };
                found.push((played, situation));
            }
            trick.push(played.card);
            played_by[played.seat].insert(played.card);
        }
        found
    }

    /// The circumstances in which the next card is played if it is of that suit.
    pub fn now(history: &History, dummy: Option<Hand>, suit: Suit) -> Self {
        let contract = history.contract();
        Self {
            seat: history.to_play(),
            suit,
            contract,
            trick_number: history.tricks_played(),
            trick: *history.trick(),
            before: history.cards_of(history.to_play())[suit],
            dummy: dummy.map(|hand| hand[suit] - history.cards_of(contract.dummy())[suit]),
        }
    }

    /// Whether the player is a defender.
    pub fn is_defender(&self) -> bool {
        !self.contract.declaring_side().has(self.seat)
    }

    /// Whether he leads.
    pub const fn is_lead(&self) -> bool {
        self.trick.is_empty()
    }

    /// Whether it is the opening lead.
    pub const fn is_opening_lead(&self) -> bool {
        self.trick_number == 0 && self.trick.is_empty()
    }

    /// Whether he follows to a lead from declarer or dummy.
    pub fn follows_declarer(&self) -> bool {
        !self.is_lead() && self.contract.declaring_side().has(self.trick.leader())
    }

    /// Whether a card of the suit, played by the last hand, would win the trick.
    pub fn wins_the_trick(&self, card: Card) -> bool {
        let mut trick = self.trick;
        if trick.len() != 3 {
            return false;
        }
        trick.push(card);
        trick.winner(self.contract.strain()).is_some_and(|(winner, _)| winner == self.seat)
    }
}
