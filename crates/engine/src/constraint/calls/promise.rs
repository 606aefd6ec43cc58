//! Promises: conditions on a hand, with the trust in them and their source.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use itertools::Itertools;

use super::caller::CallLikelihood;
use super::prior::{self, LengthFacts};
use super::reliance::{Departures, PairSlack, PromiseTerms, Slack, Ways};
use crate::cards::{FullDeal, Hand, Seat, Suit, hand_points};
use crate::constraint::language::lengths::{self, ByPoints, Lengths};
use crate::constraint::language::{
    Condition, Facts, Formula, PointBounds, PointSet, Quantity, Truth,
};

/// The share of hands inside the core, among those that break a promise with a core.
///
/// Measured on the calls of the even half of 121 problems from columns and textbooks.
const STRETCHED: f64 = 0.8;

/// The factor by which a hand is less likely to make a call if a call with priority would have
/// fitted it.
///
/// Measured on the even half of 121 problems from columns and textbooks: with 0.2, 0.35 and 0.5 the
/// auction makes the true deal 1.96, 2.00 and 2.01 nats likelier.
const OVERLOOKED: f64 = 0.35;

/// The factor of the weight of a hand that should have opened one notrump by its stated system, and
/// is said to have opened a minor: beside what a call with priority costs by records of all pairs,
/// whose notrumps differ. Of the pairs of 1990 to 2013 that showed a notrump of 15 to 17 at six
/// openings or more, those of one half opened a minor with 24 of 413 such hands, beside 386 of 404
/// with 13 or 14 points; those of the other half with 23 of 303, beside 269 of 289.
const UNTAKEN: f64 = 0.17;

/// A condition on a hand that a call promises, with the trust in it and its source.
#[derive(Debug)]
pub struct Promise {
    /// The condition promised: the usual range.
    pub condition: Condition,
    /// The share of hands making the promise that keep it, above 0 and up to 1.
    pub confidence: f64,
    /// The core: a wider condition that hardly any hand making the promise breaks. `None` if there
    /// is only the usual range.
    pub core: Option<Condition>,
    /// The condition that the promise denies: with it the hand would have made a call with
    /// priority.
    pub denied: Option<Condition>,
    /// The notrump opening of a stated system that the call denies. A hand that fits it hardly ever
    /// makes the call.
    pub untaken: Option<Condition>,
    /// How far players keep to calls of this kind, measured from records. If it is given,
    /// `confidence` and `core` are not used.
    pub slack: Option<Slack>,
    /// The likelihood of the call by every hand, learned from records. If it is given, it alone
    /// weighs hands, with their partners' ([`Rule::weight_together`]), and the condition says what
    /// a textbook expects.
    pub likelihood: Option<Arc<CallLikelihood>>,
    /// Its source, in words: "opening 2NT: hcp 21-22, balanced (Otawa & Uehara 2006)".
    pub source: String,
    weights: OnceLock<PromiseWeights>,
    by_shape: OnceLock<Option<Vec<ByPoints>>>,
    beside_lengths: OnceLock<Vec<ByPoints>>,
    ways: OnceLock<Ways>,
}

/// Weights of hands that break a promise; hands that keep it weigh 1.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PromiseWeights {
    /// In the core, outside the usual range.
    stretched: f64,
    /// Outside the core.
    broken: f64,
}

/// Compares everything but the caches.
impl PartialEq for Promise {
    fn eq(&self, other: &Self) -> bool {
        let parts = |it: &Self| {
            let conditions = [&it.core, &it.denied, &it.untaken].map(Clone::clone);
            (conditions, it.slack.clone(), it.source.clone())
        };
        self.likelihood == other.likelihood
            && self.condition == other.condition
            && self.confidence.total_cmp(&other.confidence).is_eq()
            && parts(self) == parts(other)
    }
}

