//! What the table has seen of the play, card by card.

use super::Situation;
use crate::cards::{BySeat, BySuit, Card, Hand, Holding, Rank, Seat, Suit};
use crate::play::{DeclaredContract, History, PlayedCard, Trick};

/// The record of the play so far, as far as conventions ask for it.
pub(crate) struct PlayRecord {
    contract: DeclaredContract,
    /// Dummy's hand as dealt, if it is faced.
    dummy: Option<Hand>,
    trick: Trick,
    trick_number: u8,
    played_by: BySeat<Hand>,
    gone: Hand,
    first_leads: BySuit<Option<(Seat, Card)>>,
    opening: Option<Card>,
    last_led: Option<(Seat, Suit)>,
    /// How often each player has led each suit.
    leads: BySeat<BySuit<u8>>,
    /// How many cards of each suit each player has played to another suit's lead.
    thrown: BySeat<BySuit<u8>>,
    /// The suits that each player has failed to follow to.
    voids: BySeat<BySuit<bool>>,
    /// The trick in which declarer's side first led a suit that was not the defenders' opening.
    declarers_first_suit: Option<u8>,
}

impl PlayRecord {
    pub(crate) fn new(contract: DeclaredContract, dummy: Option<Hand>) -> Self {
        Self {
            contract,
            dummy,
            trick: Trick::new(contract.opening_leader()),
            trick_number: 0,
            played_by: BySeat::from_fn(|_| Hand::EMPTY),
            gone: Hand::EMPTY,
            first_leads: BySuit::default(),
            opening: None,
            last_led: None,
            leads: BySeat::default(),
            thrown: BySeat::default(),
            voids: BySeat::default(),
            declarers_first_suit: None,
        }
    }

    /// The situation in which the next card is played, if it is of that suit.
    pub(crate) fn situation(&self, suit: Suit) -> Situation {
        let seat = self.trick.to_play();
        let dummy = self.dummy.filter(|_| self.opening.is_some());
        Situation {
            seat,
            suit,
            contract: self.contract,
            trick_number: self.trick_number,
            trick: self.trick,
            before: self.played_by[seat][suit],
            gone: self.gone[suit],
            dummy: dummy.map(|hand| hand - self.played_by[self.contract.dummy()]),
            first_lead: self.first_leads[suit],
            opening: self.opening,
            discards: self.discards(seat),
            partner_is_void: self.voids[seat.partner()][suit],
            declarers_first_suit: self.declarers_first_suit == Some(self.trick_number),
            beaters: self.beaters(suit),
        }
    }

    /// The leader of the trick before this one, and its suit.
    pub(super) const fn last_led(&self) -> Option<(Seat, Suit)> {
        self.last_led
    }

    /// How often each player has led each suit.
    pub(super) const fn leads(&self) -> &BySeat<BySuit<u8>> {
        &self.leads
    }

    /// How many cards of each suit each player has played to another suit's lead: discards, and
    /// trumps with which he ruffed.
    pub(super) const fn thrown(&self) -> &BySeat<BySuit<u8>> {
        &self.thrown
    }

    /// How many cards a player has discarded.
    fn discards(&self, seat: Seat) -> u8 {
        let each = self.thrown[seat].iter();
        each.filter(|(suit, _)| Some(*suit) != self.contract.trumps())
            .map(|(_, number)| number)
            .sum()
    }

    /// The suits that each player has failed to follow to.
    pub(super) const fn voids(&self) -> &BySeat<BySuit<bool>> {
        &self.voids
    }

    /// The cards of the suit that would be winning the trick.
    fn beaters(&self, suit: Suit) -> Holding {
        let Some((_, winning)) = self.trick.winner(self.contract.strain()) else {
            return Holding::ALL;
        };
        if winning.suit == suit {
            above(winning.rank)
        } else if self.contract.trumps() == Some(suit) {
            Holding::ALL
        } else {
            Holding::EMPTY
        }
    }

    /// Records the next card, which must be legal.
    pub(crate) fn push(&mut self, card: Card) {
        let seat = self.trick.to_play();
        match self.trick.suit_led() {
            None => self.lead(seat, card),
            Some(led) if card.suit != led => {
                self.voids[seat][led] = true;
                self.thrown[seat][card.suit] += 1;
            }
            Some(_) => {}
        }
        self.trick.push(card);
        self.played_by[seat].insert(card);
        self.gone.insert(card);
        if self.trick.is_complete() {
            let winner = self.trick.winner(self.contract.strain());
            let (winner, _) = winner.expect("a complete trick has a winner");
            self.last_led = self.trick.suit_led().map(|suit| (self.trick.leader(), suit));
            self.trick = Trick::new(winner);
            self.trick_number += 1;
        }
    }

    fn lead(&mut self, seat: Seat, card: Card) {
        self.leads[seat][card.suit] += 1;
        let opening = *self.opening.get_or_insert(card);
        self.first_leads[card.suit].get_or_insert((seat, card));
        if self.contract.declaring_side().has(seat) && card.suit != opening.suit {
            self.declarers_first_suit.get_or_insert(self.trick_number);
        }
    }
}

impl Situation {
    /// The situation of every card played so far, in order. `dummy` is dummy's hand as dealt, if it
    /// is faced.
    ///
    /// If a suit was led again and the leader's partner had no card of it, the lead is taken to
    /// have been for a ruff: in hindsight everybody knows its purpose.
    pub fn of_history(history: &History, dummy: Option<Hand>) -> Vec<(PlayedCard, Self)> {
        let mut record = PlayRecord::new(history.contract(), dummy);
        let mut found = Vec::with_capacity(history.played().len());
        for (at, &played) in history.played().iter().enumerate() {
            let situation = record.situation(played.card.suit);
            let partners = history.played().get(at + 2).map(|it| it.card);
            found.push((played, situation.in_hindsight(partners)));
            record.push(played.card);
        }
        found
    }

    /// The situation in which the next card is played, if it is of that suit.
    pub fn now(history: &History, dummy: Option<Hand>, suit: Suit) -> Self {
        let cards = history.played().iter().map(|played| played.card);
        Self::after(history.contract(), dummy, cards, suit)
    }

    /// The situation in which the next card is played, if it is of that suit, after these cards in
    /// the order of play. They must be legal.
    pub fn after(
        contract: DeclaredContract,
        dummy: Option<Hand>,
        cards: impl IntoIterator<Item = Card>,
        suit: Suit,
    ) -> Self {
        let mut record = PlayRecord::new(contract, dummy);
        cards.into_iter().for_each(|card| record.push(card));
        record.situation(suit)
    }
}

/// The cards above a rank.
fn above(rank: Rank) -> Holding {
    Holding::from_bits_truncate(u16::MAX << (rank.get() + 1))
}
