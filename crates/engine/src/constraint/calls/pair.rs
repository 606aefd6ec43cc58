//! A known pair: its agreements and its habits, where they differ from the table's.

use std::sync::Arc;

use thiserror::Error;

use super::system::{Pair, System};
use crate::carding::habits::Habits;

/// Why a rule file is not a profile of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoProfile {
    /// It has lines on calls, reliance, inclinations or styles.
    #[error(
        "a profile has only \"card\" and \"habit\" lines: what a pair has agreed, and how it \
         departs from everybody; calls belong to the agreements of the table"
    )]
    SpeaksOfMore,
    /// It has habits, which add to the table's, but the table's agreements state none.
    #[error(
        "the table's agreements say nothing of people's habits, from which a pair's could depart"
    )]
    NoHabits,
}

impl Pair {
    /// A pair with these habits in place of everybody's.
    pub fn playing(habits: Habits) -> Self {
        Self { habits: Some(Arc::new(habits)), ..Self::default() }
    }

    /// Sets the system whose calls the pair bids by. Its carding is not used.
    #[must_use]
    pub fn bidding(self, system: System) -> Self {
        Self { bids: Some(Arc::new(system)), ..self }
    }

    /// The pair that a profile describes. A profile is a rule file of `card` lines, which replace
    /// the table's agreements, and `habit` lines, whose nats are added to everybody's.
    ///
    /// # Errors
    ///
    /// [`NoProfile`].
    pub fn of_profile(profile: &System, table: &System) -> Result<Self, NoProfile> {
        let speaks_of_calls = !profile.calls.is_empty() || !profile.general.is_empty();
        let speaks_of_others = profile.inclinations.is_some() || !profile.styles.is_empty();
        if speaks_of_calls || speaks_of_others || profile.reliance.is_some() {
            return Err(NoProfile::SpeaksOfMore);
        }
        let habits = match (&profile.habits, &table.habits) {
            (None, _) => None,
            (Some(_), None) => return Err(NoProfile::NoHabits),
            (Some(own), Some(everybody)) => Some(Arc::new(everybody.plus(own))),
        };
        let cards = (!profile.cards.is_empty()).then(|| profile.cards.clone());
        Ok(Self { habits, cards, bids: None })
    }
}
