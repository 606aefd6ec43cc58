//! What many boards say.

use serde::Serialize;

use super::outcome::{Aspect, Swing};
use crate::work::Interval;

/// A 95 % interval of so many IMPs to either side is narrow enough to tell engines apart.
pub const PRECISE: f64 = 0.1;

/// What the first entrant gains a board, in one aspect.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Standing {
    /// In what.
    pub aspect: Aspect,
    /// The boards.
    pub boards: usize,
    /// Those on which the scores differ.
    pub differ: usize,
    /// In IMPs.
    pub imps: Interval,
    /// In points.
    pub points: Interval,
    /// In tricks.
    pub tricks: Interval,
    /// How often the first entrant reached its goal, and how often the other did: made the contract, or,
    /// defending, set it.
    pub goals: [usize; 2],
}

impl Standing {
    /// Of what was gained board by board.
    pub fn of(aspect: Aspect, swings: &[Swing]) -> Self {
        let interval = |value: fn(&Swing) -> i32| {
            Interval::of(&swings.iter().map(|swing| f64::from(value(swing))).collect::<Vec<_>>())
        };
        let reached = |who: usize| swings.iter().filter(|swing| swing.goals[who]).count();
        Self {
            aspect,
            boards: swings.len(),
            differ: swings.iter().filter(|swing| swing.points != 0).count(),
            imps: interval(|swing| swing.imps),
            points: interval(|swing| swing.points),
            tricks: interval(|swing| swing.tricks),
            goals: [reached(0), reached(1)],
        }
    }

    /// How many boards more, of the same kind, leave an interval of [`PRECISE`] IMPs to either side; `None`
    /// as long as the error is not known.
    pub fn still_needed(&self) -> Option<usize> {
        let half = self.imps.ends().map(|[low, high]| (high - low) / 2.0)?;
        let times = (half / PRECISE).powi(2);
        Some(((self.boards as f64 * times).ceil() as usize).saturating_sub(self.boards))
    }
}
