//! The source of a decision's layouts: drawn from a belief or, where there is no time to count,
//! found by walking.

use rand::Rng;

use crate::belief::{Belief, Evidence, NoBelief, Walk};
use crate::cards::FullDeal;
use crate::work::Clock;

/// The share of the time that counting may take. It takes a second or two before the opening lead,
/// when three hands are hidden, and next to nothing later.
const COUNTING_TIME: f64 = 0.4;

/// The source of a decision's layouts.
pub(super) enum Layouts {
    /// A belief: all of them have been counted.
    Counted(Box<Belief>),
    /// A random walk, since there was no time to count.
    Walked(Box<Walk>),
}

impl Layouts {
    /// Counts, if there is time; else walks.
    pub(super) fn of(evidence: &Evidence, clock: &Clock) -> Result<Self, NoBelief> {
        let counting = clock.part(COUNTING_TIME);
        match Belief::new_until(evidence, &|| counting.is_up()) {
            Ok(belief) => Ok(Self::Counted(Box::new(belief))),
            Err(NoBelief::OutOfTime) => Walk::new(evidence)
                .map(|walk| Self::Walked(Box::new(walk)))
                .ok_or(NoBelief::OutOfTime),
            Err(error) => Err(error),
        }
    }

    /// Layouts in proportion to their weights, until `stop` says so; otherwise practically without
    /// end.
    pub(super) fn spread_until<'a, R: Rng>(
        &'a self,
        rng: &'a mut R,
        stop: &'a dyn Fn() -> bool,
    ) -> Box<dyn Iterator<Item = FullDeal> + 'a> {
        match self {
            Self::Counted(belief) => Box::new(belief.spread_until(rng, stop)),
            Self::Walked(walk) => Box::new(walk.layouts(rng)),
        }
    }
}
