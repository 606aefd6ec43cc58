//! Conventions as entries of a table.

use super::{Situation, Subject};
use crate::cards::Holding;

/// A rule on the card to play from a holding.
#[derive(Clone, Copy)]
pub struct Convention {
    /// Its name in rule files.
    pub slug: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Whether it is agreed or natural.
    pub kind: ConventionKind,
    /// Whether it has something to say of a card played in this situation. Everybody at the table
    /// can tell: it depends on nothing hidden.
    pub speaks: fn(&Situation) -> bool,
    /// The cards that it asks for where it speaks.
    pub asks: Asks,
}

/// Whether a convention has to be agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConventionKind {
    /// A partnership's agreement, meant to be read by partner.
    Signal,
    /// What everybody does, agreed or not, and others read.
    Natural,
}

/// The cards that a convention asks for. Its functions get the situation and what the player has
/// left of the suit, and most of them the cards allowed by earlier conventions.
#[derive(Clone, Copy)]
pub enum Asks {
    /// Some of the allowed cards. None, or all, if it has nothing to say of the holding.
    Cards(fn(&Situation, Holding, Holding) -> Holding),
    /// A card that says of its own suit one thing or the opposite.
    Truth {
        /// The two things, in words.
        claim: Claim,
        /// Whether the claim is true of a holding; `None` if it has nothing to say of it.
        is_true: fn(&Situation, Holding) -> Option<bool>,
        /// The cards that would affirm the claim from a holding, or deny it.
        says: fn(&Situation, Holding, Holding, bool) -> Holding,
    },
    /// A high card or a low one, which speak of suits other than their own; `None` if there are no
    /// such suits.
    HighOrLow(fn(&Situation) -> Option<Subject>),
}

/// The two things that a signal can say of the suit of its card, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// What it says when it affirms.
    pub affirmed: &'static str,
    /// What it says when it denies.
    pub denied: &'static str,
}

impl Claim {
    /// The claim that the player would have the suit led. His clear wishes
    /// ([`Wishes`](super::Wishes)) outrank what a convention with this claim says of his holding.
    pub const LIKING: Self = Self { affirmed: "likes the suit", denied: "does not like the suit" };
}

impl Convention {
    /// Whether it has something to say of a card played in this situation.
    pub fn speaks(&self, situation: &Situation) -> bool {
        (self.speaks)(situation)
    }

    /// The subject of its signal about other suits; `None` if it speaks of the suit of the card.
    pub fn subject(&self, situation: &Situation) -> Option<Subject> {
        match self.asks {
            Asks::HighOrLow(subject) => subject(situation),
            Asks::Cards(_) | Asks::Truth { .. } => None,
        }
    }

    /// What its signal says of the suit of the card; `None` if it is no signal of two meanings, or
    /// speaks of other suits.
    pub const fn claim(&self) -> Option<Claim> {
        match self.asks {
            Asks::Truth { claim, .. } => Some(claim),
            Asks::Cards(_) | Asks::HighOrLow(_) => None,
        }
    }

    /// Whether its claim is true of a holding; `None` if it has nothing to say of it.
    pub fn is_true(&self, situation: &Situation, holding: Holding) -> Option<bool> {
        match self.asks {
            Asks::Truth { is_true, .. } => is_true(situation, holding),
            Asks::Cards(_) | Asks::HighOrLow(_) => None,
        }
    }

    /// The cards that would affirm its claim from a holding, or deny it, among those `allowed` by
    /// earlier conventions.
    pub fn says(
        &self,
        situation: &Situation,
        holding: Holding,
        allowed: Holding,
        affirm: bool,
    ) -> Holding {
        match self.asks {
            Asks::Truth { says, .. } => says(situation, holding, allowed, affirm),
            Asks::Cards(_) | Asks::HighOrLow(_) => Holding::EMPTY,
        }
    }

    /// The cards that it asks for, among those `allowed` by earlier conventions; `holding` is what
    /// the player has left of the suit. None, or all that are allowed, if it has nothing to say, or
    /// speaks of other suits. Call it only where the convention speaks. A signal of two meanings
    /// asks for what says the truth.
    pub fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        match self.asks {
            Asks::Cards(cards) => cards(situation, holding, allowed),
            Asks::Truth { is_true, says, .. } => is_true(situation, holding)
                .map_or(Holding::EMPTY, |truth| says(situation, holding, allowed, truth)),
            Asks::HighOrLow(_) => Holding::EMPTY,
        }
    }
}
