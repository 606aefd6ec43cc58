//! The layers of the network, and how a choice of numbers for them is judged.
//!
//! The same units look at each suit, with the table; their sums, and those of trumps and of the suit led, make the context in which
//! other units look at each suit again. So no suit's name has a part, and a position need not be learned four times.

use std::fmt;

use super::KIND;
use super::scene::{OF_SUIT, OF_TABLE, RANKS, Scene};
use crate::cards::{Card, Suit};
use crate::network::{Dense, Layout, Network, fingerprint, only_where_positive, rectify};

/// How many units look at a suit first, at all suits together, and at a suit in that light.
const FIRST: usize = 128;
const CONTEXT: usize = 128;
const SECOND: usize = 64;

struct Layers {
    suit: Dense,
    table: Dense,
    context: Dense,
    context_of_trumps: Dense,
    context_of_led: Dense,
    second: Dense,
    second_of_context: Dense,
    /// To what each card of a suit is worth, compared with other cards.
    worths: OfCards,
    /// To what all are worth, and to how sure that is.
    level: Dense,
    /// To how people like each card, beside habit and what it is worth.
    likings: OfCards,
    /// To how much they go by habit, and by what cards are worth.
    leanings: Dense,
    len: usize,
}

/// What leads to a number for each card of a suit.
#[derive(Clone, Copy)]
struct OfCards {
    second: Dense,
    first: Dense,
}

impl OfCards {
    const fn new(layout: &mut Layout) -> Self {
        Self { second: layout.biased(SECOND, RANKS), first: layout.plain(FIRST, RANKS) }
    }
}

const LAYERS: Layers = {
    let mut layout = Layout::new();
    let suit = layout.plain(OF_SUIT, FIRST);
    let table = layout.biased(OF_TABLE, FIRST);
    let context = layout.biased(FIRST, CONTEXT);
    let context_of_trumps = layout.plain(FIRST, CONTEXT);
    let context_of_led = layout.plain(FIRST, CONTEXT);
    let second = layout.plain(FIRST, SECOND);
    let second_of_context = layout.biased(CONTEXT, SECOND);
    let worths = OfCards::new(&mut layout);
    let level = layout.biased(CONTEXT, 2);
    let likings = OfCards::new(&mut layout);
    let leanings = layout.biased(CONTEXT, 2);
    Layers {
        suit,
        table,
        context,
        context_of_trumps,
        context_of_led,
        second,
        second_of_context,
        worths,
        level,
        likings,
        leanings,
        len: layout.len(),
    }
};

/// How far off an estimate is as a rule, in tricks, before anything is learned.
const USUAL_SPREAD: f32 = 0.6;

/// The nats that a trick is worth to people, before anything is learned.
const USUAL_CONVICTION: f32 = 8.0;

/// What cards are worth and how people choose among them, at a glance.
#[derive(Clone, PartialEq)]
pub struct Glance {
    numbers: Vec<f32>,
}

impl fmt::Debug for Glance {
    /// Two networks that differ look different.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Glance({:016x})", fingerprint(self))
    }
}

/// What one look says.
#[derive(Debug, Clone, PartialEq)]
pub struct Glimpse {
    /// The tricks that the player's side can expect to take after each of his cards.
    pub tricks: Vec<(Card, f32)>,
    /// How far off these are as a rule: the scale of a logistic distribution, in tricks.
    pub spread: f32,
    /// How people choose.
    pub leanings: Leanings,
}

/// How people choose where this is seen: the odds of a card are the exponential of its nats by habit and of its worth in tricks, each as
/// much as it counts here, and of how much it is liked.
#[derive(Debug, Clone, PartialEq)]
pub struct Leanings {
    /// The nats of each card, in the order of [`Glimpse::tricks`].
    pub likings: Vec<f32>,
    /// How much the logarithm of its odds by habit counts: 1 as much as where nothing else is known.
    pub by_habit: f32,
    /// How many nats a trick counts.
    pub by_worth: f32,
}

impl Glimpse {
    /// What each card is worth, in tricks: the mean of its tricks and of its score in units of what one trick may be worth.
    pub fn worths(&self, scene: &Scene) -> Vec<f64> {
        let score = |tricks| scene.score(tricks);
        let worth = |&(_, tricks): &(Card, f32)| {
            f64::midpoint(tricks.into(), self.mean(tricks, scene.tricks_left(), score))
        };
        self.tricks.iter().map(worth).collect()
    }

