//! What speaks for and against a layout: hard facts, promises of the auction, cards played.

use std::sync::Arc;

use super::agreements::{Standpoint, policies_of};
use super::promised::promised;
use super::reading::{Reading, SuitReading};
use super::recollection::{Reader, readings};
use super::whole_hands::WholeHands;
use crate::cards::{BySeat, Card, FullDeal, Hand, Seat};
use crate::constraint::{DealCondition, Ownership, Rule, System};
use crate::play::{Bidding, View};
use crate::real::Real;

/// The evidence of a player: all that he has to go by.
#[derive(Clone)]
pub struct Evidence {
    /// The seats whose hands are hidden from the player.
    pub hidden: Vec<Seat>,
    /// The hard facts: which cards a seat was certainly dealt, and which not.
    pub ownership: Ownership,
    /// The promises about single hidden hands, from the auction or from the user.
    pub rules: Vec<Rule>,
    /// The certain relations between hands, from the user. They are counted exactly; the linear
    /// model, which finds conflicts and bounds, does not know them.
    pub relations: Vec<DealCondition>,
    /// The shares of the styles of carding that the defenders may have, which add up to 1; empty if
    /// they have one style.
    pub styles: Vec<f64>,
    /// The cards of the hidden hands, as far as the card or its suit says something of the hand.
    pub readings: Vec<Reading>,
    /// What the cards played by hidden hands and dummy say of whole hands beyond the readings,
    /// where a network of players is known.
    pub whole_hands: Option<Arc<WholeHands>>,
}

impl Evidence {
    /// The hard facts alone: the hands seen, the cards played, the voids shown.
    pub fn facts(view: &View) -> Self {
        Self {
            hidden: view.hidden(),
            ownership: Ownership::of(view),
            rules: Vec::new(),
            relations: Vec::new(),
            styles: Vec::new(),
            readings: Vec::new(),
            whole_hands: None,
        }
    }

    /// Gathers what a player can infer. He knows the agreements of the table, and of the defenders'
    /// style only what their cards show.
    pub fn of(view: &View, system: &System, reader: Reader) -> Self {
        let mut readings = readings(view, system, reader);
        match reader {
            Reader::AtTheTable => {
                let styles = tell_styles_apart(&mut readings, view, system);
                let whole_hands = WholeHands::of(view, system);
                Self { styles, whole_hands, ..Self::with(view, system, readings) }
            }
            Reader::IgnoringSignals => Self::with(view, system, readings),
        }
    }

    /// Gathers the evidence of a player who thinks that all defenders have the average style, and
    /// reads each card by its suit alone: as imagined players do, who have no time for more.
    pub fn of_average(view: &View, system: &System, reader: Reader) -> Self {
        Self::with(view, system, readings(view, system, reader))
    }

    /// Gathers the facts and the promises of the auction, and leaves out what the cards played say.
    pub fn of_auction(view: &View, system: &System) -> Self {
        Self::with(view, system, Vec::new())
    }

    /// Gathers the promises of the auction, if there was one, for somebody who sees any given
    /// hands, be it a player or an onlooker.
    pub fn of_calls(
        bidding: Option<&Bidding>,
        seen: &BySeat<Option<Hand>>,
        system: &System,
    ) -> Self {
        let hidden: Vec<Seat> = Seat::ALL.into_iter().filter(|&it| seen[it].is_none()).collect();
        let mut rules = bidding.map_or_else(Vec::new, |bidding| promised(bidding, system));
        rules.retain(|rule| hidden.contains(&rule.seat));
        let seen = Seat::ALL.into_iter().filter_map(|seat| Some((seat, seen[seat]?)));
        Self {
            hidden,
            ownership: Ownership::of_hands(seen),
            rules,
            relations: Vec::new(),
            styles: Vec::new(),
            readings: Vec::new(),
            whole_hands: None,
        }
    }

    /// Gathers the evidence without what one card says, and returns that apart, if it says
    /// anything. So two cards that differ only in what they say can be tried in the same worlds,
    /// weighed by [`Reading::likelihood`].
    pub fn setting_apart(
        view: &View,
        system: &System,
        reader: Reader,
        card: Card,
    ) -> (Self, Option<Reading>) {
        let mut readings = readings(view, system, reader);
        let at = readings.iter().position(|reading| reading.card == card);
        let apart = at.map(|at| readings.remove(at)).filter(Reading::is_informed);
        (Self::with(view, system, readings), apart)
    }

