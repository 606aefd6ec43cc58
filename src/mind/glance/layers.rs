//! The layers of the network, and how a choice of numbers for them is judged.
//!
//! The same units look at each suit, with the table; their sums, and those of trumps and of the suit led, make the context in which
//! other units look at each suit again. So no suit's name has a part, and a position need not be learned four times.

use super::KIND;
use super::scene::{OF_SUIT, OF_TABLE, RANKS, Scene};
use crate::cards::{Card, Suit};
use crate::network::{Dense, Layout, Network, only_where_positive, rectify};

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
    cards: Dense,
    cards_of_first: Dense,
    /// To what all are worth, and to how sure that is.
    level: Dense,
    len: usize,
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
    let cards = layout.biased(SECOND, RANKS);
    let cards_of_first = layout.plain(FIRST, RANKS);
    let level = layout.biased(CONTEXT, 2);
    Layers {
        suit,
        table,
        context,
        context_of_trumps,
        context_of_led,
        second,
        second_of_context,
        cards,
        cards_of_first,
        level,
        len: layout.len(),
    }
};

/// How far off an estimate is as a rule, in tricks, before anything is learned.
const USUAL_SPREAD: f32 = 0.6;

/// What cards are worth, at a glance.
#[derive(Debug, Clone, PartialEq)]
pub struct Glance {
    numbers: Vec<f32>,
}

/// What one look says.
#[derive(Debug, Clone, PartialEq)]
pub struct Glimpse {
    /// The tricks that the player's side can expect to take after each of his cards.
    pub tricks: Vec<(Card, f32)>,
    /// How far off these are as a rule: the scale of a logistic distribution, in tricks.
    pub spread: f32,
}

impl Glimpse {
    /// The mean of a score of tricks after a card for which `tricks` can be expected, of at most `most`.
    pub fn mean(&self, tricks: f32, most: u8, score: impl Fn(u8) -> f64) -> f64 {
        // How likely are at least so many?
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
            (LAYERS.cards, 4 * SECOND),
            (LAYERS.cards_of_first, 4 * FIRST),
            (LAYERS.level, 4 * CONTEXT),
        ];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

impl Glance {
    /// What each card that may be played is worth, the highest of each suit first.
    pub fn look(&self, scene: &Scene) -> Glimpse {
        let told = told(scene);
        let units = self.units(scene, &told);
        let (level, spread) = self.level(scene, &units);
        let worths = self.worths(scene, &units);
        let tricks = scene.legal().iter().zip(worths).map(|(card, worth)| (card, level + worth));
        Glimpse { tricks: tricks.collect(), spread }
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
        (half + level[0], USUAL_SPREAD * level[1].clamp(-3.0, 3.0).exp())
    }

    /// What each card is worth compared with others.
    fn worths(&self, scene: &Scene, units: &Units) -> Vec<f32> {
        let of_suit = |suit: usize| {
            let mut cards = [0.0; RANKS];
            if scene.can_play(suit) {
                LAYERS.cards.add(&self.numbers, &units.second[suit], &mut cards);
                LAYERS.cards_of_first.add(&self.numbers, &units.first[suit], &mut cards);
            }
            cards
        };
        let suits: [_; 4] = std::array::from_fn(of_suit);
        let legal = scene.legal().iter();
        legal.map(|card| suits[card.suit as usize][scene.place(card)]).collect()
    }
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

/// What cards have turned out to be worth.
#[derive(Debug, Clone, Copy)]
pub struct Lesson<'a> {
    /// The mean tricks of each card that may be played, in the order of [`Glimpse::tricks`].
    pub tricks: &'a [f32],
    /// The tricks of each in one deal.
    pub in_one: &'a [u8],
}

/// How much the mean of all cards counts beside what tells them apart, and the spread.
const OF_LEVEL: f32 = 0.2;
const OF_SPREAD: f32 = 0.05;

/// The way from what was seen to what cards were thought to be worth.
#[derive(Debug)]
pub struct TracedGlance<'a> {
    scene: &'a Scene,
    told: Told,
    units: Units,
    tricks: Vec<f32>,
    spread: f32,
}

impl<'a> TracedGlance<'a> {
    /// Looks at something.
    pub fn new(glance: &Glance, scene: &'a Scene) -> Self {
        let told = told(scene);
        let units = glance.units(scene, &told);
        let (level, spread) = glance.level(scene, &units);
        let tricks = glance.worths(scene, &units).into_iter().map(|worth| level + worth).collect();
        Self { scene, told, units, tricks, spread }
    }

    /// How far off what tells cards apart is: half the mean square, in square tricks.
    pub fn off_apart(&self, lesson: Lesson) -> f64 {
        let (apart, _) = self.off(lesson);
        let squares: f32 = apart.iter().map(|off| off * off).sum();
        f64::from(squares) / (2.0 * apart.len() as f64)
    }

