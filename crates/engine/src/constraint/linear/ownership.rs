//! The 208 variables `owner[seat][card]`: who was dealt which card, as far as one player knows for
//! certain.

use std::fmt;

use crate::cards::{BySeat, Card, FullDeal, Hand, Holding, Seat, Suit, seat_name, suit_plural};
use crate::play::View;

/// The state of one of the 208 variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variable {
    /// The seat was dealt the card.
    One,
    /// The seat was not dealt the card.
    Zero,
    /// Not known.
    Free,
}

/// A fact that a player has seen. Together the facts are all that he knows for certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Dummy's hand.
    Dummy,
    /// The player's own hand.
    OwnHand,
    /// The cards that a hidden hand has played.
    Played(Seat),
    /// A hidden hand did not follow to a suit: it was dealt no other cards of it than it has
    /// played.
    ShownOut(Seat, Suit),
}

impl Fact {
    /// The facts of a view: dummy's and the own hand first, then the hidden hands' cards and voids.
    pub fn all(view: &View) -> Vec<Self> {
        let history = view.history();
        let mut facts = Vec::new();
        if view.dealt(view.contract().dummy()).is_some() {
            facts.push(Self::Dummy);
        }
        facts.push(Self::OwnHand);
        for seat in view.hidden() {
            if history.played_by(seat).next().is_some() {
                facts.push(Self::Played(seat));
            }
            let out = Suit::DESC.into_iter().filter(|&suit| history.has_shown_out(seat, suit));
            facts.extend(out.map(|suit| Self::ShownOut(seat, suit)));
        }
        facts
    }
}

/// In words: "dummy", "the cards West has played", "West is out of hearts".
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dummy => f.write_str("dummy"),
            Self::OwnHand => f.write_str("own hand"),
            Self::Played(seat) => write!(f, "the cards {} has played", seat_name(*seat)),
            Self::ShownOut(seat, suit) => {
                write!(f, "{} is out of {}", seat_name(*seat), suit_plural(*suit))
            }
        }
    }
}

/// Who was dealt which card, as far as a player knows for certain.
///
/// Every card has exactly one owner and every hand thirteen cards. Simple consequences for single
/// cards are drawn: for example, a card that only one seat can own is his.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ownership {
    must: BySeat<Hand>,
    may: BySeat<Hand>,
}

impl Ownership {
    /// All that a player knows: the hands he sees, the cards played, the voids shown.
    pub fn of(view: &View) -> Self {
        Self::of_facts(view, &Fact::all(view))
    }

    /// The knowledge from the hands that he sees only, as if the hidden hands had not played.
    pub fn of_hands_seen(view: &View) -> Self {
        Self::of_facts(view, &[Fact::Dummy, Fact::OwnHand])
    }

    /// The knowledge of somebody who sees these hands and nothing else.
    pub fn of_hands(hands: impl IntoIterator<Item = (Seat, Hand)>) -> Self {
        let mut known = Self::nothing();
        for (seat, hand) in hands {
            known.must[seat] = hand;
            known.may[seat] = hand;
        }
        known.closed()
    }

    fn nothing() -> Self {
        Self { must: BySeat::from_fn(|_| Hand::EMPTY), may: BySeat::from_fn(|_| Hand::ALL) }
    }

    /// The knowledge from some facts of a view only.
    ///
    /// A fact that the view does not have, such as dummy's hand before the opening lead, is
    /// ignored.
    pub fn of_facts(view: &View, facts: &[Fact]) -> Self {
        let mut known = Self::nothing();
        for &fact in facts {
            known.add(view, fact);
        }
        known.closed()
    }

    fn add(&mut self, view: &View, fact: Fact) {
        let history = view.history();
        let mut dealt = |seat| {
            if let Some(hand) = view.dealt(seat) {
                self.must[seat] = hand;
                self.may[seat] = hand;
            }
        };
        match fact {
            Fact::Dummy => dealt(view.contract().dummy()),
            Fact::OwnHand => dealt(view.seat()),
            Fact::Played(seat) => self.must[seat] |= history.cards_of(seat),
            Fact::ShownOut(seat, suit) if history.has_shown_out(seat, suit) => {
                self.may[seat][suit] &= history.cards_of(seat)[suit];
            }
            Fact::ShownOut(..) => {}
        }
    }

    /// Draws consequences: owners exclude each other, the only possible owner is the owner, and a
    /// hand with thirteen certain (or thirteen possible) cards is complete.
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

    /// The cards that a seat may have been dealt, including the certain ones.
    pub fn may(&self, seat: Seat) -> Hand {
        self.may[seat]
    }

    /// Whether a deal agrees with the knowledge.
    pub fn admits(&self, deal: &FullDeal) -> bool {
        Seat::ALL.into_iter().all(|seat| {
            let hand = deal[seat];
            (self.must[seat] - hand).is_empty() && (hand - self.may[seat]).is_empty()
        })
    }

    /// The seats with a free variable.
    pub fn open(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.must[seat] != self.may[seat]).collect()
    }
}

/// A table with a line for each seat: `1` dealt, `.` unknown, a blank not dealt.
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
