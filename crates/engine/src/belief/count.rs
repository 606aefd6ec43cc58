//! A belief: the weight of every layout of the hidden hands, whether there are two or three.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use thiserror::Error;

use super::Evidence;
use super::layouts::WeighedLayouts;
use super::strictness::Strictness;
use super::three::ThreeHands;
use super::two::TwoHands;
use super::weighed::Weighing;
use crate::cards::{Builder, BySeat, Card, FullDeal, Hand, Holding, Seat, Suit, hand_points};
use crate::constraint::Ownership;
use crate::play::View;

/// Why no belief can be formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoBelief {
    /// The evidence contradicts itself.
    #[error("no layout of the hidden hands fits all that is said to be certain")]
    NothingFits,
    /// The hidden hands are not those that a player does not see: two, or before the opening lead three.
    #[error("a player sees one hand or two: the others must be hidden, and their cards unseen")]
    NotAView,
    /// The layouts that fit were too rare to be found by drawing.
    #[error("what is said of three hidden hands leaves no layout that 1,000,000 tries could find")]
    TooRare,
    /// The time was up before a layout that fits had been found by drawing.
    #[error("the time was up before a layout was found that fits what is said of the hidden hands")]
    OutOfTime,
}

/// The weight of every layout of the hidden hands.
///
/// Of two hidden hands everything is counted. Of three, before the opening lead, lengths and points are counted, and
/// what rules ask of the cards of one suit. For all other rules (controls of a whole hand, relations between hands)
/// samples that break them are rejected. So samples are still drawn exactly in proportion; but then
/// [`Belief::weight`] and the shares are estimated from 4,096 samples (fewer where 100,000 tries find fewer).
/// Where it was learned how likely hands were to make their calls, three hands are counted by factors that come near to that, and 16,384 layouts
/// weighed by the rest: shares are estimated from these and samples drawn among them. [`Belief::effective_size`] says what they are worth.
///
/// Where a network of players knows what cards say of whole hands, layouts drawn by the count are weighed by it ([`WholeHands`]): shares
/// are estimated from 640 to 2,048 of these, and samples drawn from blocks of 256. Three in a hundred layouts go by the hard facts alone:
/// nobody calls and plays as expected all the time.
///
/// [`WholeHands`]: super::WholeHands
///
/// If the defenders may have one of several styles of carding, there is a count for each style, weighed by how likely
/// it makes all that has been seen (Bayes's rule). The time grows with the number of styles.
#[derive(Debug, Clone)]
pub struct Belief {
    ownership: Ownership,
    /// At least one.
    counts: Vec<InStyle>,
    /// What weighs the layouts that were counted, if anything does.
    weighing: Option<Weighing>,
}

/// The count of one style of carding.
#[derive(Debug, Clone)]
struct InStyle {
    count: Count,
    /// The total weight of its layouts, times the style's share.
    weight: f64,
    /// The weight of this style and those before it, as a share of all: 1 in the last.
    upto: f64,
}

#[derive(Debug, Clone)]
enum Count {
    Two(Box<TwoHands>),
    Three(Box<ThreeHands>),
}

