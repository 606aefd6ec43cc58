//! A pair that is known: what it has agreed, and how it departs from what everybody does.

use std::sync::Arc;

use thiserror::Error;

use super::system::{Agreement, System};
use crate::carding::habits::Habits;

/// What is known of a pair beside what holds for the whole table.
#[derive(Debug, Clone, Default)]
pub struct Pair {
    /// The system by which it bids, in place of the table's; the table's where nothing is known.
    pub(super) bids: Option<Arc<System>>,
    /// How its players choose their cards where nothing is agreed; as everybody where nothing is known.
    pub(super) habits: Option<Arc<Habits>>,
    /// The carding that it has agreed on, in place of the table's; the table's where nothing is known.
    pub(super) cards: Option<Vec<Agreement>>,
}

/// Why a rule file is no profile of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoProfile {
    /// It says what calls promise, how people keep to them, which suits they choose, or which styles there are.
    #[error(
        "a profile has only \"card\" and \"habit\" lines: what a pair has agreed, and how it departs from everybody; \
         calls belong to the agreements of the table"
    )]
    SpeaksOfMore,
    /// Its habits depart from habits that the table's agreements do not state.
    #[error(
        "the table's agreements say nothing of people's habits, from which a pair's could depart"
    )]
    NoHabits,
}

impl Pair {
    /// Whether more is known of its carding than of any stranger's.
    pub(super) const fn has_known_carding(&self) -> bool {
        self.habits.is_some() || self.cards.is_some()
    }

    /// A pair with these habits, which hold in place of everybody's.
    pub fn playing(habits: Habits) -> Self {
        Self { habits: Some(Arc::new(habits)), ..Self::default() }
    }

    /// Says that the pair bids by the calls of a system; the rest of that system is not looked at.
    #[must_use]
    pub fn bidding(self, system: System) -> Self {
        Self { bids: Some(Arc::new(system)), ..self }
    }

    /// The pair that a profile describes, a rule file of `card` lines (its agreements, in place of the table's) and `habit` lines (nats to
    /// be added to everybody's).
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
