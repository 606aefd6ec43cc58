//! Sets of numbers of high-card points, 0 to 37.

use std::ops::RangeInclusive;

use super::formula::Truth;

/// A set of numbers of high-card points.
///
/// For given lengths, a condition on lengths and points is such a set. So a rule is evaluated once
/// for each shape, and not for each number of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSet(u64);

impl PointSet {
    /// The most points that thirteen cards can have.
    pub const MOST: u8 = 37;

    /// The numbers for which a condition is true.
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

    /// The least and the greatest number; `None` for the empty set.
    pub(crate) fn extremes(self) -> Option<RangeInclusive<u8>> {
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

/// A set of points of which only lengths are known: the points that belong to it whatever else the
/// hand holds, and those that may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::constraint) struct PointBounds {
    /// The points with which the condition is true of every hand.
    pub(in crate::constraint) surely: PointSet,
    /// The points with which it is true of some hand.
    pub(in crate::constraint) possibly: PointSet,
}

impl Truth for PointBounds {
    const ALWAYS: Self = Self { surely: PointSet::ALWAYS, possibly: PointSet::ALWAYS };
    const NEVER: Self = Self { surely: PointSet::NEVER, possibly: PointSet::NEVER };

    fn and(self, other: Self) -> Self {
        let (surely, possibly) = (self.surely.and(other.surely), self.possibly.and(other.possibly));
        Self { surely, possibly }
    }

    fn or(self, other: Self) -> Self {
        let (surely, possibly) = (self.surely.or(other.surely), self.possibly.or(other.possibly));
        Self { surely, possibly }
    }

    fn not(self) -> Self {
        Self { surely: self.possibly.not(), possibly: self.surely.not() }
    }
}