impl Promise {
    /// A promise that a share `confidence` of the hands making it keep.
    pub fn new(condition: Condition, confidence: f64, source: impl Into<String>) -> Self {
        Self {
            condition,
            confidence,
            core: None,
            denied: None,
            untaken: None,
            slack: None,
            likelihood: None,
            source: source.into(),
            weights: OnceLock::new(),
            by_shape: OnceLock::new(),
            beside_lengths: OnceLock::new(),
            ways: OnceLock::new(),
        }
    }

    /// A copy of the promise that denies nothing.
    pub(super) fn stated(&self) -> Self {
        let stated = Self::new(self.condition.clone(), self.confidence, self.source.clone());
        Self { core: self.core.clone(), ..stated }
    }

    /// Adds a core: a wider condition, which hands outside the usual range mostly satisfy.
    #[must_use]
    pub fn within(self, core: Condition) -> Self {
        let fresh = Self::new(self.condition, self.confidence, self.source);
        Self { core: Some(core), denied: self.denied, ..fresh }
    }

    /// Adds the conditions that the call denies: the promises of the calls with priority.
    #[must_use]
    pub(crate) fn denying(self, better: Vec<Condition>) -> Self {
        let fresh = Self::new(self.condition, self.confidence, self.source);
        let denied = (!better.is_empty()).then_some(Formula::Any(better));
        Self { core: self.core, denied, ..fresh }
    }

    /// Sets how far players keep to the promise, as measured from records of calls of its kind.
    #[must_use]
    pub(crate) fn relied(self, slack: Slack) -> Self {
        let fresh = Self::new(self.condition, self.confidence, self.source);
        Self { core: self.core, denied: self.denied, slack: Some(slack), ..fresh }
    }

    /// Adds the notrump opening that the call denies.
    #[must_use]
    pub(super) fn leaving(self, untaken: Option<Condition>) -> Self {
        Self { untaken, ..self }
    }

    /// The factor for a notrump opening that was not made, for each number of points; `fits` says
    /// with which points a hand has that opening.
    fn of_untaken(&self, fits: impl Fn(&Condition) -> PointSet) -> ByPoints {
        let fits = self.untaken.as_ref().map_or(PointSet::NEVER, fits);
        std::array::from_fn(|points| if fits.contains(points as u8) { UNTAKEN } else { 1.0 })
    }

    /// Sets the likelihood of the call by every hand.
    #[must_use]
    pub(crate) fn with_likelihood(self, call: CallLikelihood) -> Self {
        Self { likelihood: Some(Arc::new(call)), ..self }
    }

    /// The weight of a hand, 0 to 1: how likely it is to make the promise, compared with a hand
    /// that keeps it and has no call with priority.
    ///
    /// Without a slack, weights are chosen so that, among random hands weighted by them, the share
    /// `confidence` keep the promise (denials aside). They depend on the promise alone, not on a
    /// deal. The first call takes a millisecond or two; the result is kept.
    pub fn weight(&self, facts: &impl Facts) -> f64 {
        if self.likelihood.is_some() {
            return 1.0;
        }
        if let Some(slack) = &self.slack {
            let untaken = self.untaken.as_ref().is_some_and(|it| it.is_true_of(facts));
            let factor = if untaken { UNTAKEN } else { 1.0 };
            return factor * slack.weight(&self.promised(), facts);
        }
        let kept = self.condition.is_true_of(facts);
        let in_core = kept || self.core.as_ref().is_some_and(|core| core.is_true_of(facts));
        let denied = self.denied.as_ref().is_some_and(|better| better.is_true_of(facts));
        self.weigh(kept, in_core, denied)
    }

    /// The weights of a hand for each number of points; `facts` gives everything else.
    pub fn weights(&self, facts: &impl Facts) -> ByPoints {
        if self.likelihood.is_some() {
            return [1.0; PointSet::MOST as usize + 1];
        }
        if let Some(slack) = &self.slack {
            let untaken = self.of_untaken(|it| it.points(facts));
            return each(&untaken, &slack.weights(&self.promised(), facts));
        }
        let side = |condition: &Option<Condition>| {
            condition.as_ref().map_or(PointSet::NEVER, |condition| condition.points(facts))
        };
        let (kept, denied) = (self.condition.points(facts), side(&self.denied));
        let in_core = kept.or(side(&self.core));
        std::array::from_fn(|points| {
            let is_in = |set: PointSet| set.contains(points as u8);
            self.weigh(is_in(kept), is_in(in_core), is_in(denied))
        })
    }

