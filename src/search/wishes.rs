//! What the decider would have his partner lead, as far as it is clear.

use super::statistics::mean_and_error;
use super::{Question, workers};
use crate::carding::Wishes;
use crate::cards::{BySuit, FullDeal, Suit};
use crate::mind::{if_partner_leads, own_choice};

/// So many worlds are looked at.
const WORLDS: usize = 32;

/// Partner must be on lead in so many of them.
const ON_LEAD: usize = 8;

/// A wish is clear beyond so many standard errors of the paired difference.
const CLEAR: f64 = 2.0;

/// What the decider would have his partner lead, by the suit that he himself plays now: no wish where
/// no agreement says what he wants. Each world costs a few solves.
pub(super) fn wishes(question: &Question, worlds: &[FullDeal]) -> BySuit<Wishes> {
    let Question { view, system, .. } = *question;
    let mut wishes = BySuit::default();
    for suit in Suit::DESC {
        let is_legal = !view.legal()[suit].is_empty();
        if is_legal && own_choice(view, system, suit, &Wishes::default()).asks() {
            wishes[suit] = of_suit(question, suit, &worlds[..WORLDS.min(worlds.len())]);
        }
    }
    wishes
}

fn of_suit(question: &Question, suit: Suit, worlds: &[FullDeal]) -> Wishes {
    let values = workers::each(worlds, |world, solver| {
        if_partner_leads(question.view, suit, world, solver)
    });
    let values: Vec<BySuit<Option<i32>>> = values.into_iter().flatten().collect();
    if values.len() < ON_LEAD {
        return Wishes::default();
    }
    Wishes::by(|one, other| {
        let both = values.iter().filter_map(|of| Some(f64::from(of[one]? - of[other]?)));
        let (gain, error) = mean_and_error(&both.collect::<Vec<_>>());
        let never = values.iter().all(|of| of[other].is_none());
        one != other
            && if never {
                values.iter().any(|of| of[one].is_some())
            } else {
                gain > CLEAR * error && gain > 0.0
            }
    })
}
