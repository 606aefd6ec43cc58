//! What a signal in one suit says of others.

use super::spared::honours_speak;
use super::touching::{HIGHEST_SPOT, spots};
use super::{Situation, Wishes};
use crate::cards::{Hand, Holding, Rank, Suit, holding_points};

/// The fewest high-card points in a suit with which its holder likes it: a king, or queen and jack.
pub const LIKED: u8 = 3;

/// What a high card asks for, where a signal does not speak of its own suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// High asks for the first suit, low for the second. The player clearly wants the one, or else
    /// has more high-card points in it.
    Rather(Suit, Suit),
    /// High says that the suit is liked, low that it is not: by a clear wish, or else by [`LIKED`].
    Likes(Suit),
    /// High says that the suit is not liked, low that it is.
    Dislikes(Suit),
}

impl Subject {
    /// What a high card says, or a low one, in words: "asks for ♠ rather than ♥".
    pub fn words(self, high: bool) -> String {
        match self {
            Self::Rather(upper, lower) => {
                let (asked, other) = if high { (upper, lower) } else { (lower, upper) };
                format!("asks for {asked} rather than {other}")
            }
            Self::Likes(suit) if high => format!("likes {suit}"),
            Self::Likes(suit) => format!("does not like {suit}"),
            Self::Dislikes(suit) => Self::Likes(suit).words(!high),
        }
    }

    /// The two side suits other than this one; `None` if three are left, or fewer than two.
    pub(super) fn others(situation: &Situation, suit: Suit) -> Option<Self> {
        let trumps = situation.contract.trumps();
        let side =
            |other: &Suit| *other != suit && *other != situation.suit && Some(*other) != trumps;
        let mut others = Suit::DESC.into_iter().filter(side);
        match (others.next(), others.next(), others.next()) {
            (Some(high), Some(low), None) => Some(Self::Rather(high, low)),
            _ => None,
        }
    }

    /// Whether a dealt hand asks for a high card or a low one; `None` if for neither. Clear wishes
    /// come before the cards of the hand.
    ///
    /// ```
    /// use falsecard::carding::{Subject, Wishes};
    /// use falsecard::cards::{Hand, Suit};
    ///
    /// let hand: Hand = "AQ53.J52.9652.T4".parse()?;
    /// let wishes = Wishes::default();
    /// assert_eq!(Subject::Rather(Suit::Spades, Suit::Hearts).wish(&hand, &wishes), Some(true));
    /// assert_eq!(Subject::Rather(Suit::Diamonds, Suit::Clubs).wish(&hand, &wishes), None);
    /// assert_eq!(Subject::Likes(Suit::Hearts).wish(&hand, &wishes), Some(false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wish(self, hand: &Hand, wishes: &Wishes) -> Option<bool> {
        let points = |suit: Suit| holding_points(hand[suit]);
        let likes = |suit: Suit| wishes.likes(suit).unwrap_or_else(|| points(suit) >= LIKED);
        match self {
            Self::Rather(high, low) => wishes
                .prefers(high, low)
                .or_else(|| (points(high) != points(low)).then(|| points(high) > points(low))),
            Self::Likes(suit) => Some(likes(suit)),
            Self::Dislikes(suit) => Some(!likes(suit)),
        }
    }
}

/// Whether the table takes a card for a high one: more of the spot cards that it has not seen are
/// lower than higher. Honours are high where they speak of other suits. `None` where the table
/// cannot tell, and for other honours.
pub(super) fn looks_high(situation: &Situation, card: Rank) -> Option<bool> {
    if card > HIGHEST_SPOT {
        return honours_speak(situation).then_some(true);
    }
    let spots = spots(Holding::ALL - situation.gone - situation.dummys());
    if !spots.contains(card) {
        return None;
    }
    let lower = spots.iter().filter(|&other| other < card).count();
    let higher = spots.len() - 1 - lower;
    (lower != higher).then_some(lower > higher)
}