    /// The mean of a score of tricks after a card for which `tricks` can be expected, of at most `most`.
    pub fn mean(&self, tricks: f32, most: u8, score: impl Fn(u8) -> f64) -> f64 {
        // How likely are at least this many?
        let at_least = |number: u8| {
            let above = (f64::from(tricks) - f64::from(number) + 0.5) / f64::from(self.spread);
            1.0 / (1.0 + (-above).exp())
        };
        let more = |number: u8| at_least(number) * (score(number) - score(number - 1));
        score(0) + (1..=most).map(more).sum::<f64>()
    }
}

/// The units of the network when it looks at something.
#[derive(Debug)]
struct Units {
    first: [[f32; FIRST]; 4],
    context: [f32; CONTEXT],
    second: [[f32; SECOND]; 4],
}

impl Units {
    const fn empty() -> Self {
        Self { first: [[0.0; FIRST]; 4], context: [0.0; CONTEXT], second: [[0.0; SECOND]; 4] }
    }
}

impl Network for Glance {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    fn of(numbers: Vec<f32>) -> Self {
        assert_eq!(numbers.len(), Self::SIZE, "a network has a number for each place");
        Self { numbers }
    }

    fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    fn beginnings() -> Vec<(std::ops::Range<usize>, f32)> {
        let all = [
            (LAYERS.suit, 16),
            (LAYERS.table, 16),
            (LAYERS.context, 4 * FIRST),
            (LAYERS.context_of_trumps, 2 * FIRST),
            (LAYERS.context_of_led, 2 * FIRST),
            (LAYERS.second, FIRST),
            (LAYERS.second_of_context, CONTEXT),
            (LAYERS.worths.second, 4 * SECOND),
            (LAYERS.worths.first, 4 * FIRST),
            (LAYERS.level, 4 * CONTEXT),
            (LAYERS.likings.second, 4 * SECOND),
            (LAYERS.likings.first, 4 * FIRST),
            (LAYERS.leanings, 4 * CONTEXT),
        ];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

impl Glance {
    /// What each card that may be played is worth, the highest of each suit first, and how people choose among them.
    pub fn look(&self, scene: &Scene) -> Glimpse {
        self.glimpse(scene, &self.units(scene, &told(scene)))
    }

    fn glimpse(&self, scene: &Scene, units: &Units) -> Glimpse {
        let (level, spread) = self.level(scene, units);
        let worths = self.of_cards(LAYERS.worths, scene, units);
        let tricks = scene.legal().iter().zip(worths).map(|(card, worth)| (card, level + worth));
        let mut go_by = [0.0; 2];
        LAYERS.leanings.add(&self.numbers, &units.context, &mut go_by);
        let [by_habit, by_worth] = go_by.map(|logarithm| times(logarithm, LEANINGS_WITHIN));
        let leanings = Leanings {
            likings: self.of_cards(LAYERS.likings, scene, units),
            by_habit,
            by_worth: USUAL_CONVICTION * by_worth,
        };
        Glimpse { tricks: tricks.collect(), spread, leanings }
    }

    fn units(&self, scene: &Scene, told: &Told) -> Units {
        let numbers = &self.numbers;
        let mut table = [0.0; FIRST];
        LAYERS.table.add_active(numbers, &told.table, &mut table);
        let mut first = [table; 4];
        let mut sum = [0.0; FIRST];
        for (first, told) in first.iter_mut().zip(&told.suits) {
            LAYERS.suit.add(numbers, told, first);
            rectify(first);
            sum.iter_mut().zip(first).for_each(|(sum, unit)| *sum += *unit);
        }
        let mut context = [0.0; CONTEXT];
        LAYERS.context.add(numbers, &sum, &mut context);
        for (layer, suit) in
            [(LAYERS.context_of_trumps, scene.trumps), (LAYERS.context_of_led, scene.led())]
        {
            if let Some(suit) = suit {
                layer.add(numbers, &first[suit as usize], &mut context);
            }
        }
        rectify(&mut context);
        let mut in_context = [0.0; SECOND];
        LAYERS.second_of_context.add(numbers, &context, &mut in_context);
        let mut second = [in_context; 4];
        for suit in Suit::ASC.map(|suit| suit as usize) {
            if scene.can_play(suit) {
                LAYERS.second.add(numbers, &first[suit], &mut second[suit]);
                rectify(&mut second[suit]);
            }
        }
        Units { first, context, second }
    }

    /// What all cards are worth, and how sure that is.
    fn level(&self, scene: &Scene, units: &Units) -> (f32, f32) {
        let mut level = [0.0; 2];
        LAYERS.level.add(&self.numbers, &units.context, &mut level);
        let half = f32::from(scene.tricks_left()) / 2.0;
        (half + level[0], USUAL_SPREAD * times(level[1], SPREAD_WITHIN))
    }

    /// The number of each card that may be played.
    fn of_cards(&self, layers: OfCards, scene: &Scene, units: &Units) -> Vec<f32> {
        let of_suit = |suit: usize| {
            let mut cards = [0.0; RANKS];
            if scene.can_play(suit) {
                layers.second.add(&self.numbers, &units.second[suit], &mut cards);
                layers.first.add(&self.numbers, &units.first[suit], &mut cards);
            }
            cards
        };
        let suits: [_; 4] = std::array::from_fn(of_suit);
        let legal = scene.legal().iter();
        legal.map(|card| suits[card.suit as usize][scene.place(card)]).collect()
    }
}

/// How far the logarithms of the spread, and of what people go by, may be from what is usual.
const SPREAD_WITHIN: f32 = 3.0;
const LEANINGS_WITHIN: f32 = 1.0;

/// How many times as much as usual, by the logarithm.
fn times(logarithm: f32, within: f32) -> f32 {
    logarithm.clamp(-within, within).exp()
}

/// The slope along that logarithm, except for what would lead further beyond.
fn slope_of_times(times: f32, within: f32, slope: f32) -> f32 {
    let logarithm = times.ln();
    let is_at_end = logarithm.abs() > within - 1e-4;
    if is_at_end && (logarithm > 0.0) == (slope > 0.0) { 0.0 } else { slope }
}

/// What the network is told.
#[derive(Debug)]
struct Told {
    suits: [[f32; OF_SUIT]; 4],
    table: Vec<u16>,
}

fn told(scene: &Scene) -> Told {
    Told { suits: Suit::ASC.map(|suit| scene.told_of(suit)), table: scene.told_of_table() }
}

/// What cards have turned out to be worth, and which of them a person chose.
#[derive(Debug, Clone, Copy)]
pub struct Lesson<'a> {
    /// The mean tricks of each card that may be played, in the order of [`Glimpse::tricks`].
    pub tricks: &'a [f32],
    /// The tricks of each in one deal.
    pub in_one: &'a [u8],
    /// What a person chose, if one was there.
    pub chosen: Option<Chosen<'a>>,
}

/// The card that a person chose.
#[derive(Debug, Clone, Copy)]
pub struct Chosen<'a> {
    /// Its place in the order of [`Glimpse::tricks`].
    pub at: usize,
    /// The logarithm of how likely each card is by habit, in that order.
    pub habits: &'a [f32],
}

