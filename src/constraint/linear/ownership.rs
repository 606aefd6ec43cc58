//! The 208 variables `owner[seat][card]`: what one player knows for certain of who holds what.

use std::fmt;

use crate::cards::{BySeat, Card, FullDeal, Hand, Holding, Seat, Suit, seat_name};
use crate::constraint::language::plural;
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

/// One of the things that a player has seen. Together they are all that he knows for certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The hand that dummy has faced.
    Dummy,
    /// The player's own hand.
    OwnHand,
    /// The cards that a hidden hand has played.
    Played(Seat),
    /// A hidden hand did not follow to a suit: it had no more of it than it had played.
    ShownOut(Seat, Suit),
}

impl Fact {
    /// The facts that a view holds: dummy and his own hand first, then the hidden hands' cards and
    /// voids.
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

/// In the words of the table: "dummy", "the cards West has played", "West is out of hearts".
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dummy => f.write_str("dummy"),
            Self::OwnHand => f.write_str("own hand"),
            Self::Played(seat) => write!(f, "the cards {} has played", seat_name(*seat)),
            Self::ShownOut(seat, suit) => {
                write!(f, "{} is out of {}", seat_name(*seat), plural(*suit))
            }
        }
    }
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
        Self::of_facts(view, &Fact::all(view))
    }

    /// What the hands that he sees say alone, as if the hidden hands had not played a card.
    pub fn of_hands_seen(view: &View) -> Self {
        Self::of_facts(view, &[Fact::Dummy, Fact::OwnHand])
    }

    /// What some of a view's facts say by themselves, as if the player knew nothing else.
    ///
    /// A fact that the view does not hold, such as dummy's hand before the opening lead, says
    /// nothing.
    pub fn of_facts(view: &View, facts: &[Fact]) -> Self {
        let mut known =
            Self { must: BySeat::from_fn(|_| Hand::EMPTY), may: BySeat::from_fn(|_| Hand::ALL) };
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
