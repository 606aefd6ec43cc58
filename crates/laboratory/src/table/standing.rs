//! Statistics of many boards.

use schemars::JsonSchema;
use serde::Serialize;

use super::outcome::{Aspect, Swing};
use falsecard_engine::work::{BEYOND, Interval};

/// The half-width of a 95 % interval that is enough to tell engines apart, in IMPs per board.
pub const PRECISE: f64 = 0.1;

/// The first entrant's mean gain per board in one aspect.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct AspectStatistics {
    /// In what the engines are compared.
    pub aspect: Aspect,
    /// The number of boards.
    pub boards: usize,
    /// The number of boards on which the scores differ.
    pub differ: usize,
    /// What A gains a board, in IMPs.
    pub imps: Interval,
    /// What A gains a board, in IMPs, without luck: what persons drew beyond the mean of their
    /// draws. Only where a person plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<Interval>,
    /// What A gains a board, in points.
    pub points: Interval,
    /// What A gains a board, in tricks.
    pub tricks: Interval,
    /// The ends of a 95 % interval of what A gains in IMPs, without luck, that holds however often
    /// one looks; `null` for fewer than 200 boards.
    pub at_any_time: Option<[f64; 2]>,
    /// How often A made the contract (or, defending, set it), and how often B.
    pub goals: [usize; 2],
}

impl AspectStatistics {
    /// The statistics of gains, given board by board.
    pub fn of(aspect: Aspect, swings: &[Swing]) -> Self {
        let interval = |value: fn(&Swing) -> i32| {
            Interval::of(&swings.iter().map(|swing| f64::from(value(swing))).collect::<Vec<_>>())
        };
        let is_drawn = swings.iter().any(|swing| swing.luck.is_some());
        let without_luck = |swing: &Swing| f64::from(swing.imps) - swing.luck.unwrap_or(0.0);
        let without_luck = Interval::of(&swings.iter().map(without_luck).collect::<Vec<_>>());
        let reached = |who: usize| swings.iter().filter(|swing| swing.goals[who]).count();
        Self {
            aspect,
            boards: swings.len(),
            differ: swings.iter().filter(|swing| swing.points != 0).count(),
            imps: interval(|swing| swing.imps),
            without_luck: is_drawn.then_some(without_luck),
            points: interval(|swing| swing.points),
            tricks: interval(|swing| swing.tricks),
            at_any_time: without_luck.ends_at_any_time(),
            goals: [reached(0), reached(1)],
        }
    }

    /// The mean gain in IMPs with the smaller error: without luck, if any card was drawn by chance.
    pub fn surest_imps(&self) -> &Interval {
        self.without_luck.as_ref().unwrap_or(&self.imps)
    }

    /// Whether the interval valid at any time excludes 0.
    pub fn is_sure(&self) -> bool {
        self.at_any_time.is_some_and(|[low, high]| low > 0.0 || high < 0.0)
    }

    /// The number of further boards needed for an interval of ±[`PRECISE`] IMPs, if they vary as
    /// these do; `None` if the error is not known.
    pub fn still_needed(&self) -> Option<usize> {
        still_needed(self.boards, self.surest_imps())
    }
}

/// The number of further boards needed for an interval of ±[`PRECISE`] IMPs; `None` if the error is
/// not known.
pub fn still_needed(boards: usize, imps: &Interval) -> Option<usize> {
    // By the normal distribution, which Student's t hardly differs from with that many boards.
    let half = BEYOND * imps.error.filter(|_| imps.ends().is_some())?;
    let times = (half / PRECISE).powi(2);
    Some(((boards as f64 * times).ceil() as usize).saturating_sub(boards))
}
