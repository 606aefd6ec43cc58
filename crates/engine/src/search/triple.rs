//! The paper's triple: a world as it may be, and the two worlds that the other players may take it
//! for. abc looks at many, and three of them show a reader what it looks at.

use serde::Serialize;

use super::Question;
use crate::cards::{Card, FullDeal, Hand, Seat, serialize_hand, serialize_seat};
use crate::play::Play;

/// A world that the decider thinks possible, and what each of the other two thinks possible there
/// once a card has been played.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Triple {
    /// The decider's world first, then those of the other two in the order of the seats.
    pub worlds: [Guess; 3],
}

/// What a player takes the hands to be that he does not see.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Guess {
    /// The player.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// The hands hidden from him, with the cards that they would have left after the card.
    pub hands: Vec<ImaginedHand>,
}

/// A hand in somebody's mind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImaginedHand {
    /// Whose it is.
    #[serde(serialize_with = "serialize_seat")]
    pub seat: Seat,
    /// What he is taken to have left.
    #[serde(serialize_with = "serialize_hand")]
    pub hand: Hand,
}

impl Triple {
    /// The triple of a world, given what the other two imagine in it after a card.
    pub(super) fn of(
        question: &Question,
        start: &Play,
        card: Card,
        imagined: [FullDeal; 2],
    ) -> Self {
        let after = start.with(card).expect("the card is legal");
        let world = |seat: Seat, deal: &FullDeal| {
            let left = |of: Seat| deal[of] - after.history().cards_of(of);
            let hidden = after.view(seat).hidden().into_iter();
            Guess {
                seat,
                hands: hidden.map(|of| ImaginedHand { seat: of, hand: left(of) }).collect(),
            }
        };
        let [one, other] = question.others();
        let own = world(question.view.seat(), start.deal());
        Self { worlds: [own, world(one, &imagined[0]), world(other, &imagined[1])] }
    }
}
