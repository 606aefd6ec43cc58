//! The count of the layouts of the hidden hands, whether there are two or three, in each style of
//! carding.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};

use super::Evidence;
use super::layouts::deal;
use super::no_belief::NoBelief;
use super::strictness::Strictness;
use super::three::ThreeHands;
use super::two::TwoHands;
use crate::cards::{BySeat, Card, FullDeal, Hand, Holding, Seat, Suit};
use crate::constraint::Ownership;

/// The weight of every layout, as far as it is counted.
#[derive(Debug, Clone)]
pub(super) struct LayoutCount {
    pub(super) ownership: Ownership,
    /// The count of each style of carding in which something fits: at least one.
    counts: Vec<InStyle>,
}

/// The count of one style of carding.
#[derive(Debug, Clone)]
struct InStyle {
    count: HiddenHandCount,
    /// The total weight of its layouts, times the style's share.
    weight: f64,
    /// The cumulative share of the weight: of this style and those before it, 1 in the last.
    upto: f64,
}

#[derive(Debug, Clone)]
enum HiddenHandCount {
    Two(Box<TwoHands>),
    Three(Box<ThreeHands>),
}

impl HiddenHandCount {
    fn new(
        evidence: &Evidence,
        strictness: Strictness,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        match evidence.hidden[..] {
            [a, b] => TwoHands::new(evidence, [a, b], strictness)
                .map(|hands| Self::Two(Box::new(hands)))
                .ok_or(NoBelief::NothingFits),
            [a, b, c] => ThreeHands::new(evidence, [a, b, c], strictness, stop)
                .map(|hands| Self::Three(Box::new(hands))),
            _ => Err(NoBelief::NotAView),
        }
    }

    fn weight(&self) -> f64 {
        match self {
            Self::Two(hands) => hands.weight(),
            Self::Three(hands) => hands.weight(),
        }
    }
}

