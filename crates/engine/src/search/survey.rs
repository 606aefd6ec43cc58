//! A survey: the bias of a glance in what a card on trial leads to, measured in some of the layouts
//! before any are played out.

use std::collections::HashMap;

use crate::cards::{Card, Seat, Suit};
use crate::mind::Bias;
use crate::play::Play;

/// The number of layouts of a survey: after every candidate as long as its trick lasts, later after
/// one candidate in each.
///
/// At 1,242 replies in layouts of Dutch teams a glance loses 1.10 tricks per 100; without its bias,
/// measured by two worlds each in 8, 16 and 24 layouts, 1.09, 0.84 and 0.62, and by four worlds
/// each 0.85, 0.63 and 0.64: `research/minds-history.md`.
const LAYOUTS: usize = 32;

/// The most layouts of a survey for all candidates together, for where there are many, most of them
/// are played out a few times only. Before the second trick, where worlds cost most, half of both
/// are enough.
const PROBES: usize = 128;

/// The key of a decision, whatever the layout: the card on trial as long as its trick lasts, the
/// tricks played, who is to play, and the suit led.
type DecisionKey = (Option<Card>, u8, Seat, Option<Suit>);

/// The measured biases by decision.
#[derive(Default)]
pub(super) struct BiasSurvey(HashMap<DecisionKey, Bias>);

impl BiasSurvey {
    /// The bias of a glance in the next decision, if it was measured; `on_trial` is the number of
    /// the card on trial.
    pub(super) fn bias(&self, play: &Play, on_trial: usize) -> Option<&Bias> {
        self.0.get(&place(play, on_trial)?)
    }

    /// Adds the bias in one layout in the next decision.
    pub(super) fn note(&mut self, play: &Play, on_trial: usize, seen: &Bias) {
        if let Some(place) = place(play, on_trial) {
            self.0.entry(place).or_default().add(seen);
        }
    }
}

fn place(play: &Play, on_trial: usize) -> Option<DecisionKey> {
    let history = play.history();
    let trial = history.played().get(on_trial)?.card;
    let trial = is_its_trick(play, on_trial).then_some(trial);
    Some((trial, history.tricks_played(), history.to_play(), history.trick().suit_led()))
}

fn is_its_trick(play: &Play, on_trial: usize) -> bool {
    usize::from(play.history().tricks_played()) == on_trial / 4
}

/// A candidate in one of the surveyed layouts.
pub(super) struct Probe {
    /// The index of the layout.
    pub(super) layout: usize,
    /// The play so far.
    pub(super) play: Play,
    /// Whether this candidate is followed after its trick in this layout.
    goes_on: bool,
}

/// Every candidate in each layout.
///
/// # Panics
///
/// When a candidate is not legal.
pub(super) fn probes(layouts: &[Play], cards: &[Card]) -> Vec<Probe> {
    let is_first_trick = layouts.first().is_some_and(|start| start.history().tricks_played() == 0);
    let most = LAYOUTS.min(PROBES.div_ceil(cards.len().max(1))) >> usize::from(is_first_trick);
    let each = layouts.iter().take(most).enumerate().flat_map(|(layout, start)| {
        cards.iter().enumerate().map(move |(number, &card)| Probe {
            layout,
            play: start.with(card).expect("candidates are legal"),
            goes_on: number == layout % cards.len(),
        })
    });
    each.collect()
}

impl Probe {
    /// Whether the probe goes on.
    pub(super) fn is_open(&self, on_trial: usize) -> bool {
        !self.play.is_over() && (self.goes_on || is_its_trick(&self.play, on_trial))
    }
}
