//! The plays after two cards by best play, with all hands open.

use crate::cards::{Card, FullDeal};
use crate::constraint::System;
use crate::dd::Solver;
use crate::mind::estimates;
use crate::play::{Play, View};
use crate::search::sample::imagine;
use crate::work::{Clock, on_all_threads};

/// Plays two cards of a decision on by best play, in the layouts in which they take different
/// numbers of tricks; returns also the number of layouts for which there was time. Of equal cards
/// everybody plays the one that people play most.
pub(super) fn plays(
    view: &View,
    layouts: &[FullDeal],
    cards: [Card; 2],
    clock: &Clock,
) -> (Vec<[Play; 2]>, usize) {
    let plays = on_all_threads(layouts, |&deal, solver| {
        let start = imagine(view, deal);
        let values = solver.cards(start.position());
        let [one, other] = cards.map(|card| values.value(card));
        if one == other {
            return (!clock.is_up()).then_some(None);
        }
        let plays = cards.map(|card| start.with(card).expect("both cards are legal"));
        let [one, other] = plays.map(|play| played_on(play, solver, clock));
        Some(Some([one?, other?]))
    });
    let in_time: Vec<Option<[Play; 2]>> = plays.into_iter().map_while(|pair| pair).collect();
    let layouts = in_time.len();
    (in_time.into_iter().flatten().collect(), layouts)
}

/// Plays on to the end; `None` if the time is up before.
fn played_on(mut play: Play, solver: &mut Solver, clock: &Clock) -> Option<Play> {
    while !play.is_over() {
        if clock.is_up() {
            return None;
        }
        let best = solver.cards(play.position()).optimal();
        let view = play.view(play.history().decider());
        let odds = estimates(&view, System::natural()).unwrap_or_default();
        let liked = odds.iter().filter(|it| best.contains(it.card));
        let liked = liked.max_by(|one, other| one.odds.total_cmp(&other.odds)).map(|it| it.card);
        let card = liked.or_else(|| best.iter().next()).expect("the play is not over");
        play.play(card).expect("it is legal");
    }
    Some(play)
}
