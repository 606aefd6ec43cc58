//! Backpropagation: the gradient of the loss by the network's weights.

use super::layers::{
    CHOICE_WEIGHTS_WITHIN, ChoiceWeights, Glance, GlanceHead, Glimpse, LAST, LAYERS, PASSES,
    SPREAD_WITHIN, SceneFeatures, USUAL_CONVICTION, USUAL_SPREAD, Units, WIDTH, features,
    gradient_of_times, sum,
};
use super::scene::{RANKS, Scene};
use crate::cards::Card;
use crate::network::{Dense, Weights, only_where_positive};
use crate::real::Real;

/// A training example: what cards have turned out to be worth, and which of them a person chose.
#[derive(Debug, Clone, Copy)]
pub struct GlanceTargets<'a> {
    /// The mean tricks of each card that may be played, in the order of [`Glimpse::tricks`].
    pub tricks: &'a [f32],
    /// The tricks of each card in one deal.
    pub in_one: &'a [u8],
    /// Their weight in the loss, relative to the spread and to people's choices.
    pub weight: f32,
    /// What a person chose; `None` if no person did.
    pub chosen: Option<ChosenCard<'a>>,
}

/// The card that a person chose.
#[derive(Debug, Clone, Copy)]
pub struct ChosenCard<'a> {
    /// Its index in the order of [`Glimpse::tricks`].
    pub at: usize,
    /// The logarithm of the probability of each card by habit, in that order.
    pub habits: &'a [f32],
}

/// The weight in the loss of the error of the mean of all cards, and of the spread, relative to the
/// differences between cards.
const OF_LEVEL: f32 = 0.2;
const OF_SPREAD: f32 = 0.05;

/// The weight in the loss of a nat of people's choices, in square tricks.
pub const PEOPLE_COUNT: f32 = 0.05;

/// A forward pass for a scene, kept for the gradient.
#[derive(Debug)]
pub struct GlanceTrace<'a> {
    scene: &'a Scene,
    features: SceneFeatures,
    units: Units,
    glimpse: Glimpse,
    /// The worth of each card to people.
    worths: Vec<f32>,
}

impl<'a> GlanceTrace<'a> {
    /// Runs the forward pass.
    pub fn new(glance: &Glance, scene: &'a Scene) -> Self {
        let features = features(scene);
        let units = glance.units(scene, &features);
        let glimpse = glance.glimpse(scene, &units);
        let worths = glimpse.worths(scene).into_iter().map(|worth| worth as f32).collect();
        Self { scene, features, units, glimpse, worths }
    }

    /// The error of the differences between cards: half the mean square, in square tricks.
    pub fn difference_error(&self, lesson: GlanceTargets) -> f64 {
        let (apart, _) = self.errors(lesson);
        let squares: f32 = apart.iter().map(|error| error * error).sum();
        f64::from(squares) / (2.0 * apart.len() as f64)
    }

    /// The estimated worth of each card to people.
    pub fn worths(&self) -> &[f32] {
        &self.worths
    }

    /// The negative log-likelihood of the card that a person chose, in nats, if cards are worth
    /// this much.
    pub fn surprise(&self, chosen: ChosenCard, worths: &[f32]) -> f64 {
        -f64::from(Real::ln(self.odds(chosen, worths)[chosen.at]))
    }

    /// The probability of each card that people choose.
    fn odds(&self, ChosenCard { habits, .. }: ChosenCard, worths: &[f32]) -> Vec<f32> {
        let ChoiceWeights { likings, by_habit, by_worth } = &self.glimpse.choice_weights;
        let nats = |((liking, habit), worth): ((&f32, &f32), &f32)| {
            liking + by_habit * habit + by_worth * worth
        };
        let nats: Vec<f32> = likings.iter().zip(habits).zip(worths).map(nats).collect();
        let most = nats.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = nats.iter().map(|nats| Real::exp(nats - most)).collect();
        let all: f32 = odds.iter().sum();
        odds.into_iter().map(|odds| (odds / all).max(f32::MIN_POSITIVE)).collect()
    }

