//! The part of the weight of three hands that the count does not hold, or holds only nearly.
//! Samples that break rules are rejected, and samples are weighed by what was learned of the calls:
//! so shares are estimated, with known errors.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::counted::{HiddenHands, ThreeHandCount};
use super::projection::Projection;
use super::sorted_rules::SortedRules;
use crate::belief::layouts::{WeighedLayouts, deal};
use crate::belief::strictness::Strictness;
use crate::belief::{Evidence, NoBelief};
use crate::cards::{Hand, Seat, Suit, hand_points};
use crate::constraint::{DealCondition, Ownership, Rule, lengths};

/// How many layouts the shares are estimated from: their standard errors are below 0.8 %, unless
/// [`TRIES`] find fewer.
pub(super) const LAYOUTS: usize = 4_096;

/// The number of layouts where these weigh different amounts. Their effective size was 410 to
/// 11,000 on twelve boards of records, 6,400 in the mean.
const WEIGHED_LAYOUTS: usize = 4 * LAYOUTS;

/// The most tries to find them, once one has been found.
const TRIES: usize = 100_000;

/// The most tries to find the first.
pub(super) const TRIES_FOR_ONE: usize = 1_000_000;

/// The rules and relations that samples are tested by: rules that ask for more than lengths and
/// points and the cards of one suit, and relations between hands.
#[derive(Debug, Clone)]
pub(super) struct Acceptance {
    rules: Vec<Rule>,
    relations: Vec<DealCondition>,
    /// What was learned of each hand's calls. The count holds it approximately.
    learned: [Option<Projection>; 3],
    strictness: Strictness,
    ownership: Ownership,
}

impl Acceptance {
    /// The rules left for rejection and weighing; `None` if there are none.
    pub(super) fn new(
        evidence: &Evidence,
        asked: SortedRules,
        strictness: Strictness,
    ) -> Option<Self> {
        let (relations, ownership) = (evidence.relations.clone(), evidence.ownership.clone());
        let SortedRules { rest: rules, learned, .. } = asked;
        let kept = Self { rules, relations, learned, strictness, ownership };
        let asks = kept.rejects() || kept.is_weighed();
        (asks && strictness != Strictness::FactsOnly).then_some(kept)
    }

    /// Whether layouts may be rejected.
    fn rejects(&self) -> bool {
        !(self.rules.is_empty() && self.relations.is_empty())
    }

    /// Whether accepted layouts weigh different amounts.
    pub(super) fn is_weighed(&self) -> bool {
        self.learned.iter().any(Option::is_some)
    }

    /// The weight of an accepted layout.
    fn correction(&self, hands: &HiddenHands) -> f64 {
        let points = |seat: Seat| {
            let hidden = hands.iter().find(|(hidden, _)| *hidden == seat);
            hand_points(hidden.map_or_else(|| self.ownership.must(seat), |(_, hand)| *hand))
        };
        let each = self.learned.iter().zip(hands);
        let each = each.filter_map(|(learned, hand)| Some((learned.as_ref()?, hand)));
        each.map(|(it, (seat, hand))| it.correction(*hand, points(seat.partner()))).product()
    }

    /// The weight of a hand by a rule, as a share of what the count gave it, at most 1: the count
    /// used the greatest weight that hands of these lengths and points can have.
    fn left(&self, rule: &Rule, hand: Hand) -> f64 {
        let lengths = lengths::of(hand);
        let counted = self.strictness.beside_lengths(rule, lengths)[usize::from(hand_points(hand))];
        let each = Suit::ASC.into_iter().zip(lengths);
        let counted: f64 = each.fold(counted, |counted, (suit, length)| {
            counted * self.strictness.of_length(rule, suit, length)
        });
        if counted > 0.0 { self.strictness.weight(rule, hand) / counted } else { 0.0 }
    }

    /// The probability that a layout is accepted.
    pub(super) fn weight(&self, hands: &HiddenHands) -> f64 {
        if !self.rejects() {
            return 1.0;
        }
        let deal = deal(&self.ownership, *hands);
        if !self.relations.iter().all(|relation| relation.is_true_of_deal(&deal)) {
            return 0.0;
        }
        self.rules.iter().map(|rule| self.left(rule, deal[rule.seat])).product()
    }

    /// Draws a layout by the count alone; `None` if it is rejected.
    pub(super) fn try_one(
        &self,
        ticket: f64,
        counted: &ThreeHandCount,
        rng: &mut impl Rng,
    ) -> Option<HiddenHands> {
        let hands = counted.draw(ticket, rng);
        (rng.random::<f64>() < self.weight(&hands)).then_some(hands)
    }
}

/// Accepted layouts, drawn in proportion to the count.
#[derive(Debug, Clone)]
pub(super) struct AcceptedLayouts {
    pub(super) layouts: WeighedLayouts,
    tries: usize,
}

impl AcceptedLayouts {
    /// Draws until there are enough. Equal evidence gives equal layouts.
    pub(super) fn new(kept: &Acceptance, counted: &ThreeHandCount) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let wanted = if kept.is_weighed() { WEIGHED_LAYOUTS } else { LAYOUTS };
        let mut drawn = Self { layouts: WeighedLayouts::default(), tries: 0 };
        while drawn.layouts.len() < wanted && (drawn.layouts.is_empty() || drawn.tries < TRIES) {
            // Where none is rejected, they are spread evenly over the list of combinations.
            let ticket = rng.random::<f64>();
            let ticket =
                if kept.rejects() { ticket } else { (drawn.tries as f64 + ticket) / wanted as f64 };
            if let Some(layout) = kept.try_one(ticket, counted, &mut rng) {
                drawn.layouts.push(deal(&kept.ownership, layout), kept.correction(&layout));
            }
            drawn.tries += 1;
        }
        drawn
    }

    /// The first accepted layout.
    ///
    /// # Errors
    ///
    /// [`NoBelief::TooRare`]; [`NoBelief::OutOfTime`] if `stop` says so before.
    pub(super) fn first(
        kept: &Acceptance,
        counted: &ThreeHandCount,
        stop: &dyn Fn() -> bool,
    ) -> Result<HiddenHands, NoBelief> {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for _ in 0..TRIES_FOR_ONE {
            if let Some(layout) = kept.try_one(rng.random(), counted, &mut rng) {
                return Ok(layout);
            }
            if stop() {
                return Err(NoBelief::OutOfTime);
            }
        }
        Err(NoBelief::TooRare)
    }

    /// The share of the counted weight that is accepted.
    pub(super) fn share(&self) -> f64 {
        self.layouts.total() / self.tries as f64
    }
}
