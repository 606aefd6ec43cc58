//! The layers of the network, and how a choice of numbers for them is judged.
//!
//! The same units look at each suit, with the table; their sums, and those of trumps and of the suit led, make the context in which
//! other units look at each suit again. So no suit's name has a part, and a position need not be learned four times.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::KIND;
use super::moment::{CardChoice, CardMoment, OF_SUIT, OF_TABLE, number, of_points};
use crate::cards::{Card, Hand, Holding, Rank, Suit};
use crate::network::{Dense, Layout, Network, fingerprint, only_where_positive, rectify};

/// How many units look at a suit first, at all suits together, and at a suit in that light.
const FIRST: usize = 128;
const CONTEXT: usize = 96;
const SECOND: usize = 64;

const RANKS: usize = 13;

struct Layers {
    suit: Dense,
    table: Dense,
    context: Dense,
    context_of_trumps: Dense,
    context_of_led: Dense,
    second: Dense,
    second_of_context: Dense,
    /// To the appeal of each card of a suit, from the units that looked at it second, and first.
    appeals: OfCards,
    /// And to what it is worth, compared with the other cards.
    worths: OfCards,
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

    /// What is said of each card of a suit by the units that looked at it.
    fn of(&self, numbers: &[f32], first: &First, second: &[f32]) -> [f32; RANKS] {
        let mut cards = [0.0; RANKS];
        self.second.add(numbers, second, &mut cards);
        self.first.add(numbers, first, &mut cards);
        cards
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
    let appeals = OfCards::new(&mut layout);
    let worths = OfCards::new(&mut layout);
    Layers {
        suit,
        table,
        context,
        context_of_trumps,
        context_of_led,
        second,
        second_of_context,
        appeals,
        worths,
        len: layout.len(),
    }
};

/// How likely a player is to play each card.
#[derive(Clone, PartialEq)]
pub struct CardNetwork {
    numbers: Vec<f32>,
}

impl fmt::Debug for CardNetwork {
    /// Two networks that differ look different.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardNetwork({:016x})", fingerprint(self))
    }
}

impl Network for CardNetwork {
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