    /// This evidence with its cards read in another way. Their messages about other suits
    /// ([`Reading::messages`]) stand among the rules and are exchanged too.
    #[must_use]
    pub fn reading_anew(mut self, readings: Vec<Reading>) -> Self {
        for message in self.readings.iter().flat_map(Reading::messages) {
            if let Some(at) = self.rules.iter().rposition(|rule| *rule == message) {
                self.rules.remove(at);
            }
        }
        self.rules.extend(readings.iter().flat_map(Reading::messages));
        Self { readings, ..self }
    }

    /// This evidence reduced to what is certain: the facts, and what was said without exceptions.
    pub(super) fn by_facts(&self) -> Self {
        let mut facts =
            Self { styles: Vec::new(), readings: Vec::new(), whole_hands: None, ..self.clone() };
        facts.rules.retain(Rule::is_certain);
        facts
    }

    /// The weight of a deal that fits the facts, by all promises and readings.
    /// [`Belief::probability`](super::Belief::probability) says how likely the deal is.
    pub fn weight(&self, deal: &FullDeal) -> f64 {
        if !self.styles.is_empty() {
            let of = |(number, share): (usize, &f64)| share * self.in_style(number).weight(deal);
            return self.styles.iter().enumerate().map(of).sum();
        }
        let rules = self.rules.iter();
        let rules = rules.map(|rule| rule.weight(&deal[rule.seat]) * rule.weight_together(deal));
        let readings = self.readings.iter().map(|it| it.weight(deal[it.seat][it.suit()]));
        let suits = self.suits().map(|it| it.weight_of_hand(deal[it.seat]));
        rules.chain(readings).chain(suits).product::<f64>() * self.by_whole_hands(deal)
    }

    /// The evidence of a player who knows the style of the defenders, by its number.
    pub(super) fn in_style(&self, number: usize) -> Self {
        let readings = self.readings.iter().map(|reading| reading.in_style(number)).collect();
        Self { styles: Vec::new(), ..self.clone() }.reading_anew(readings)
    }

    /// The readings of the suits that were chosen, where it is known how people choose suits.
    pub fn suits(&self) -> impl Iterator<Item = &SuitReading> {
        self.readings.iter().filter_map(Reading::suits)
    }

    /// The factor by which a network of players makes a layout likelier than the readings have it;
    /// 1 where there is none.
    fn by_whole_hands(&self, layout: &FullDeal) -> f64 {
        let nats = |it: &Arc<WholeHands>| it.nats(std::slice::from_ref(layout))[0];
        self.whole_hands.as_ref().map_or(1.0, |whole_hands| Real::exp(nats(whole_hands)))
    }

    fn with(view: &View, system: &System, mut readings: Vec<Reading>) -> Self {
        readings.retain(Reading::is_informed);
        let facts = Self::facts(view);
        let mut rules = promised(view.bidding(), system);
        rules.retain(|rule| facts.hidden.contains(&rule.seat));
        rules.extend(readings.iter().flat_map(Reading::messages));
        Self { rules, readings, ..facts }
    }
}

/// Reads the defenders' cards in each style that they may have, and returns the shares of the
/// styles; empty if no card says anything in any style.
fn tell_styles_apart(readings: &mut [Reading], view: &View, system: &System) -> Vec<f64> {
    let defenders = view.contract().declaring_side().other();
    let standpoint =
        if view.side() == defenders { Standpoint::Partner } else { Standpoint::Opponent };
    let policies = policies_of(system, standpoint, defenders);
    let mut says_anything = false;
    for reading in readings.iter_mut().filter(|reading| defenders.has(reading.seat)) {
        let situation = reading.choice().situation();
        reading.by_style = policies.iter().map(|(_, policy)| policy.at(situation)).collect();
        says_anything |= reading.is_informed();
    }
    if says_anything { policies.into_iter().map(|(share, _)| share).collect() } else { Vec::new() }
}
