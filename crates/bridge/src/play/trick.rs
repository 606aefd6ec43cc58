//! One trick.

use crate::cards::{Card, Seat, Strain, Suit, clockwise};

/// Up to four cards, from the leader clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Trick {
    leader: Seat,
    cards: [Option<Card>; 4],
    len: u8,
}

impl Trick {
    /// A trick to which nobody has played yet.
    pub const fn new(leader: Seat) -> Self {
        Self { leader, cards: [None; 4], len: 0 }
    }

    /// Who leads to it.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The number of cards played to it, 0 to 4.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether nobody has played to it.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether all four have played to it.
    pub const fn is_complete(&self) -> bool {
        self.len == 4
    }

    /// Whose turn it is to play to it.
    pub const fn to_play(&self) -> Seat {
        clockwise(self.leader, self.len as usize)
    }

    /// The suit led; `None` before the lead.
    pub fn suit_led(&self) -> Option<Suit> {
        self.cards[0].map(|card| card.suit)
    }

    /// The cards with their players, in the order of play.
    pub fn cards(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.cards.iter().flatten().enumerate().map(|(i, &card)| (clockwise(self.leader, i), card))
    }

    /// The card that a seat has played to it, if any.
    pub fn card_of(&self, seat: Seat) -> Option<Card> {
        self.cards[(seat as usize + 4 - self.leader as usize) % 4]
    }

    /// Adds the next card.
    ///
    /// # Panics
    ///
    /// When the trick is complete.
    pub fn push(&mut self, card: Card) {
        self.cards[self.len()] = Some(card);
        self.len += 1;
    }

    /// Who is winning it and with which card (Law 44E and F); `None` before the lead.
    ///
    /// ```
    /// use falsecard::cards::{Seat, Strain};
    /// use falsecard::play::Trick;
    ///
    /// let mut trick = Trick::new(Seat::West);
    /// for card in ["HK", "HA", "S2"] {
    ///     trick.push(card.parse()?);
    /// }
    /// assert_eq!(trick.winner(Strain::Notrump).unwrap().0, Seat::North);
    /// assert_eq!(trick.winner(Strain::Spades).unwrap().0, Seat::East);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winner(&self, strain: Strain) -> Option<(Seat, Card)> {
        self.cards().reduce(|best, next| if beats(next.1, best.1, strain) { next } else { best })
    }
}

/// Whether `card`, played later, beats the card that has been winning the trick.
fn beats(card: Card, winning: Card, strain: Strain) -> bool {
    if card.suit == winning.suit {
        card.rank > winning.rank
    } else {
        strain.suit() == Some(card.suit)
    }
}
