//! Lessons: what must be worked out of a game before it can be trained on, mostly double dummy.
//! They can be stored, so that they are worked out once.

use rand::{Rng, RngExt};

use falsecard_engine::cards::Card;
use falsecard_engine::constraint::System;
use falsecard_engine::mind::Mind;
use falsecard_laboratory::records::GameRecord;

/// The lessons of one game.
pub trait Lessons: Send + Sized {
    /// The first line of a file of such lessons. It changes whenever the same game would give other
    /// lessons.
    const KIND: &'static str;

    /// Works out the lessons of a game whose players have these agreements.
    fn of(record: &GameRecord, system: &System, seed: u64) -> Self;

    /// The lessons as bytes.
    fn bytes(&self) -> Vec<u8>;

    /// The lessons of these bytes; `None` if they are not of this game.
    fn read(record: &GameRecord, bytes: &[u8]) -> Option<Self>;
}

/// No lessons, for networks that are trained on games as they are.
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

/// The cards of a variation: it leaves the record after this many cards by any other card, and
/// continues by habit.
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
