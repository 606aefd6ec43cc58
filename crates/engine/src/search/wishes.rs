//! The decider's wishes: what he would have his partner lead, as far as it is clear.
//!
//! An agreement to show what one likes is only a means: with the queen a player discourages all the
//! same when another suit must be led at once. So before he signals, the value of each suit is
//! computed if partner leads it next.

use super::Question;
use crate::carding::Wishes;
use crate::cards::{BySuit, FullDeal, Suit};
use crate::mind::{if_partner_leads, own_choice};
use crate::work::{Clock, mean_and_error, on_all_threads};

/// The number of worlds that are solved.
const WORLDS: usize = 32;

/// The fewest of them in which partner is on lead and can lead either of two suits.
const ON_LEAD: usize = 8;

/// A wish is clear beyond this many standard errors of the difference, paired by world.
const CLEAR: f64 = 2.0;

/// The decider's wishes, by the suit that he himself plays now; none if no agreement asks for one,
/// or if the time is up before it is known. Each world costs a few solves.
pub(super) fn wishes(question: &Question, worlds: &[FullDeal], clock: &Clock) -> BySuit<Wishes> {
    let Question { view, system, .. } = *question;
    let worlds = &worlds[..WORLDS.min(worlds.len())];
    BySuit::from_fn(|suit| {
        let is_legal = !view.legal()[suit].is_empty();
        if is_legal && own_choice(view, system, suit, &Wishes::default()).asks() {
            of_suit(question, suit, worlds, clock)
        } else {
            Wishes::default()
        }
    })
}

fn of_suit(question: &Question, suit: Suit, worlds: &[FullDeal], clock: &Clock) -> Wishes {
    let values = on_all_threads(worlds, |world, solver| {
        if clock.is_up() { None } else { if_partner_leads(question.view, suit, world, solver) }
    });
    let values: Vec<BySuit<Option<i32>>> = values.into_iter().flatten().collect();
    if values.len() < ON_LEAD {
        return Wishes::default();
    }
    let can_be_led = |suit: Suit| values.iter().any(|value| value[suit].is_some());
    Wishes::among(can_be_led, |one, other| is_better(one, other, &values))
}

/// Whether a lead of `one` suit is clearly worth more than of the other.
fn is_better(one: Suit, other: Suit, values: &[BySuit<Option<i32>>]) -> bool {
    let gains = values.iter().filter_map(|value| Some(f64::from(value[one]? - value[other]?)));
    let gains: Vec<f64> = gains.collect();
    let (gain, error) = mean_and_error(&gains);
    gains.len() >= ON_LEAD && gain > 0.0 && gain > CLEAR * error
}
