//! The scale of a decision's scores: the stake, and the differences that count as nothing.

use crate::play::{Scoring, View, imps};

/// Double-dummy means that differ by less than this, in what is played for, are equal.
const EQUAL: f64 = 0.5;

/// Means that differ by less than this share of the stake are equal. Half a point is about a
/// thousandth of what is at stake in a game.
const EQUAL_SHARE: f64 = 0.001;

/// What is at stake, and the differences that count as nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    /// The most that one more trick may be worth.
    pub(super) stake: f64,
    /// Double-dummy means that differ by less than this are equal.
    pub(super) equal: f64,
}

impl Scale {
    /// The scale where this many points are at stake.
    pub(super) const fn of_points(stake: f64) -> Self {
        Self { stake, equal: EQUAL }
    }

    /// The scale of a decision.
    pub(super) fn of(view: &View, scoring: Scoring) -> Self {
        let n = view.legal().len().max(2) as f64;
        let points = view.stake();
        let stake = match scoring {
            Scoring::Points => return Self::of_points(points),
            Scoring::Imps => f64::from(imps(points as i32)),
            // A player who wins a trick more than all others beats them instead of tying with them,
            // and the one that he is compared with loses to him besides.
            Scoring::Matchpoints => n / (n - 1.0) / 2.0 * points.signum(),
        };
        Self { stake, equal: EQUAL_SHARE * stake }
    }
}
