//! What a convention is: a line of a table.

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
    /// Whether it has something to say of a card played here. Everybody at the table can tell: it
    /// depends on nothing hidden.
    pub speaks: fn(&Situation) -> bool,
    /// What it asks for where it speaks.
    pub asks: Asks,
}

/// Whether a convention has to be agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConventionKind {
    /// A partnership's agreement, meant to be read by partner.
    Signal,
    /// What everybody does, agreed or not, and is read by.
    Natural,
}

/// What a convention asks for. Its functions are given the situation and what the player has left
/// of the suit, and most of them the cards allowed by the conventions that come first.
#[derive(Clone, Copy)]
pub enum Asks {
    /// Some of the cards that are allowed. None, or all, where it has nothing to say of the
    /// holding.
    Cards(fn(&Situation, Holding, Holding) -> Holding),
    /// A card that says of its own suit one thing or the opposite.
    Truth {
        /// The two things, in words.
        claim: Claim,
        /// Whether it is true of a holding; `None` of one that it has nothing to say of.
        is_true: fn(&Situation, Holding) -> Option<bool>,
        /// The cards that would affirm it from a holding, or deny it.
        says: fn(&Situation, Holding, Holding, bool) -> Holding,
    },
    /// A high card or a low one, which speak of other suits than their own; `None` where there are
    /// none to speak of.
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
    /// Whether the player would have the suit led: what he clearly wants
    /// ([`Wishes`](super::Wishes)) outranks what a convention that claims this says of his holding.
    pub const LIKING: Self = Self { affirmed: "likes the suit", denied: "does not like the suit" };
}

impl Convention {
    /// Whether it has something to say of a card played here.
    pub fn speaks(&self, situation: &Situation) -> bool {
        (self.speaks)(situation)
    }

    /// What its signal says of other suits; `None` if it speaks of the suit of the card.
    pub fn subject(&self, situation: &Situation) -> Option<Subject> {
        match self.asks {
            Asks::HighOrLow(subject) => subject(situation),
            Asks::Cards(_) | Asks::Truth { .. } => None,
        }
    }

    /// What its signal says of the suit of the card, one thing or its opposite; `None` if it is no
    /// signal of two meanings, or speaks of other suits.
    pub const fn claim(&self) -> Option<Claim> {
        match self.asks {
            Asks::Truth { claim, .. } => Some(claim),
            Asks::Cards(_) | Asks::HighOrLow(_) => None,
        }
    }

    /// Whether its claim is true of a holding; `None` of one that it has nothing to say of.
    pub fn is_true(&self, situation: &Situation, holding: Holding) -> Option<bool> {
        match self.asks {
            Asks::Truth { is_true, .. } => is_true(situation, holding),
            Asks::Cards(_) | Asks::HighOrLow(_) => None,
        }
    }

    /// The cards that would affirm its claim from a holding, or deny it, of those `allowed` by the
    /// rules that come first.
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

    /// The cards that it asks for, of those `allowed` by the rules that come first; `holding` is
    /// what the player has left of the suit. None, or all that are allowed, where it has nothing to
    /// say, and where it speaks of other suits. Asked only where it speaks. A signal of two
    /// meanings asks for what says the truth.
    pub fn honest(&self, situation: &Situation, holding: Holding, allowed: Holding) -> Holding {
        match self.asks {
            Asks::Cards(cards) => cards(situation, holding, allowed),
            Asks::Truth { is_true, says, .. } => is_true(situation, holding)
                .map_or(Holding::EMPTY, |truth| says(situation, holding, allowed, truth)),
            Asks::HighOrLow(_) => Holding::EMPTY,
        }
    }
}
