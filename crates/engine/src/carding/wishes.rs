//! Which suit a player would have his partner lead next.

use crate::cards::{BySuit, Suit};

/// What a player would have led, as far as he has a clear wish. A signal says what its sender
/// wants, and his holding in one suit is only a hint at that: with the queen he discourages all the
/// same when another suit must be led at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// The suits that may be led.
    possible: BySuit<bool>,
    rather: BySuit<BySuit<bool>>,
}

impl Wishes {
    /// The wishes of a player among the suits that are `possible`. `rather` says whether he clearly
    /// prefers the first suit to the second, and must be asymmetric.
    ///
    /// ```
    /// use falsecard::carding::Wishes;
    /// use falsecard::cards::Suit::{Clubs, Diamonds, Hearts, Spades};
    ///
    /// let is_better = |suit, other| suit == Hearts && other != Hearts;
    /// let wishes = Wishes::among(|suit| suit != Spades, is_better);
    /// assert_eq!(wishes.likes(Hearts), Some(true));
    /// assert_eq!(wishes.likes(Clubs), Some(false));
    /// assert_eq!(wishes.favourite(), Some(Hearts));
    /// assert_eq!(wishes.prefers(Hearts, Clubs), Some(true));
    /// assert_eq!(wishes.prefers(Diamonds, Clubs), None);
    /// assert_eq!((wishes.likes(Spades), wishes.prefers(Hearts, Spades)), (None, None));
    /// ```
    pub fn among(possible: impl FnMut(Suit) -> bool, rather: impl Fn(Suit, Suit) -> bool) -> Self {
        Self {
            possible: BySuit::from_fn(possible),
            rather: BySuit::from_fn(|suit| BySuit::from_fn(|other| rather(suit, other))),
        }
    }

    /// Whether he would have this suit led rather than any other: false if another is clearly
    /// better. `None` if neither holds, or if there is no choice.
    pub fn likes(&self, suit: Suit) -> Option<bool> {
        let is_rival = |other: &Suit| *other != suit && self.possible[*other];
        let mut others = Suit::DESC.into_iter().filter(is_rival);
        if !self.possible[suit] || others.clone().next().is_none() {
            return None;
        }
        if others.clone().any(|other| self.rather[other][suit]) {
            return Some(false);
        }
        others.all(|other| self.rather[suit][other]).then_some(true)
    }

    /// The suit that he would have led rather than any other; `None` if none is clearly the best.
    pub fn favourite(&self) -> Option<Suit> {
        Suit::DESC.into_iter().find(|&suit| self.likes(suit) == Some(true))
    }

    /// Whether he prefers the first suit; `None` if neither is clearly better.
    pub fn prefers(&self, one: Suit, other: Suit) -> Option<bool> {
        let both = self.possible[one] && self.possible[other];
        let clear = self.rather[one][other] != self.rather[other][one];
        (both && clear).then_some(self.rather[one][other])
    }
}
