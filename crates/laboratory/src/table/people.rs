//! Compares an engine's cards with people's: which card it chooses in each person's place. The play
//! always goes on with the person's card.

use std::sync::atomic::{AtomicBool, Ordering};

use super::entrant::{Entrant, Seated};
use crate::problem::Known;
use crate::records::{Record, Role};
use falsecard_engine::dd::Solver;

/// The double-dummy tricks given up on one board, over the choices of one role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Priced {
    /// The number of choices: decisions at which some cards cost tricks.
    pub choices: usize,
    /// The choices at which the engine's card costs more or less than the person's.
    pub differ: usize,
    /// The tricks that the engine's cards give up.
    pub engine: u32,
    /// The tricks that the person's cards gave up.
    pub person: u32,
}

/// The tricks that an engine's and the people's cards give up on a board, for each role of
/// [`Role::EACH`]. `None` if `stop` was set.
pub fn against_people(
    entrant: &Entrant,
    record: &Record,
    board: Known,
    stop: &AtomicBool,
) -> Option<[Priced; 3]> {
    let [declarer, defender] = Seated::pair(entrant, entrant, board);
    let mut solver = Solver::new();
    let mut priced = [Priced::default(); 3];
    for (at, played) in record.play.history().played().iter().enumerate() {
        let play = record.after(at);
        let values = solver.cards(play.position());
        if values.optimal() == values.legal() {
            continue;
        }
        let view = play.view(play.history().decider());
        let is_declarers = Role::Declarer.is_of(&view);
        let seated = if is_declarers { &declarer } else { &defender };
        let card = seated.card(&view, Some(play.position()), stop)?;
        let cost = |card| values.best() - values.value(card).unwrap_or_else(|| values.best());
        let (engine, person) = (cost(card), cost(played.card));
        for (priced, role) in priced.iter_mut().zip(Role::EACH) {
            if role.is_of(&view) {
                priced.choices += 1;
                priced.differ += usize::from(engine != person);
                priced.engine += u32::from(engine);
                priced.person += u32::from(person);
            }
        }
    }
    (!stop.load(Ordering::Relaxed)).then_some(priced)
}
