//! A card that takes a trick after one of two cards and none after the other.

use schemars::JsonSchema;
use serde::Serialize;

use super::course::CourseTrick;
use crate::cards::{
    Card, Seat, Side, Suit, is_honour, serialize_card, serialize_seat, serialize_some_suit,
    serialize_suit,
};

/// A card that takes a trick after one of two cards and none after the other.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Turning {
    /// The seat that holds it: of the decider's side if it takes its trick after the better card,
    /// else an opponent.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "crate::cards::SeatLetter")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "crate::cards::CardText")]
    pub card: Card,
    /// Whether it takes its trick after the first card.
    pub gained: bool,
    /// The suit that it ruffs.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_some_suit")]
    #[schemars(with = "Option<crate::cards::SuitLetter>")]
    pub ruffs: Option<Suit>,
    /// Whether nobody else has a card of its suit left then.
    pub is_long: bool,
    /// What becomes of it else.
    pub otherwise: Fate,
}

/// What becomes of a card that takes no trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It follows to this card, which wins.
    Falls(
        #[serde(serialize_with = "serialize_card")]
        #[schemars(with = "crate::cards::CardText")]
        Card,
    ),
    /// It is led or played, and an opponent ruffs.
    Ruffed,
    /// It is thrown on this suit.
    Thrown(
        #[serde(serialize_with = "serialize_suit")]
        #[schemars(with = "crate::cards::SuitLetter")]
        Suit,
    ),
}

impl Fate {
    /// Whether it is discarded on another suit.
    pub const fn is_thrown(self) -> bool {
        matches!(self, Self::Thrown(_))
    }
}

/// What turnings of several layouts may have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TurningKind {
    /// A hand ruffs this suit.
    Ruff(Seat, Suit),
    /// An honour of a hand takes a trick.
    Honour(Seat, Card),
    /// A spot of this suit takes a trick.
    Spot(Seat, Suit),
}

impl Turning {
    /// Whether it is an opponent's winner that is discarded after the better card, since its hand
    /// does not come in.
    pub fn is_stranded(&self) -> bool {
        !self.gained && self.otherwise.is_thrown()
    }

    /// What it may have in common with others.
    pub(super) fn kind(&self) -> TurningKind {
        match self.ruffs {
            Some(suit) => TurningKind::Ruff(self.seat, suit),
            None if is_honour(self.card) => TurningKind::Honour(self.seat, self.card),
            None => TurningKind::Spot(self.seat, self.card.suit),
        }
    }
}

/// All turnings of a layout, by its tricks after the better card and after the other. Left out are
/// cards that lose to a trick of their own side, and suits in which other cards make up for them.
pub(super) fn all_of(courses: &[Vec<CourseTrick>; 2], side: Side) -> Vec<Turning> {
    let turnings = [(0, true), (1, false)].map(|(at, gained)| {
        let (here, there) = (&courses[at], &courses[1 - at]);
        let is_its = move |it: &&CourseTrick| (Side::of(it.winner) == side) == gained;
        let tricks = move |course: &[CourseTrick], suit: Suit| {
            course.iter().filter(is_its).filter(|it| it.card.suit == suit).count()
        };
        let takes = here.iter().filter(is_its);
        let takes =
            takes.filter(move |it| tricks(here, it.card.suit) > tricks(there, it.card.suit));
        takes.filter_map(move |trick| {
            let otherwise = fate(there, trick.winner, trick.card)?;
            let led = trick.trick.suit_led()?;
            let ruffs = (led != trick.card.suit).then_some(led);
            let followed =
                trick.trick.cards().filter(|(_, card)| Some(card.suit) == trick.trick.suit_led());
            let is_long = ruffs.is_none() && followed.count() == 1;
            Some(Turning {
                seat: trick.winner,
                card: trick.card,
                gained,
                ruffs,
                is_long,
                otherwise,
            })
        })
    });
    turnings.into_iter().flatten().collect()
}

/// What becomes of a card in a course; `None` if it takes a trick, or loses to one of its own side.
fn fate(course: &[CourseTrick], seat: Seat, card: Card) -> Option<Fate> {
    let trick = course.iter().find(|it| it.trick.card_of(seat) == Some(card))?;
    if Side::of(trick.winner) == Side::of(seat) {
        return None;
    }
    let led = trick.trick.suit_led()?;
    Some(if led != card.suit {
        Fate::Thrown(led)
    } else if trick.card.suit != card.suit {
        Fate::Ruffed
    } else {
        Fate::Falls(trick.card)
    })
}
