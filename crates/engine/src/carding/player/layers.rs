//! The layers of the network, and the loss by which it is fitted.
//!
//! All suits share one set of weights. First-layer units see a suit with the features of the table.
//! Their sums, those of trumps and of the suit led, and the points of the hand make the context;
//! second-layer units see each suit again in that context. So no suit's name has a part, and a
//! position need not be learned four times. The features of one suit depend on no other, so when
//! many hands are evaluated each holding need be evaluated once ([`CardsAt`](super::CardsAt)).

use std::ops::Range;

use super::moment::{CardChoice, OF_SUIT, OF_TABLE, POINTS, number};
use crate::cards::{Card, Suit};
use crate::network::{
    Dense, Layout, Network, Weights, of_field_weights, only_where_positive, rectify,
};
use crate::real::Real;

/// The first line of files of such networks.
pub const KIND: &str = "falsecard cards 3";

/// The numbers of units: of the first layer for a suit, of the context's two layers, and of the
/// second layer for a suit.
pub(super) const FIRST: usize = 128;
pub(super) const CONTEXT: usize = 128;
const DEEPER: usize = 64;
pub(super) const SECOND: usize = 64;

pub(super) const RANKS: usize = 13;

pub(super) struct CardLayers {
    pub(super) suit: Dense,
    pub(super) table: Dense,
    pub(super) context: Dense,
    pub(super) context_of_trumps: Dense,
    pub(super) context_of_led: Dense,
    pub(super) context_of_points: Dense,
    deeper: Dense,
    pub(super) second: Dense,
    second_of_context: Dense,
    second_of_deeper: Dense,
    /// From both layers of a suit to the logit of each of its cards.
    pub(super) appeals: CardHead,
    /// From both layers of a suit to the worth of each card, relative to the other cards.
    worths: CardHead,
    len: usize,
}

/// Layers that lead to a figure for each card of a suit.
#[derive(Clone, Copy)]
pub(super) struct CardHead {
    pub(super) second: Dense,
    pub(super) first: Dense,
}

impl CardHead {
    const fn new(layout: &mut Layout) -> Self {
        Self { second: layout.biased(SECOND, RANKS), first: layout.plain(FIRST, RANKS) }
    }

    /// The figure of each card of a suit.
    fn of(&self, weights: &Weights, first: &First, second: &[f32]) -> [f32; RANKS] {
        let mut cards = [0.0; RANKS];
        self.second.add(weights, second, &mut cards);
        self.first.add(weights, first, &mut cards);
        cards
    }
}

pub(super) const LAYERS: CardLayers = {
    let mut layout = Layout::new();
    CardLayers {
        suit: layout.plain(OF_SUIT, FIRST),
        table: layout.biased(OF_TABLE, FIRST),
        context: layout.biased(FIRST, CONTEXT),
        context_of_trumps: layout.plain(FIRST, CONTEXT),
        context_of_led: layout.plain(FIRST, CONTEXT),
        context_of_points: layout.plain(POINTS, CONTEXT),
        deeper: layout.biased(CONTEXT, DEEPER),
        second: layout.plain(FIRST, SECOND),
        second_of_context: layout.biased(CONTEXT, SECOND),
        second_of_deeper: layout.plain(DEEPER, SECOND),
        appeals: CardHead::new(&mut layout),
        worths: CardHead::new(&mut layout),
        len: layout.len(),
    }
};

/// A network that gives the probability of each card, and what cards are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct CardNetwork {
    pub(super) weights: Weights,
}

impl Network for CardNetwork {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    of_field_weights!();