    fn beginnings() -> Vec<(Range<usize>, f32)> {
        // Some sixty features of a suit are true at a time.
        let all = [
            (LAYERS.suit, 60),
            (LAYERS.table, 60),
            (LAYERS.context, 4 * FIRST),
            (LAYERS.context_of_trumps, 2 * FIRST),
            (LAYERS.context_of_led, 2 * FIRST),
            (LAYERS.second, FIRST),
            (LAYERS.second_of_context, CONTEXT),
            (LAYERS.appeals.second, 4 * SECOND),
            (LAYERS.appeals.first, 4 * FIRST),
            (LAYERS.worths.second, 4 * SECOND),
            (LAYERS.worths.first, 4 * FIRST),
        ];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

/// What is left out of the units that look first while the network is fitted, each 0 or, where it is kept, a little more than 1
/// ("dropout").
pub type KeptFirst = [f32; FIRST];

/// A number for each unit that looks at a suit first.
type First = [f32; FIRST];

/// Units on the way from what is seen to the cards.
struct Looked {
    first: [First; 4],
    sum: First,
    context: [f32; CONTEXT],
    second: [[f32; SECOND]; 4],
    /// The cards that may be played, with how likely each is.
    odds: Vec<(Card, f32)>,
}

impl Looked {
    /// Goes on from the units that looked first.
    fn new(
        network: &CardNetwork,
        first: &[First; 4],
        legal: Hand,
        [trumps, led]: [Option<Suit>; 2],
    ) -> Self {
        let numbers = &network.numbers;
        let mut sum = [0.0; FIRST];
        for first in first {
            add_to(&mut sum, first);
        }
        let mut context = [0.0; CONTEXT];
        LAYERS.context.add(numbers, &sum, &mut context);
        for (layer, suit) in [(LAYERS.context_of_trumps, trumps), (LAYERS.context_of_led, led)] {
            if let Some(suit) = suit {
                layer.add(numbers, &first[suit as usize], &mut context);
            }
        }
        rectify(&mut context);
        let mut in_context = [0.0; SECOND];
        LAYERS.second_of_context.add(numbers, &context, &mut in_context);
        let mut second = [in_context; 4];
        let mut odds = Vec::with_capacity(legal.len());
        for suit in Suit::ASC.into_iter().filter(|suit| !legal[*suit].is_empty()) {
            let (first, second) = (&first[suit as usize], &mut second[suit as usize]);
            LAYERS.second.add(numbers, first, second);
            rectify(second);
            let cards = LAYERS.appeals.of(numbers, first, second);
            odds.extend(legal[suit].iter().map(|rank| (Card { suit, rank }, cards[number(rank)])));
        }
        share_out(&mut odds);
        Self { first: *first, sum, context, second, odds }
    }

    fn odds_of(&self, card: Card) -> f32 {
        self.odds.iter().find(|(it, _)| *it == card).map_or(0.0, |(_, odds)| *odds)
    }

    /// What each card is worth, in the order of the odds: in tricks, above or below the mean of all.
    fn worths(&self, network: &CardNetwork) -> Vec<f32> {
        let mut of = [None; 4];
        let worth = |(card, _): &(Card, f32)| {
            let suit = card.suit as usize;
            let (first, second) = (&self.first[suit], &self.second[suit]);
            let cards =
                of[suit].get_or_insert_with(|| LAYERS.worths.of(&network.numbers, first, second));
            cards[number(card.rank)]
        };
        let mut worths: Vec<f32> = self.odds.iter().map(worth).collect();
        apart(&mut worths);
        worths
    }
}

/// Takes the mean off all.
fn apart(values: &mut [f32]) {
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    for value in values {
        *value -= mean;
    }
}

/// From the appeal of each card to how likely it is.
fn share_out(appeals: &mut [(Card, f32)]) {
    let most = appeals.iter().map(|(_, appeal)| *appeal).fold(f32::NEG_INFINITY, f32::max);
    for (_, appeal) in appeals.iter_mut() {
        *appeal = (*appeal - most).exp();
    }
    let all: f32 = appeals.iter().map(|(_, appeal)| appeal).sum();
    for (_, appeal) in appeals {
        *appeal /= all;
    }
}

fn add_to(sums: &mut [f32], values: &[f32]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

/// A network before one moment of the play: any hand can be put to it. All that is the same for all hands has been added up.
#[derive(Debug, Clone)]
pub struct CardsAt {
    network: Arc<CardNetwork>,
    moment: CardMoment,
    suits: [SuitAt; 4],
}

/// The units that look at a suit first, before they know the decider's cards.
#[derive(Debug, Clone)]
struct SuitAt {
    /// If he has none.
    without: First,
    /// What each of the cards that he may have adds.
    cards: Vec<First>,
    open: Holding,
    /// What its length adds.
    lengths: Vec<First>,
}

impl SuitAt {
    fn new(network: &CardNetwork, moment: &CardMoment, suit: Suit) -> Self {
        let row = |feature: u16| LAYERS.suit.row(&network.numbers, usize::from(feature));
        let sum = |features: [u16; 2]| {
            let mut sum = [0.0; FIRST];
            for feature in features {
                add_to(&mut sum, row(feature));
            }
            sum
        };
        let mut without = [0.0; FIRST];
        LAYERS.table.add_active(&network.numbers, &moment.table, &mut without);
        LAYERS.suit.add_active(&network.numbers, &moment.suits[suit as usize], &mut without);
        let open = moment.open(suit);
        let card = |rank: Rank| {
            let [unseen, mut own] =
                [false, true].map(|is_own| sum(moment.of_card(Card { suit, rank }, is_own)));
            add_to(&mut without, &unseen);
            own.iter_mut().zip(unseen).for_each(|(own, unseen)| *own -= unseen);
            own
        };
        let cards = open.iter().map(card).collect();
        let lengths = (0..=open.len()).map(|length| sum(moment.of_length(suit, length))).collect();
        Self { without, cards, open, lengths }
    }

    fn with(&self, holding: Holding, points: &[f32]) -> First {
        let mut units = self.without;
        add_to(&mut units, &self.lengths[holding.len().min(self.open.len())]);
        add_to(&mut units, points);
        for (rank, card) in self.open.iter().zip(&self.cards) {
            if holding.contains(rank) {
                add_to(&mut units, card);
            }
        }
        rectify(&mut units);
        units
    }
}

impl CardNetwork {
    /// Readies the network for hands of one moment.
    pub fn at(self: &Arc<Self>, moment: CardMoment) -> CardsAt {
        let suits = Suit::ASC.map(|suit| SuitAt::new(self, &moment, suit));
        CardsAt { network: Arc::clone(self), moment, suits }
    }

    /// How likely a player is to play each card; the odds add up to 1.
    pub fn odds(&self, choice: &CardChoice) -> Vec<(Card, f64)> {
        let looked = self.look(choice, &[1.0; FIRST]);
        looked.odds.into_iter().map(|(card, odds)| (card, f64::from(odds))).collect()
    }

    /// How likely a player is to play each card, and what it is worth to him, in tricks: half its tricks, half its score, above or below the
    /// mean of all.
    pub fn instinct(&self, choice: &CardChoice) -> Vec<Inkling> {
        let looked = self.look(choice, &[1.0; FIRST]);
        let worths = looked.worths(self);
        let each = looked.odds.into_iter().zip(worths);
        each.map(|((card, odds), worth)| Inkling { card, odds: odds.into(), worth: worth.into() })
            .collect()
    }

    fn look(&self, choice: &CardChoice, kept: &KeptFirst) -> Looked {
        let mut table = [0.0; FIRST];
        LAYERS.table.add_active(&self.numbers, &choice.table, &mut table);
        let mut first = [table; 4];
        for (suit, first) in first.iter_mut().enumerate() {
            LAYERS.suit.add_active(&self.numbers, choice.of_suit(suit), first);
            rectify(first);
            first.iter_mut().zip(kept).for_each(|(unit, kept)| *unit *= kept);
        }
        Looked::new(self, &first, choice.legal, [choice.trumps, choice.led])
    }
}

impl CardsAt {
    /// The moment.
    pub const fn moment(&self) -> &CardMoment {
        &self.moment
    }

    /// How likely each card is to be played by who was dealt this hand; the odds add up to 1.
    pub fn odds(&self, dealt: Hand) -> Vec<(Card, f64)> {
        let odds = self.look(dealt).odds;
        odds.into_iter().map(|(card, odds)| (card, f64::from(odds))).collect()
    }

    /// The logarithm of how likely a card is to be played by who was dealt this hand, among those that he may play; at least
    /// [`CardsAt::LEAST`].
    pub fn nats(&self, dealt: Hand, card: Card) -> f64 {
        match self.moment.legal(dealt).len() {
            0 | 1 => 0.0,
            _ => f64::from(self.look(dealt).odds_of(card)).ln().max(Self::LEAST),
        }
    }

    /// No card is less likely than by so many nats: anybody may have seen what a network does not.
    pub const LEAST: f64 = -8.0;

    fn look(&self, dealt: Hand) -> Looked {
        let (network, left) = (&*self.network, self.moment.left(dealt));
        let points = LAYERS.table.row(&network.numbers, usize::from(of_points(dealt)));
        let first = Suit::ASC.map(|suit| self.suits[suit as usize].with(left[suit], points));
        let legal = self.moment.legal(dealt);
        Looked::new(network, &first, legal, [self.moment.trumps(), self.moment.led()])
    }
}

/// What a player makes of a card before he thinks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inkling {
    /// The card.
    pub card: Card,
    /// How likely he is to play it; the odds of all add up to 1.
    pub odds: f64,
    /// What it is worth to his side, in tricks, above or below the mean of all that he may play.
    pub worth: f64,
}

/// What there is to learn from a choice.
#[derive(Debug, Clone, Copy)]
pub struct CardLesson<'a> {
    /// What the player saw.
    pub choice: &'a CardChoice,
    /// The card that a person chose, if one was there.
    pub played: Option<Card>,
    /// What each card was worth as the cards lay, in tricks, above or below the mean of all, in the order of [`CardChoice::in_order`]; none if
    /// nobody worked it out.
    pub worths: &'a [f32],
}

/// How many nats of what people choose a square trick counts for.
const WORTH_COUNTS: f32 = 4.0;

/// A choice, and the way from what was seen to what is made of each card.
pub struct TracedCard<'a> {
    lesson: CardLesson<'a>,
    kept: &'a KeptFirst,
    looked: Looked,
    worths: Vec<f32>,
}

