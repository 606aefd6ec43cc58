//! The 208 variables `owner[seat][card]`: what one player knows for certain of who holds what.

use std::fmt;

use crate::cards::{BySeat, Card, FullDeal, Hand, Holding, Seat, Suit, seat_name};
use crate::play::View;

/// What is known of one of the 208 variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variable {
    /// The seat was dealt the card.
    One,
    /// The seat was not dealt the card.
    Zero,
    /// Not known.
    Free,
}

/// Who was dealt which card, as far as a player knows for certain.
///
/// Every card has exactly one owner and every hand thirteen cards. Whatever follows from these two
/// laws and the facts for a single card has been drawn: a card that only one seat can own is his.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ownership {
    must: BySeat<Hand>,
    may: BySeat<Hand>,
}

impl Ownership {
    /// What a player knows: the hands he sees, the cards played, the voids shown.
    pub fn of(view: &View) -> Self {
        let history = view.history();
        let must = |seat| view.dealt(seat).unwrap_or_else(|| history.cards_of(seat));
        Self::from_parts(view, must, |seat| {
            Suit::ASC.into_iter().fold(Hand::ALL, |mut may, suit| {
                if history.has_shown_out(seat, suit) {
                    may[suit] = must(seat)[suit];
                }
                may
            })
        })
    }

    /// What the hands that he sees say alone, as if the hidden hands had not played a card.
    pub fn of_hands_seen(view: &View) -> Self {
        Self::from_parts(view, |seat| view.dealt(seat).unwrap_or(Hand::EMPTY), |_| Hand::ALL)
    }

    fn from_parts(view: &View, must: impl Fn(Seat) -> Hand, may: impl Fn(Seat) -> Hand) -> Self {
        let must = BySeat::from_fn(must);
        let may = BySeat::from_fn(|seat| view.dealt(seat).unwrap_or_else(|| may(seat)));
        Self { must, may }.closed()
    }

    /// Draws what follows: owners exclude each other, a last candidate is the owner, and a hand
    /// with thirteen certain (or thirteen possible) cards is complete.
    fn closed(mut self) -> Self {
        loop {
            let before = self.clone();
            for seat in Seat::ALL {
                for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
                    self.may[seat] = self.may[seat] - self.must[other];
                }
                if self.must[seat].len() == 13 {
                    self.may[seat] = self.must[seat];
                }
                if self.may[seat].len() == 13 {
                    self.must[seat] = self.may[seat];
                }
            }
            for seat in Seat::ALL {
                let others = Seat::ALL.into_iter().filter(|&other| other != seat);
                let elsewhere = others.fold(Hand::EMPTY, |cards, other| cards | self.may[other]);
                self.must[seat] |= self.may[seat] - elsewhere;
            }
            if self == before {
                return self;
            }
        }
    }

    /// One of the 208 variables.
    pub fn variable(&self, seat: Seat, card: Card) -> Variable {
        if self.must[seat].contains(card) {
            Variable::One
        } else if self.may[seat].contains(card) {
            Variable::Free
        } else {
            Variable::Zero
        }
    }

    /// The cards that a seat was certainly dealt.
    pub fn must(&self, seat: Seat) -> Hand {
        self.must[seat]
    }

    /// The cards that a seat may have been dealt, the certain ones included.
    pub fn may(&self, seat: Seat) -> Hand {
        self.may[seat]
    }

    /// Whether these four hands agree with all that is known.
    pub fn admits(&self, deal: &FullDeal) -> bool {
        Seat::ALL.into_iter().all(|seat| {
            let hand = deal[seat];
            (self.must[seat] - hand).is_empty() && (hand - self.may[seat]).is_empty()
        })
    }

    /// The seats with an open variable.
    pub fn open(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.must[seat] != self.may[seat]).collect()
    }
}

/// The model as a table: a line a seat, `1` dealt, `.` open, a blank not dealt.
impl fmt::Display for Ownership {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "       ♠AKQJT98765432 ♥AKQJT98765432 ♦AKQJT98765432 ♣AKQJT98765432")?;
        for seat in Seat::ALL {
            write!(f, "{:<6}", seat_name(seat))?;
            for suit in Suit::DESC {
                f.write_str("  ")?;
                for rank in Holding::ALL {
                    f.write_str(match self.variable(seat, Card { suit, rank }) {
                        Variable::One => "1",
                        Variable::Free => ".",
                        Variable::Zero => " ",
                    })?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