    /// The factor of a hand's weight that depends on the length of one suit alone; 1 without a
    /// slack.
    ///
    /// A count by lengths takes these factors suit by suit. The rest, [`Promise::beside_lengths`],
    /// is the same for many shapes, which the count then need not distinguish.
    pub fn of_length(&self, suit: Suit, length: u8) -> f64 {
        self.slack.as_ref().map_or(1.0, |slack| slack.of_length(suit, length))
    }

    /// The weights of a hand of these lengths for each number of points, without the factors of
    /// [`Promise::of_length`]. If the promise asks for more than lengths and points, the most that
    /// they may be, whatever the cards are.
    pub fn beside_lengths(&self, lengths: Lengths) -> &ByPoints {
        let tables = self.beside_lengths.get_or_init(|| {
            let is_settled = self.questions().is_empty();
            let weights = |lengths| match (&self.slack, LengthFacts(lengths)) {
                (Some(slack), facts) if is_settled => {
                    let untaken = self.of_untaken(|it| it.points(&facts));
                    each(&untaken, &slack.beside_lengths(&self.promised(), &facts))
                }
                (Some(slack), facts) => {
                    let untaken = self.of_untaken(|it| it.bounds(&facts).surely);
                    each(&untaken, &slack.ceilings(&self.promised(), &facts))
                }
                (None, facts) => self.bounded(&facts),
            };
            lengths::every().map(weights).collect()
        });
        &tables[lengths::number(lengths)]
    }

    /// The greatest weights, without a slack, of hands of which only lengths and points are known.
    fn bounded(&self, facts: &LengthFacts) -> ByPoints {
        let of = |condition: &Option<Condition>| {
            condition.as_ref().map_or(PointBounds::NEVER, |condition| condition.bounds(facts))
        };
        let (kept, denied) = (self.condition.bounds(facts), of(&self.denied));
        let in_core = kept.or(of(&self.core));
        std::array::from_fn(|points| {
            let is_in = |set: PointSet| set.contains(points as u8);
            self.weigh(is_in(kept.possibly), is_in(in_core.possibly), is_in(denied.surely))
        })
    }

    /// 1 for each number of points with which some hand of these lengths keeps the promise, else 0.
    pub(crate) fn can_be_kept(&self, lengths: Lengths) -> ByPoints {
        let kept = self.condition.bounds(&LengthFacts(lengths)).possibly;
        std::array::from_fn(|points| f64::from(u8::from(kept.contains(points as u8))))
    }

    /// The weights of a hand of these lengths for each number of points; `None` if the promise
    /// depends on more than lengths and points.
    pub fn weights_of(&self, lengths: Lengths) -> Option<&ByPoints> {
        let tables = self.by_shape.get_or_init(|| {
            let every = || lengths::every().map(|lengths| self.weights(&LengthFacts(lengths)));
            self.questions().is_empty().then(|| every().collect())
        });
        tables.as_ref().map(|tables| &tables[lengths::number(lengths)])
    }

