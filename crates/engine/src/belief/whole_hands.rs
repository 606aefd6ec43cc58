//! What the cards of hidden hands say of whole hands, where a network knows how people play.
//!
//! A [`Reading`] gives the likelihood of a card from each holding of one suit, so an exact count
//! can hold it. A network of players sees the whole hand from which a card was chosen. So layouts
//! are drawn by the readings, and weighed by the quotient of the network's likelihood and theirs.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::reading::Reading;
use super::recollection::{Reader, readings};
use crate::carding::player::{CardMoment, CardNetwork, CardsAt};
use crate::cards::{Card, FullDeal, Hand, Seat, Side};
use crate::constraint::System;
use crate::play::View;
use crate::real::Real;

/// The likelihood ratio of cards that hidden hands chose: by a network of players, over the
/// readings of strangers.
///
/// It belongs to the readings of one [`Evidence`](super::Evidence). Code that changes these drops
/// it, except [`Belief::owners_without`](super::Belief::owners_without).
pub struct WholeHands {
    chosen: Vec<HiddenPlay>,
    /// The readings of these cards, for strangers.
    readings: Vec<Reading>,
}

/// A card that a hidden hand chose: its own or, if declarer's, dummy's.
struct HiddenPlay {
    card: Card,
    moment: CardMoment,
    network: Arc<CardNetwork>,
    /// The network's features of that moment; made when a hand is first evaluated.
    at: OnceLock<CardsAt>,
}

/// The exponent of the likelihood ratio. A player repeats his habits, so his cards are not
/// independent witnesses.
///
/// Set on youth2000 and the club, 1,164 boards: exponents of 1 and of 0.85 make the true deal as
/// likely, and with smaller ones fewer beliefs are clearly wrong. Champions of 2006 to 2011 agree.
const TRUST: f64 = 0.9;

/// The least log-likelihood, in nats, that readings count with when the network corrects them.
const LEAST: f64 = -50.0;

impl fmt::Debug for WholeHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.chosen.iter().map(|it| it.card.to_string())).finish()
    }
}

impl WholeHands {
    /// The cards played by hands that a player does not see, as far as the network speaks of them;
    /// `None` if it speaks of none.
    pub(super) fn of(view: &View, system: &System) -> Option<Arc<Self>> {
        let (history, hidden, contract) = (view.history(), view.hidden(), view.contract());
        let dummy = view.dealt(contract.dummy())?;
        let network = |seat: Seat| {
            let player = system.player_of(Side::of(seat), contract.declaring_side());
            player.filter(|_| hidden.contains(&seat))
        };
        let played = history.played().iter().enumerate();
        let chosen = played.filter_map(|(nth, played)| {
            let network = Arc::clone(network(contract.decider(played.seat))?);
            let moment = CardMoment::of(view.bidding(), &history.first(nth), dummy);
            Some(HiddenPlay { card: played.card, moment, network, at: OnceLock::new() })
        });
        let chosen: Vec<HiddenPlay> = chosen.collect();
        if chosen.is_empty() {
            return None;
        }
        let strangers = system.clone().of_strangers();
        let mut readings = readings(view, &strangers, Reader::AtTheTable);
        readings.retain(|reading| reading.is_informed() && network(reading.seat).is_some());
        Some(Arc::new(Self { chosen, readings }))
    }

    /// How many cards it speaks of.
    pub(super) const fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether it speaks of a card.
    pub fn speaks_of(&self, card: Card) -> bool {
        self.chosen.iter().any(|chosen| chosen.card == card)
    }

    /// The log-likelihood ratio of each of some layouts, in nats. Many at once cost less each,
    /// since every holding of a suit is evaluated once.
    pub(super) fn nats(&self, layouts: &[FullDeal]) -> Vec<f64> {
        let read = |layout| self.readings.iter().map(|reading| nats(reading, layout)).sum::<f64>();
        let mut all: Vec<f64> = layouts.iter().map(|layout| -read(layout)).collect();
        for chosen in &self.chosen {
            let each = all.iter_mut().zip(chosen.nats(layouts));
            each.for_each(|(sum, nats)| *sum += TRUST * nats);
        }
        all
    }

    /// The log-likelihood ratio of each of some layouts by one card, in nats; 0 if the network does
    /// not speak of it.
    pub(super) fn nats_of(&self, card: Card, layouts: &[FullDeal]) -> Vec<f64> {
        let Some(chosen) = self.chosen.iter().find(|chosen| chosen.card == card) else {
            return vec![0.0; layouts.len()];
        };
        let reading = self.readings.iter().find(|reading| reading.card == card);
        let read = |layout| reading.map_or(0.0, |reading| nats(reading, layout));
        let each = chosen.nats(layouts).into_iter().zip(layouts);
        each.map(|(nats, layout)| TRUST * nats - read(layout)).collect()
    }
}

/// The log-likelihood of a layout by a reading, in nats.
pub(super) fn nats(reading: &Reading, layout: &FullDeal) -> f64 {
    Real::ln(reading.weight_of(layout)).max(LEAST)
}

impl HiddenPlay {
    fn nats(&self, layouts: &[FullDeal]) -> Vec<f64> {
        let at = self.at.get_or_init(|| self.network.at(self.moment.clone()));
        let decider = self.moment.decider();
        let hands: Vec<Hand> = layouts.iter().map(|layout| layout[decider]).collect();
        at.nats(&hands, self.card)
    }
}
