//! A position: the cards left in the four hands and the trick in progress, with no history.

use thiserror::Error;

use super::Trick;
use crate::cards::{BySeat, Card, Hand, Seat, Side, Strain, Suit, seat_name, suit_name};

/// Why a card may not be played, with the law that forbids it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    #[error(
        "law 44C: {} holds a {} and must follow suit, so {card} would be a revoke",
        seat_name(*seat), suit_name(*led)
    )]
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
    /// The player's hand is hidden, and he did not follow to this suit earlier.
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
    /// The player's hand is hidden. If he played this card, the hidden hands could not hold all the
    /// unseen cards, because of the suits that they have shown out of.
    #[error(
        "law 44C: if {} plays {card}, the hidden hands have no room for the cards that are not \
         seen",
        seat_name(*seat)
    )]
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
/// The cards of the trick in progress are not among the hands. The constructors ensure that a seat
/// that has played to the trick has one card fewer than the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    hands: BySeat<Hand>,
    strain: Strain,
    trick: Trick,
}

impl Position {
    /// A position at the start of a trick.
    ///
    /// Returns `None` unless the four hands are disjoint and equally long.
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

    /// A position with a trick in progress. The hands do not include the trick's cards.
    ///
    /// Returns `None` if a card occurs twice, if the trick is complete, or unless those who have
    /// played to it hold one card fewer than the others.
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

    /// The tricks that a side takes of those left when the side to play takes this many.
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

    /// Plays a card. Returns the side that won the trick if the card completed it.
    ///
    /// # Errors
    ///
    /// [`IllegalPlay`]; the position is then unchanged.
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
pub fn legal_from(hand: Hand, led: Option<Suit>) -> Hand {
    let mut follow = Hand::EMPTY;
    if let Some(led) = led {
        follow[led] = hand[led];
    }
    if follow.is_empty() { hand } else { follow }
}