/// How much the mean of all cards counts beside what tells them apart, and the spread.
const OF_LEVEL: f32 = 0.2;
const OF_SPREAD: f32 = 0.05;

/// How many square tricks a nat of what people choose counts for.
pub const PEOPLE_COUNT: f32 = 0.05;

/// The way from what was seen to what cards were thought to be worth.
#[derive(Debug)]
pub struct TracedGlance<'a> {
    scene: &'a Scene,
    told: Told,
    units: Units,
    glimpse: Glimpse,
    /// What each card is worth to people.
    worths: Vec<f32>,
}

impl<'a> TracedGlance<'a> {
    /// Looks at something.
    pub fn new(glance: &Glance, scene: &'a Scene) -> Self {
        let told = told(scene);
        let units = glance.units(scene, &told);
        let glimpse = glance.glimpse(scene, &units);
        let worths = glimpse.worths(scene).into_iter().map(|worth| worth as f32).collect();
        Self { scene, told, units, glimpse, worths }
    }

    /// How far off what tells cards apart is: half the mean square, in square tricks.
    pub fn off_apart(&self, lesson: Lesson) -> f64 {
        let (apart, _) = self.off(lesson);
        let squares: f32 = apart.iter().map(|off| off * off).sum();
        f64::from(squares) / (2.0 * apart.len() as f64)
    }

