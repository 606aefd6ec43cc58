//! The choice of a suit: what the whole table sees of each.

use super::{PlayRecord, Situation};
use crate::cards::{BySeat, BySuit, Hand, Holding, Seat, Suit};
use crate::play::{Bidding, History, PlayedCard};

/// A player is about to choose a suit, to lead or because he cannot follow: what the whole table
/// sees of each suit.
#[derive(Debug, Clone)]
pub struct SuitChoice {
    /// The situation of each suit, if the card is of that suit.
    pub(super) suits: BySuit<Situation>,
    /// Who bid each suit first.
    pub(super) bidders: BySuit<Option<Seat>>,
    /// The leader of the trick before, and its suit.
    pub(super) last_led: Option<(Seat, Suit)>,
    /// How often each player has led each suit.
    pub(super) leads: BySeat<BySuit<u8>>,
    /// How many cards of each suit each player has played to another suit's lead.
    pub(super) thrown: BySeat<BySuit<u8>>,
    /// The suits to which each player has failed to follow.
    pub(super) voids: BySeat<BySuit<bool>>,
    /// The cards that dummy has left, if dummy is to play.
    pub(super) from_dummy: Option<Hand>,
    /// The number of cards left in the decider's hand.
    pub(super) left: usize,
}

impl SuitChoice {
    /// The choices of the play so far, in order; `None` for a card that followed suit.
    pub fn of_history(
        bidding: &Bidding,
        history: &History,
        dummy: Option<Hand>,
    ) -> Vec<(PlayedCard, Option<Self>)> {
        let mut record = PlayRecord::new(history.contract(), dummy);
        let mut found = Vec::with_capacity(history.played().len());
        for &played in history.played() {
            let follows = record.situation(played.card.suit).follows();
            found.push((played, (!follows).then(|| Self::of(bidding, &record))));
            record.push(played.card);
        }
        found
    }

    /// The choice of the player who is to play after this many cards, if he need not follow suit.
    pub fn after(cards: usize, bidding: &Bidding, history: &History, dummy: Option<Hand>) -> Self {
        let mut record = PlayRecord::new(history.contract(), dummy);
        history.played()[..cards].iter().for_each(|played| record.push(played.card));
        Self::of(bidding, &record)
    }

    /// The choice of the player who is to play next, if he need not follow suit.
    pub(crate) fn of(bidding: &Bidding, record: &PlayRecord) -> Self {
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

    /// The situation of any suit, for questions that do not depend on the suit.
    pub(super) fn any(&self) -> &Situation {
        &self.suits[Suit::Clubs]
    }

    /// The seat whose hand decides: declarer's, for dummy's cards.
    pub fn decider(&self) -> Seat {
        self.any().contract.decider(self.any().seat)
    }

    /// The cards that the decider has left of a suit in which he was dealt these.
    pub fn left(&self, suit: Suit, dealt: Holding) -> Holding {
        let situation = &self.suits[suit];
        let decider = self.decider();
        let gone = if decider == situation.seat { situation.before } else { situation.gone };
        dealt - gone
    }
}