    fn initial_sizes() -> Vec<(Range<usize>, f32)> {
        // Some sixty features of a suit are 1 at a time.
        let all = [
            (LAYERS.suit, 60),
            (LAYERS.table, 60),
            (LAYERS.context, 4 * FIRST),
            (LAYERS.context_of_trumps, 2 * FIRST),
            (LAYERS.context_of_led, 2 * FIRST),
            (LAYERS.context_of_points, CONTEXT),
            (LAYERS.deeper, CONTEXT),
            (LAYERS.second, FIRST),
            (LAYERS.second_of_context, CONTEXT),
            (LAYERS.second_of_deeper, DEEPER),
            (LAYERS.appeals.second, 4 * SECOND),
            (LAYERS.appeals.first, 4 * FIRST),
            (LAYERS.worths.second, 4 * SECOND),
            (LAYERS.worths.first, 4 * FIRST),
        ];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

/// The dropout mask of the first layer while the network is fitted: 0, or a little more than 1
/// where a unit is kept.
pub type KeptFirst = [f32; FIRST];

/// A figure for each unit of a suit's first layer, and for each of the context's.
pub(super) type First = [f32; FIRST];
pub(super) type CardContext = [f32; CONTEXT];

/// The activations of the context.
pub(super) struct InContext {
    context: CardContext,
    deeper: [f32; DEEPER],
    /// The context's contribution to the second layer of each suit.
    pub(super) second: [f32; SECOND],
}

impl InContext {
    /// Continues from the inputs of the context.
    pub(super) fn new(weights: &Weights, mut context: CardContext) -> Self {
        let (mut deeper, mut second) = ([0.0; DEEPER], [0.0; SECOND]);
        rectify(&mut context);
        LAYERS.deeper.add(weights, &context, &mut deeper);
        rectify(&mut deeper);
        LAYERS.second_of_context.add(weights, &context, &mut second);
        LAYERS.second_of_deeper.add(weights, &deeper, &mut second);
        Self { context, deeper, second }
    }
}

/// The activations of the layers.
struct CardActivations {
    first: [First; 4],
    sum: First,
    in_context: InContext,
    second: [[f32; SECOND]; 4],
    /// The cards that may be played, with their probabilities.
    odds: Vec<(Card, f32)>,
}

impl CardActivations {
    /// Continues from the first layer.
    fn new(network: &CardNetwork, first: &[First; 4], choice: &CardChoice) -> Self {
        let weights = &network.weights;
        let mut sum = [0.0; FIRST];
        for first in first {
            add_to(&mut sum, first);
        }
        let mut context = [0.0; CONTEXT];
        LAYERS.context.add(weights, &sum, &mut context);
        for (layer, suit) in
            [(LAYERS.context_of_trumps, choice.trumps), (LAYERS.context_of_led, choice.led)]
        {
            if let Some(suit) = suit {
                layer.add(weights, &first[suit as usize], &mut context);
            }
        }
        LAYERS.context_of_points.add_row(weights, choice.points, &mut context);
        let in_context = InContext::new(weights, context);
        let legal = choice.legal;
        let mut second = [in_context.second; 4];
        let mut odds = Vec::with_capacity(legal.len());
        for suit in Suit::ASC.into_iter().filter(|suit| !legal[*suit].is_empty()) {
            let (first, second) = (&first[suit as usize], &mut second[suit as usize]);
            LAYERS.second.add(weights, first, second);
            rectify(second);
            let cards = LAYERS.appeals.of(weights, first, second);
            odds.extend(legal[suit].iter().map(|rank| (Card { suit, rank }, cards[number(rank)])));
        }
        share_out(&mut odds);
        Self { first: *first, sum, in_context, second, odds }
    }

    fn odds_of(&self, card: Card) -> f32 {
        self.odds.iter().find(|(it, _)| *it == card).map_or(0.0, |(_, odds)| *odds)
    }

    /// What each card is worth, in the order of the odds: in tricks, relative to the mean of all.
    fn worths(&self, network: &CardNetwork) -> Vec<f32> {
        let mut of = [None; 4];
        let worth = |(card, _): &(Card, f32)| {
            let suit = card.suit as usize;
            let (first, second) = (&self.first[suit], &self.second[suit]);
            let cards =
                of[suit].get_or_insert_with(|| LAYERS.worths.of(&network.weights, first, second));
            cards[number(card.rank)]
        };
        let mut worths: Vec<f32> = self.odds.iter().map(worth).collect();
        apart(&mut worths);
        worths
    }
}

/// Subtracts the mean from all.
fn apart(values: &mut [f32]) {
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    for value in values {
        *value -= mean;
    }
}

/// Turns logits into probabilities (softmax).
pub(super) fn share_out(appeals: &mut [(Card, f32)]) {
    let most = appeals.iter().map(|(_, appeal)| *appeal).fold(f32::NEG_INFINITY, f32::max);
    for (_, appeal) in appeals.iter_mut() {
        *appeal = Real::exp(*appeal - most);
    }
    let all: f32 = appeals.iter().map(|(_, appeal)| appeal).sum();
    for (_, appeal) in appeals {
        *appeal /= all;
    }
}

pub(super) fn add_to(sums: &mut [f32], values: &[f32]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

impl CardNetwork {
    /// The probability of each card that may be played; they add up to 1.
    pub fn odds(&self, choice: &CardChoice) -> Vec<(Card, f64)> {
        let forward = self.forward(choice, &[1.0; FIRST]);
        forward.odds.into_iter().map(|(card, odds)| (card, f64::from(odds))).collect()
    }

    /// The probability of each card, and what it is worth to its player, in tricks, relative to the
    /// mean of all: half by its tricks, half by its score.
    pub fn estimates(&self, choice: &CardChoice) -> Vec<CardEstimate> {
        let forward = self.forward(choice, &[1.0; FIRST]);
        let worths = forward.worths(self);
        let each = forward.odds.into_iter().zip(worths);
        each.map(|((card, odds), worth)| CardEstimate {
            card,
            odds: odds.into(),
            worth: worth.into(),
        })
        .collect()
    }

    fn forward(&self, choice: &CardChoice, kept: &KeptFirst) -> CardActivations {
        let mut table = [0.0; FIRST];
        LAYERS.table.add_active(&self.weights, &choice.table, &mut table);
        let mut first = [table; 4];
        for (suit, first) in first.iter_mut().enumerate() {
            LAYERS.suit.add_active(&self.weights, choice.of_suit(suit), first);
            rectify(first);
            first.iter_mut().zip(kept).for_each(|(unit, kept)| *unit *= kept);
        }
        CardActivations::new(self, &first, choice)
    }
}

/// A network's first estimate of a card: its probability and its worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardEstimate {
    /// The card.
    pub card: Card,
    /// The probability that the player chooses it; those of all cards add up to 1.
    pub odds: f64,
    /// What it is worth to his side, in tricks, relative to the mean of all cards that he may play.
    pub worth: f64,
}

/// A training example: a choice, the card that was played, and what the cards were worth.
#[derive(Debug, Clone, Copy)]
pub struct CardExample<'a> {
    /// The features of the choice.
    pub choice: &'a CardChoice,
    /// The card that a person chose; `None` if no person chose.
    pub played: Option<Card>,
    /// What each card was worth as the cards lay, in tricks, relative to the mean of all, in the
    /// order of [`CardChoice::in_order`]; empty if that is not known.
    pub worths: &'a [f32],
}

/// The weight of a squared error of worth, in nats a square trick.
const WORTH_COUNTS: f32 = 4.0;

/// A forward pass for a training example, kept for the gradient.
pub struct CardTrace<'a> {
    lesson: CardExample<'a>,
    kept: &'a KeptFirst,
    forward: CardActivations,
    worths: Vec<f32>,
}