    /// The promise as a slack weighs it.
    fn promised(&self) -> PromiseTerms<'_> {
        let ways = self.ways.get_or_init(|| Ways::of(&self.condition));
        PromiseTerms { ways, denied: self.denied.as_ref() }
    }

    /// The quantities of a hand, besides lengths and points, on which its weight or the keeping of
    /// the promise depends.
    pub fn questions(&self) -> Vec<Quantity> {
        let parts = [
            Some(&self.condition),
            self.core.as_ref(),
            self.denied.as_ref(),
            self.untaken.as_ref(),
        ];
        parts.into_iter().flatten().flat_map(Condition::questions).unique().collect()
    }

    /// The suit whose cards alone decide the weight, if there is one.
    pub fn only_suit(&self) -> Option<Suit> {
        if self.slack.is_some() || self.likelihood.is_some() {
            return None;
        }
        let parts = [Some(&self.condition), self.core.as_ref(), self.denied.as_ref()];
        parts.into_iter().flatten().map(Condition::only_suit).all_equal_value().ok().flatten()
    }

    fn weigh(&self, kept: bool, in_core: bool, denied: bool) -> f64 {
        let overlooked = if denied { OVERLOOKED } else { 1.0 };
        overlooked
            * match (kept, in_core) {
                (true, _) => 1.0,
                (false, true) => self.exceptions().stretched,
                (false, false) => self.exceptions().broken,
            }
    }

    fn exceptions(&self) -> PromiseWeights {
        *self.weights.get_or_init(|| {
            let rest = 1.0 - self.confidence;
            let usual = prior::probability(&self.condition);
            let within = |share: f64, of: f64| match (share > 0.0, of > 0.0 && usual > 0.0) {
                (false, _) => 0.0,
                (_, false) => 1.0,
                _ => (share / self.confidence * usual / of).min(1.0),
            };
            let Some(core) = &self.core else {
                let broken = within(rest, 1.0 - usual);
                return PromiseWeights { stretched: broken, broken };
            };
            let either = Formula::Any(vec![self.condition.clone(), core.clone()]);
            let either = prior::probability(&either);
            let stretched = within(STRETCHED * rest, either - usual);
            let broken = within((1.0 - STRETCHED) * rest, 1.0 - either).min(stretched);
            PromiseWeights { stretched, broken }
        })
    }
}

impl Slack {
    /// The values of [`DEPARTURES`](super::reliance::DEPARTURES) for the caller's hand and his
    /// partner's: 0 or 1 for departures, about -1 to 1 for holdings.
    pub fn departures(&self, promise: &Promise, hands: [&Hand; 2]) -> Departures {
        self.departed(&promise.promised(), hands)
    }
}

/// A promise of one player. Cloning it is cheap.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The player.
    pub seat: Seat,
    promise: Arc<Promise>,
}

impl Rule {
    /// A player's promise.
    pub fn new(seat: Seat, promise: impl Into<Arc<Promise>>) -> Self {
        Self { seat, promise: promise.into() }
    }

    /// A rule without exceptions, such as a range that the user gives.
    pub fn certain(seat: Seat, condition: Condition, source: impl Into<String>) -> Self {
        Self::new(seat, Promise::new(condition, 1.0, source))
    }

    /// The factor of a deal's weight that the hands of the caller and his partner decide together.
    pub fn weight_together(&self, deal: &FullDeal) -> f64 {
        let [hand, partners] = [self.seat, self.seat.partner()].map(|seat| deal[seat]);
        let [own, partners] = [hand, partners].map(hand_points);
        if let Some(likelihood) = &self.likelihood {
            return likelihood.likelihood(lengths::of(hand), own, partners);
        }
        self.together().map_or(1.0, |together| together.weight(own + partners))
    }

    /// The nats for the points of the caller and his partner together falling short of their
    /// promises; `None` if they do not count.
    pub fn together(&self) -> Option<PairSlack> {
        self.slack.as_ref().filter(|_| self.likelihood.is_none()).and_then(Slack::together)
    }

    /// Whether it has no exceptions.
    pub(crate) fn is_certain(&self) -> bool {
        self.confidence >= 1.0 && self.slack.is_none() && self.likelihood.is_none()
    }
}

impl Deref for Rule {
    type Target = Promise;

    fn deref(&self) -> &Promise {
        &self.promise
    }
}

/// The products of two tables.
fn each(one: &ByPoints, other: &ByPoints) -> ByPoints {
    std::array::from_fn(|points| one[points] * other[points])
}