    /// The loss, which is minimised together with [`PEOPLE_COUNT`] times the surprise: the errors
    /// of the differences between cards and of their mean, and the negative log-likelihood of the
    /// tricks of one deal by the spread.
    pub fn loss(&self, lesson: GlanceTargets) -> f64 {
        let (_, all) = self.errors(lesson);
        let spread = self.glimpse.spread;
        let unlikely = |((_, own), &in_one): (&(Card, f32), &u8)| {
            let error = f64::from((f32::from(in_one) - own) / spread);
            error + 2.0 * Real::ln_1p(Real::exp(-error)) + Real::ln(f64::from(spread))
        };
        let each = self.glimpse.tricks.iter().zip(lesson.in_one).map(unlikely);
        let unlikely = each.sum::<f64>() / self.worths.len() as f64;
        let level = f64::from(OF_LEVEL * all * all) / 2.0;
        let error = f64::from(lesson.weight) * (self.difference_error(lesson) + level);
        error + f64::from(OF_SPREAD) * unlikely
    }

    /// The error of each card relative to the mean, and the error of the mean.
    fn errors(&self, lesson: GlanceTargets) -> (Vec<f32>, f32) {
        let tricks = self.glimpse.tricks.iter().zip(lesson.tricks);
        let errors: Vec<f32> = tricks.map(|((_, own), it)| own - it).collect();
        let all = errors.iter().sum::<f32>() / errors.len() as f32;
        (errors.iter().map(|error| error - all).collect(), all)
    }

    /// Adds the negative gradient of the loss by the network's weights to `gradient`. The estimated
    /// worths are fitted neither to the likelihood of the spread nor to people's choices.
    pub fn add_gradient(&self, glance: &Glance, lesson: GlanceTargets, gradient: &mut [f32]) {
        let (apart, all) = self.errors(lesson);
        let share = 1.0 / apart.len() as f32;
        let nearer = |apart: &f32| -share * lesson.weight * (apart + OF_LEVEL * all);
        let each: Vec<f32> = apart.iter().map(nearer).collect();
        // For the logistic distribution: the derivative of the log-likelihood of one deal's tricks
        // by the logarithm of the scale.
        let spread = |((_, own), &in_one): (&(Card, f32), &u8)| {
            let error = (f32::from(in_one) - own) / self.glimpse.spread;
            error * Real::tanh(error / 2.0) - 1.0
        };
        let spread: f32 = self.glimpse.tricks.iter().zip(lesson.in_one).map(spread).sum();
        let wider = self.glimpse.spread / USUAL_SPREAD;
        let spread = gradient_of_times(wider, SPREAD_WITHIN, OF_SPREAD * share * spread);
        let level = [each.iter().sum(), spread];
        let mut back = Back { weights: &glance.weights, gradient, inner: Units::empty() };
        back.through(LAYERS.level, &self.units, &level);
        back.through_cards(LAYERS.worths, self, &each);
        if let Some(chosen) = lesson.chosen {
            let odds = self.odds(chosen, &self.worths);
            let likelier =
                |(at, odds)| PEOPLE_COUNT * (f32::from(u8::from(at == chosen.at)) - odds);
            let likelier: Vec<f32> = odds.into_iter().enumerate().map(likelier).collect();
            let along = |nats: &[f32]| likelier.iter().zip(nats).map(|(a, b)| a * b).sum::<f32>();
            let ChoiceWeights { by_habit, by_worth, .. } = self.glimpse.choice_weights;
            let more = [
                (by_habit, by_habit * along(chosen.habits)),
                (by_worth / USUAL_CONVICTION, by_worth * along(&self.worths)),
            ];
            let go_by =
                more.map(|(it, gradient)| gradient_of_times(it, CHOICE_WEIGHTS_WITHIN, gradient));
            back.through(LAYERS.choice_weights, &self.units, &go_by);
            back.through_cards(LAYERS.likings, self, &likelier);
        }
        back.reach_input(self);
    }
}

/// The state of backpropagation, from the outputs to the features.
struct Back<'a> {
    weights: &'a Weights,
    gradient: &'a mut [f32],
    /// The gradient by the activation of each unit.
    inner: Units,
}

