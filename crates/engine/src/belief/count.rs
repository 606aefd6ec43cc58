//! A belief: the weight of every layout of the hidden hands, whether there are two or three.

use rand::{Rng, RngExt};

use super::counted::LayoutCount;
use super::layouts::WeighedLayouts;
use super::strictness::Strictness;
use super::weighed::Weighing;
use super::{Evidence, NoBelief};
use crate::cards::{BySeat, Card, FullDeal, Holding, Seat, Suit, hand_points};
use crate::play::View;

/// The weight of every layout of the hidden hands.
///
/// With two hidden hands everything is counted. With three, before the opening lead, the count
/// covers lengths, points and what rules ask of the cards of one suit. For all other rules
/// (controls of a whole hand, relations between hands) samples that break them are rejected. So
/// samples are still drawn exactly in proportion; but then [`Belief::weight`] and the shares are
/// estimated from 4,096 samples (fewer where 100,000 tries find fewer). Where it was learned how
/// likely hands were to make their calls, three hands are counted by factors that approximate that,
/// and 16,384 layouts are weighed by the rest: shares are estimated from these and samples drawn
/// among them. [`Belief::effective_size`] says what they are worth.
///
/// Where a network of players knows what cards say of whole hands, layouts drawn by the count are
/// weighed by it ([`WholeHands`]): shares are estimated from 640 to 2,048 of these, and samples
/// drawn from blocks of 256. Three in a hundred layouts go by the hard facts alone, since nobody
/// calls and plays as expected all the time.
///
/// [`WholeHands`]: super::WholeHands
///
/// If the defenders may have one of several styles of carding, there is a count for each style,
/// weighed by how likely it makes all that has been seen (Bayes's rule). The time grows with the
/// number of styles.
#[derive(Debug, Clone)]
pub struct Belief {
    counted: LayoutCount,
    /// The weights of the counted layouts by a network of players, where there is one.
    weighing: Option<Weighing>,
}

impl Belief {
    /// Forms a belief by this evidence or, if it contradicts itself, by the facts that a player
    /// sees alone. Returns the evidence that was used with it.
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