impl<'a> TracedCard<'a> {
    /// Looks at a choice.
    pub fn new(network: &CardNetwork, lesson: CardLesson<'a>, kept: &'a KeptFirst) -> Self {
        let looked = network.look(lesson.choice, kept);
        let worths = looked.worths(network);
        Self { lesson, kept, looked, worths }
    }

    /// The logarithm of the probability of the card that was chosen.
    pub fn nats(&self) -> Option<f64> {
        let odds = |played| self.looked.odds_of(played).max(f32::MIN_POSITIVE);
        self.lesson.played.map(|played| f64::from(odds(played)).ln())
    }

    /// How good the network is here: that logarithm, less how far off cards were, half the mean square.
    pub fn merit(&self) -> f64 {
        let off = self.off().iter().map(|off| off * off).sum::<f32>() / self.worths.len() as f32;
        self.nats().unwrap_or_default() - f64::from(WORTH_COUNTS * off) / 2.0
    }

    /// How far off each card is, if that is known.
    fn off(&self) -> Vec<f32> {
        let off = self.worths.iter().zip(self.lesson.worths).map(|(own, it)| own - it);
        let mut off: Vec<f32> = off.collect();
        apart(&mut off);
        off
    }

    /// Adds to `slopes` how [`TracedCard::merit`] changes with each number of the network.
    pub fn add_slopes(&self, network: &CardNetwork, slopes: &mut [f32]) {
        let (numbers, looked) = (&network.numbers, &self.looked);
        let (mut appeals, mut worths) = ([[0.0; RANKS]; 4], [[0.0; RANKS]; 4]);
        if let Some(played) = self.lesson.played {
            for (card, odds) in &looked.odds {
                let was_played = f32::from(u8::from(*card == played));
                appeals[card.suit as usize][number(card.rank)] = was_played - odds;
            }
        }
        let counts = WORTH_COUNTS / self.worths.len() as f32;
        for ((card, _), off) in looked.odds.iter().zip(self.off()) {
            worths[card.suit as usize][number(card.rank)] = -counts * off;
        }
        let mut first = [[0.0; FIRST]; 4];
        let mut in_context = [0.0; SECOND];
        let legal = self.lesson.choice.legal;
        for suit in Suit::ASC.into_iter().filter(|suit| !legal[*suit].is_empty()) {
            let suit = suit as usize;
            let (units, inner) = (&looked.first[suit], &mut first[suit]);
            let mut second = [0.0; SECOND];
            for (layers, outer) in
                [(LAYERS.appeals, &appeals[suit]), (LAYERS.worths, &worths[suit])]
            {
                layers.second.add_slopes(&looked.second[suit], outer, slopes);
                layers.second.add_inner(numbers, outer, &mut second);
                layers.first.add_slopes(units, outer, slopes);
                layers.first.add_inner(numbers, outer, inner);
            }
            only_where_positive(&mut second, &looked.second[suit]);
            LAYERS.second.add_slopes(units, &second, slopes);
            LAYERS.second.add_inner(numbers, &second, inner);
            add_to(&mut in_context, &second);
        }
        self.through_context(network, &in_context, &mut first, slopes);
        self.reach_input(&mut first, slopes);
    }