impl<'a> CardTrace<'a> {
    /// Runs the forward pass.
    pub fn new(network: &CardNetwork, lesson: CardExample<'a>, kept: &'a KeptFirst) -> Self {
        let forward = network.forward(lesson.choice, kept);
        let worths = forward.worths(network);
        Self { lesson, kept, forward, worths }
    }

    /// The log-likelihood of the card that was chosen, in nats.
    pub fn nats(&self) -> Option<f64> {
        let odds = |played| self.forward.odds_of(played).max(f32::MIN_POSITIVE);
        self.lesson.played.map(|played| Real::ln(f64::from(odds(played))))
    }

    /// The objective, to be maximised: the log-likelihood less half the mean squared error of the
    /// worths, weighted.
    pub fn objective(&self) -> f64 {
        let error =
            self.errors().iter().map(|error| error * error).sum::<f32>() / self.worths.len() as f32;
        self.nats().unwrap_or_default() - f64::from(WORTH_COUNTS * error) / 2.0
    }

    /// The error of the worth of each card; empty if the worths are not known.
    fn errors(&self) -> Vec<f32> {
        let errors = self.worths.iter().zip(self.lesson.worths).map(|(own, it)| own - it);
        let mut errors: Vec<f32> = errors.collect();
        apart(&mut errors);
        errors
    }

