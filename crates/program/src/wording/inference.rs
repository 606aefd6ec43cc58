//! The evidence of a player's belief, in words.

use itertools::Itertools;

use super::numbers::percent;
use falsecard_engine::belief::{Belief, Evidence, Reading};
use falsecard_engine::carding::Layer;
use falsecard_engine::cards::{BySeat, Card, HONOURS, Seat, Suit, seat_name};
use falsecard_engine::constraint::{DealCondition, Rule};
use falsecard_engine::play::View;
use falsecard_laboratory::signal::{HandFact, InferenceSource};

/// The honours of hidden hands that have not been played.
pub fn honours(view: &View) -> Vec<Card> {
    let played = view.history().played().iter().map(|played| played.card);
    let open = view.unseen() - played.collect();
    let ranks = HONOURS.map(|(rank, _)| rank);
    let cards = Suit::DESC.into_iter().cartesian_product(ranks);
    cards.map(|(suit, rank)| Card { suit, rank }).filter(|&card| open.contains(card)).collect()
}

/// A promise about a hand: its seat, condition and source.
pub fn promise(rule: &Rule) -> String {
    format!("{}: {}", seat_name(rule.seat), rule.source)
}

/// A condition on several hands together.
pub fn relation_text(relation: &DealCondition) -> String {
    format!("{relation} (given on the command line)")
}

/// A line for each card that a hidden hand played: the conventions that apply, with the trust in
/// each, and the unseen honour whose probability the card changes most.
pub fn readings(
    view: &View,
    belief: &Belief,
    evidence: &Evidence,
    name: impl Fn(Card) -> String,
) -> Vec<String> {
    let said = |layer: Layer| format!("{} {}", layer.convention.slug, percent(layer.kept));
    let line = |(number, reading): (usize, &Reading)| {
        let said = match reading.choice().layers().map(said).join(", ") {
            none if none.is_empty() => "as people choose their cards".to_owned(),
            said => said,
        };
        let told = likelier_place(view, belief, evidence, number).map(|told| {
            let [before, after] = [told.before, told.after].map(percent);
            format!("; {} {} {before} → {after}", name(told.card), seat_name(told.seat))
        });
        format!(
            "{} {}: {said}{}",
            seat_name(reading.seat),
            name(reading.card),
            told.unwrap_or_default()
        )
    };
    evidence.readings.iter().enumerate().map(line).collect()
}

/// What a convention has told of a hand: "likes the suit 67 % → 90 %".
pub fn source_text(source: &InferenceSource) -> String {
    let fact = match &source.fact {
        HandFact::Said(words) => words.clone(),
        HandFact::Holds(card) => format!("holds {card}"),
    };
    format!("{fact} {} → {}", percent(source.without), percent(source.with))
}

/// An honour and the hand where a card made it likelier, with the probabilities before and after.
pub struct LikelierPlace {
    /// The honour.
    pub card: Card,
    /// The hand.
    pub seat: Seat,
    /// The probability before, 0 to 1.
    pub before: f64,
    /// The probability after, 0 to 1.
    pub after: f64,
}

/// The least change of a probability that is mentioned by [`readings`].
pub const NOTABLE: f64 = 0.01;

/// The honour whose place a card decides most: where it became likelier most from one belief to the
/// next, whose view is given; `None` if the change is less than [`NOTABLE`].
pub fn decisive(view: &View, now: &Belief, then: &Belief) -> Option<LikelierPlace> {
    let cards = honours(view);
    let before: Vec<_> = cards.iter().map(|&card| now.owner(card)).collect();
    most_likelier(then, cards, before)
}

/// The place that one reading makes likelier most, given all other evidence; `None` if the change
/// is less than [`NOTABLE`].
pub fn likelier_place(
    view: &View,
    belief: &Belief,
    evidence: &Evidence,
    number: usize,
) -> Option<LikelierPlace> {
    let cards = honours(view);
    let without = belief.owners_without(evidence, number, &cards).ok()?;
    most_likelier(belief, cards, without)
}

/// The place that became likelier most, of cards with their owners before.
fn most_likelier(
    belief: &Belief,
    cards: Vec<Card>,
    before: Vec<BySeat<f64>>,
) -> Option<LikelierPlace> {
    let places = cards.into_iter().zip(before).flat_map(|(card, before)| {
        let after = belief.owner(card);
        let told =
            move |&seat| LikelierPlace { card, seat, before: before[seat], after: after[seat] };
        belief.seats().iter().map(told).collect::<Vec<_>>()
    });
    let change = |told: &LikelierPlace| told.after - told.before;
    let most = places.max_by(|a, b| change(a).total_cmp(&change(b)));
    most.filter(|told| change(told) >= NOTABLE)
}