    /// What each card is thought to be worth to people.
    pub fn worths(&self) -> &[f32] {
        &self.worths
    }

    /// How unlikely the card is that a person chose, in nats, if cards are worth so much.
    pub fn surprise(&self, chosen: Chosen, worths: &[f32]) -> f64 {
        -f64::from(self.odds(chosen, worths)[chosen.at].ln())
    }

    /// How likely people are to choose each card.
    fn odds(&self, Chosen { habits, .. }: Chosen, worths: &[f32]) -> Vec<f32> {
        let Leanings { likings, by_habit, by_worth } = &self.glimpse.leanings;
        let nats = |((liking, habit), worth): ((&f32, &f32), &f32)| {
            liking + by_habit * habit + by_worth * worth
        };
        let nats: Vec<f32> = likings.iter().zip(habits).zip(worths).map(nats).collect();
        let most = nats.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = nats.iter().map(|nats| (nats - most).exp()).collect();
        let all: f32 = odds.iter().sum();
        odds.into_iter().map(|odds| (odds / all).max(f32::MIN_POSITIVE)).collect()
    }

    /// What is to become small, beside [`PEOPLE_COUNT`] times the surprise: how far off cards are, compared with each other and all of
    /// them, and how unlikely the spread makes the tricks of one deal.
    pub fn fault(&self, lesson: Lesson) -> f64 {
        let (_, all) = self.off(lesson);
        let spread = self.glimpse.spread;
        let unlikely = |((_, own), &in_one): (&(Card, f32), &u8)| {
            let off = f64::from((f32::from(in_one) - own) / spread);
            off + 2.0 * (-off).exp().ln_1p() + f64::from(spread).ln()
        };
        let each = self.glimpse.tricks.iter().zip(lesson.in_one).map(unlikely);
        let unlikely = each.sum::<f64>() / self.worths.len() as f64;
        let level = f64::from(OF_LEVEL * all * all) / 2.0;
        self.off_apart(lesson) + level + f64::from(OF_SPREAD) * unlikely
    }

    /// How far each card is off, except for what all are; and how far all are.
    fn off(&self, lesson: Lesson) -> (Vec<f32>, f32) {
        let tricks = self.glimpse.tricks.iter().zip(lesson.tricks);
        let off: Vec<f32> = tricks.map(|((_, own), it)| own - it).collect();
        let all = off.iter().sum::<f32>() / off.len() as f32;
        (off.iter().map(|off| off - all).collect(), all)
    }

    /// Adds to `slopes` how much less the fault becomes with each number of the network. What cards are worth is moved neither by how
    /// unlikely the spread makes them nor by what people choose.
    pub fn add_slopes(&self, glance: &Glance, lesson: Lesson, slopes: &mut [f32]) {
        let (apart, all) = self.off(lesson);
        let share = 1.0 / apart.len() as f32;
        let each: Vec<f32> = apart.iter().map(|apart| -share * (apart + OF_LEVEL * all)).collect();
        // Of the logistic distribution: how much likelier the tricks of one deal become with the logarithm of the scale.
        let spread = |((_, own), &in_one): (&(Card, f32), &u8)| {
            let off = (f32::from(in_one) - own) / self.glimpse.spread;
            off * (off / 2.0).tanh() - 1.0
        };
        let spread: f32 = self.glimpse.tricks.iter().zip(lesson.in_one).map(spread).sum();
        let wider = self.glimpse.spread / USUAL_SPREAD;
        let spread = slope_of_times(wider, SPREAD_WITHIN, OF_SPREAD * share * spread);
        let level = [each.iter().sum(), spread];
        let mut back = Back { numbers: &glance.numbers, slopes, inner: Units::empty() };
        back.through(LAYERS.level, &self.units, &level);
        back.through_cards(LAYERS.worths, self, &each);
        if let Some(chosen) = lesson.chosen {
            let odds = self.odds(chosen, &self.worths);
            let likelier =
                |(at, odds)| PEOPLE_COUNT * (f32::from(u8::from(at == chosen.at)) - odds);
            let likelier: Vec<f32> = odds.into_iter().enumerate().map(likelier).collect();
            let along = |nats: &[f32]| likelier.iter().zip(nats).map(|(a, b)| a * b).sum::<f32>();
            let Leanings { by_habit, by_worth, .. } = self.glimpse.leanings;
            let more = [
                (by_habit, by_habit * along(chosen.habits)),
                (by_worth / USUAL_CONVICTION, by_worth * along(&self.worths)),
            ];
            let go_by = more.map(|(it, slope)| slope_of_times(it, LEANINGS_WITHIN, slope));
            back.through(LAYERS.leanings, &self.units, &go_by);
            back.through_cards(LAYERS.likings, self, &likelier);
        }
        back.reach_input(self);
    }
}

