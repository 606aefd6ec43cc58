//! What lengths and points of three hands do not settle, or the count holds only nearly. Samples
//! that break rules are rejected, and samples are weighed by what was learned of the calls: so
//! shares are estimated, and their errors known.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::asked::Asked;
use super::counted::{Counted, Hands};
use super::projection::Projection;
use crate::belief::layouts::{WeighedLayouts, deal};
use crate::belief::strictness::Strictness;
use crate::belief::{Evidence, NoBelief};
use crate::cards::{Hand, Seat, Suit, hand_points};
use crate::constraint::{DealCondition, Ownership, Rule, lengths};

/// How many layouts the shares are estimated from: their standard errors are below 0.8 %, unless
/// [`TRIES`] find fewer.
pub(super) const LAYOUTS: usize = 4_096;

/// How many layouts they are estimated from where layouts weigh different amounts. Their effective
/// size was 410 to 11,000 on twelve boards of records, 6,400 in the mean.
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

    /// What a rule leaves of the weight that the count gave a hand, at most 1: the count knows of
    /// the most that it can leave to hands of these lengths and points.
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

    /// Draws by what is counted alone; `None` if that is not kept.
    pub(super) fn try_one(
        &self,
        ticket: f64,
        counted: &Counted,
        rng: &mut impl Rng,
    ) -> Option<Hands> {
        let hands = counted.draw(ticket, rng);
        (rng.random::<f64>() < self.weight(&hands)).then_some(hands)
    }
}

/// Layouts that were kept, drawn in proportion to what was counted.
#[derive(Debug, Clone)]
pub(super) struct Drawn {
    pub(super) layouts: WeighedLayouts,
    tries: usize,
}

impl Drawn {
    /// Draws until there are enough. The same evidence always gives the same layouts.
    pub(super) fn new(kept: &Kept, counted: &Counted) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let wanted = if kept.is_weighed() { WEIGHED_LAYOUTS } else { LAYOUTS };
        let mut drawn = Self { layouts: WeighedLayouts::default(), tries: 0 };
        while drawn.layouts.len() < wanted && (drawn.layouts.is_empty() || drawn.tries < TRIES) {
            // Where none is rejected they are spread evenly over the list of what was counted.
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

    /// The first layout to be kept.
    ///
    /// # Errors
    ///
    /// [`NoBelief::TooRare`], or [`NoBelief::OutOfTime`] when it is told to stop before.
    pub(super) fn first(
        kept: &Kept,
        counted: &Counted,
        stop: &dyn Fn() -> bool,
    ) -> Result<Hands, NoBelief> {
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

    /// How much of the counted weight is kept.
    pub(super) fn share(&self) -> f64 {
        self.layouts.total() / self.tries as f64
    }
}