impl Count {
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
        let count = Count::new(evidence, strictness, stop)?;
        return Ok(vec![InStyle { weight: count.weight(), count, upto: 1.0 }]);
    }
    let mut counts = Vec::with_capacity(evidence.styles.len());
    for (number, share) in evidence.styles.iter().enumerate() {
        match Count::new(&evidence.in_style(number), strictness, stop) {
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

impl Belief {
    /// Counts by this evidence or, where it contradicts itself, by the facts that a player sees alone; behind the evidence that counts.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`], which cannot happen in a legal play.
    pub fn or_by_facts(view: &View, evidence: Evidence) -> Result<(Evidence, Self), NoBelief> {
        match Self::new(&evidence) {
            Err(NoBelief::NothingFits | NoBelief::TooRare) => {
                let facts = Evidence::facts(view);
                let belief = Self::new(&facts)?;
                Ok((facts, belief))
            }
            belief => Ok((evidence, belief?)),
        }
    }

    /// Weighs every layout by the evidence.
    ///
    /// # Errors
    ///
    /// [`NoBelief`].
    pub fn new(evidence: &Evidence) -> Result<Self, NoBelief> {
        Self::new_until(evidence, &|| false)
    }

    /// Weighs every layout, unless told to stop: `stop` is asked while three hands are counted, and after each try where a
    /// layout that fits must be found by drawing.
    ///
    /// # Errors
    ///
    /// [`NoBelief`], [`NoBelief::OutOfTime`] if it was told to.
    pub fn new_until(
        evidence: &Evidence,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        Self::with(evidence, Strictness::Weighed, stop)
    }

    fn with(
        evidence: &Evidence,
        strictness: Strictness,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        let ownership = evidence.ownership.clone();
        if !is_a_view(evidence) {
            return Err(NoBelief::NotAView);
        }
        let whole_hands =
            evidence.whole_hands.clone().filter(|_| strictness == Strictness::Weighed);
        let counts = counts(evidence, strictness, stop)?;
        let weighing = whole_hands.map(|whole_hands| -> Result<Weighing, NoBelief> {
            Ok(Weighing::new(whole_hands, Self::new_until(&evidence.by_facts(), stop)?))
        });
        Ok(Self { ownership, counts, weighing: weighing.transpose()? })
    }

    /// The number of layouts that the hard facts allow. Numbers above 2⁵³, which only three hidden
    /// hands reach, are right to fifteen digits.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`].
    pub fn possible(evidence: &Evidence) -> Result<u64, NoBelief> {
        Self::layouts(evidence, Strictness::FactsOnly)
    }

    /// The number of layouts that keep every promise: each rule and each reading taken strictly.
    ///
    /// # Errors
    ///
    /// [`NoBelief::NotAView`] and [`NoBelief::TooRare`].
    pub fn fitting(evidence: &Evidence) -> Result<u64, NoBelief> {
        Self::layouts(evidence, Strictness::Strict)
    }

    fn layouts(evidence: &Evidence, strictness: Strictness) -> Result<u64, NoBelief> {
        match Self::with(evidence, strictness, &|| false) {
            Ok(belief) => Ok(belief.weight().round() as u64),
            Err(NoBelief::NothingFits) => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// The total weight of all layouts. A layout that keeps every promise of the auction weighs
    /// the product of what its signals say, at most 1 unless a network of players weighs it too.
    pub fn weight(&self) -> f64 {
        let correction = self.weighing.as_ref().map_or(1.0, |it| it.correction(self));
        self.counted() * correction
    }

    /// The probability of a deal that fits the facts of the evidence that this is the belief from.
    pub fn probability(&self, evidence: &Evidence, deal: &FullDeal) -> f64 {
        let read = evidence.weight(deal) / self.weight();
        match &self.weighing {
            Some(weighing) => weighing.probability(read, evidence.by_facts().weight(deal)),
            None => read,
        }
    }

    /// The weight that was counted.
    fn counted(&self) -> f64 {
        self.counts.iter().map(|it| it.weight).sum()
    }

    /// The layouts that shares are estimated from, if what was counted is weighed by what cards say of whole hands.
    fn weighed(&self) -> Option<&WeighedLayouts> {
        self.weighing.as_ref().map(|weighing| weighing.layouts(self))
    }

    /// The probability that each seat was dealt each of some cards, if one of the cards played had said nothing; by its number among the
    /// readings of the evidence that this is the belief from. A number that is none takes nothing away.
    ///
    /// # Errors
    ///
    /// [`NoBelief`].
    pub fn owners_without(
        &self,
        evidence: &Evidence,
        number: usize,
        cards: &[Card],
    ) -> Result<Vec<BySeat<f64>>, NoBelief> {
        let Some(reading) = evidence.readings.get(number) else {
            return Ok(cards.iter().map(|&card| self.owner(card)).collect());
        };
        if let Some(weighing) = &self.weighing {
            let without = weighing.without(reading, self);
            return Ok(cards.iter().map(|&card| without.owner(card)).collect());
        }
        let mut others = evidence.readings.clone();
        others.remove(number);
        let without = Self::new(&evidence.clone().reading_anew(others))?;
        Ok(cards.iter().map(|&card| without.owner(card)).collect())
    }

    /// The probability of each style of carding that the defenders may have, of those in which some layout fits. A
    /// single style has 1.
    pub fn styles(&self) -> Vec<f64> {
        let all = self.counted();
        self.counts.iter().map(|it| it.weight / all).collect()
    }

    /// The mean over the styles of something that is asked of each count.
    fn mean<const N: usize>(&self, of: impl Fn(&Count) -> [f64; N]) -> [f64; N] {
        if let [only] = &self.counts[..] {
            return of(&only.count);
        }
        let mut mean = [0.0; N];
        for (share, it) in self.styles().into_iter().zip(&self.counts) {
            mean.iter_mut().zip(of(&it.count)).for_each(|(sum, own)| *sum += share * own);
        }
        mean
    }

    /// How many layouts drawn from the belief itself would tell as much as those that the shares are estimated from (Kish's
    /// effective size); `None` where the shares are counted.
    pub fn effective_size(&self) -> Option<f64> {
        if let Some(weighed) = self.weighed() {
            return Some(weighed.effective());
        }
        match &self.counts[0].count {
            Count::Two(_) => None,
            Count::Three(hands) => hands.effective(),
        }
    }

    /// The seats whose hands are hidden, two or three.
    pub fn seats(&self) -> &[Seat] {
        match &self.counts[0].count {
            Count::Two(hands) => hands.seats(),
            Count::Three(hands) => hands.seats(),
        }
    }

    /// The probability that each seat was dealt a card.
    pub fn owner(&self, card: Card) -> BySeat<f64> {
        let known = Seat::ALL.into_iter().find(|&seat| self.ownership.must(seat).contains(card));
        let shares = match (known, self.weighed()) {
            (Some(owner), _) => Seat::ALL.map(|seat| f64::from(u8::from(seat == owner))),
            (None, Some(weighed)) => return weighed.owner(card),
            (None, None) => self.mean(|count| {
                let owner = match count {
                    Count::Two(hands) => hands.owner(card),
                    Count::Three(hands) => hands.owner(card),
                };
                Seat::ALL.map(|seat| owner[seat])
            }),
        };
        BySeat::from_fn(|seat| shares[seat as usize])
    }

    /// The probability of each length, 0 to 13, of a suit of a hand as it was dealt; a hand that is seen has one for sure.
    pub fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        if !self.seats().contains(&seat) {
            return surely(self.ownership.must(seat)[suit].len());
        }
        if let Some(weighed) = self.weighed() {
            return weighed.lengths(seat, suit);
        }
        self.mean(|count| match count {
            Count::Two(hands) => hands.lengths(seat, suit),
            Count::Three(hands) => hands.lengths(seat, suit),
        })
    }

    /// What a hand may have been dealt in a suit, with the probability of each holding; those of no
    /// weight are left out.
    pub fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        if !self.seats().contains(&seat) {
            return vec![(self.ownership.must(seat)[suit], 1.0)];
        }
        if let Some(weighed) = self.weighed() {
            return weighed.holdings(seat, suit);
        }
        let of = |it: &InStyle| match &it.count {
            Count::Two(hands) => hands.holdings(seat, suit),
            Count::Three(hands) => hands.holdings(seat, suit),
        };
        let mut all = of(&self.counts[0]);
        if self.counts.len() > 1 {
            let mut sums: BTreeMap<u16, (Holding, f64)> = BTreeMap::new();
            for (share, it) in self.styles().into_iter().zip(&self.counts) {
                for (holding, own) in of(it) {
                    sums.entry(holding.to_bits()).or_insert((holding, 0.0)).1 += share * own;
                }
            }
            all = sums.into_values().collect();
        }
        all.into_iter().filter(|(_, share)| *share > 0.0).collect()
    }

    /// The probability of each number of high-card points, 0 to 37, of a hand as it was dealt; a hand that is seen has one for sure.
    pub fn points(&self, seat: Seat) -> [f64; 38] {
        if !self.seats().contains(&seat) {
            return surely(hand_points(self.ownership.must(seat)).into());
        }
        if let Some(weighed) = self.weighed() {
            return weighed.points(seat);
        }
        self.mean(|count| match count {
            Count::Two(hands) => hands.points(seat),
            Count::Three(hands) => hands.points(seat),
        })
    }

    /// Draws a deal in proportion to its weight. For several, [`Belief::spread`] takes less time.
    pub fn sample(&self, rng: &mut impl Rng) -> FullDeal {
        if let Some(weighing) = &self.weighing {
            return weighing.spread(self, rng).next().expect("it is without end");
        }
        let ticket = rng.random::<f64>();
        self.draw(ticket, rng, &|| false).expect("nobody tells it to stop")
    }

    /// Draws deals without end, each in proportion to its weight. Together they are spread more evenly over shapes
    /// and strengths than independent draws: where a king lies to the left with probability 0.86, it does so in
    /// 14 of any 16 in a row, or in 13.
    ///
    /// Tickets follow an additive recurrence with the golden ratio from a random start.
    pub fn spread<'a, R: Rng>(&'a self, rng: &'a mut R) -> impl Iterator<Item = FullDeal> + 'a {
        self.spread_until(rng, &|| false)
    }

    /// Draws deals as [`Belief::spread`] does, until told to stop. Where deals that fit are rare, `stop` is asked
    /// after each try, and no more deals come then; but there is always one.
    pub fn spread_until<'a, R: Rng>(
        &'a self,
        rng: &'a mut R,
        stop: &'a dyn Fn() -> bool,
    ) -> Box<dyn Iterator<Item = FullDeal> + 'a> {
        match &self.weighing {
            Some(weighing) => Box::new(weighing.spread(self, rng)),
            None => Box::new(self.counted_until(rng, stop)),
        }
    }

    fn counted_until<'a, R: Rng>(
        &'a self,
        rng: &'a mut R,
        stop: &'a dyn Fn() -> bool,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let mut ticket = rng.random::<f64>();
        let found = |it: &InStyle| match &it.count {
            Count::Two(_) => None,
            Count::Three(hands) => hands.found().map(|hands| deal(&self.ownership, hands)),
        };
        let mut found = self.counts.iter().find_map(found);
        std::iter::from_fn(move || {
            ticket = (ticket + GOLDEN_RATIO).fract();
            let found = found.take();
            self.draw(ticket, rng, stop).or(found)
        })
    }

    /// Draws this many deals, each in proportion to its weight. All combinations of lengths and strengths stand in a
    /// list, and deals are taken from it at even distances and in its order: so neighbours are alike.
    pub fn in_order<'a, R: Rng>(
        &'a self,
        n: usize,
        rng: &'a mut R,
    ) -> Box<dyn Iterator<Item = FullDeal> + 'a> {
        match &self.weighing {
            Some(weighing) => Box::new(weighing.in_order(n, self, rng)),
            None => Box::new(self.counted_in_order(n, rng)),
        }
    }

    /// The same by what was counted alone.
    pub(super) fn counted_in_order<'a, R: Rng>(
        &'a self,
        n: usize,
        rng: &'a mut R,
    ) -> impl Iterator<Item = FullDeal> + 'a {
        let start = rng.random::<f64>();
        (0..n)
            .map_while(move |number| self.draw((number as f64 + start) / n as f64, rng, &|| false))
    }

    /// The deal at a place between 0 and 1 in the list of all combinations that were counted; `None` if it is told to
    /// stop before one is found that fits.
    fn draw(&self, ticket: f64, rng: &mut impl Rng, stop: &dyn Fn() -> bool) -> Option<FullDeal> {
        let at = self.counts.partition_point(|it| it.upto <= ticket).min(self.counts.len() - 1);
        let from = at.checked_sub(1).map_or(0.0, |before| self.counts[before].upto);
        let ticket = ((ticket - from) / (self.counts[at].upto - from)).clamp(0.0, 1.0);
        Some(match &self.counts[at].count {
            Count::Two(hands) => deal(&self.ownership, hands.draw(ticket, rng)),
            Count::Three(hands) => deal(&self.ownership, hands.draw(ticket, rng, stop)?),
        })
    }
}

