//! What has to be worked out of a game before it can teach, mostly by double dummy: it can be kept,
//! so that it is worked out once.

use rand::{Rng, RngExt};

use falsecard_engine::cards::Card;
use falsecard_engine::constraint::System;
use falsecard_engine::mind::Mind;
use falsecard_laboratory::records::GameRecord;

/// What one game teaches.
pub trait Lessons: Send + Sized {
    /// What a file of them begins with; it changes whenever the same game would teach something
    /// else.
    const KIND: &'static str;

    /// Those of a game whose players have these agreements.
    fn of(record: &GameRecord, system: &System, seed: u64) -> Self;

    /// Their bytes.
    fn bytes(&self) -> Vec<u8>;

    /// What these bytes tell; `None` if they are no lessons of that game.
    fn read(record: &GameRecord, bytes: &[u8]) -> Option<Self>;
}

/// A game teaches as it is.
impl Lessons for () {
    const KIND: &'static str = "falsecard lessons of nothing";

    fn of(_: &GameRecord, _: &System, _: u64) -> Self {}

    fn bytes(&self) -> Vec<u8> {
        Vec::new()
    }

    fn read(_: &GameRecord, bytes: &[u8]) -> Option<Self> {
        bytes.is_empty().then_some(())
    }
}

/// The cards of a play that leaves a record after so many cards by any other card, and goes on by
/// habit.
pub(super) fn variation(
    record: &GameRecord,
    after: usize,
    system: &System,
    rng: &mut impl Rng,
) -> Vec<Card> {
    let mind = Mind::new(system, 0);
    let mut play = record.after(after);
    let any: Vec<Card> = play.legal().iter().collect();
    let mut card = any.get(rng.random_range(0..any.len().max(1))).copied();
    while let Some(next) = card {
        if play.play(next).is_err() || play.is_over() {
            break;
        }
        card = Some(mind.by_habit(&play.view(play.history().decider()), rng));
    }
    play.history().played().iter().map(|played| played.card).collect()
}
