//! Compares an engine's cards with people's: which card it chooses in each person's place. The play
//! always goes on with the person's card.

use std::sync::atomic::{AtomicBool, Ordering};

use super::entrant::{Entrant, SeatedEntrant};
use crate::problem::RuleFileRef;
use crate::records::{DeciderRole, GameRecord};
use falsecard_engine::dd::Solver;

/// The double-dummy tricks given up on one board, over the choices of one role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PeopleComparison {
    /// The number of choices: decisions at which cards differ double dummy.
    pub choices: usize,
    /// The number of choices at which the engine's card costs more or less than the person's.
    pub differ: usize,
    /// The tricks that the engine's cards give up.
    pub engine: u32,
    /// The tricks that the person's cards gave up.
    pub person: u32,
}

/// The tricks that an engine's and the people's cards give up on a board, for each role of
/// [`DeciderRole::EACH`]. `None` if `stop` was set.
pub fn against_people(
    entrant: &Entrant,
    record: &GameRecord,
    board: RuleFileRef,
    stop: &AtomicBool,
) -> Option<[PeopleComparison; 3]> {
    let [declarer, defender] = SeatedEntrant::pair(entrant, entrant, board);
    let mut solver = Solver::new();
    let mut priced = [PeopleComparison::default(); 3];
    for (at, played) in record.play.history().played().iter().enumerate() {
        let play = record.after(at);
        let values = solver.cards(play.position());
        if values.optimal() == values.legal() {
            continue;
        }
        let view = play.view(play.history().decider());
        let is_declarers = DeciderRole::Declarer.is_of(&view);
        let seated = if is_declarers { &declarer } else { &defender };
        let card = seated.card(&view, Some(play.position()), stop)?;
        let cost = |card| values.best() - values.value(card).unwrap_or_else(|| values.best());
        let (engine, person) = (cost(card), cost(played.card));
        for (priced, role) in priced.iter_mut().zip(DeciderRole::EACH) {
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
