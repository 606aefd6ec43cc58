//! What each card of a holding would say to whoever trusts the agreement.

use serde::Serialize;

use super::{Choice, ConventionKind, Layer, Subject};
use crate::cards::{Holding, Rank};

/// What a card does to the truth, as the agreement has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tells {
    /// The card that the agreement asks for.
    Truth,
    /// The card that it would ask for if the opposite were true.
    Opposite,
    /// Neither: no card of the signal, or one that either would leave to chance.
    Neither,
}

/// The agreed signal that speaks of a choice among the cards of a suit, and what they say by it.
#[derive(Clone, Copy)]
pub struct Utterance {
    /// The convention, and how far it is relied on.
    pub layer: Layer,
    /// What it says of other suits; `None` if it speaks of the suit of the card.
    pub subject: Option<Subject>,
    /// Whether what it can affirm is true, by what the player wants where that is clear; `None` if
    /// it has not two meanings.
    pub truth: Option<bool>,
    honest: Holding,
    opposite: Holding,
}

impl Utterance {
    /// Whether it says which suit the player would have led.
    pub fn asks(&self) -> bool {
        self.subject.is_some() || self.layer.speaks_of_liking()
    }

    /// What a card of the holding tells.
    pub fn tells(&self, card: Rank) -> Tells {
        match (self.honest.contains(card), self.opposite.contains(card)) {
            (true, false) => Tells::Truth,
            (false, true) => Tells::Opposite,
            _ => Tells::Neither,
        }
    }
}

impl Choice {
    /// The first agreed signal that has something to say of a holding; `None` where no convention
    /// that is coded does. Of signals about other suits the player's own choice must be asked
    /// ([`Choice::of_hand`]): only he knows what he wants.
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