    /// Goes back from what the context says to the units that looked first.
    fn through_context(
        &self,
        CardNetwork { numbers }: &CardNetwork,
        in_context: &[f32; SECOND],
        first: &mut [First; 4],
        slopes: &mut [f32],
    ) {
        let looked = &self.looked;
        let mut context = [0.0; CONTEXT];
        LAYERS.second_of_context.add_slopes(&looked.context, in_context, slopes);
        LAYERS.second_of_context.add_inner(numbers, in_context, &mut context);
        only_where_positive(&mut context, &looked.context);
        let mut sum = [0.0; FIRST];
        LAYERS.context.add_slopes(&looked.sum, &context, slopes);
        LAYERS.context.add_inner(numbers, &context, &mut sum);
        for first in first.iter_mut() {
            add_to(first, &sum);
        }
        let CardChoice { trumps, led, .. } = *self.lesson.choice;
        for (layer, suit) in [(LAYERS.context_of_trumps, trumps), (LAYERS.context_of_led, led)] {
            if let Some(suit) = suit.map(|suit| suit as usize) {
                layer.add_slopes(&looked.first[suit], &context, slopes);
                layer.add_inner(numbers, &context, &mut first[suit]);
            }
        }
    }

    fn reach_input(&self, first: &mut [First; 4], slopes: &mut [f32]) {
        let mut table = [0.0; FIRST];
        for (suit, first) in first.iter_mut().enumerate() {
            first.iter_mut().zip(self.kept).for_each(|(slope, kept)| *slope *= kept);
            only_where_positive(first, &self.looked.first[suit]);
            LAYERS.suit.add_active_slopes(self.lesson.choice.of_suit(suit), first, slopes);
            add_to(&mut table, first);
        }
        LAYERS.table.add_active_slopes(&self.lesson.choice.table, &table, slopes);
    }
}