/// The counts of all styles in which something fits.
fn counts(
    evidence: &Evidence,
    strictness: Strictness,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<InStyle>, NoBelief> {
    if evidence.styles.is_empty() || strictness != Strictness::Weighed {
        let count = HiddenHandCount::new(evidence, strictness, stop)?;
        return Ok(vec![InStyle { weight: count.weight(), count, upto: 1.0 }]);
    }
    let mut counts = Vec::with_capacity(evidence.styles.len());
    for (number, share) in evidence.styles.iter().enumerate() {
        match HiddenHandCount::new(&evidence.in_style(number), strictness, stop) {
            Ok(count) => {
                counts.push(InStyle { weight: share * count.weight(), count, upto: 1.0 });
            }
            Err(NoBelief::NothingFits) => {}
            Err(error) => return Err(error),
        }
    }
    let all: f64 = counts.iter().map(|it| it.weight).sum();
    let mut upto = 0.0;
    for it in &mut counts {
        upto += it.weight / all;
        it.upto = upto;
    }
    counts.last_mut().ok_or(NoBelief::NothingFits)?.upto = 1.0;
    Ok(counts)
}

impl LayoutCount {
    /// Counts by the evidence, unless told to stop.
    pub(super) fn new(
        evidence: &Evidence,
        strictness: Strictness,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        if !is_a_view(evidence) {
            return Err(NoBelief::NotAView);
        }
        let counts = counts(evidence, strictness, stop)?;
        Ok(Self { ownership: evidence.ownership.clone(), counts })
    }

    /// The total weight.
    pub(super) fn weight(&self) -> f64 {
        self.counts.iter().map(|it| it.weight).sum()
    }

    /// The share of each style in which something fits.
    pub(super) fn shares(&self) -> impl Iterator<Item = f64> {
        let all = self.weight();
        self.counts.iter().map(move |it| it.weight / all)
    }

    /// The mean over the styles of a figure of each count.
    fn mean<const N: usize>(&self, of: impl Fn(&HiddenHandCount) -> [f64; N]) -> [f64; N] {
        if let [only] = &self.counts[..] {
            return of(&only.count);
        }
        let mut mean = [0.0; N];
        for (share, it) in self.shares().zip(&self.counts) {
            mean.iter_mut().zip(of(&it.count)).for_each(|(sum, own)| *sum += share * own);
        }
        mean
    }

    /// The effective sample size (Kish) of the layouts from which shares are estimated; `None`
    /// where shares are counted.
    pub(super) fn effective_size(&self) -> Option<f64> {
        match &self.counts[0].count {
            HiddenHandCount::Two(_) => None,
            HiddenHandCount::Three(hands) => hands.effective(),
        }
    }

    pub(super) fn seats(&self) -> &[Seat] {
        match &self.counts[0].count {
            HiddenHandCount::Two(hands) => hands.seats(),
            HiddenHandCount::Three(hands) => hands.seats(),
        }
    }

    /// The probability that each seat was dealt a card that only hidden hands can have.
    pub(super) fn owner(&self, card: Card) -> BySeat<f64> {
        let shares = self.mean(|count| {
            let owner = match count {
                HiddenHandCount::Two(hands) => hands.owner(card),
                HiddenHandCount::Three(hands) => hands.owner(card),
            };
            Seat::ALL.map(|seat| owner[seat])
        });
        BySeat::from_fn(|seat| shares[seat as usize])
    }

    /// The probability of each length of a hidden hand's suit.
    pub(super) fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        self.mean(|count| match count {
            HiddenHandCount::Two(hands) => hands.lengths(seat, suit),
            HiddenHandCount::Three(hands) => hands.lengths(seat, suit),
        })
    }

    /// The probability of each holding of a hidden hand's suit.
    pub(super) fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        let of = |it: &InStyle| match &it.count {
            HiddenHandCount::Two(hands) => hands.holdings(seat, suit),
            HiddenHandCount::Three(hands) => hands.holdings(seat, suit),
        };
        let mut all = of(&self.counts[0]);
        if self.counts.len() > 1 {
            let mut sums: BTreeMap<u16, (Holding, f64)> = BTreeMap::new();
            for (share, it) in self.shares().zip(&self.counts) {
                for (holding, own) in of(it) {
                    sums.entry(holding.to_bits()).or_insert((holding, 0.0)).1 += share * own;
                }
            }
            all = sums.into_values().collect();
        }
        all.into_iter().filter(|(_, share)| *share > 0.0).collect()
    }

    /// The probability of each number of a hidden hand's points.
    pub(super) fn points(&self, seat: Seat) -> [f64; 38] {
        self.mean(|count| match count {
            HiddenHandCount::Two(hands) => hands.points(seat),
            HiddenHandCount::Three(hands) => hands.points(seat),
        })
    }

    /// Deals without end, each in proportion to its weight, until told to stop.
    pub(super) fn until<'a, R: Rng>(
        &'a self,
        rng: &'a mut R,
        stop: &'a dyn Fn() -> bool,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let mut ticket = rng.random::<f64>();
        let found = |it: &InStyle| match &it.count {
            HiddenHandCount::Two(_) => None,
            HiddenHandCount::Three(hands) => {
                hands.found().map(|hands| deal(&self.ownership, hands))
            }
        };
        let mut found = self.counts.iter().find_map(found);
        std::iter::from_fn(move || {
            ticket = (ticket + GOLDEN_RATIO).fract();
            let found = found.take();
            self.draw(ticket, rng, stop).or(found)
        })
    }

    /// This many deals, at even distances in the list of all combinations and in its order.
    pub(super) fn in_order<'a, R: Rng>(
        &'a self,
        n: usize,
        rng: &'a mut R,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let start = rng.random::<f64>();
        (0..n)
            .map_while(move |number| self.draw((number as f64 + start) / n as f64, rng, &|| false))
    }

    /// The deal at a place between 0 and 1 in the list of all combinations that were counted;
    /// `None` if `stop` says so before one is found that fits.
    pub(super) fn draw(
        &self,
        ticket: f64,
        rng: &mut impl Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<FullDeal> {
        let at = self.counts.partition_point(|it| it.upto <= ticket).min(self.counts.len() - 1);
        let from = at.checked_sub(1).map_or(0.0, |before| self.counts[before].upto);
        let ticket = ((ticket - from) / (self.counts[at].upto - from)).clamp(0.0, 1.0);
        Some(match &self.counts[at].count {
            HiddenHandCount::Two(hands) => deal(&self.ownership, hands.draw(ticket, rng)),
            HiddenHandCount::Three(hands) => deal(&self.ownership, hands.draw(ticket, rng, stop)?),
        })
    }
}

/// The fractional part of the golden ratio, whose multiples fill the unit interval most evenly.
pub(super) const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// Whether the hidden hands are all that is unknown: the others are known, and the hidden ones
/// share the cards that are left.
fn is_a_view(evidence: &Evidence) -> bool {
    let (hidden, known): (Vec<Seat>, Vec<Seat>) =
        Seat::ALL.into_iter().partition(|seat| evidence.hidden.contains(seat));
    let unseen = hidden.iter().map(|&seat| evidence.ownership.may(seat));
    let unseen = unseen.fold(Hand::EMPTY, |all, hand| all | hand);
    hidden.len() == evidence.hidden.len()
        && known.iter().all(|&seat| evidence.ownership.must(seat).len() == 13)
        && unseen.len() == 13 * hidden.len()
}
