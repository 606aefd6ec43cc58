//! Conditions on one hand: ranges of points and lengths, shapes, holdings, and / or / not.

use std::fmt;

use itertools::Itertools;

use crate::cards::{Hand, Holding, Suit, hand_points};

/// A quantity that a condition measures. All are linear in the ownership variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// High-card points, 0 to 37.
    Points,
    /// The number of cards in a suit, 0 to 13.
    Length(Suit),
}

/// How many of certain cards of one suit a hand holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holds {
    /// The suit.
    pub suit: Suit,
    /// The cards that count.
    pub of: Holding,
    /// How many of them there must be at least.
    pub at_least: u8,
}

/// A pattern of suit lengths in any order, longest first: `[4, 4, 3, 2]`.
pub type Shape = [u8; 4];

/// The shapes that are called balanced.
pub const BALANCED: [Shape; 3] = [[4, 3, 3, 3], [4, 4, 3, 2], [5, 3, 3, 2]];

/// A statement about one hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The term lies in an inclusive range.
    Range {
        /// What is measured.
        term: Term,
        /// The least value allowed.
        min: u8,
        /// The greatest value allowed.
        max: u8,
    },
    /// The length of a suit is odd, or even.
    Parity {
        /// The suit.
        suit: Suit,
        /// Odd if true, even if false.
        odd: bool,
    },
    /// The suit lengths form one of these shapes.
    Shape(Vec<Shape>),
    /// The hand holds certain cards.
    Holds(Holds),
    /// The negation.
    Not(Box<Condition>),
    /// All of these; of none, true.
    All(Vec<Condition>),
    /// At least one of these; of none, false.
    Any(Vec<Condition>),
}

/// What a condition asks of a hand. A hand answers it, and so does a class of hands.
pub trait Facts {
    /// High-card points.
    fn points(&self) -> u8;
    /// The number of cards in a suit.
    fn length(&self, suit: Suit) -> u8;
    /// Whether enough of certain cards are there.
    fn holds(&self, holds: &Holds) -> bool;

    /// The value of a term.
    fn term(&self, term: Term) -> u8 {
        match term {
            Term::Points => self.points(),
            Term::Length(suit) => self.length(suit),
        }
    }
}

impl Facts for Hand {
    fn points(&self) -> u8 {
        hand_points(*self)
    }

    fn length(&self, suit: Suit) -> u8 {
        self[suit].len() as u8
    }

    fn holds(&self, holds: &Holds) -> bool {
        holds.by(self[holds.suit])
    }
}

impl Holds {
    /// Whether a holding in the suit has enough of the cards.
    pub fn by(&self, holding: Holding) -> bool {
        (holding & self.of).len() >= usize::from(self.at_least)
    }
}

impl Condition {
    /// Whether the condition is true of a hand, or of a class of hands.
    ///
    /// ```
    /// use falsecard::cards::Hand;
    /// use falsecard::constraint::parse_condition;
    ///
    /// let strong = parse_condition("hcp 21-22, balanced")?;
    /// let south: Hand = "AK9.AQ87.AK87.Q6".parse().unwrap();
    /// assert!(strong.is_true_of(&south));
    /// # Ok::<(), falsecard::constraint::LanguageFault>(())
    /// ```
    pub fn is_true_of(&self, facts: &impl Facts) -> bool {
        match self {
            Self::Range { term, min, max } => (*min..=*max).contains(&facts.term(*term)),
            Self::Parity { suit, odd } => (facts.length(*suit) % 2 == 1) == *odd,
            Self::Shape(shapes) => shapes.contains(&shape_of(facts)),
            Self::Holds(holds) => facts.holds(holds),
            Self::Not(inner) => !inner.is_true_of(facts),
            Self::All(parts) => parts.iter().all(|part| part.is_true_of(facts)),
            Self::Any(parts) => parts.iter().any(|part| part.is_true_of(facts)),
        }
    }

    /// The holdings that the condition asks about, each once.
    pub fn holdings(&self) -> Vec<Holds> {
        match self {
            Self::Holds(holds) => vec![*holds],
            Self::Not(inner) => inner.holdings(),
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().flat_map(Self::holdings).unique().collect()
            }
            Self::Range { .. } | Self::Parity { .. } | Self::Shape(_) => Vec::new(),
        }
    }
}

/// The suit lengths, longest first.
fn shape_of(facts: &impl Facts) -> Shape {
    let mut lengths = Suit::ASC.map(|suit| facts.length(suit));
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points => f.write_str("hcp"),
            Self::Length(suit) => f.write_str(plural(*suit)),
        }
    }
}

/// The suit's name in the plural, as the rule language writes it: "clubs".
pub const fn plural(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

/// The most that a term can measure.
pub const fn ceiling(term: Term) -> u8 {
    match term {
        Term::Points => 37,
        Term::Length(_) => 13,
    }
}

/// Writes the condition in the rule language: it parses back to itself.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { term, min, max } if min == max => write!(f, "{term} {min}"),
            Self::Range { term, min, max } if *max >= ceiling(*term) => write!(f, "{term} {min}+"),
            Self::Range { term, min, max } => write!(f, "{term} {min}-{max}"),
            Self::Parity { suit, odd } => {
                write!(f, "{} {}", plural(*suit), if *odd { "odd" } else { "even" })
            }
            Self::Shape(shapes) if shapes[..] == BALANCED => f.write_str("balanced"),
            Self::Shape(shapes) => {
                write!(f, "shape {}", shapes.iter().map(|shape| shape.iter().join("")).join(" "))
            }
            Self::Holds(holds) => {
                write!(f, "{} of {} in {}", holds.at_least, holds.of, plural(holds.suit))
            }
            Self::Not(inner) => write!(f, "not ({inner})"),
            Self::All(parts) => write!(f, "({})", parts.iter().join(" and ")),
            Self::Any(parts) => write!(f, "({})", parts.iter().join(" or ")),
        }
    }
}
