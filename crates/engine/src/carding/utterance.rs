//! What each card of a holding says to a reader who trusts the agreement.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Choice, ConventionKind, Layer, Subject};
use crate::cards::{Holding, Rank};

/// What a card does to the truth, as the agreement has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tells {
    /// The card that the agreement asks for.
    Truth,
    /// The card that it would ask for if the opposite were true.
    Opposite,
    /// Neither: a card that is no signal, or that may be played in either case.
    Neither,
}

/// The agreed signal that speaks of a choice among the cards of a suit, with what each card of a
/// holding says by it.
#[derive(Clone, Copy)]
pub struct Utterance {
    /// The convention, and how far it is trusted.
    pub layer: Layer,
    /// What it says of other suits; `None` if it speaks of the suit of the card.
    pub subject: Option<Subject>,
    /// Whether its claim is true, by the player's clear wish or else by his holding; `None` if the
    /// signal does not have two meanings.
    pub truth: Option<bool>,
    honest: Holding,
    opposite: Holding,
}

impl Utterance {
    /// Whether it says which suit the player would have led.
    pub fn asks(&self) -> bool {
        self.subject.is_some() || self.layer.speaks_of_liking()
    }

    /// Whether a card of the holding tells the truth.
    pub fn tells(&self, card: Rank) -> Tells {
        match (self.honest.contains(card), self.opposite.contains(card)) {
            (true, false) => Tells::Truth,
            (false, true) => Tells::Opposite,
            _ => Tells::Neither,
        }
    }
}

impl Choice {
    /// The first agreed signal that has something to say of a holding; `None` if there is none. For
    /// signals about other suits use the player's own choice ([`Choice::of_hand`]): only he knows
    /// what he wants.
    pub fn utterance(&self, holding: Holding) -> Option<Utterance> {
        let situation = self.situation();
        let signals =
            self.steps().iter().filter(|step| step.layer.convention.kind == ConventionKind::Signal);
        signals.into_iter().find_map(|step| {
            let honest = step.honest(situation, holding, holding);
            let speaks = !honest.is_empty() && honest != holding;
            let truth = step.truth(situation, holding);
            let silent = step.subject.is_some() && truth.is_none();
            (speaks && !silent).then(|| {
                let opposite = truth.map(|truth| step.says(situation, holding, holding, !truth));
                Utterance {
                    layer: step.layer,
                    subject: step.subject,
                    truth,
                    honest,
                    opposite: opposite.unwrap_or_default(),
                }
            })
        })
    }
}
