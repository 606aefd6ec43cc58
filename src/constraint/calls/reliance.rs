//! How far players keep to their calls, measured from records.
//!
//! People stretch their promises: they overcall a card short, open a point light, pass with a point
//! too many. How far depends on the kind of call. So a call has a [`Slack`] by its kind: the nats
//! (natural logarithm of a factor) by which each departure from the promise, and each thing that
//! usually goes with such a call, makes a hand likelier. A rule file states the nats line by line,
//! from the general to the particular, and the lines that fit a call add up:
//!
//! ```text
//! reliance raise: below -0.6, card -1.2
//! reliance responder raise: below -0.2
//! reliance responder raise at 2: points -0.4
//! ```

use std::collections::BTreeMap;

use super::promise::Promise;
use crate::cards::{Hand, Suit};
use crate::constraint::language::lengths::ByPoints;
use crate::constraint::language::{Condition, Facts, Feature, PointSet, Term, Truth};

/// The features of a hand that change the probability of a call. They are points below or above the
/// promised range (by 1, 2 and 4 or more, counted one on top of the other), cards too many or too
/// few, another condition broken, a call with priority that fitted, and then points held and the
/// lengths of the suit bid, partner's suit and the opponents' suit.
pub const DEPARTURES: [&str; 14] = [
    "below", "below-2", "below-4", "above", "above-2", "above-4", "card", "cards-2", "shape",
    "denied", "points", "suit", "partners", "theirs",
];

/// A number for each of [`DEPARTURES`].
pub type Departures = [f64; DEPARTURES.len()];

/// The index in [`DEPARTURES`] where departures from the promise end and holdings begin.
const HOLDS: usize = 10;

/// The scale for points held: 0 for ten, 1 for twenty or more, -1 for none.
fn points_held(points: u8) -> f64 {
    (f64::from(points.min(20)) - 10.0) / 10.0
}

/// The scale for the length of a suit: 0 for three cards, 1 for seven or more, -0.75 for a void.
fn length_held(length: u8) -> f64 {
    (f64::from(length.min(7)) - 3.0) / 4.0
}

/// The nats of each kind of call, by its name in rule files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reliance {
    lines: BTreeMap<String, Departures>,
}

impl Reliance {
    /// No nats for any kind of call yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the nats of a kind of call.
    pub fn set(&mut self, kind: &str, nats: Departures) {
        self.lines.insert(kind.to_owned(), nats);
    }

    /// The kinds with their nats.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &Departures)> {
        self.lines.iter().map(|(kind, nats)| (kind.as_str(), nats))
    }

    /// The slack of a call of these kinds: the sum of their lines.
    pub(super) fn slack(&self, kinds: [String; 3], suits: [Option<Suit>; 3]) -> Slack {
        let mut nats = [0.0; DEPARTURES.len()];
        for line in kinds.iter().filter_map(|kind| self.lines.get(kind)) {
            nats.iter_mut().zip(line).for_each(|(sum, more)| *sum += more);
        }
        Slack { kinds, suits, nats, most: most(&nats) }
    }
}

/// How far players keep to one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Slack {
    /// The kinds of the call, from the general to the particular.
    pub kinds: [String; 3],
    /// The suit bid, partner's last suit and the opponents' last suit.
    suits: [Option<Suit>; 3],
    nats: Departures,
    /// An upper bound of a hand's nats, subtracted so that no weight exceeds 1.
    most: f64,
}

impl Slack {
    /// The departures of a hand with this gap.
    fn of(&self, gap: Gap, denied: bool, facts: &impl Facts) -> Departures {
        let mut found = [0.0; DEPARTURES.len()];
        let steps =
            [gap.below, gap.above].into_iter().flat_map(|gap| [1, 2, 4].map(|step| gap >= step));
        let steps = steps.chain([gap.cards >= 1, gap.cards >= 2, gap.other >= 1, denied]);
        for (found, is_so) in found.iter_mut().zip(steps) {
            *found = f64::from(u8::from(is_so));
        }
        found[HOLDS] = points_held(facts.points());
        for (found, suit) in found[HOLDS + 1..].iter_mut().zip(self.suits) {
            *found = suit.map_or(0.0, |suit| length_held(facts.length(suit)));
        }
        found
    }