    /// Weighs every layout until `stop` says so. It is asked while three hands are counted, and
    /// after each try where a layout that fits must be found by drawing.
    ///
    /// # Errors
    ///
    /// [`NoBelief`]; [`NoBelief::OutOfTime`] if it was stopped.
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
        let whole_hands =
            evidence.whole_hands.clone().filter(|_| strictness == Strictness::Weighed);
        let counted = LayoutCount::new(evidence, strictness, stop)?;
        let weighing = whole_hands.map(|whole_hands| -> Result<Weighing, NoBelief> {
            Ok(Weighing::new(
                whole_hands,
                LayoutCount::new(&evidence.by_facts(), strictness, stop)?,
            ))
        });
        Ok(Self { counted, weighing: weighing.transpose()? })
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
    /// [`NoBelief::NotAView`]; [`NoBelief::TooRare`].
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
        let correction = self.weighing.as_ref().map_or(1.0, |it| it.correction(&self.counted));
        self.counted.weight() * correction
    }

    /// The probability of a deal that fits the facts. `evidence` must be the evidence of this
    /// belief.
    pub fn probability(&self, evidence: &Evidence, deal: &FullDeal) -> f64 {
        let read = evidence.weight(deal) / self.weight();
        match &self.weighing {
            Some(weighing) => weighing.probability(read, evidence.by_facts().weight(deal)),
            None => read,
        }
    }

    /// The layouts that shares are estimated from, where a network weighs whole hands.
    fn weighed(&self) -> Option<&WeighedLayouts> {
        self.weighing.as_ref().map(|weighing| weighing.layouts(&self.counted))
    }

    /// The probability that each seat was dealt each of some cards, had one of the cards played
    /// said nothing. `evidence` must be the evidence of this belief, and the number that of a card
    /// among its readings; any other number takes nothing away.
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
            let without = weighing.without(reading, &self.counted);
            return Ok(cards.iter().map(|&card| without.owner(card)).collect());
        }
        let mut others = evidence.readings.clone();
        others.remove(number);
        let without = Self::new(&evidence.clone().reading_anew(others))?;
        Ok(cards.iter().map(|&card| without.owner(card)).collect())
    }

    /// The probability of each style of carding that the defenders may have, of those in which some
    /// layout fits. A single style has probability 1.
    pub fn styles(&self) -> Vec<f64> {
        self.counted.shares().collect()
    }

    /// The effective sample size (Kish) of the layouts from which shares are estimated: how many
    /// independent draws would say as much. `None` where shares are counted.
    pub fn effective_size(&self) -> Option<f64> {
        if let Some(weighed) = self.weighed() {
            return Some(weighed.effective());
        }
        self.counted.effective_size()
    }

    /// The seats whose hands are hidden, two or three.
    pub fn seats(&self) -> &[Seat] {
        self.counted.seats()
    }

    /// The probability that each seat was dealt a card.
    pub fn owner(&self, card: Card) -> BySeat<f64> {
        let known = |seat: &Seat| self.counted.ownership.must(*seat).contains(card);
        match (Seat::ALL.into_iter().find(known), self.weighed()) {
            (Some(owner), _) => BySeat::from_fn(|seat| f64::from(u8::from(seat == owner))),
            (None, Some(weighed)) => weighed.owner(card),
            (None, None) => self.counted.owner(card),
        }
    }

    /// The probability of each length, 0 to 13, that a hand was dealt in a suit. A hand that is
    /// seen has one length for sure.
    pub fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        if !self.seats().contains(&seat) {
            return surely(self.counted.ownership.must(seat)[suit].len());
        }
        if let Some(weighed) = self.weighed() {
            return weighed.lengths(seat, suit);
        }
        self.counted.lengths(seat, suit)
    }

    /// The holdings that a hand may have been dealt in a suit, with their probabilities; those of
    /// no weight are left out.
    pub fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        if !self.seats().contains(&seat) {
            return vec![(self.counted.ownership.must(seat)[suit], 1.0)];
        }
        if let Some(weighed) = self.weighed() {
            return weighed.holdings(seat, suit);
        }
        self.counted.holdings(seat, suit)
    }

    /// The probability of each number of high-card points, 0 to 37, that a hand was dealt. A hand
    /// that is seen has one number for sure.
    pub fn points(&self, seat: Seat) -> [f64; 38] {
        if !self.seats().contains(&seat) {
            return surely(hand_points(self.counted.ownership.must(seat)).into());
        }
        if let Some(weighed) = self.weighed() {
            return weighed.points(seat);
        }
        self.counted.points(seat)
    }

    /// Draws a deal in proportion to its weight. For several, [`Belief::spread`] takes less time.
    pub fn sample(&self, rng: &mut impl Rng) -> FullDeal {
        if let Some(weighing) = &self.weighing {
            return weighing.spread(&self.counted, rng).next().expect("it is without end");
        }
        let ticket = rng.random::<f64>();
        self.counted.draw(ticket, rng, &|| false).expect("nobody tells it to stop")
    }

    /// Draws deals without end, each in proportion to its weight. Together they are spread more
    /// evenly over shapes and strengths than independent draws: where a king lies to the left with
    /// probability 0.86, it does so in 14 of any 16 in a row, or in 13.
    ///
    /// Tickets follow an additive recurrence with the golden ratio from a random start.
    pub fn spread<'a, R: Rng>(&'a self, rng: &'a mut R) -> impl Iterator<Item = FullDeal> + 'a {
        self.spread_until(rng, &|| false)
    }

    /// Draws deals as [`Belief::spread`] does, until told to stop. Where deals that fit are rare,
    /// `stop` is asked after each try, and no more deals come then; but there is always one.
    pub fn spread_until<'a, R: Rng>(
        &'a self,
        rng: &'a mut R,
        stop: &'a dyn Fn() -> bool,
    ) -> Box<dyn Iterator<Item = FullDeal> + 'a> {
        match &self.weighing {
            Some(weighing) => Box::new(weighing.spread(&self.counted, rng)),
            None => Box::new(self.counted.until(rng, stop)),
        }
    }

    /// Draws this many deals, each in proportion to its weight, at even distances from the list of
    /// all combinations of lengths and strengths. Neighbours in the result are alike.
    pub fn in_order<'a, R: Rng>(
        &'a self,
        n: usize,
        rng: &'a mut R,
    ) -> Box<dyn Iterator<Item = FullDeal> + 'a> {
        match &self.weighing {
            Some(weighing) => Box::new(weighing.in_order(n, &self.counted, rng)),
            None => Box::new(self.counted.in_order(n, rng)),
        }
    }
}

/// A distribution with all its weight on one figure.
fn surely<const N: usize>(figure: usize) -> [f64; N] {
    let mut shares = [0.0; N];
    shares[figure] = 1.0;
    shares
}