impl Back<'_> {
    /// Propagates through a layer whose inputs are the last context.
    fn through(&mut self, layer: Dense, units: &Units, outer: &[f32]) {
        let inner = &mut self.inner.contexts[PASSES - 1];
        layer.go_back(self.weights, (units.context(), outer), inner, self.gradient);
    }

    /// Propagates through layers with a figure for each card.
    fn through_cards(&mut self, layers: GlanceHead, traced: &GlanceTrace, outer: &[f32]) {
        let GlanceTrace { scene, units, .. } = traced;
        let mut cards = [[0.0; RANKS]; 4];
        for (card, gradient) in scene.legal().iter().zip(outer) {
            cards[card.suit as usize][scene.place(card)] += gradient;
        }
        for suit in (0..4).filter(|&suit| scene.can_play(suit)) {
            for (layer, units, inner) in [
                (layers.last, &units.last[suit][..], &mut self.inner.last[suit][..]),
                (layers.first, &units.suits[0][suit], &mut self.inner.suits[0][suit]),
            ] {
                layer.go_back(self.weights, (units, &cards[suit]), inner, self.gradient);
            }
        }
    }

    /// Propagates through all layers between, to the features.
    fn reach_input(mut self, traced: &GlanceTrace) {
        let GlanceTrace { scene, units, features, .. } = traced;
        self.through_last_units(scene, units);
        for pass in (0..PASSES).rev() {
            self.through_context(pass, scene, units);
            if let Some(before) = pass.checked_sub(1) {
                self.through_further_pass(before, units);
            }
        }
        let mut table = [0.0; WIDTH];
        for (suit, outer) in self.inner.suits[0].iter_mut().enumerate() {
            only_where_positive(outer, &units.suits[0][suit]);
            LAYERS.suit.add_gradient(&features.suits[suit], outer, self.gradient);
            add_to(&mut table, outer);
        }
        LAYERS.table.add_active_gradient(&features.table, &table, self.gradient);
    }

    fn through_last_units(&mut self, scene: &Scene, units: &Units) {
        let mut of_context = [0.0; LAST];
        for suit in (0..4).filter(|&suit| scene.can_play(suit)) {
            let (outer, inner) = (&mut self.inner.last[suit], &mut self.inner.suits[PASSES - 1]);
            only_where_positive(outer, &units.last[suit]);
            let seen = &units.suits[PASSES - 1][suit];
            LAYERS.last.go_back(self.weights, (seen, outer), &mut inner[suit], self.gradient);
            add_to(&mut of_context, outer);
        }
        self.through(LAYERS.last_of_context, units, &of_context);
    }

    /// Propagates from the context of a pass to the units of its suits.
    fn through_context(&mut self, pass: usize, scene: &Scene, units: &Units) {
        let Units { suits, contexts, .. } = &mut self.inner;
        let (gathering, seen) = (LAYERS.contexts[pass], &units.suits[pass]);
        let (outer, inner) = (&mut contexts[pass], &mut suits[pass]);
        only_where_positive(outer, &units.contexts[pass]);
        let mut of_all = [0.0; WIDTH];
        let all = sum(seen);
        gathering.all.go_back(self.weights, (&all, outer), &mut of_all, self.gradient);
        for (layer, suit) in gathering.of_one(scene) {
            layer.go_back(self.weights, (&seen[suit], outer), &mut inner[suit], self.gradient);
        }
        for inner in inner {
            add_to(inner, &of_all);
        }
    }

    /// Propagates from the pass after `before`, and the context after it, to the units of `before`.
    fn through_further_pass(&mut self, before: usize, units: &Units) {
        let (further, weights, gradient) =
            (&LAYERS.further[before], self.weights, &mut *self.gradient);
        let Units { suits, contexts, .. } = &mut self.inner;
        let [inner, outer] = &mut suits[before..=before + 1] else { unreachable!("two looks") };
        let [in_context, of_context] = &mut contexts[before..=before + 1] else {
            unreachable!("their contexts")
        };
        let context = &units.contexts[before];
        further.context.go_back(weights, (context, of_context), in_context, gradient);
        let mut all = [0.0; WIDTH];
        for (suit, outer) in outer.iter_mut().enumerate() {
            only_where_positive(outer, &units.suits[before + 1][suit]);
            let seen = &units.suits[before][suit];
            further.suit.go_back(weights, (seen, outer), &mut inner[suit], gradient);
            add_to(&mut all, outer);
        }
        further.suit_of_context.go_back(weights, (context, &all), in_context, gradient);
    }
}

fn add_to(sums: &mut [f32], values: &[f32]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}