    /// The weights of a hand for each number of points, at most 1; `facts` gives everything else.
    pub(super) fn weights(&self, promise: &Promise, facts: &impl Facts) -> ByPoints {
        let gaps = promise.ways().gaps(facts);
        let denied = promise.denied.as_ref().map_or(PointSet::NEVER, |it| it.points(facts));
        let of_suits = self.suits.iter().zip(&self.nats[HOLDS + 1..]);
        let of_suits = of_suits
            .map(|(suit, nats)| suit.map_or(0.0, |suit| nats * length_held(facts.length(suit))));
        let of_suits = of_suits.sum::<f64>() - self.most;
        let [below, above] = [0, 3].map(|from| running(&self.nats[from..from + 3]));
        std::array::from_fn(|points| {
            let Gap { below: few, above: many, cards, other } = gaps[points];
            let of_gap = below[step(few)] + above[step(many)];
            let of_cards = f64::from(u8::from(cards >= 1)) * self.nats[6]
                + f64::from(u8::from(cards >= 2)) * self.nats[7];
            let of_rest = f64::from(u8::from(other >= 1)) * self.nats[8]
                + f64::from(u8::from(denied.contains(points as u8))) * self.nats[9];
            let of_points = self.nats[HOLDS] * points_held(points as u8);
            (of_suits + of_gap + of_cards + of_rest + of_points).exp()
        })
    }

    /// The weight of a hand, at most 1.
    pub(super) fn weight(&self, promise: &Promise, facts: &impl Facts) -> f64 {
        let found = self.about(promise, facts);
        let nats: f64 = found.iter().zip(self.nats).map(|(found, nats)| found * nats).sum();
        (nats - self.most).exp()
    }

    /// The values of [`DEPARTURES`] for a hand: 0 or 1 for departures, about -1 to 1 for holdings.
    pub fn departures(&self, promise: &Promise, hand: &Hand) -> Departures {
        self.about(promise, hand)
    }

    fn about(&self, promise: &Promise, facts: &impl Facts) -> Departures {
        let denied = promise.denied.as_ref().is_some_and(|better| better.is_true_of(facts));
        self.of(promise.ways().gap(facts), denied, facts)
    }
}

/// An upper bound of the nats of any hand.
fn most(nats: &Departures) -> f64 {
    let of_departures = nats[..HOLDS].iter().map(|nats| nats.max(0.0));
    let of_points = [0, u8::MAX].map(|points| nats[HOLDS] * points_held(points));
    let of_suits = nats[HOLDS + 1..].iter().map(|nats| {
        let [none, many] = [0, u8::MAX].map(|length| nats * length_held(length));
        none.max(many)
    });
    of_departures.chain(of_suits).sum::<f64>() + of_points[0].max(of_points[1])
}

/// How many of the steps 1, 2 and 4 a gap reaches.
const fn step(gap: u8) -> usize {
    match gap {
        0 => 0,
        1 => 1,
        2 | 3 => 2,
        _ => 3,
    }
}

/// The sums of the first 0, 1, 2 and 3 numbers.
fn running(nats: &[f64]) -> [f64; 4] {
    std::array::from_fn(|upto| nats[..upto].iter().sum())
}

/// By how much a hand misses a promise.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Gap {
    /// Missing points.
    below: u8,
    /// Excess points.
    above: u8,
    /// Cards too many or too few.
    cards: u8,
    /// The number of other conditions broken.
    other: u8,
}

impl Gap {
    const NONE: Self = Self { below: 0, above: 0, cards: 0, other: 0 };
    const FAR: Self = Self { other: 100, ..Self::NONE };

    /// The size of the gap in points. A card counts two points, and so does any other condition.
    fn size(self) -> u16 {
        let points = u16::from(self.below) + u16::from(self.above);
        points + 2 * (u16::from(self.cards) + u16::from(self.other))
    }
}

