//! The outline of a condition: for each division of a hand into suits, the possible points.
//!
//! It gives the least and greatest points or length that a promise leaves, and whether two promises
//! exclude or imply each other, without counting hands. Holdings and other questions count as open,
//! so an outline may be too wide but never too narrow.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::prior::LengthFacts;
use crate::cards::Suit;
use crate::constraint::language::lengths::{self, Lengths};
use crate::constraint::language::{Condition, Feature, PointSet, Truth};

/// For each of the 560 divisions of a hand, the points that are possible with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline(Vec<PointSet>);

/// The points with which a condition may be true, and those with which it may be false, for given
/// lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Perhaps {
    yes: PointSet,
    no: PointSet,
}

impl Truth for Perhaps {
    const ALWAYS: Self = Self { yes: PointSet::ALWAYS, no: PointSet::NEVER };
    const NEVER: Self = Self { yes: PointSet::NEVER, no: PointSet::ALWAYS };

    fn and(self, other: Self) -> Self {
        Self { yes: self.yes.and(other.yes), no: self.no.or(other.no) }
    }

    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    fn not(self) -> Self {
        Self { yes: self.no, no: self.yes }
    }
}

impl Outline {
    /// The outline that admits every hand.
    pub fn open() -> Self {
        Self(vec![PointSet::ALWAYS; lengths::WAYS])
    }

    /// The hands that may satisfy a condition.
    ///
    /// ```
    /// use falsecard::cards::Suit;
    /// use falsecard::constraint::{Outline, parse_condition};
    ///
    /// let rule = parse_condition("spades 5+, hearts > spades, hcp 11-15")?;
    /// let outline = Outline::of(&rule);
    /// assert_eq!(outline.points(), Some(11..=15));
    /// assert_eq!(outline.length(Suit::Hearts), Some(6..=8));
    /// # Ok::<(), falsecard::constraint::LanguageFault>(())
    /// ```
    pub fn of(condition: &Condition) -> Self {
        Self::map(condition, |perhaps| perhaps.yes)
    }

    /// The hands that may fail to satisfy a condition.
    pub(crate) fn of_exceptions(condition: &Condition) -> Self {
        Self::map(condition, |perhaps| perhaps.no)
    }

    fn map(condition: &Condition, side: impl Fn(Perhaps) -> PointSet) -> Self {
        let perhaps = |lengths| {
            condition.evaluate(&|feature: &Feature| {
                if feature.questions().is_empty() {
                    let yes = feature.points(&LengthFacts(lengths));
                    Perhaps { yes, no: yes.not() }
                } else {
                    Perhaps { yes: PointSet::ALWAYS, no: PointSet::ALWAYS }
                }
            })
        };
        Self(lengths::every().map(|lengths| side(perhaps(lengths))).collect())
    }

    /// The hands that belong to both outlines.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a.and(*b)).collect())
    }

    /// Whether every hand that satisfies `one` surely satisfies `other`.
    ///
    /// ```
    /// use falsecard::constraint::{Outline, parse_condition};
    ///
    /// let strong = parse_condition("hcp 15-17, balanced")?;
    /// let opening = parse_condition("hcp 12+")?;
    /// assert!(Outline::implies(&strong, &opening));
    /// assert!(!Outline::implies(&opening, &strong));
    /// # Ok::<(), falsecard::constraint::LanguageFault>(())
    /// ```
    pub fn implies(one: &Condition, other: &Condition) -> bool {
        Self::of(one).and(&Self::of_exceptions(other)).is_empty()
    }

    /// Whether no hand is left.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|points| *points == PointSet::NEVER)
    }

    /// The least and the greatest possible points; `None` if no hand is left.
    pub fn points(&self) -> Option<RangeInclusive<u8>> {
        self.0.iter().fold(PointSet::NEVER, |all, points| all.or(*points)).extremes()
    }

    /// The least and the greatest possible length of a suit; `None` if no hand is left.
    pub fn length(&self, suit: Suit) -> Option<RangeInclusive<u8>> {
        let possible = self.possible().map(|lengths| lengths[suit as usize]);
        let ends = possible.minmax().into_option()?;
        Some(ends.0..=ends.1)
    }

    fn possible(&self) -> impl Iterator<Item = Lengths> + '_ {
        let ways = lengths::every().zip(&self.0);
        ways.filter(|(_, points)| **points != PointSet::NEVER).map(|(lengths, _)| lengths)
    }
}