/// The fractional part of the golden ratio, whose multiples fill the unit interval most evenly.
pub(super) const GOLDEN_RATIO: f64 = 0.618_033_988_749_894_9;

/// The deal in which the hidden seats have these hands.
pub(super) fn deal<const N: usize>(known: &Ownership, hidden: [(Seat, Hand); N]) -> FullDeal {
    let mut deal = Builder::new();
    for seat in Seat::ALL {
        deal[seat] = known.must(seat);
    }
    for (seat, hand) in hidden {
        deal[seat] = hand;
    }
    deal.build_full().expect("the hidden hands complete the deal")
}

/// Whether every other hand is known, and the hidden ones share what is left.
fn is_a_view(evidence: &Evidence) -> bool {
    let (hidden, known): (Vec<Seat>, Vec<Seat>) =
        Seat::ALL.into_iter().partition(|seat| evidence.hidden.contains(seat));
    let unseen = hidden.iter().map(|&seat| evidence.ownership.may(seat));
    let unseen = unseen.fold(Hand::EMPTY, |all, hand| all | hand);
    hidden.len() == evidence.hidden.len()
        && known.iter().all(|&seat| evidence.ownership.must(seat).len() == 13)
        && unseen.len() == 13 * hidden.len()
}

/// A figure that is known.
fn surely<const N: usize>(figure: usize) -> [f64; N] {
    let mut shares = [0.0; N];
    shares[figure] = 1.0;
    shares
}