/// The ways to keep a promise. A hand's gap is its gap to the nearest way.
#[derive(Debug, Clone)]
pub(super) struct Ways(Vec<Way>);

/// One way to keep a promise: conditions that must all be true.
#[derive(Debug, Clone, Default)]
struct Way {
    points: Vec<(u8, u8)>,
    lengths: Vec<(Suit, u8, u8)>,
    others: Vec<Condition>,
}

impl Ways {
    /// The ways to satisfy a condition.
    pub(super) fn of(condition: &Condition) -> Self {
        Self(match condition {
            Condition::Is(Feature::Range(range)) => {
                let (least, most) = (*range.values().start() as u8, *range.values().end() as u8);
                match range.term() {
                    Term::POINTS => vec![Way { points: vec![(least, most)], ..Way::default() }],
                    Term::Length(suit) => {
                        vec![Way { lengths: vec![(suit, least, most)], ..Way::default() }]
                    }
                    _ => vec![Way::only(condition)],
                }
            }
            Condition::Is(_) | Condition::Not(_) => vec![Way::only(condition)],
            Condition::Any(parts) => parts.iter().flat_map(|part| Self::of(part).0).collect(),
            Condition::All(parts) => parts.iter().fold(vec![Way::default()], |ways, part| {
                let more = Self::of(part).0;
                ways.iter().flat_map(|way| more.iter().map(|more| way.and(more))).collect()
            }),
        })
    }

    /// The hand's gap to the nearest way.
    fn gap(&self, facts: &impl Facts) -> Gap {
        let gaps = self.0.iter().map(|way| way.fixed(facts).with(facts.points()));
        gaps.min_by_key(|gap| gap.size()).unwrap_or(Gap::FAR)
    }

    /// The hand's gap to the nearest way for each number of points; `facts` gives everything else.
    fn gaps(&self, facts: &impl Facts) -> [Gap; PointSet::MOST as usize + 1] {
        let mut nearest = [Gap::FAR; PointSet::MOST as usize + 1];
        for way in &self.0 {
            let fixed = way.fixed(facts);
            for (points, gap) in nearest.iter_mut().enumerate() {
                let here = fixed.with(points as u8);
                if here.size() < gap.size() {
                    *gap = here;
                }
            }
        }
        nearest
    }
}

impl Way {
    fn only(condition: &Condition) -> Self {
        Self { others: vec![condition.clone()], ..Self::default() }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            points: [&self.points[..], &other.points[..]].concat(),
            lengths: [&self.lengths[..], &other.lengths[..]].concat(),
            others: [&self.others[..], &other.others[..]].concat(),
        }
    }

    /// The part of the gap that does not depend on points, and the conditions that do.
    fn fixed(&self, facts: &impl Facts) -> Missed<'_> {
        let cards = self.lengths.iter().map(|&(suit, least, most)| {
            let length = facts.length(suit);
            least.saturating_sub(length) + length.saturating_sub(most)
        });
        let sets = self.others.iter().map(|other| other.points(facts));
        let (never, sets): (Vec<_>, Vec<_>) =
            sets.filter(|set| *set != PointSet::ALWAYS).partition(|set| *set == PointSet::NEVER);
        Missed { way: self, cards: cards.sum(), other: never.len() as u8, sets }
    }
}

/// A hand's gap to a way, before its points are known.
struct Missed<'a> {
    way: &'a Way,
    cards: u8,
    other: u8,
    sets: Vec<PointSet>,
}

impl Missed<'_> {
    fn with(&self, points: u8) -> Gap {
        let ranges = || self.way.points.iter();
        let others = self.sets.iter().filter(|set| !set.contains(points)).count();
        Gap {
            below: ranges().map(|(least, _)| least.saturating_sub(points)).sum(),
            above: ranges().map(|(_, most)| points.saturating_sub(*most)).sum(),
            cards: self.cards,
            other: self.other + others as u8,
        }
    }
}
