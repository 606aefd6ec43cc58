//! Where two tables of a deal part, and which card engines prefer there.
//!
//! Both tables have the same contract by the same declarer, and the same cards up to one at which their players choose differently. People
//! have played on after either card, and what came of it is known. So what engines expect of the two cards is judged by people
//! alone, whom no model had to imagine.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::entrant::{Entrant, Seated};
use crate::learn::{Record, Role};
use crate::problem::Known;
use falsecard_engine::cards::{Card, Side, serialize_card};
use falsecard_engine::play::imps;

/// A place where two tables part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// How many cards were played before.
    pub before: usize,
    /// The cards of the two tables.
    pub cards: [Card; 2],
    /// What the first card's table scored more than the other, in IMPs, for the side that chose.
    pub gained: i32,
}

impl Parting {
    /// Where two tables of one deal part. `None` if the deals, the contracts, the declarers or the vulnerabilities differ, if the cards are
    /// the same as far as they are known, or if a result is not known.
    pub fn of(one: &Record, other: &Record) -> Option<Self> {
        let [first, second] = [one, other].map(|record| record.play.bidding());
        let is_same = one.play.deal() == other.play.deal()
            && first.contract() == second.contract()
            && first.vulnerability() == second.vulnerability();
        let [cards, others] = [one, other].map(|record| record.play.history().played());
        let before = cards.iter().zip(others).position(|(card, other)| card.card != other.card)?;
        let side = Side::of(cards[before].seat);
        let score = |tricks| first.contract().score(tricks, first.vulnerability(), side);
        let gained = imps(score(one.result?) - score(other.result?));
        let cards = [cards[before].card, others[before].card];
        is_same.then_some(Self { before, cards, gained })
    }
}

/// Engines whose preferences are looked at.
pub struct PartingStudy {
    /// The engines; those that are no searches prefer nothing.
    pub engines: Vec<Entrant>,
}

/// What engines expect where two tables part.
#[derive(Debug, Clone, Serialize)]
pub struct Preferences {
    /// Whether declarer chose or a defender.
    pub role: Role,
    /// How many cards were played before: none before an opening lead.
    pub before: usize,
    /// The card of the first table.
    #[serde(serialize_with = "serialize_card")]
    pub card: Card,
    /// That of the other.
    #[serde(serialize_with = "serialize_card")]
    pub other: Card,
    /// What the first card's table scored more, in IMPs, for the side that chose.
    pub gained: i32,
    /// What each engine expects the first card to gain on the other, in what it plays for; `None` if it cannot say.
    pub expected: Vec<Option<f64>>,
}

impl PartingStudy {
    /// Asks the engines where a record parts from another; `None` if `stop` was set.
    pub fn of(
        &self,
        record: &Record,
        parting: &Parting,
        board: Known,
        stop: &AtomicBool,
    ) -> Option<Preferences> {
        let play = record.after(parting.before);
        let view = play.view(play.history().decider());
        let mut expected = Vec::with_capacity(self.engines.len());
        for engine in &self.engines {
            let chosen = Seated::alone(engine, board).choose(&view, None, stop)?;
            let ahead = chosen.decision.and_then(|decision| {
                let [card, other] = parting.cards.map(|card| decision.candidate(card));
                // Adding 0 turns -0 into 0.
                Some(decision.ahead(card?, other?).0 + 0.0)
            });
            expected.push(ahead);
        }
        let Parting { before, cards: [card, other], gained } = *parting;
        Some(Preferences { role: Role::of(&view), before, card, other, gained, expected })
    }
}
