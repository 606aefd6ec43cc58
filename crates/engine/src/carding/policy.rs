//! The probability of each card of a suit, and what the card that was chosen says of the holding.
//!
//! A [`Policy`] is a chain of conventions, the agreed ones before the natural ones. Each that
//! speaks asks for some of the cards that those before it have left. With the probability that the
//! player keeps to it the choice goes on among these, otherwise among all. At the end all cards
//! that are left are equally likely, or as likely as people's [`Habits`] make them. So the
//! probabilities of the cards of any holding add up to one. The player draws his card, and the
//! reader weighs a holding, by the same function.

use std::sync::Arc;

use super::habits::{Appeal, Habits};
use super::spared::signal_for_others;
use super::subject::looks_high;
use super::{Claim, Convention, ConventionKind, Situation, Subject, Wishes};
use crate::cards::{Hand, Holding, Rank};

/// A convention and how far it is trusted.
#[derive(Clone, Copy)]
pub struct Layer {
    /// The convention.
    pub convention: &'static Convention,
    /// How often the player keeps to it, or is believed to, 0 to 1. At 0 the convention says
    /// nothing.
    pub kept: f64,
}

impl Layer {
    /// Whether it says that the player would have the suit of the card led.
    pub(super) fn speaks_of_liking(&self) -> bool {
        self.convention.claim() == Some(Claim::LIKING)
    }
}

/// The conventions by which a player chooses his cards, in order of precedence.
#[derive(Clone, Default)]
pub struct Policy {
    layers: Vec<Layer>,
    /// The habits of people where nothing is agreed; they take the place of natural cards.
    habits: Option<Arc<Habits>>,
}

impl Policy {
    /// A policy of these conventions in this order, with natural cards behind the agreed ones.
    pub fn new(layers: impl IntoIterator<Item = Layer>) -> Self {
        let mut layers: Vec<Layer> = layers.into_iter().filter(|layer| layer.kept > 0.0).collect();
        layers.sort_by_key(|layer| layer.convention.kind);
        Self { layers, habits: None }
    }

    /// This policy with the habits of people in place of natural cards.
    #[must_use]
    pub fn of_people(mut self, habits: Arc<Habits>) -> Self {
        self.layers.retain(|layer| layer.convention.kind == ConventionKind::Signal);
        self.habits = Some(habits);
        self
    }

    /// This policy without the agreed signals.
    #[must_use]
    pub fn without_signals(mut self) -> Self {
        self.layers.retain(|layer| layer.convention.kind == ConventionKind::Natural);
        self
    }

    /// Whether both policies lead to the same choices.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let are_alike = |(one, other): (&Layer, &Layer)| {
            std::ptr::eq(one.convention, other.convention)
                && one.kept.to_bits() == other.kept.to_bits()
        };
        let habits = match (&self.habits, &other.habits) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        habits
            && self.layers.len() == other.layers.len()
            && self.layers.iter().zip(&other.layers).all(are_alike)
    }

    /// The choice of a card in this situation, by the conventions that speak, which everybody at
    /// the table can tell. If one of them speaks of other suits, nobody knows whether the player
    /// would ask for a high card or a low one; both are taken to be equally likely, as if a player
    /// who wants neither tossed a coin.
    pub fn at(&self, situation: &Situation) -> Choice {
        let speaks = |layer: &&Layer| layer.convention.speaks(situation);
        let step = |&layer: &Layer| SpeakingConvention {
            layer,
            subject: layer.convention.subject(situation),
            wish: None,
        };
        let steps = self.layers.iter().filter(speaks).map(step).collect();
        let appeal = self.habits.as_ref().map(|habits| habits.appeal(situation));
        Choice { situation: *situation, steps, appeal }
    }
}

/// A convention that speaks in a situation.
#[derive(Clone, Copy)]
pub(super) struct SpeakingConvention {
    pub(super) layer: Layer,
    /// The subject of its signal about other suits.
    pub(super) subject: Option<Subject>,
    /// What the player wants to say, if that is known, whatever his holding: true for what the
    /// convention affirms. About other suits, a high card affirms.
    wish: Option<bool>,
}

impl SpeakingConvention {
    /// Whether it speaks of other suits and nobody knows what the player wants to say of them. Then
    /// a high card is as likely to be asked for as a low one.
    const fn is_open(&self) -> bool {
        self.subject.is_some() && self.wish.is_none()
    }

