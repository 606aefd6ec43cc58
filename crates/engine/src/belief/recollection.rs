//! What the table has seen of how suits were chosen, remembered from one look to the next.
//!
//! Everybody at the table reads the same choices, and reads them again at each card; in playouts thousands of imagined players do. How
//! likely people are to choose each suit depends on what all of them see, so it is worked out once for each moment of a play. A thread
//! remembers the latest play that it looked at, and of another one as much as both have in common. What is remembered is what would be
//! worked out again, so nothing depends on it but time.

use std::cell::RefCell;
use std::sync::Arc;

use crate::carding::inclination::{Inclinations, Inclined, SuitChoice};
use crate::cards::Hand;
use crate::constraint::System;
use crate::play::{Bidding, Played, View};

thread_local! {
    static LATEST: RefCell<Option<Recollection>> = const { RefCell::new(None) };
}

/// The moments of a play.
struct Recollection {
    table: Table,
    played: Vec<Played>,
    /// The choice before each card, and before the next one, as far as anybody asked.
    choices: Vec<Option<Arc<Inclined>>>,
}

/// All that a choice depends on beside the cards played.
struct Table {
    bidding: Arc<Bidding>,
    dummy: Option<Hand>,
    inclinations: Arc<Inclinations>,
}

impl Table {
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inclinations, &other.inclinations)
            && self.dummy == other.dummy
            && (Arc::ptr_eq(&self.bidding, &other.bidding) || self.bidding == other.bidding)
    }
}

impl Recollection {
    const fn new(table: Table) -> Self {
        Self { table, played: Vec::new(), choices: Vec::new() }
    }

    /// Forgets what is not of this play.
    fn keep(&mut self, played: &[Played]) {
        let same = self.played.iter().zip(played).take_while(|(one, other)| one == other).count();
        if same < self.played.len() {
            self.played.truncate(same);
            self.choices.truncate(same + 1);
        }
        self.played.extend(&played[same..]);
        self.choices.resize(played.len() + 1, None);
    }

    fn at(&mut self, cards: usize, view: &View) -> Arc<Inclined> {
        let Table { dummy, inclinations, .. } = &self.table;
        let work_out = || {
            let choice = SuitChoice::after(cards, view.bidding(), view.history(), *dummy);
            Arc::new(choice.of_people(inclinations))
        };
        Arc::clone(self.choices[cards].get_or_insert_with(work_out))
    }
}

/// How the suit of each card was chosen that a hidden hand has played, in order: nothing of one that followed suit, nor where it is not
/// known how people choose.
pub(super) fn suits_chosen(view: &View, system: &System) -> Vec<Option<Arc<Inclined>>> {
    let (played, hidden) = (view.history().played(), view.hidden());
    let nothing = vec![None; played.len()];
    let chosen = |recollection: &mut Recollection| {
        let at = |(cards, it): (usize, &Played)| {
            let follows = it.place > 0 && it.led == it.card.suit;
            (!follows && hidden.contains(&it.seat)).then(|| recollection.at(cards, view))
        };
        played.iter().enumerate().map(at).collect()
    };
    recollect(view, system, chosen).unwrap_or(nothing)
}

/// How the player who is to play chooses a suit, if he need not follow; `None` where it is not known how people do.
pub fn choice_of_suit(view: &View, system: &System) -> Option<Arc<Inclined>> {
    recollect(view, system, |recollection| recollection.at(view.history().played().len(), view))
}

fn recollect<R>(
    view: &View,
    system: &System,
    look: impl FnOnce(&mut Recollection) -> R,
) -> Option<R> {
    let table = Table {
        bidding: Arc::clone(view.bidding()),
        dummy: view.dealt(view.contract().dummy()),
        inclinations: Arc::clone(system.inclinations()?),
    };
    LATEST.with_borrow_mut(|latest| {
        let recollection = match latest.take() {
            Some(known) if known.table.is(&table) => known,
            _ => Recollection::new(table),
        };
        let recollection = latest.insert(recollection);
        recollection.keep(view.history().played());
        Some(look(recollection))
    })
}
