//! The choice of a suit: what the whole table sees of each.

use super::{Record, Situation};
use crate::cards::{BySeat, BySuit, Hand, Holding, Seat, Suit};
use crate::play::{Bidding, History, Played};

/// A player is about to choose a suit, to lead or because he cannot follow: what the whole table
/// sees of each.
#[derive(Debug, Clone)]
pub struct SuitChoice {
    /// What the table sees of each suit, if the card is of that suit.
    pub(super) suits: BySuit<Situation>,
    /// Who bid each suit first.
    pub(super) bidders: BySuit<Option<Seat>>,
    /// The leader of the trick before, and its suit.
    pub(super) last_led: Option<(Seat, Suit)>,
    /// How often each player has led each suit.
    pub(super) leads: BySeat<BySuit<u8>>,
    /// How many cards of each suit each player has played to another suit's lead.
    pub(super) thrown: BySeat<BySuit<u8>>,
    /// The suits that each player has failed to follow to.
    pub(super) voids: BySeat<BySuit<bool>>,
    /// What dummy has left, where it is dummy that plays.
    pub(super) from_dummy: Option<Hand>,
    /// How many cards the hand has left on which the choice depends.
    pub(super) left: usize,
}

impl SuitChoice {
    /// The choices of the play so far, in order: nothing for a card that followed suit.
    pub fn of_history(
        bidding: &Bidding,
        history: &History,
        dummy: Option<Hand>,
    ) -> Vec<(Played, Option<Self>)> {
        let mut record = Record::new(history.contract(), dummy);
        let mut found = Vec::with_capacity(history.played().len());
        for &played in history.played() {
            let follows = record.situation(played.card.suit).follows();
            found.push((played, (!follows).then(|| Self::of(bidding, &record))));
            record.push(played.card);
        }
        found
    }

    /// The choice of the player who is to play after this many cards of a play, if he need not
    /// follow suit.
    pub fn after(cards: usize, bidding: &Bidding, history: &History, dummy: Option<Hand>) -> Self {
        let mut record = Record::new(history.contract(), dummy);
        history.played()[..cards].iter().for_each(|played| record.push(played.card));
        Self::of(bidding, &record)
    }

    /// The choice of the player who is to play next, if he need not follow suit.
    pub(crate) fn of(bidding: &Bidding, record: &Record) -> Self {
        let suits = BySuit::from_fn(|suit| record.situation(suit));
        let situation = &suits[Suit::Clubs];
        let (seat, contract) = (situation.seat, situation.contract);
        let from_dummy = situation.dummy.filter(|_| seat == contract.dummy());
        let in_trick = |seat| usize::from(situation.trick.card_of(seat).is_some());
        let left = 13 - usize::from(situation.trick_number) - in_trick(contract.decider(seat));
        Self {
            bidders: BySuit::from_fn(|suit| bidding.bidder(suit)),
            last_led: record.last_led(),
            leads: *record.leads(),
            thrown: *record.thrown(),
            voids: *record.voids(),
            from_dummy,
            left,
            suits,
        }
    }

    /// What does not depend on the suit, the same in all.
    pub(super) fn any(&self) -> &Situation {
        &self.suits[Suit::Clubs]
    }

    /// The hand on which the choice depends: dummy's cards declarer chooses by his own.
    pub fn decider(&self) -> Seat {
        self.any().contract.decider(self.any().seat)
    }

    /// What the decider has left of a suit of which he was dealt these.
    pub fn left(&self, suit: Suit, dealt: Holding) -> Holding {
        let situation = &self.suits[suit];
        let decider = self.decider();
        let gone = if decider == situation.seat { situation.before } else { situation.gone };
        dealt - gone
    }
}
