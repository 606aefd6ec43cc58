//! The layers of the network, and its forward pass.
//!
//! All suits share one set of weights. Units of the first pass see a suit with the features of the
//! table. Their sums, and those of trumps and of the suit led, make a context; units of the second
//! pass see each suit in that context, and so do those of a third: what a suit is worth depends on
//! what the others are worth beside it. So no suit's name has a part, and a position need not be
//! learned four times.

use std::ops::Range;

use super::scene::{OF_SUIT, OF_TABLE, RANKS, Scene};
use crate::cards::{Card, Suit};
use crate::network::{Dense, Layout, Network, Weights, of_field_weights, rectify};
use crate::real::Real;

/// The first line of files of such networks.
pub const KIND: &str = "falsecard glance 4";

/// The number of passes over the suits, and the number of units for a suit and for all suits in
/// each pass.
pub(super) const PASSES: usize = 3;
pub(super) const WIDTH: usize = 224;

/// The number of units of a suit after the last pass, from which its cards are judged.
pub(super) const LAST: usize = 64;

pub(super) struct GlanceLayers {
    /// To the first pass, from the features of a suit and of the table.
    pub(super) suit: Dense,
    pub(super) table: Dense,
    /// To each further pass.
    pub(super) further: [FurtherPass; PASSES - 1],
    /// From each pass over the suits to its context.
    pub(super) contexts: [Gathering; PASSES],
    pub(super) last: Dense,
    pub(super) last_of_context: Dense,
    /// To the worth of each card of a suit, relative to other cards.
    pub(super) worths: GlanceHead,
    /// To the level of all cards' worths, and to the spread of the estimate.
    pub(super) level: Dense,
    /// To the liking of each card: nats besides habit and worth.
    pub(super) likings: GlanceHead,
    /// To the weights of habit and of worth in people's choices.
    pub(super) choice_weights: Dense,
    len: usize,
}

/// Layers of a further pass: from the pass before and its context to each suit, and from that
/// context to the next one.
#[derive(Clone, Copy)]
pub(super) struct FurtherPass {
    pub(super) suit: Dense,
    pub(super) suit_of_context: Dense,
    pub(super) context: Dense,
}

impl FurtherPass {
    const fn new(layout: &mut Layout) -> Self {
        Self {
            suit: layout.plain(WIDTH, WIDTH),
            suit_of_context: layout.biased(WIDTH, WIDTH),
            context: layout.plain(WIDTH, WIDTH),
        }
    }

    const fn initial_sizes(&self) -> [(Dense, usize); 3] {
        [(self.suit, WIDTH), (self.suit_of_context, WIDTH), (self.context, 2 * WIDTH)]
    }
}

/// The activations of each suit.
pub(super) type SuitUnits = [[f32; WIDTH]; 4];
pub(super) type ContextUnits = [f32; WIDTH];

/// Layers from the units of each suit to units of all of them: from the sum of the suits, from
/// trumps and from the suit led.
#[derive(Clone, Copy)]
pub(super) struct Gathering {
    pub(super) all: Dense,
    trumps: Dense,
    led: Dense,
}

impl Gathering {
    const fn new(layout: &mut Layout) -> Self {
        Self {
            all: layout.biased(WIDTH, WIDTH),
            trumps: layout.plain(WIDTH, WIDTH),
            led: layout.plain(WIDTH, WIDTH),
        }
    }

    /// The layers from single suits, each with the suit it applies to.
    pub(super) fn of_one(&self, scene: &Scene) -> impl Iterator<Item = (Dense, usize)> {
        let each = [(self.trumps, scene.trumps), (self.led, scene.led())];
        each.into_iter().filter_map(|(layer, suit)| Some((layer, suit? as usize)))
    }

    /// Adds the contributions of all suits to `sums`.
    fn add(&self, weights: &Weights, scene: &Scene, suits: &SuitUnits, sums: &mut ContextUnits) {
        self.all.add(weights, &sum(suits), sums);
        for (layer, suit) in self.of_one(scene) {
            layer.add(weights, &suits[suit], sums);
        }
    }

