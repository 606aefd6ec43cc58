//! What a player can infer, for programs.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Serialize;

use super::called::CallSays;
use super::line::LineShifts;
use crate::wording::{honours, promise, readings, relation_text};
use falsecard_engine::belief::{Belief, Contradiction, Evidence, NoBelief, Scenario};
use falsecard_engine::cards::{CardText, SeatLetter, Suit, SuitLetter, pbn_name};
use falsecard_engine::constraint::{ExplainedCall, Ownership, System};
use falsecard_engine::play::View;

/// The layouts that are left as more is taken into account.
#[derive(Debug, Clone, Copy)]
pub struct Funnel {
    /// All layouts of the hidden hands.
    pub hands: u64,
    /// The layouts that fit what the calls show.
    pub rules: u64,
    /// The layouts that could also have played the cards played.
    pub cards: u64,
    /// The layouts that also keep the agreed signals.
    pub signals: u64,
}

impl Funnel {
    /// What is left by this evidence.
    ///
    /// # Errors
    ///
    /// [`NoBelief`], where it cannot be counted.
    pub fn of(view: &View, evidence: &Evidence) -> Result<Self, NoBelief> {
        let count = |ownership: Ownership, said: bool, readings: bool| {
            let mut counted = Evidence { ownership, ..evidence.clone() };
            if !said {
                counted.rules.clear();
                counted.relations.clear();
            }
            if !readings {
                counted.readings.clear();
            }
            Belief::fitting(&counted)
        };
        let hands = Ownership::of_hands_seen(view);
        let facts = &evidence.ownership;
        Ok(Self {
            hands: count(hands.clone(), false, false)?,
            rules: count(hands, true, false)?,
            cards: count(facts.clone(), true, false)?,
            signals: count(facts.clone(), true, true)?,
        })
    }
}

/// What a player can infer.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "Belief")]
pub struct Inferred {
    /// The player.
    #[schemars(with = "SeatLetter")]
    seat: char,
    /// The agreements of the table, by name: `natural`, or `acol (N-S), natural (E-W)`.
    system: String,
    /// The layouts of the hidden hands that keep everything that is said.
    fit: u64,
    /// All layouts of the hidden hands.
    of: u64,
    /// By card and seat: the probability that the seat holds the missing honour.
    #[schemars(with = "BTreeMap<CardText, BTreeMap<SeatLetter, f64>>")]
    cards: BTreeMap<String, BTreeMap<char, f64>>,
    /// By seat and suit: the probabilities that the seat was dealt 0 to 13 cards of the suit.
    #[schemars(with = "BTreeMap<SeatLetter, BTreeMap<SuitLetter, Vec<f64>>>")]
    lengths: BTreeMap<char, BTreeMap<char, Vec<f64>>>,
    /// By seat: the probabilities that it was dealt 0 to 37 high-card points.
    #[schemars(with = "BTreeMap<SeatLetter, Vec<f64>>")]
    hcp: BTreeMap<char, Vec<f64>>,
    /// The calls and what they say.
    auction: Vec<CallSays>,
    /// What is known of the hidden hands otherwise, in words.
    evidence: Vec<String>,
    /// What the line taken says.
    line: LineShifts,
    /// How many layouts, drawn one by one, would tell as much as those that shares are estimated
    /// from. Only where they are estimated: before the opening lead, and where a network of players
    /// weighs whole hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    effective: Option<f64>,
    /// The ways in which promises that contradict each other may have been broken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradiction: Vec<WayOut>,
}

/// Promises without which the others do not contradict each other.
#[derive(Debug, Clone, JsonSchema, Serialize)]
struct WayOut {
    /// The promises that were not kept.
    broken: Vec<String>,
    /// How probable it is that just these were not kept.
    share: f64,
}

impl Inferred {
    /// What a player believes by this evidence. Once `stop` is set, what the line taken says is
    /// left open.
    pub fn new(
        (view, system): (&View, &System),
        belief: &Belief,
        evidence: &Evidence,
        funnel: &Funnel,
        auction: &[ExplainedCall],
        stop: &AtomicBool,
    ) -> Self {
        let seats = || belief.seats().iter().copied();
        let each = |card| {
            let owner = belief.owner(card);
            seats().map(|seat| (seat.letter(), owner[seat])).collect()
        };
        let suits = |seat| {
            Suit::DESC.map(|suit| (suit.letter(), belief.lengths(seat, suit).to_vec())).into()
        };
        let cards = readings(view, belief, evidence, pbn_name);
        Self {
            seat: view.seat().letter(),
            system: system.at_the_table(),
            fit: funnel.signals,
            of: funnel.hands,
            cards: honours(view).into_iter().map(|card| (pbn_name(card), each(card))).collect(),
            lengths: seats().map(|seat| (seat.letter(), suits(seat))).collect(),
            hcp: seats().map(|seat| (seat.letter(), belief.points(seat).to_vec())).collect(),
            auction: CallSays::all(auction),
            evidence: evidence
                .rules
                .iter()
                .map(promise)
                .chain(evidence.relations.iter().map(relation_text))
                .chain(cards)
                .collect(),
            line: LineShifts::of(view, belief, &honours(view), stop),
            effective: belief.effective_size(),
            contradiction: ways_out(view, evidence),
        }
    }
}

fn ways_out(view: &View, evidence: &Evidence) -> Vec<WayOut> {
    let found = Contradiction::find(view, evidence).ok().flatten();
    let scenarios = found.into_iter().flat_map(|found| found.scenarios);
    let way_out =
        |it: Scenario| WayOut { broken: it.broken.iter().map(promise).collect(), share: it.share };
    scenarios.map(way_out).collect()
}
