//! What the cards of hidden hands say of whole hands, where a network knows how people play.
//!
//! A [`Reading`] says of one suit how likely its player was to choose a card from what he held in it, so an exact count can hold it. A
//! network of players ([`CardNetwork`]) sees the whole hand that he would have chosen from. So layouts are drawn by
//! the readings, and weighed by how much likelier or less likely the network makes the cards.
//!
//! [`CardNetwork`]: crate::carding::player::CardNetwork

use std::fmt;
use std::sync::Arc;

use super::evidence::{Reading, readings};
use super::{Evidence, Reader};
use crate::carding::player::{CardMoment, CardsAt};
use crate::cards::{Card, FullDeal, Seat, Side};
use crate::constraint::System;
use crate::play::View;

/// How likely a network makes the cards that hidden hands chose, compared with what the readings say of them.
#[derive(Clone)]
pub struct Conduct {
    chosen: Vec<Arc<Chosen>>,
    /// What strangers' readings say of these cards: layouts have been drawn by that.
    readings: Vec<Reading>,
}

/// A card that a hidden hand chose: its own, or as declarer dummy's.
struct Chosen {
    card: Card,
    at: CardsAt,
}

/// How much of what the network says counts. A player repeats his habits, so his cards are not independent witnesses.
///
/// Set on youth2000 and the club, 1,164 boards: whole trust, and 0.85 of it, make the true deal as likely, and with less of it fewer beliefs are
/// clearly wrong. Champions of 2006 to 2011 agree.
const TRUST: f64 = 0.9;

/// Readings make no layout less likely than by so many nats, as far as the network makes good for it.
const LEAST: f64 = -50.0;

impl fmt::Debug for Conduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.chosen.iter().map(|it| it.card.to_string())).finish()
    }
}

impl Conduct {
    /// The conduct of the hands that a player does not see, of whose pairs nothing is agreed; `None` if that says nothing.
    ///
    /// Where a pair has agreed how it cards, its cards say what it has agreed. Declarer agrees with nobody.
    pub(super) fn of(view: &View, system: &System) -> Option<Arc<Self>> {
        let network = system.player()?;
        let (history, hidden) = (view.history(), view.hidden());
        let contract = view.contract();
        let dummy = view.dealt(contract.dummy())?;
        let is_known = |seat: Seat| {
            let side = Side::of(seat);
            let agrees = side != contract.declaring_side() && !system.cards_of(side).is_empty();
            hidden.contains(&seat) && !agrees
        };
        let played = history.played().iter().enumerate();
        let chosen = played.filter(|(_, it)| is_known(contract.decider(it.seat)));
        let chosen = chosen.map(|(nth, played)| {
            let moment = CardMoment::of(view.bidding(), &history.first(nth), dummy);
            Arc::new(Chosen { card: played.card, at: network.at(moment) })
        });
        let chosen: Vec<Arc<Chosen>> = chosen.collect();
        if chosen.is_empty() {
            return None;
        }
        let strangers = system.clone().of_strangers();
        let mut readings = readings(view, &strangers, Reader::AtTheTable);
        readings.retain(|reading| is_known(reading.seat));
        Some(Arc::new(Self { chosen, readings }))
    }

    /// How many cards it speaks of.
    pub(super) const fn len(&self) -> usize {
        self.chosen.len()
    }

    /// The nats by which a layout becomes likelier, beside what the readings have made of it.
    pub(super) fn nats(&self, layout: &FullDeal) -> f64 {
        let each = self.chosen.iter();
        TRUST * each.map(|chosen| chosen.nats(layout)).sum::<f64>() - self.by_readings(layout)
    }

    /// The nats of one card, if it speaks of that.
    pub(super) fn nats_of(&self, card: Card, layout: &FullDeal) -> Option<f64> {
        let chosen = self.chosen.iter().find(|chosen| chosen.card == card)?;
        Some(TRUST * chosen.nats(layout))
    }

    fn by_readings(&self, layout: &FullDeal) -> f64 {
        self.readings.iter().map(|it| it.likelihood(layout).ln().max(LEAST)).sum()
    }
}

impl Chosen {
    fn nats(&self, layout: &FullDeal) -> f64 {
        self.at.nats(layout[self.at.moment().decider()], self.card)
    }
}

impl Evidence {
    /// The factor by which a network of players makes a layout likelier than the readings have it; 1 where there is none.
    pub(super) fn by_conduct(&self, layout: &FullDeal) -> f64 {
        self.conduct.as_ref().map_or(1.0, |conduct| conduct.nats(layout).exp())
    }
}
