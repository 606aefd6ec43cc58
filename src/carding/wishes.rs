//! Which suit a player would have his partner lead next.

use crate::cards::{BySuit, Suit};

/// What a player would have led, as far as he has a clear wish. A signal says what its sender wants,
/// and his holding in one suit is no more than a hint at that: with the queen he discourages all the
/// same when another suit must be led at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    rather: BySuit<BySuit<bool>>,
}

impl Wishes {
    /// The wishes of a player who would clearly rather have one suit led than another. It must be
    /// asymmetric.
    ///
    /// ```
    /// use falsecard::carding::Wishes;
    /// use falsecard::cards::Suit::{Clubs, Diamonds, Hearts, Spades};
    ///
    /// let wishes = Wishes::by(|suit, other| suit == Hearts && other != Hearts);
    /// assert_eq!(wishes.likes(Hearts), Some(true));
    /// assert_eq!(wishes.likes(Clubs), Some(false));
    /// assert_eq!(wishes.favourite(), Some(Hearts));
    /// assert_eq!(wishes.prefers(Hearts, Spades), Some(true));
    /// assert_eq!(wishes.prefers(Diamonds, Clubs), None);
    /// ```
    pub fn by(rather: impl Fn(Suit, Suit) -> bool) -> Self {
        Self { rather: BySuit::from_fn(|suit| BySuit::from_fn(|other| rather(suit, other))) }
    }

    /// Whether he would have this suit led rather than any other; `None` if no other is clearly
    /// better, nor it than all others.
    pub fn likes(&self, suit: Suit) -> Option<bool> {
        let mut others = Suit::DESC.into_iter().filter(|&other| other != suit);
        if others.clone().any(|other| self.rather[other][suit]) {
            return Some(false);
        }
        others.all(|other| self.rather[suit][other]).then_some(true)
    }

    /// The suit that he would have led rather than any other; `None` if none is clearly the best.
    pub fn favourite(&self) -> Option<Suit> {
        Suit::DESC.into_iter().find(|&suit| self.likes(suit) == Some(true))
    }

    /// Whether he would have the one led rather than the other; `None` if neither is clearly better.
    pub fn prefers(&self, one: Suit, other: Suit) -> Option<bool> {
        match (self.rather[one][other], self.rather[other][one]) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}