    const fn initial_sizes(&self) -> [(Dense, usize); 3] {
        [(self.all, 4 * WIDTH), (self.trumps, 2 * WIDTH), (self.led, 2 * WIDTH)]
    }
}

/// The sum of the activations of all suits.
pub(super) fn sum(suits: &SuitUnits) -> ContextUnits {
    let mut sum = [0.0; WIDTH];
    for units in suits {
        sum.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
    }
    sum
}

/// Layers to a figure for each card of a suit: from its last units, and from its first.
#[derive(Clone, Copy)]
pub(super) struct GlanceHead {
    pub(super) last: Dense,
    pub(super) first: Dense,
}

impl GlanceHead {
    const fn new(layout: &mut Layout) -> Self {
        Self { last: layout.biased(LAST, RANKS), first: layout.plain(WIDTH, RANKS) }
    }

    const fn initial_sizes(&self) -> [(Dense, usize); 2] {
        [(self.last, 4 * LAST), (self.first, 4 * WIDTH)]
    }
}

pub(super) const LAYERS: GlanceLayers = {
    let mut layout = Layout::new();
    GlanceLayers {
        suit: layout.plain(OF_SUIT, WIDTH),
        table: layout.biased(OF_TABLE, WIDTH),
        further: [FurtherPass::new(&mut layout), FurtherPass::new(&mut layout)],
        contexts: [
            Gathering::new(&mut layout),
            Gathering::new(&mut layout),
            Gathering::new(&mut layout),
        ],
        last: layout.plain(WIDTH, LAST),
        last_of_context: layout.biased(WIDTH, LAST),
        worths: GlanceHead::new(&mut layout),
        level: layout.biased(WIDTH, 2),
        likings: GlanceHead::new(&mut layout),
        choice_weights: layout.biased(WIDTH, 2),
        len: layout.len(),
    }
};

/// The usual error of an estimate, in tricks, from which learning begins.
pub(super) const USUAL_SPREAD: f32 = 0.6;

/// The nats that a trick is worth to people, from which learning begins.
pub(super) const USUAL_CONVICTION: f32 = 8.0;

/// A network that estimates what cards are worth and how people choose among them.
#[derive(Debug, Clone, PartialEq)]
pub struct Glance {
    pub(super) weights: Weights,
}

/// The outputs of the network for one scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Glimpse {
    /// The expected tricks of the player's side after each of his cards.
    pub tricks: Vec<(Card, f32)>,
    /// The scale of the error of these, as a logistic distribution, in tricks.
    pub spread: f32,
    /// How people choose.
    pub choice_weights: ChoiceWeights,
}

/// How people choose in this scene. The log-odds of a card are the sum of its nats by habit and of
/// its worth in tricks, each times a weight, and of its liking.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceWeights {
    /// The liking of each card, in nats, in the order of [`Glimpse::tricks`].
    pub likings: Vec<f32>,
    /// The weight of the log-odds by habit: 1 where nothing else is known.
    pub by_habit: f32,
    /// The weight of worth, in nats a trick.
    pub by_worth: f32,
}

impl Glimpse {
    /// The worth of each card, in tricks: the mean of its tricks and of its score in units of what
    /// one trick may be worth.
    pub fn worths(&self, scene: &Scene) -> Vec<f64> {
        let scores = scene.scores();
        let score = |tricks: u8| scores[usize::from(tricks)];
        let worth = |&(_, tricks): &(Card, f32)| {
            f64::midpoint(tricks.into(), self.mean(tricks, scene.tricks_left(), score))
        };
        self.tricks.iter().map(worth).collect()
    }