    /// Adds the gradient of [`CardTrace::objective`] by the network's weights to `gradient`.
    pub fn add_gradient(&self, network: &CardNetwork, gradient: &mut [f32]) {
        let (weights, forward) = (&network.weights, &self.forward);
        let (mut appeals, mut worths) = ([[0.0; RANKS]; 4], [[0.0; RANKS]; 4]);
        if let Some(played) = self.lesson.played {
            for (card, odds) in &forward.odds {
                let was_played = f32::from(u8::from(*card == played));
                appeals[card.suit as usize][number(card.rank)] = was_played - odds;
            }
        }
        let counts = WORTH_COUNTS / self.worths.len() as f32;
        for ((card, _), error) in forward.odds.iter().zip(self.errors()) {
            worths[card.suit as usize][number(card.rank)] = -counts * error;
        }
        let mut first = [[0.0; FIRST]; 4];
        let mut in_context = [0.0; SECOND];
        let legal = self.lesson.choice.legal;
        for suit in Suit::ASC.into_iter().filter(|suit| !legal[*suit].is_empty()) {
            let suit = suit as usize;
            let (units, inner) = (&forward.first[suit], &mut first[suit]);
            let mut second = [0.0; SECOND];
            for (layers, outer) in
                [(LAYERS.appeals, &appeals[suit]), (LAYERS.worths, &worths[suit])]
            {
                let of_second = (&forward.second[suit][..], &outer[..]);
                layers.second.go_back(weights, of_second, &mut second, gradient);
                layers.first.go_back(weights, (units, outer), inner, gradient);
            }
            LAYERS.second.go_back(weights, (units, &second), inner, gradient);
            add_to(&mut in_context, &second);
        }
        self.through_context(network, &in_context, &mut first, gradient);
        self.reach_input(&mut first, gradient);
    }

    /// Propagates the gradient from the outputs of the context back to the first layer.
    fn through_context(
        &self,
        CardNetwork { weights }: &CardNetwork,
        second: &[f32; SECOND],
        first: &mut [First; 4],
        gradient: &mut [f32],
    ) {
        let forward = &self.forward;
        let InContext { context: units, deeper: deeper_units, .. } = &forward.in_context;
        let (mut context, mut deeper) = ([0.0; CONTEXT], [0.0; DEEPER]);
        LAYERS.second_of_deeper.go_back(weights, (deeper_units, second), &mut deeper, gradient);
        LAYERS.deeper.go_back(weights, (units, &deeper), &mut context, gradient);
        LAYERS.second_of_context.go_back(weights, (units, second), &mut context, gradient);
        let mut sum = [0.0; FIRST];
        LAYERS.context.go_back(weights, (&forward.sum, &context), &mut sum, gradient);
        for first in first.iter_mut() {
            add_to(first, &sum);
        }
        let CardChoice { trumps, led, points, .. } = *self.lesson.choice;
        LAYERS.context_of_points.add_active_gradient(&[points as u16], &context, gradient);
        for (layer, suit) in [(LAYERS.context_of_trumps, trumps), (LAYERS.context_of_led, led)] {
            if let Some(suit) = suit.map(|suit| suit as usize) {
                layer.go_back(
                    weights,
                    (&forward.first[suit], &context),
                    &mut first[suit],
                    gradient,
                );
            }
        }
    }

    fn reach_input(&self, first: &mut [First; 4], gradient: &mut [f32]) {
        let mut table = [0.0; FIRST];
        for (suit, first) in first.iter_mut().enumerate() {
            first.iter_mut().zip(self.kept).for_each(|(gradient, kept)| *gradient *= kept);
            only_where_positive(first, &self.forward.first[suit]);
            LAYERS.suit.add_active_gradient(self.lesson.choice.of_suit(suit), first, gradient);
            add_to(&mut table, first);
        }
        LAYERS.table.add_active_gradient(&self.lesson.choice.table, &table, gradient);
    }
}