    /// The cards that the convention asks for, among those allowed.
    pub(super) fn honest(
        &self,
        situation: &Situation,
        holding: Holding,
        allowed: Holding,
    ) -> Holding {
        let signal = |high| signal_for_others(situation, holding, allowed, high);
        let honest = match (self.subject, self.wish) {
            (None, None) => self.layer.convention.honest(situation, holding, allowed),
            (None, Some(likes)) => self.layer.convention.says(situation, holding, allowed, likes),
            (Some(_), Some(high)) => signal(high),
            (Some(_), None) => signal(true) | signal(false),
        };
        honest & allowed
    }

    /// Whether what a signal of two meanings affirms is true, as far as it is known.
    pub(super) fn truth(&self, situation: &Situation, holding: Holding) -> Option<bool> {
        match self.subject {
            None => self.wish.or_else(|| self.layer.convention.is_true(situation, holding)),
            Some(_) => self.wish,
        }
    }

    /// The cards that would affirm, or deny, the claim of a signal of two meanings.
    pub(super) fn says(
        &self,
        situation: &Situation,
        holding: Holding,
        allowed: Holding,
        affirm: bool,
    ) -> Holding {
        match self.subject {
            None => self.layer.convention.says(situation, holding, allowed, affirm),
            Some(_) => signal_for_others(situation, holding, allowed, affirm),
        }
    }
}

/// What a card says of suits other than its own.
#[derive(Clone, Copy)]
pub struct Message {
    /// The convention, and how far it is trusted.
    pub layer: Layer,
    /// The subject of the message.
    pub subject: Subject,
    /// Whether the card is taken for a high one.
    pub high: bool,
}

/// A choice among the cards of a suit in a situation, by the conventions that speak there.
#[derive(Clone)]
pub struct Choice {
    situation: Situation,
    steps: Vec<SpeakingConvention>,
    appeal: Option<Appeal>,
}

impl Choice {
    /// The circumstances.
    pub const fn situation(&self) -> &Situation {
        &self.situation
    }

    /// This choice with the player's dealt hand and his wishes known, so that his signals about
    /// other suits are known too.
    #[must_use]
    pub fn of_hand(mut self, hand: &Hand, wishes: &Wishes) -> Self {
        for step in &mut self.steps {
            step.wish = match step.subject {
                Some(subject) => subject.wish(hand, wishes),
                None if step.layer.speaks_of_liking() => wishes.likes(self.situation.suit),
                None => None,
            };
        }
        self
    }

    /// Whether any of the conventions says what the player would have led.
    pub fn asks(&self) -> bool {
        self.steps.iter().any(|step| step.subject.is_some() || step.layer.speaks_of_liking())
    }

    /// Whether anything is known of how the player chooses: a convention speaks, or habits are
    /// known.
    pub fn is_informed(&self) -> bool {
        self.appeal.is_some() || !self.steps.is_empty()
    }

    /// How readily a player plays a card of this suit, of which he has this many left, rather than
    /// of another suit: above 0 and at most 1, and 0 without a card. Suits are chosen in proportion
    /// to it. It is 1 for a player who follows suit, since he has no choice.
    ///
    /// A leader, and who discards, chooses a suit in proportion to its length, as if any card of
    /// his hand were as likely; but against a trump contract a defender leads a short suit as
    /// readily as a long one. (On the even half of the problems in `tests/laws/reading.rs` that
    /// makes the true deal likelier by 0.06 nats a problem; any power of the length from none to
    /// the third does about as well elsewhere.) The opening lead against trumps is from a singleton
    /// twice as readily as from any other length. Where no convention speaks, any card of the hand
    /// is as likely.
    pub fn readiness(&self, left: Holding) -> f64 {
        let situation = self.situation();
        let led_against_trumps =
            situation.is_lead() && situation.is_defender() && situation.has_trumps();
        if left.is_empty() {
            0.0
        } else if situation.follows() {
            1.0
        } else if !led_against_trumps || !self.is_informed() {
            left.len() as f64 / CARDS
        } else if situation.is_opening_lead() && !situation.is_trumps() && left.len() > 1 {
            1.0 / SINGLETON
        } else {
            1.0
        }
    }

