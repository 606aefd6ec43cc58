//! Rules about three hands that lengths and points do not settle. Samples that break them are rejected: so each
//! sample is exact, and shares are estimated.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Hands, ThreeHands};
use crate::belief::count::deal;
use crate::belief::strictness::Strictness;
use crate::belief::{Evidence, NoBelief};
use crate::cards::{BySeat, Card, Hand, Holding, Seat, Suit, hand_points};
use crate::constraint::{DealCondition, Ownership, Rule};

/// How many layouts the shares are estimated from: their standard errors are below 0.8 %, unless
/// [`TRIES`] find fewer.
pub(super) const LAYOUTS: usize = 4_096;

/// How many may be drawn for them, once one has been found.
const TRIES: usize = 100_000;

/// How many may be drawn to find the first.
pub(super) const TRIES_FOR_ONE: usize = 1_000_000;

/// The rules that ask for more than lengths and points and the cards of one suit, and the relations
/// between hands.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    rules: Vec<Rule>,
    relations: Vec<DealCondition>,
    strictness: Strictness,
    ownership: Ownership,
}

impl Kept {
    /// What is left for rejection, if anything is.
    pub(super) fn new(
        evidence: &Evidence,
        rules: Vec<Rule>,
        strictness: Strictness,
    ) -> Option<Self> {
        let relations = evidence.relations.clone();
        let asks = !(rules.is_empty() && relations.is_empty());
        let ownership = evidence.ownership.clone();
        (asks && strictness != Strictness::FactsOnly).then_some(Self {
            rules,
            relations,
            strictness,
            ownership,
        })
    }

    /// What a rule leaves of the weight that the count gave a hand, at most 1: the count knows of the most that it can leave to
    /// hands of these lengths and points.
    fn left(&self, rule: &Rule, hand: Hand) -> f64 {
        let lengths = Suit::ASC.map(|suit| hand[suit].len() as u8);
        let counted = self.strictness.beside_lengths(rule, lengths)[usize::from(hand_points(hand))];
        let each = Suit::ASC.into_iter().zip(lengths);
        let counted: f64 = each.fold(counted, |counted, (suit, length)| {
            counted * self.strictness.of_length(rule, suit, length)
        });
        if counted > 0.0 { self.strictness.weight(rule, hand) / counted } else { 0.0 }
    }

    /// What is left of a layout's weight, at most 1.
    pub(super) fn weight(&self, hands: &Hands) -> f64 {
        let deal = deal(&self.ownership, *hands);
        if !self.relations.iter().all(|relation| relation.is_true_of_deal(&deal)) {
            return 0.0;
        }
        self.rules.iter().map(|rule| self.left(rule, deal[rule.seat])).product()
    }
}

/// Layouts that were kept, drawn in proportion.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    seats: [Seat; 3],
    layouts: Vec<[Hand; 3]>,
    tries: usize,
}

impl Drawn {
    /// Draws until there are enough. The same evidence always gives the same layouts.
    pub(super) fn new(kept: &Kept, hands: &ThreeHands) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut drawn = Self { seats: hands.seats, layouts: Vec::new(), tries: 0 };
        while drawn.layouts.len() < LAYOUTS && (drawn.layouts.is_empty() || drawn.tries < TRIES) {
            let layout = hands.try_one(rng.random(), kept, &mut rng);
            drawn.tries += 1;
            drawn.layouts.extend(layout.map(|layout| layout.map(|(_, hand)| hand)));
        }
        drawn
    }

    /// The first layout to be kept.
    ///
    /// # Errors
    ///
    /// [`NoBelief::TooRare`], or [`NoBelief::OutOfTime`] when it is told to stop before.
    pub(super) fn first(
        kept: &Kept,
        hands: &ThreeHands,
        stop: &dyn Fn() -> bool,
    ) -> Result<Hands, NoBelief> {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for _ in 0..TRIES_FOR_ONE {
            if let Some(layout) = hands.try_one(rng.random(), kept, &mut rng) {
                return Ok(layout);
            }
            if stop() {
                return Err(NoBelief::OutOfTime);
            }
        }
        Err(NoBelief::TooRare)
    }

    /// How much of the counted weight is kept.
    pub(super) fn share(&self) -> f64 {
        self.layouts.len() as f64 / self.tries as f64
    }

    pub(super) fn owner(&self, card: Card) -> BySeat<f64> {
        let mut shares = BySeat::default();
        for (hand, seat) in self.seats.into_iter().enumerate() {
            let [_, with_card] = self.shares(hand, |hand| usize::from(hand.contains(card)));
            shares[seat] = with_card;
        }
        shares
    }

    pub(super) fn lengths(&self, hand: usize, suit: Suit) -> [f64; 14] {
        self.shares(hand, |hand| hand[suit].len())
    }

    pub(super) fn holdings(&self, hand: usize, suit: Suit) -> Vec<(Holding, f64)> {
        let mut counted: BTreeMap<u16, u32> = BTreeMap::new();
        for layout in &self.layouts {
            *counted.entry(layout[hand][suit].to_bits()).or_default() += 1;
        }
        let all = self.layouts.len() as f64;
        let share = |(bits, count)| (Holding::from_bits_truncate(bits), f64::from(count) / all);
        counted.into_iter().map(share).collect()
    }

    pub(super) fn points(&self, hand: usize) -> [f64; 38] {
        self.shares(hand, |hand| usize::from(hand_points(hand)))
    }

    /// The share of the layouts with each value, for one of the hands.
    fn shares<const N: usize>(&self, hand: usize, value: impl Fn(Hand) -> usize) -> [f64; N] {
        let mut shares = [0.0; N];
        for layout in &self.layouts {
            shares[value(layout[hand])] += 1.0 / self.layouts.len() as f64;
        }
        shares
    }
}
