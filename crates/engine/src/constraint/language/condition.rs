//! Conditions on one hand: ranges of points and lengths, shapes, holdings, and / or / not.

use std::fmt;
use std::ops::RangeInclusive;

use itertools::Itertools;

use super::comparison::Comparison;
use super::formula::{Formula, Truth};
use super::points::{PointBounds, PointSet};
use super::shape::Shapes;
use super::term::Term;
use crate::cards::{Hand, Holding, Suit, hand_points, suit_plural};

/// A condition on one hand.
pub type Condition = Formula<Feature>;

/// A feature of one hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Feature {
    /// A number lies in a range.
    Range(Range),
    /// The length of a suit is odd, or even.
    Parity {
        /// The suit.
        suit: Suit,
        /// Odd if true, even if false.
        odd: bool,
    },
    /// The suit lengths form one of these shapes.
    Shape(Shapes),
    /// The hand holds certain cards.
    Holds(Holds),
    /// Two sums are in a relation.
    Compare(Comparison<Term>),
}

/// A term with the range of values allowed, never empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Range {
    term: Term,
    values: RangeInclusive<u16>,
}

/// A hand holds at least this many of certain cards of one suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holds {
    /// The suit.
    pub suit: Suit,
    /// The cards that count.
    pub of: Holding,
    /// How many of them there must be at least.
    pub at_least: u8,
}

/// A question that a condition may depend on, besides lengths and points. A hand's answer is the
/// sum of the answers of its four suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Whether the hand holds enough of certain cards: 1 for yes, 0 for no.
    Holds(Holds),
    /// The value of a term.
    Term(Term),
}

/// The facts that conditions are evaluated on, about a hand or a class of hands.
pub trait Facts {
    /// The number of cards in a suit.
    fn length(&self, suit: Suit) -> u8;
    /// High-card points of the whole hand.
    fn points(&self) -> u8;
    /// The answer to a question. A class of hands answers only the questions that it was made for.
    fn answer(&self, question: Quantity) -> u16;

    /// The value of a term.
    fn term(&self, term: Term) -> u16 {
        match term {
            Term::POINTS => u16::from(self.points()),
            Term::Length(suit) => u16::from(self.length(suit)),
            other => self.answer(Quantity::Term(other)),
        }
    }
}

impl Facts for Hand {
    fn length(&self, suit: Suit) -> u8 {
        self[suit].len() as u8
    }

    fn points(&self) -> u8 {
        hand_points(*self)
    }

    fn answer(&self, question: Quantity) -> u16 {
        Suit::ASC.map(|suit| question.answer(suit, self[suit])).iter().sum()
    }
}

impl Holds {
    /// Whether a holding in the suit has enough of the cards.
    pub fn by(&self, holding: Holding) -> bool {
        (holding & self.of).len() >= usize::from(self.at_least)
    }
}

impl Quantity {
    /// The answer of one suit's holding.
    pub fn answer(self, suit: Suit, holding: Holding) -> u16 {
        match self {
            Self::Holds(holds) => u16::from(holds.suit == suit && holds.by(holding)),
            Self::Term(Term::Hand(measure)) => measure.of(holding),
            Self::Term(Term::Suit(measure, of)) if of == suit => measure.of(holding),
            Self::Term(Term::Length(of)) if of == suit => holding.len() as u16,
            Self::Term(_) => 0,
        }
    }

    /// The question that a term asks; `None` if lengths and points suffice.
    pub(in crate::constraint) fn of(term: Term) -> Option<Self> {
        let settled = matches!(term, Term::POINTS | Term::Length(_));
        (!settled).then_some(Self::Term(term))
    }
}

impl Range {
    /// A range of a term, cut off at the term's maximum; `None` if it is empty.
    ///
    /// ```
    /// use falsecard::constraint::{Range, Term};
    ///
    /// assert_eq!(Range::new(Term::POINTS, 15..=17).unwrap().to_string(), "hcp 15-17");
    /// assert_eq!(Range::new(Term::POINTS, 12..=99).unwrap().to_string(), "hcp 12+");
    /// assert_eq!(Range::new(Term::POINTS, 38..=99), None);
    /// ```
    pub fn new(term: Term, values: RangeInclusive<u16>) -> Option<Self> {
        let values = *values.start()..=(*values.end()).min(*term.bounds().end());
        (!values.is_empty()).then_some(Self { term, values })
    }

    /// The term measured.
    pub const fn term(&self) -> Term {
        self.term
    }

    /// The values allowed.
    pub const fn values(&self) -> &RangeInclusive<u16> {
        &self.values
    }
}

impl Feature {
    /// The questions that it asks besides lengths and points.
    pub fn questions(&self) -> Vec<Quantity> {
        match self {
            Self::Range(range) => Quantity::of(range.term).into_iter().collect(),
            Self::Compare(sums) => sums.terms().filter_map(|term| Quantity::of(*term)).collect(),
            Self::Holds(holds) => vec![Quantity::Holds(*holds)],
            Self::Parity { .. } | Self::Shape(_) => Vec::new(),
        }
    }

    /// The suit whose cards alone decide it, if there is one.
    fn only_suit(&self) -> Option<Suit> {
        match self {
            Self::Range(range) => range.term.suit(),
            Self::Parity { suit, .. } => Some(*suit),
            Self::Holds(holds) => Some(holds.suit),
            Self::Compare(sums) => {
                sums.terms().map(|term| term.suit()).all_equal_value().ok().flatten()
            }
            Self::Shape(_) => None,
        }
    }