    /// The conventions that speak, in order.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Layer> + '_ {
        self.steps.iter().map(|step| step.layer)
    }

    /// The conventions that speak, in order, with what the player wants to say by them.
    pub(super) fn steps(&self) -> &[SpeakingConvention] {
        &self.steps
    }

    /// This choice without a convention, as if it had not been agreed.
    #[must_use]
    pub fn without(mut self, slug: &str) -> Self {
        self.steps.retain(|step| step.layer.convention.slug != slug);
        self
    }

    /// What a card says of other suits: a high card and a low one say opposite things. Empty if the
    /// table cannot tell whether the card is high, or if it is no signal.
    pub fn messages(&self, card: Rank) -> impl Iterator<Item = Message> + '_ {
        let high = looks_high(&self.situation, card);
        self.steps.iter().filter_map(move |step| {
            Some(Message { layer: step.layer, subject: step.subject?, high: high? })
        })
    }

    /// The probability of a card from the cards of the suit that the player has left. Over all the
    /// cards of the holding it adds up to 1.
    pub fn probability(&self, holding: Holding, card: Rank) -> f64 {
        self.among(holding, holding, card)
    }

    /// The probability of a card if only the cards `allowed` may be chosen.
    pub fn among(&self, holding: Holding, allowed: Holding, card: Rank) -> f64 {
        if allowed.contains(card) { self.chain(&self.steps, holding, allowed, card) } else { 0.0 }
    }

    fn chain(
        &self,
        steps: &[SpeakingConvention],
        holding: Holding,
        allowed: Holding,
        card: Rank,
    ) -> f64 {
        if allowed.len() == 1 {
            return 1.0;
        }
        let Some((step, rest)) = steps.split_first() else {
            return match &self.appeal {
                Some(appeal) => appeal.probability(&self.situation, holding, allowed, card),
                None => 1.0 / allowed.len() as f64,
            };
        };
        if step.is_open() {
            let with = |wish| {
                let step = SpeakingConvention { wish: Some(wish), ..*step };
                self.kept_or_not(&step, rest, holding, allowed, card)
            };
            return f64::midpoint(with(true), with(false));
        }
        self.kept_or_not(step, rest, holding, allowed, card)
    }

    fn kept_or_not(
        &self,
        step: &SpeakingConvention,
        rest: &[SpeakingConvention],
        holding: Holding,
        allowed: Holding,
        card: Rank,
    ) -> f64 {
        let honest = step.honest(&self.situation, holding, allowed);
        if honest.is_empty() || honest == allowed {
            return self.chain(rest, holding, allowed, card);
        }
        let otherwise = (1.0 - step.layer.kept) * self.chain(rest, holding, allowed, card);
        if honest.contains(card) {
            step.layer.kept * self.chain(rest, holding, honest, card) + otherwise
        } else {
            otherwise
        }
    }

    /// Draws a card by a ticket, a random number from 0 to 1: each card has a stretch of that range
    /// as long as its probability. `None` if no card of the holding is allowed.
    pub fn draw(&self, holding: Holding, allowed: Holding, ticket: f64) -> Option<Rank> {
        let mut left = ticket;
        let mut last = None;
        for rank in allowed.iter().rev() {
            last = Some(rank);
            left -= self.among(holding, allowed, rank);
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// The likeliest of the allowed cards; of equals the lowest.
    pub fn likeliest(&self, holding: Holding, allowed: Holding) -> Option<Rank> {
        let mut best = None;
        for rank in allowed.iter().rev() {
            let probability = self.among(holding, allowed, rank);
            if best.is_none_or(|(_, most)| probability > most + ROUNDING) {
                best = Some((rank, probability));
            }
        }
        best.map(|(rank, _)| rank)
    }

    /// The conventions that have something to say of a holding, with the cards that each leaves, as
    /// long as each is kept to.
    pub fn spoken(&self, holding: Holding) -> impl Iterator<Item = (Layer, Holding)> + '_ {
        let mut allowed = holding;
        self.steps.iter().filter_map(move |step| {
            let honest = step.honest(&self.situation, holding, allowed);
            let speaks = !honest.is_empty() && honest != allowed;
            speaks.then(|| {
                allowed = honest;
                (step.layer, honest)
            })
        })
    }

    /// Whether the card keeps to every agreed signal, if it was played from this holding.
    pub fn is_kept(&self, holding: Holding, card: Rank) -> bool {
        let mut signals = self
            .spoken(holding)
            .take_while(|(layer, _)| layer.convention.kind == ConventionKind::Signal);
        signals.all(|(_, honest)| honest.contains(card))
    }
}

/// How much more readily a singleton is led than any other length of a side suit, by an opening
/// leader who may ruff. (The true deal becomes likelier by 0.018 nats a problem on the even half of
/// the problems in `tests/laws/reading.rs`, by 0.001 on the odd; a factor of three does better on
/// the one, worse on the other. Doubletons are not led more readily than longer suits.)
const SINGLETON: f64 = 2.0;

/// The number of cards of a hand, above which no length of a suit can be.
const CARDS: f64 = 13.0;

/// Probabilities that differ by less than this are equal.
const ROUNDING: f64 = 1e-9;