    /// The mean score after a card with `tricks` expected tricks, of at most `most`.
    pub fn mean(&self, tricks: f32, most: u8, score: impl Fn(u8) -> f64) -> f64 {
        // The probability of at least this many.
        let at_least = |number: u8| {
            let above = (f64::from(tricks) - f64::from(number) + 0.5) / f64::from(self.spread);
            1.0 / (1.0 + Real::exp(-above))
        };
        let more = |number: u8| at_least(number) * (score(number) - score(number - 1));
        score(0) + (1..=most).map(more).sum::<f64>()
    }
}

/// The activations of the network.
#[derive(Debug)]
pub(super) struct Units {
    /// The units of each suit and of all suits, in each pass.
    pub(super) suits: [SuitUnits; PASSES],
    pub(super) contexts: [ContextUnits; PASSES],
    /// The last units of each suit that may be played.
    pub(super) last: [[f32; LAST]; 4],
}

impl Units {
    pub(super) const fn empty() -> Self {
        Self {
            suits: [[[0.0; WIDTH]; 4]; PASSES],
            contexts: [[0.0; WIDTH]; PASSES],
            last: [[0.0; LAST]; 4],
        }
    }

    /// The last context.
    pub(super) const fn context(&self) -> &ContextUnits {
        &self.contexts[PASSES - 1]
    }
}

impl Network for Glance {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    of_field_weights!();

    fn initial_sizes() -> Vec<(Range<usize>, f32)> {
        let bound = |inputs: usize| 1.0 / (inputs as f32).sqrt();
        layers().into_iter().map(|(layer, inputs)| (layer.range(), bound(inputs))).collect()
    }

    fn layers_in_one_byte() -> Vec<Dense> {
        layers().into_iter().map(|(layer, _)| layer).collect()
    }
}

/// All layers in order, each with the number of inputs that are not 0 as a rule.
fn layers() -> Vec<(Dense, usize)> {
    let mut all = vec![
        (LAYERS.suit, 16),
        (LAYERS.table, 16),
        (LAYERS.last, WIDTH),
        (LAYERS.last_of_context, WIDTH),
        (LAYERS.level, 4 * WIDTH),
        (LAYERS.choice_weights, 4 * WIDTH),
    ];
    all.extend(LAYERS.further.iter().flat_map(FurtherPass::initial_sizes));
    all.extend(LAYERS.contexts.iter().flat_map(Gathering::initial_sizes));
    all.extend([LAYERS.worths, LAYERS.likings].iter().flat_map(GlanceHead::initial_sizes));
    all.sort_by_key(|(layer, _)| layer.range().start);
    all
}

impl Glance {
    /// Evaluates a scene: what each card that may be played is worth, the highest of each suit
    /// first, and how people choose among them.
    pub fn evaluate(&self, scene: &Scene) -> Glimpse {
        self.glimpse(scene, &self.units(scene, &features(scene)))
    }

    pub(super) fn glimpse(&self, scene: &Scene, units: &Units) -> Glimpse {
        let (level, spread) = self.level(scene, units);
        let worths = self.of_cards(LAYERS.worths, scene, units);
        let tricks = scene.legal().iter().zip(worths).map(|(card, worth)| (card, level + worth));
        let mut go_by = [0.0; 2];
        LAYERS.choice_weights.add(&self.weights, units.context(), &mut go_by);
        let [by_habit, by_worth] = go_by.map(|logarithm| times(logarithm, CHOICE_WEIGHTS_WITHIN));
        let choice_weights = ChoiceWeights {
            likings: self.of_cards(LAYERS.likings, scene, units),
            by_habit,
            by_worth: USUAL_CONVICTION * by_worth,
        };
        Glimpse { tricks: tricks.collect(), spread, choice_weights }
    }

