//! Sets of point counts: for which of 0 to 37 high-card points something is true.

use std::ops::RangeInclusive;

use super::formula::Truth;

/// A set of numbers of high-card points.
///
/// Once a hand's lengths are fixed, a condition on lengths and points is such a set; so a rule is
/// asked once for a shape instead of once for each strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSet(u64);

impl PointSet {
    /// The most points that thirteen cards can have.
    pub const MOST: u8 = 37;

    /// The numbers that fulfil a condition.
    pub fn of(condition: impl Fn(u8) -> bool) -> Self {
        let members = (0..=Self::MOST).filter(|&points| condition(points));
        Self(members.fold(0, |set, points| set | 1 << points))
    }

    /// The numbers in a range.
    pub fn range(range: &RangeInclusive<u16>) -> Self {
        Self::of(|points| range.contains(&u16::from(points)))
    }

    /// Whether a number belongs to the set.
    pub const fn contains(self, points: u8) -> bool {
        self.0 >> points & 1 == 1
    }

    /// The least and the greatest number.
    pub fn extremes(self) -> Option<RangeInclusive<u8>> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as u8..=63 - self.0.leading_zeros() as u8)
    }
}

impl Truth for PointSet {
    const ALWAYS: Self = Self((1 << (Self::MOST + 1)) - 1);
    const NEVER: Self = Self(0);

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn not(self) -> Self {
        Self(!self.0 & Self::ALWAYS.0)
    }
}