/// The way back, from what was said to what was told.
struct Back<'a> {
    numbers: &'a [f32],
    slopes: &'a mut [f32],
    /// How what is told changes with each unit.
    inner: Units,
}

impl Back<'_> {
    /// Through a layer that looks at the context.
    fn through(&mut self, layer: Dense, units: &Units, outer: &[f32]) {
        layer.add_slopes(&units.context, outer, self.slopes);
        layer.add_inner(self.numbers, outer, &mut self.inner.context);
    }

    /// Through layers with a number for each card.
    fn through_cards(&mut self, layers: OfCards, traced: &TracedGlance, outer: &[f32]) {
        let TracedGlance { scene, units, .. } = traced;
        let mut cards = [[0.0; RANKS]; 4];
        for (card, slope) in scene.legal().iter().zip(outer) {
            cards[card.suit as usize][scene.place(card)] += slope;
        }
        for suit in (0..4).filter(|&suit| scene.can_play(suit)) {
            for (layer, units, inner) in [
                (layers.second, &units.second[suit][..], &mut self.inner.second[suit][..]),
                (layers.first, &units.first[suit], &mut self.inner.first[suit]),
            ] {
                layer.add_slopes(units, &cards[suit], self.slopes);
                layer.add_inner(self.numbers, &cards[suit], inner);
            }
        }
    }

    /// Through all layers between, to what the network was told.
    fn reach_input(mut self, traced: &TracedGlance) {
        let TracedGlance { scene, units, told, .. } = traced;
        let (numbers, slopes) = (self.numbers, &mut *self.slopes);
        let Units { first, context, second } = &mut self.inner;
        let mut in_context = [0.0; SECOND];
        for suit in (0..4).filter(|&suit| scene.can_play(suit)) {
            let second = &mut second[suit];
            only_where_positive(second, &units.second[suit]);
            LAYERS.second.add_slopes(&units.first[suit], second, slopes);
            LAYERS.second.add_inner(numbers, second, &mut first[suit]);
            in_context.iter_mut().zip(second).for_each(|(sum, slope)| *sum += *slope);
        }
        LAYERS.second_of_context.add_slopes(&units.context, &in_context, slopes);
        LAYERS.second_of_context.add_inner(numbers, &in_context, context);
        only_where_positive(context, &units.context);
        let mut sum = [0.0; FIRST];
        for units in &units.first {
            sum.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
        }
        let mut of_sum = [0.0; FIRST];
        LAYERS.context.add_slopes(&sum, context, slopes);
        LAYERS.context.add_inner(numbers, context, &mut of_sum);
        for (layer, suit) in
            [(LAYERS.context_of_trumps, scene.trumps), (LAYERS.context_of_led, scene.led())]
        {
            if let Some(suit) = suit.map(|suit| suit as usize) {
                layer.add_slopes(&units.first[suit], context, slopes);
                layer.add_inner(numbers, context, &mut first[suit]);
            }
        }
        let mut table = [0.0; FIRST];
        for (suit, slope) in first.iter_mut().enumerate() {
            slope.iter_mut().zip(of_sum).for_each(|(slope, of_sum)| *slope += of_sum);
            only_where_positive(slope, &units.first[suit]);
            LAYERS.suit.add_slopes(&told.suits[suit], slope, slopes);
            table.iter_mut().zip(slope).for_each(|(table, slope)| *table += *slope);
        }
        LAYERS.table.add_active_slopes(&told.table, &table, slopes);
    }
}
