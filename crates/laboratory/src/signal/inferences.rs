//! What each player has learned from the cards played so far: card by card, and by which
//! convention.

use schemars::JsonSchema;
use serde::Serialize;

use super::meaning::Assertion;
use super::posterior::{CardShare, Query, SuitPosterior};
use falsecard_engine::belief::{Belief, Evidence, NoBelief, Reader, Reading};
use falsecard_engine::carding::Layer;
use falsecard_engine::cards::{Card, Hand, Seat, is_honour, serialize_card, serialize_seat};
use falsecard_engine::constraint::System;
use falsecard_engine::play::{PlayedCard, View};

/// What a card has told a reader of the hand that played it.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct CardInference {
    /// The number of the trick, from 1.
    pub trick: u8,
    /// The seat that played the card.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub seat: Seat,
    /// The card.
    #[serde(serialize_with = "serialize_card")]
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: Card,
    /// What the reader believed before.
    pub before: SuitPosterior,
    /// What he believed then.
    pub after: SuitPosterior,
    /// The conventions that spoke, and what each of them changed. All else follows from the card
    /// having been held.
    pub sources: Vec<InferenceSource>,
}

/// What one convention has told.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct InferenceSource {
    /// The convention's name in rule files.
    pub convention: &'static str,
    /// The reader's trust in the convention, 0 to 1.
    pub trust: f64,
    /// The fact whose probability it has changed.
    pub fact: HandFact,
    /// The probability of the fact if the convention had not been agreed.
    pub without: f64,
    /// The probability of the fact with the convention.
    pub with: f64,
}

/// What may be true of a hand.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HandFact {
    /// The statement of a signal, in words.
    Said(String),
    /// That it was dealt a card.
    Holds(
        #[serde(serialize_with = "serialize_card")]
        #[schemars(with = "falsecard_engine::cards::CardText")]
        Card,
    ),
}

/// What a player has learned from the cards of the hidden hands, in the order of play. Three hands
/// are hidden before the opening lead, two after it.
///
/// # Errors
///
/// [`NoBelief::NotAView`], which does not occur in a legal play.
pub fn card_inferences(view: &View, system: &System) -> Result<Vec<CardInference>, NoBelief> {
    let hidden = view.history().played().iter().enumerate();
    let hidden = hidden.filter(|(_, played)| view.dealt(played.seat).is_none());
    hidden.map(|(n, &played)| of_card(system, played, &view.first(n), &view.first(n + 1))).collect()
}

fn of_card(
    system: &System,
    played: PlayedCard,
    before: &View,
    after: &View,
) -> Result<CardInference, NoBelief> {
    let honours = honours(after);
    let asked =
        Query { seat: played.seat, suit: played.card.suit, statement: None, honours: &honours };
    let (evidence, belief) = inference(before, system)?;
    let earlier = SuitPosterior::of(&asked, &evidence, &belief);
    let (evidence, belief) = inference(after, system)?;
    Ok(CardInference {
        trick: played.trick + 1,
        seat: played.seat,
        card: played.card,
        before: earlier,
        after: SuitPosterior::of(&asked, &evidence, &belief),
        sources: last_card_sources(after, &evidence, &belief),
    })
}

/// A player's evidence and the belief from it.
fn inference(view: &View, system: &System) -> Result<(Evidence, Belief), NoBelief> {
    Belief::or_by_facts(view, Evidence::of(view, system, Reader::AtTheTable))
}

/// The honours that the reader has not seen.
fn honours(view: &View) -> Vec<Card> {
    let played: Hand = view.history().played().iter().map(|played| played.card).collect();
    let open = view.unseen() - played;
    open.iter().filter(|&card| is_honour(card)).collect()
}

/// The effect of each convention that speaks of the last card of a view, with the evidence and the
/// belief of the player whose view it is.
pub fn last_card_sources(
    view: &View,
    evidence: &Evidence,
    belief: &Belief,
) -> Vec<InferenceSource> {
    let last = view.history().played().last().map(|played| played.card);
    let Some(reading) = evidence.readings.last().filter(|it| Some(it.card) == last) else {
        return Vec::new();
    };
    let honours = honours(view);
    let of_layer = |layer: Layer| {
        let other = without(evidence, reading, layer);
        let belief_without = Belief::new(&other).ok()?;
        let (fact, [without, with]) = match spoken(reading, layer) {
            Some((statement, affirmed)) => {
                let shares = |affirmed| {
                    let without = statement.probability(affirmed, &other, &belief_without);
                    [without, statement.probability(affirmed, evidence, belief)]
                };
                let heard = affirmed.unwrap_or_else(|| {
                    let [without, with] = shares(true);
                    with >= without
                });
                (HandFact::Said(statement.words(heard)), shares(heard))
            }
            None => moved(reading.seat, &honours, [&belief_without, belief])?,
        };
        let (convention, trust) = (layer.convention.slug, layer.kept);
        Some(InferenceSource { convention, trust, fact, without, with })
    };
    reading.choice().layers().filter_map(of_layer).collect()
}

/// The evidence without what a convention says of its last card.
fn without(evidence: &Evidence, reading: &Reading, layer: Layer) -> Evidence {
    let mut readings = evidence.readings.clone();
    readings.pop();
    readings.push(reading.clone().without(layer.convention.slug));
    evidence.clone().reading_anew(readings)
}

/// The statement of a convention of two meanings, and whether the card affirms it; that is `None`
/// if the card alone does not say.
fn spoken(reading: &Reading, layer: Layer) -> Option<(Assertion, Option<bool>)> {
    let (convention, situation) = (layer.convention, *reading.choice().situation());
    match convention.subject(&situation) {
        Some(subject) => {
            let mut messages = reading.choice().messages(reading.card.rank);
            let message = messages.find(|message| message.layer.convention.slug == convention.slug);
            let statement = Assertion::OfHand { seat: reading.seat, subject };
            message.map(|message| (statement, Some(message.high)))
        }
        None => convention.claim().map(|_| (Assertion::OfSuit { convention, situation }, None)),
    }
}

/// The honour whose probability a convention has changed most, with the probabilities without and
/// with it; `None` if no honour is missing.
fn moved(seat: Seat, honours: &[Card], beliefs: [&Belief; 2]) -> Option<(HandFact, [f64; 2])> {
    let places = honours.iter().map(|&card| (card, beliefs.map(|belief| belief.owner(card)[seat])));
    let change = |shares: &[f64; 2]| (shares[1] - shares[0]).abs();
    let most = places.max_by(|a, b| change(&a.1).total_cmp(&change(&b.1)));
    most.map(|(card, shares)| (HandFact::Holds(card), shares))
}

impl CardInference {
    /// The honours whose probability of being dealt to the player the card has changed by at least
    /// `least`: before and after.
    pub fn moved(&self, least: f64) -> impl Iterator<Item = (CardShare, CardShare)> + '_ {
        let pairs = self.before.honours.iter().copied().zip(self.after.honours.iter().copied());
        pairs.filter(move |(before, after)| (after.share - before.share).abs() >= least)
    }
}
