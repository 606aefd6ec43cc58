//! A known pair: its agreements and its habits, where they differ from the table's.

use std::sync::Arc;

use thiserror::Error;

use super::system::{Agreement, System};
use crate::carding::habits::Habits;

/// The bidding, habits and carding of a pair, where they differ from the table's.
#[derive(Debug, Clone, Default)]
pub struct Pair {
    /// The system by which it bids; `None` for the table's.
    pub(super) bids: Option<Arc<System>>,
    /// How its players choose their cards where nothing is agreed; `None` for everybody's habits.
    pub(super) habits: Option<Arc<Habits>>,
    /// The carding that it has agreed on; `None` for the table's.
    pub(super) cards: Option<Vec<Agreement>>,
}

/// Why a rule file is not a profile of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoProfile {
    /// It has lines on calls, reliance, inclinations or styles.
    #[error(
        "a profile has only \"card\" and \"habit\" lines: what a pair has agreed, and how it departs from everybody; \
         calls belong to the agreements of the table"
    )]
    SpeaksOfMore,
    /// It has habits, which add to the table's, but the table's agreements state none.
    #[error(
        "the table's agreements say nothing of people's habits, from which a pair's could depart"
    )]
    NoHabits,
}

impl Pair {
    /// Whether its habits or its carding are known.
    pub(super) const fn has_known_carding(&self) -> bool {
        self.habits.is_some() || self.cards.is_some()
    }

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