    /// What is to become small: how far off cards are, compared with each other and all of them, and how unlikely the spread makes the
    /// tricks of one deal.
    pub fn fault(&self, lesson: Lesson) -> f64 {
        let (_, all) = self.off(lesson);
        let unlikely = |(own, &in_one): (&f32, &u8)| {
            let off = f64::from((f32::from(in_one) - own) / self.spread);
            off + 2.0 * (-off).exp().ln_1p() + f64::from(self.spread).ln()
        };
        let each = self.tricks.iter().zip(lesson.in_one).map(unlikely);
        let unlikely = each.sum::<f64>() / self.tricks.len() as f64;
        let level = f64::from(OF_LEVEL * all * all) / 2.0;
        self.off_apart(lesson) + level + f64::from(OF_SPREAD) * unlikely
    }

    /// How far each card is off, but for what all are; and how far all are.
    fn off(&self, lesson: Lesson) -> (Vec<f32>, f32) {
        let off: Vec<f32> =
            self.tricks.iter().zip(lesson.tricks).map(|(own, it)| own - it).collect();
        let all = off.iter().sum::<f32>() / off.len() as f32;
        (off.iter().map(|off| off - all).collect(), all)
    }

    /// Adds to `slopes` how much less the fault becomes with each number of the network. What cards are worth is not moved by how
    /// unlikely the spread makes them.
    pub fn add_slopes(&self, glance: &Glance, lesson: Lesson, slopes: &mut [f32]) {
        let (apart, all) = self.off(lesson);
        let share = 1.0 / apart.len() as f32;
        let each: Vec<f32> = apart.iter().map(|apart| -share * (apart + OF_LEVEL * all)).collect();
        // Of the logistic distribution: how much likelier the tricks of one deal become with the logarithm of the scale.
        let spread = |(own, &in_one): (&f32, &u8)| {
            let off = (f32::from(in_one) - own) / self.spread;
            off * (off / 2.0).tanh() - 1.0
        };
        let spread: f32 = self.tricks.iter().zip(lesson.in_one).map(spread).sum();
        let level = [each.iter().sum(), OF_SPREAD * share * spread];
        let numbers = &glance.numbers;
        let mut context = [0.0; CONTEXT];
        LAYERS.level.add_slopes(&self.units.context, &level, slopes);
        LAYERS.level.add_inner(numbers, &level, &mut context);
        let mut first = [[0.0; FIRST]; 4];
        let mut in_context = [0.0; SECOND];
        let mut cards = [[0.0; RANKS]; 4];
        for (card, slope) in self.scene.legal().iter().zip(each) {
            cards[card.suit as usize][self.scene.place(card)] += slope;
        }
        for suit in (0..4).filter(|&suit| self.scene.can_play(suit)) {
            let (cards, first) = (&cards[suit], &mut first[suit]);
            let mut second = [0.0; SECOND];
            LAYERS.cards.add_slopes(&self.units.second[suit], cards, slopes);
            LAYERS.cards.add_inner(numbers, cards, &mut second);
            LAYERS.cards_of_first.add_slopes(&self.units.first[suit], cards, slopes);
            LAYERS.cards_of_first.add_inner(numbers, cards, first);
            only_where_positive(&mut second, &self.units.second[suit]);
            LAYERS.second.add_slopes(&self.units.first[suit], &second, slopes);
            LAYERS.second.add_inner(numbers, &second, first);
            in_context.iter_mut().zip(second).for_each(|(sum, slope)| *sum += slope);
        }
        LAYERS.second_of_context.add_slopes(&self.units.context, &in_context, slopes);
        LAYERS.second_of_context.add_inner(numbers, &in_context, &mut context);
        only_where_positive(&mut context, &self.units.context);
        self.add_slopes_of_first(numbers, &context, first, slopes);
    }

    fn add_slopes_of_first(
        &self,
        numbers: &[f32],
        context: &[f32; CONTEXT],
        mut first: [[f32; FIRST]; 4],
        slopes: &mut [f32],
    ) {
        let mut sum = [0.0; FIRST];
        for units in &self.units.first {
            sum.iter_mut().zip(units).for_each(|(sum, unit)| *sum += unit);
        }
        let mut of_sum = [0.0; FIRST];
        LAYERS.context.add_slopes(&sum, context, slopes);
        LAYERS.context.add_inner(numbers, context, &mut of_sum);
        for (layer, suit) in [
            (LAYERS.context_of_trumps, self.scene.trumps),
            (LAYERS.context_of_led, self.scene.led()),
        ] {
            if let Some(suit) = suit.map(|suit| suit as usize) {
                layer.add_slopes(&self.units.first[suit], context, slopes);
                layer.add_inner(numbers, context, &mut first[suit]);
            }
        }
        let mut table = [0.0; FIRST];
        for (suit, slope) in first.iter_mut().enumerate() {
            slope.iter_mut().zip(of_sum).for_each(|(slope, of_sum)| *slope += of_sum);
            only_where_positive(slope, &self.units.first[suit]);
            LAYERS.suit.add_slopes(&self.told.suits[suit], slope, slopes);
            table.iter_mut().zip(slope).for_each(|(table, slope)| *table += *slope);
        }
        LAYERS.table.add_active_slopes(&self.told.table, &table, slopes);
    }
}
