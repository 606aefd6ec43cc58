//! Styles of carding. A stranger has one of them, and nobody knows which.

use std::sync::Arc;

use super::system::{Agreement, CardingStyle, Pair};
use crate::carding::habits::Habits;

/// A style as stated by the lines of a rule file read so far.
pub(super) struct StatedStyle {
    pub(super) name: String,
    pub(super) share: f64,
    pub(super) cards: Vec<Agreement>,
    /// The agreements of the files that it uses, which its own outrank.
    pub(super) used: Vec<Agreement>,
    /// Nats that are added to everybody's habits.
    pub(super) habits: Option<Habits>,
}

impl CardingStyle {
    /// The styles that a file states, with shares scaled to add up to 1.
    pub(super) fn of_file(stated: Vec<StatedStyle>, everybody: &Habits) -> Vec<Self> {
        let all: f64 = stated.iter().map(|style| style.share).sum();
        let style = |StatedStyle { name, share, mut cards, used, habits }: StatedStyle| {
            let habits = habits.map(|own| Arc::new(everybody.plus(&own)));
            cards.extend(used);
            let cards = (!cards.is_empty()).then_some(cards);
            Self { name, share: share / all, pair: Pair { habits, cards, bids: None } }
        };
        stated.into_iter().map(style).collect()
    }
}