    pub(super) fn units(&self, scene: &Scene, features: &SceneFeatures) -> Units {
        let mut units = Units::empty();
        for pass in 0..PASSES {
            match pass.checked_sub(1) {
                None => self.first_pass(features, &mut units.suits[0]),
                Some(before) => self.further_pass(before, &mut units),
            }
            let (suits, context) = (&units.suits[pass], &mut units.contexts[pass]);
            LAYERS.contexts[pass].add(&self.weights, scene, suits, context);
            rectify(context);
        }
        let mut of_context = [0.0; LAST];
        LAYERS.last_of_context.add(&self.weights, units.context(), &mut of_context);
        for suit in (0..4).filter(|&suit| scene.can_play(suit)) {
            let last = &mut units.last[suit];
            *last = of_context;
            LAYERS.last.add(&self.weights, &units.suits[PASSES - 1][suit], last);
            rectify(last);
        }
        units
    }

    fn first_pass(&self, features: &SceneFeatures, suits: &mut SuitUnits) {
        let mut table = [0.0; WIDTH];
        LAYERS.table.add_active(&self.weights, &features.table, &mut table);
        *suits = [table; 4];
        LAYERS.suit.add_to_four(&self.weights, features.suits.each_ref().map(|it| &it[..]), suits);
        rectify(suits.as_flattened_mut());
    }

    /// Runs a further pass over the suits, in the context of the pass `before`, and begins the next
    /// context.
    fn further_pass(&self, before: usize, units: &mut Units) {
        let further = &LAYERS.further[before];
        let (context, mut of_context) = (units.contexts[before], [0.0; WIDTH]);
        further.suit_of_context.add(&self.weights, &context, &mut of_context);
        let mut next = [of_context; 4];
        let seen = units.suits[before].each_ref().map(|it| &it[..]);
        further.suit.add_to_four(&self.weights, seen, &mut next);
        rectify(next.as_flattened_mut());
        units.suits[before + 1] = next;
        further.context.add(&self.weights, &context, &mut units.contexts[before + 1]);
    }

    /// The level of all cards' worths, and the spread of the estimate.
    fn level(&self, scene: &Scene, units: &Units) -> (f32, f32) {
        let mut level = [0.0; 2];
        LAYERS.level.add(&self.weights, units.context(), &mut level);
        let half = f32::from(scene.tricks_left()) / 2.0;
        (half + level[0], USUAL_SPREAD * times(level[1], SPREAD_WITHIN))
    }

    /// The output of such layers for each card that may be played.
    fn of_cards(&self, layers: GlanceHead, scene: &Scene, units: &Units) -> Vec<f32> {
        let of_suit = |suit: usize| {
            let mut cards = [0.0; RANKS];
            if scene.can_play(suit) {
                layers.last.add(&self.weights, &units.last[suit], &mut cards);
                layers.first.add(&self.weights, &units.suits[0][suit], &mut cards);
            }
            cards
        };
        let suits: [_; 4] = std::array::from_fn(of_suit);
        let legal = scene.legal().iter();
        legal.map(|card| suits[card.suit as usize][scene.place(card)]).collect()
    }
}

/// The most by which logarithms of the spread and of the weights of choice may differ from the
/// usual.
pub(super) const SPREAD_WITHIN: f32 = 3.0;
pub(super) const CHOICE_WEIGHTS_WITHIN: f32 = 1.0;

/// The exponential of a logarithm that is kept within a limit.
fn times(logarithm: f32, within: f32) -> f32 {
    Real::exp(logarithm.clamp(-within, within))
}

/// The gradient by that logarithm; 0 where it would lead further beyond the limit.
pub(super) fn gradient_of_times(times: f32, within: f32, gradient: f32) -> f32 {
    let logarithm = Real::ln(times);
    let is_at_end = logarithm.abs() > within - 1e-4;
    if is_at_end && (logarithm > 0.0) == (gradient > 0.0) { 0.0 } else { gradient }
}

/// The features of a scene.
#[derive(Debug)]
pub(super) struct SceneFeatures {
    pub(super) suits: [[f32; OF_SUIT]; 4],
    pub(super) table: Vec<u16>,
}

pub(super) fn features(scene: &Scene) -> SceneFeatures {
    SceneFeatures {
        suits: Suit::ASC.map(|suit| scene.suit_features(suit)),
        table: scene.table_features(),
    }
}
