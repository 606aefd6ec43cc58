//! A position: what is left of the four hands and the trick in progress, with no history.

use thiserror::Error;

use super::Trick;
use crate::cards::{BySeat, Card, Hand, Seat, Side, Strain, Suit, seat_name, suit_name};

/// Why a card may not be played, with the law that forbids it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalPlay {
    /// The player does not hold the card.
    #[error("law 44A: {} does not hold {card}", seat_name(*seat))]
    NotHeld {
        /// Whose turn it is.
        seat: Seat,
        /// The card named.
        card: Card,
    },
    /// The player can follow suit and does not.
    #[error("law 44C: {} holds a {} and must follow suit, so {card} would be a revoke", seat_name(*seat), suit_name(*led))]
    Revoke {
        /// Whose turn it is.
        seat: Seat,
        /// The card named.
        card: Card,
        /// The suit led.
        led: Suit,
    },
    /// Another player was dealt the card.
    #[error("law 44A: {} plays {card}, which {} was dealt", seat_name(*seat), seat_name(*holder))]
    HeldElsewhere {
        /// Whose turn it is.
        seat: Seat,
        /// The card named.
        card: Card,
        /// Whose card it is.
        holder: Seat,
    },
    /// The player, whose hand is not seen, has not followed to the suit before.
    #[error("law 44C: {} did not follow to a {} in trick {trick}, and so does not hold {card}",
        seat_name(*seat), suit_name(card.suit))]
    ShownOut {
        /// Whose turn it is.
        seat: Seat,
        /// The card named.
        card: Card,
        /// The trick to which he did not follow, from 1.
        trick: usize,
    },
    /// The player, whose hand is not seen, does not follow suit, and then the other hidden hands
    /// cannot hold all that is left of the suit.
    #[error("law 44C: if {} plays {card}, the hidden hands have no room for the cards that are not seen",
        seat_name(*seat))]
    NoRoom {
        /// Whose turn it is.
        seat: Seat,
        /// The card named.
        card: Card,
    },
    /// All the cards have been played.
    #[error("law 44: {card} is played after the last trick")]
    PlayIsOver {
        /// The card named.
        card: Card,
    },
}

/// The hands that are left, the trick in progress and the strain.
///
/// Complete or not, the trick in progress never counts its cards among the hands. All seats have
/// as many cards left as their turn allows: the constructors see to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    hands: BySeat<Hand>,
    strain: Strain,
    trick: Trick,
}

impl Position {
    /// A position at the start of a trick.
    ///
    /// Returns `None` unless the four hands are disjoint and of one length.
    ///
    /// ```
    /// use falsecard::cards::{BySeat, Seat, Strain};
    /// use falsecard::play::Position;
    ///
    /// let hands = ["A...", ".A..", "..A.", "...A"].map(|hand| hand.parse().unwrap());
    /// let hands = BySeat::from_fn(|seat| hands[seat as usize]);
    /// let mut position = Position::new(hands, Strain::Hearts, Seat::North).unwrap();
    /// for card in ["SA", "HA", "DA", "CA"] {
    ///     position.play(card.parse()?)?;
    /// }
    /// assert!(position.is_over());
    /// assert_eq!(position.to_play(), Seat::East);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(hands: BySeat<Hand>, strain: Strain, leader: Seat) -> Option<Self> {
        let mut seen = Hand::EMPTY;
        for (_, &hand) in hands.iter() {
            if hand.len() != hands[leader].len() || hand & seen != Hand::EMPTY {
                return None;
            }
            seen |= hand;
        }
        Some(Self { hands, strain, trick: Trick::new(leader) })
    }

    /// A position with a trick in progress. The hands are what is left beside the trick's cards.
    ///
    /// Returns `None` unless all cards are different and those who have played to the trick hold
    /// one card fewer than the others.
    pub fn resume(hands: BySeat<Hand>, strain: Strain, trick: Trick) -> Option<Self> {
        let mut whole = hands;
        for (seat, card) in trick.cards() {
            if !whole[seat].insert(card) {
                return None;
            }
        }
        Self::new(whole, strain, trick.leader())?;
        (!trick.is_complete()).then_some(Self { hands, strain, trick })
    }

    /// The cards that each seat has left.
    pub const fn hands(&self) -> &BySeat<Hand> {
        &self.hands
    }

    /// The strain.
    pub const fn strain(&self) -> Strain {
        self.strain
    }

    /// The trick in progress, 0 to 3 cards.
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// Whose turn it is.
    pub const fn to_play(&self) -> Seat {
        self.trick.to_play()
    }

    /// Whether all the cards have been played.
    pub fn is_over(&self) -> bool {
        self.hands[self.to_play()].is_empty()
    }

    /// The tricks still to be decided, the one in progress included.
    pub fn tricks_left(&self) -> u8 {
        self.hands[self.to_play()].len() as u8
    }

    /// The tricks that a side takes of those left when the side to play takes so many.
    pub fn tricks_of(&self, side: Side, of_player: u8) -> u8 {
        if side.has(self.to_play()) { of_player } else { self.tricks_left() - of_player }
    }

    /// The cards left in all hands.
    pub fn cards_left(&self) -> usize {
        self.hands.iter().map(|(_, hand)| hand.len()).sum()
    }

    /// The cards that may legally be played now (Law 44C).
    pub fn legal(&self) -> Hand {
        legal_from(self.hands[self.to_play()], self.trick.suit_led())
    }

    /// Plays a card; the side that won the trick if that completed it.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`], and the position is as it was.
    pub fn play(&mut self, card: Card) -> Result<Option<Side>, IllegalPlay> {
        let seat = self.to_play();
        if !self.legal().contains(card) {
            return Err(self.why_illegal(seat, card));
        }
        self.hands[seat].remove(card);
        self.trick.push(card);
        if !self.trick.is_complete() {
            return Ok(None);
        }
        let (winner, _) = self.trick.winner(self.strain).expect("a complete trick has a winner");
        self.trick = Trick::new(winner);
        Ok(Some(Side::of(winner)))
    }

    fn why_illegal(&self, seat: Seat, card: Card) -> IllegalPlay {
        match self.trick.suit_led() {
            _ if self.is_over() => IllegalPlay::PlayIsOver { card },
            Some(led) if self.hands[seat].contains(card) => IllegalPlay::Revoke { seat, card, led },
            _ => IllegalPlay::NotHeld { seat, card },
        }
    }
}

/// The cards of a hand that may be played when `led` was led.
pub(super) fn legal_from(hand: Hand, led: Option<Suit>) -> Hand {
    let mut follow = Hand::EMPTY;
    if let Some(led) = led {
        follow[led] = hand[led];
    }
    if follow.is_empty() { hand } else { follow }
}
