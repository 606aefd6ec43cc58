//! What lengths and points of three hands do not settle, or the count holds only nearly. Samples that break rules are rejected, and samples
//! are weighed by what was learned of the calls: so shares are estimated, and their errors known.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::asked::Asked;
use super::projection::Projection;
use super::{Hands, ThreeHands};
use crate::belief::count::deal;
use crate::belief::strictness::Strictness;
use crate::belief::{Evidence, NoBelief, effective_size};
use crate::cards::{BySeat, Card, Hand, Holding, Seat, Suit, hand_points};
use crate::constraint::{DealCondition, Ownership, Rule, lengths};

/// How many layouts the shares are estimated from: their standard errors are below 0.8 %, unless
/// [`TRIES`] find fewer.
pub(super) const LAYOUTS: usize = 4_096;

/// How many layouts they are estimated from where layouts weigh different amounts. Their effective size was 410 to 11,000 on twelve boards
/// of records, 6,400 in the mean.
const WEIGHED_LAYOUTS: usize = 4 * LAYOUTS;

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
    /// What was learned of each hand's calls, which the count knows nearly.
    learned: [Option<Projection>; 3],
    strictness: Strictness,
    ownership: Ownership,
}

impl Kept {
    /// What is left for rejection or to be weighed, if anything is.
    pub(super) fn new(evidence: &Evidence, asked: Asked, strictness: Strictness) -> Option<Self> {
        let (relations, ownership) = (evidence.relations.clone(), evidence.ownership.clone());
        let Asked { rest: rules, learned, .. } = asked;
        let kept = Self { rules, relations, learned, strictness, ownership };
        let asks = kept.rejects() || kept.is_weighed();
        (asks && strictness != Strictness::FactsOnly).then_some(kept)
    }

    /// Whether layouts may be rejected.
    fn rejects(&self) -> bool {
        !(self.rules.is_empty() && self.relations.is_empty())
    }

    /// Whether layouts that were kept weigh different amounts.
    pub(super) fn is_weighed(&self) -> bool {
        self.learned.iter().any(Option::is_some)
    }

    /// What a layout that was kept weighs.
    fn correction(&self, hands: &Hands) -> f64 {
        let points = |seat: Seat| {
            let hidden = hands.iter().find(|(hidden, _)| *hidden == seat);
            hand_points(hidden.map_or_else(|| self.ownership.must(seat), |(_, hand)| *hand))
        };
        let each = self.learned.iter().zip(hands);
        let each = each.filter_map(|(learned, hand)| Some((learned.as_ref()?, hand)));
        each.map(|(it, (seat, hand))| it.correction(*hand, points(seat.partner()))).product()
    }

    /// What a rule leaves of the weight that the count gave a hand, at most 1: the count knows of the most that it can leave to
    /// hands of these lengths and points.
    fn left(&self, rule: &Rule, hand: Hand) -> f64 {
        let lengths = lengths::of(hand);
        let counted = self.strictness.beside_lengths(rule, lengths)[usize::from(hand_points(hand))];
        let each = Suit::ASC.into_iter().zip(lengths);
        let counted: f64 = each.fold(counted, |counted, (suit, length)| {
            counted * self.strictness.of_length(rule, suit, length)
        });
        if counted > 0.0 { self.strictness.weight(rule, hand) / counted } else { 0.0 }
    }

    /// What is left of a layout's weight, at most 1.
    pub(super) fn weight(&self, hands: &Hands) -> f64 {
        if !self.rejects() {
            return 1.0;
        }
        let deal = deal(&self.ownership, *hands);
        if !self.relations.iter().all(|relation| relation.is_true_of_deal(&deal)) {
            return 0.0;
        }
        self.rules.iter().map(|rule| self.left(rule, deal[rule.seat])).product()
    }
}

/// Layouts that were kept, drawn in proportion to what was counted.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    seats: [Seat; 3],
    layouts: Vec<[Hand; 3]>,
    /// What each layout and those before it weigh.
    upto: Vec<f64>,
    tries: usize,
}

impl Drawn {
    /// Draws until there are enough. The same evidence always gives the same layouts.
    pub(super) fn new(kept: &Kept, hands: &ThreeHands) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let wanted = if kept.is_weighed() { WEIGHED_LAYOUTS } else { LAYOUTS };
        let (layouts, upto) = (Vec::with_capacity(wanted), Vec::with_capacity(wanted));
        let mut drawn = Self { seats: hands.seats, layouts, upto, tries: 0 };
        while drawn.layouts.len() < wanted && (drawn.layouts.is_empty() || drawn.tries < TRIES) {
            // Where none is rejected they are spread evenly over the list of what was counted.
            let ticket = rng.random::<f64>();
            let ticket =
                if kept.rejects() { ticket } else { (drawn.tries as f64 + ticket) / wanted as f64 };
            if let Some(layout) = hands.try_one(ticket, kept, &mut rng) {
                drawn.upto.push(drawn.total() + kept.correction(&layout));
                drawn.layouts.push(layout.map(|(_, hand)| hand));
            }
            drawn.tries += 1;
        }
        drawn
    }

    fn total(&self) -> f64 {
        self.upto.last().copied().unwrap_or(0.0)
    }

    /// The layouts with their shares of the weight.
    fn each(&self) -> impl Iterator<Item = (&[Hand; 3], f64)> {
        let before = std::iter::once(&0.0).chain(&self.upto);
        let total = self.total();
        let shares = before.zip(&self.upto).map(move |(before, upto)| (upto - before) / total);
        self.layouts.iter().zip(shares)
    }

    /// The layout at a place between 0 and 1 in the list of them, each as wide as its weight.
    pub(super) fn at(&self, ticket: f64) -> Hands {
        let ticket = ticket * self.total();
        let at = self.upto.partition_point(|upto| *upto <= ticket).min(self.layouts.len() - 1);
        std::array::from_fn(|hand| (self.seats[hand], self.layouts[at][hand]))
    }

    /// How many layouts drawn from the belief itself would tell as much (Kish): all of them where none is weighed.
    pub(super) fn effective(&self) -> f64 {
        effective_size(&self.each().map(|(_, share)| share).collect::<Vec<_>>())
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
        self.total() / self.tries as f64
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
        let mut shares: BTreeMap<u16, f64> = BTreeMap::new();
        for (layout, share) in self.each() {
            *shares.entry(layout[hand][suit].to_bits()).or_default() += share;
        }
        let of = |(bits, share)| (Holding::from_bits_truncate(bits), share);
        shares.into_iter().map(of).collect()
    }

    pub(super) fn points(&self, hand: usize) -> [f64; 38] {
        self.shares(hand, |hand| usize::from(hand_points(hand)))
    }

    /// The share of the layouts with each value, for one of the hands.
    fn shares<const N: usize>(&self, hand: usize, value: impl Fn(Hand) -> usize) -> [f64; N] {
        let mut shares = [0.0; N];
        for (layout, share) in self.each() {
            shares[value(layout[hand])] += share;
        }
        shares
    }
}