    /// Whether it is true of a hand, or of a class of hands.
    pub fn is_true_of(&self, facts: &impl Facts) -> bool {
        match self {
            Self::Range(range) => range.values.contains(&facts.term(range.term)),
            Self::Parity { suit, odd } => (facts.length(*suit) % 2 == 1) == *odd,
            Self::Shape(shapes) => shapes.fit(Suit::ASC.map(|suit| facts.length(suit))),
            Self::Holds(holds) => facts.answer(Quantity::Holds(*holds)) > 0,
            Self::Compare(comparison) => comparison.holds(|term| facts.term(*term)),
        }
    }

    /// The points with which it is true of a hand of which lengths and points alone are known.
    fn bounds(&self, facts: &impl Facts) -> PointBounds {
        if self.questions().is_empty() {
            let points = self.points(facts);
            PointBounds { surely: points, possibly: points }
        } else {
            PointBounds { surely: PointSet::NEVER, possibly: PointSet::ALWAYS }
        }
    }

    /// The points with which it is true of a hand; `facts` gives everything else.
    pub(in crate::constraint) fn points(&self, facts: &impl Facts) -> PointSet {
        match self {
            Self::Range(range) if range.term == Term::POINTS => PointSet::range(&range.values),
            Self::Compare(comparison) if comparison.terms().any(|t| *t == Term::POINTS) => {
                PointSet::of(|points| {
                    comparison.holds(|term| match *term {
                        Term::POINTS => u16::from(points),
                        other => facts.term(other),
                    })
                })
            }
            other if other.is_true_of(facts) => PointSet::ALWAYS,
            _ => PointSet::NEVER,
        }
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
        self.evaluate(&|feature: &Feature| feature.is_true_of(facts))
    }

    /// The points with which the condition is true of a hand; `facts` gives everything else, and
    /// its points are not used.
    pub fn points(&self, facts: &impl Facts) -> PointSet {
        self.evaluate(&|feature: &Feature| feature.points(facts))
    }

    /// The points with which the condition is true of a hand of these lengths: with whatever cards,
    /// and with some. Wider than need be where several of its features ask for the same cards.
    pub(in crate::constraint) fn bounds(&self, facts: &impl Facts) -> PointBounds {
        self.evaluate(&|feature: &Feature| feature.bounds(facts))
    }

    /// The questions that it asks besides lengths and points, each once.
    pub fn questions(&self) -> Vec<Quantity> {
        let mut questions = Vec::new();
        self.each(&mut |feature| questions.extend(feature.questions()));
        questions.into_iter().unique().collect()
    }

    /// The suit whose cards alone decide whether it is true, if there is one.
    ///
    /// ```
    /// use falsecard::cards::Suit;
    /// use falsecard::constraint::parse_condition;
    ///
    /// let rule = |text| parse_condition(text).unwrap();
    /// assert_eq!(rule("spades 5+ or spades has AK").only_suit(), Some(Suit::Spades));
    /// assert_eq!(rule("spades has A, hearts has A").only_suit(), None);
    /// assert_eq!(rule("controls 3+").only_suit(), None);
    /// ```
    pub fn only_suit(&self) -> Option<Suit> {
        let mut suits = Vec::new();
        self.each(&mut |feature| suits.push(feature.only_suit()));
        suits.into_iter().all_equal_value().ok().flatten()
    }

    /// The condition with softened edges, as players stretch their agreements: ranges of points and
    /// other counts one wider at both ends, lengths one card shorter, 5422 and 6322 for balanced.
    /// Nothing is softened under "not".
    ///
    /// ```
    /// use falsecard::constraint::parse_condition;
    ///
    /// let rule = parse_condition("hcp 15-17, spades 5+")?;
    /// assert_eq!(rule.softened().to_string(), "(hcp 14-18 and spades 4+)");
    /// # Ok::<(), falsecard::constraint::LanguageFault>(())
    /// ```
    #[must_use]
    pub fn softened(&self) -> Self {
        let each = |parts: &[Self]| parts.iter().map(Self::softened).collect();
        match self {
            Self::Is(feature) => Self::Is(feature.softened()),
            Self::Not(_) => self.clone(),
            Self::All(parts) => Self::All(each(parts)),
            Self::Any(parts) => Self::Any(each(parts)),
        }
    }
}

impl Feature {
    fn softened(&self) -> Self {
        match self {
            Self::Range(range) => {
                let (min, max) = (*range.values.start(), *range.values.end());
                let wider = match range.term {
                    Term::Length(_) => min.saturating_sub(1)..=max,
                    _ => min.saturating_sub(1)..=max + 1,
                };
                Range::new(range.term, wider).map_or_else(|| self.clone(), Self::Range)
            }
            Self::Shape(shapes) if *shapes == Shapes::balanced() => {
                Self::Shape(Shapes::semibalanced())
            }
            other => other.clone(),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (term, min, max) = (self.term, self.values.start(), self.values.end());
        if min == max {
            write!(f, "{term} {min}")
        } else if max == term.bounds().end() {
            write!(f, "{term} {min}+")
        } else {
            write!(f, "{term} {min}-{max}")
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = suit_plural(self.suit);
        match self.of {
            Holding::EMPTY => write!(f, "{} of none in {suit}", self.at_least),
            of => write!(f, "{} of {of} in {suit}", self.at_least),
        }
    }
}

/// Writes the feature in the rule language: it parses back to itself.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(range) => range.fmt(f),
            Self::Parity { suit, odd } => {
                write!(f, "{} {}", suit_plural(*suit), if *odd { "odd" } else { "even" })
            }
            Self::Shape(shapes) => shapes.fmt(f),
            Self::Holds(holds) => holds.fmt(f),
            Self::Compare(comparison) => comparison.fmt(f),
        }
    }
}
