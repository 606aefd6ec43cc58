//! Ways of carding that people may have, of which a stranger's is not known.

use std::sync::Arc;

use super::pair::Pair;
use super::system::Agreement;
use crate::carding::habits::Habits;

/// A way of carding that part of the people have.
#[derive(Debug, Clone)]
pub struct CardingStyle {
    /// What rule files call it.
    pub name: String,
    /// How many pairs have it, of all, above 0 and at most 1.
    pub share: f64,
    /// What such a pair has agreed, and how it departs from everybody.
    pub pair: Pair,
}

/// A style as lines of a rule file have stated it so far.
pub(super) struct Stated {
    pub(super) name: String,
    pub(super) share: f64,
    pub(super) cards: Vec<Agreement>,
    /// Nats to be added to everybody's.
    pub(super) habits: Option<Habits>,
}

impl CardingStyle {
    /// The styles that a file states, their shares made to add up to 1.
    pub(super) fn of_file(stated: Vec<Stated>, everybody: &Habits) -> Vec<Self> {
        let all: f64 = stated.iter().map(|style| style.share).sum();
        let style = |Stated { name, share, cards, habits }: Stated| {
            let habits = habits.map(|own| Arc::new(everybody.plus(&own)));
            let cards = (!cards.is_empty()).then_some(cards);
            Self { name, share: share / all, pair: Pair { habits, cards, bids: None } }
        };
        stated.into_iter().map(style).collect()
    }
}
