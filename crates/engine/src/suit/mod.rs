//! One suit, played as well as it can be: for each number of tricks the best plan and its chance.
//!
//! Declarer plays one suit from either hand, as often as he can come there, and cannot see how the
//! missing cards lie. The defenders see all cards, know his plan and play what hurts it most, false
//! cards among them. This is the game that `SuitPlay` by J. Warmerdam solves. A plan is declarer's
//! reply to each card that he sees, so its value is a vector: one value for each layout. A position
//! has as many plans as no other covers in all layouts (the Pareto fronts of Cazenave and Ventos,
//! αμ, 2019). A defender's choice is the minimum layout by layout, and declarer's is the union.
//! Positions with the same holdings, up to equals, are solved once. The probabilities of layouts
//! enter only before the first trick, where the best plan is found by branch and bound.

mod access;
mod best_plan;
mod front;
mod plan;
mod shape;
mod solver;

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

pub use access::{SuitAccess, SuitHand};
pub use plan::{SuitOutcome, SuitReply, SuitStart, SuitStep};
pub use solver::{SuitAim, SuitSolver};

use crate::cards::{Holding, Rank, serialize_holding};
use plan::DeclarersSuit;
use shape::{LevelCards, SuitShape, West};

/// Declarer's two holdings of a suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Combination {
    hands: [Holding; 2],
    missing: Holding,
    access: SuitAccess,
}

/// Why two holdings do not make a suit to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoCombination {
    /// A card stands in both hands.
    Twice(Rank),
    /// Neither hand has a card.
    Empty,
}

impl fmt::Display for NoCombination {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Twice(rank) => write!(f, "the {} stands in both hands", rank.letter()),
            Self::Empty => f.write_str("neither hand has a card of the suit"),
        }
    }
}

impl std::error::Error for NoCombination {}

impl Combination {
    /// A suit from the holding of the hand that is named first, and that of the other.
    ///
    /// # Errors
    ///
    /// [`NoCombination`]: a card stands in both, or neither has a card.
    pub fn new(first: Holding, second: Holding) -> Result<Self, NoCombination> {
        match (first & second).iter().next() {
            Some(rank) => Err(NoCombination::Twice(rank)),
            None if (first | second).is_empty() => Err(NoCombination::Empty),
            None => Ok(Self {
                hands: [first, second],
                missing: Holding::ALL - first - second,
                access: SuitAccess::default(),
            }),
        }
    }

    /// This suit once some of its missing cards have been played.
    #[must_use]
    pub fn without(self, gone: Holding) -> Self {
        Self { missing: self.missing - gone, ..self }
    }

    /// This suit where declarer comes to his hands in this way.
    #[must_use]
    pub const fn with_access(self, access: SuitAccess) -> Self {
        Self { access, ..self }
    }

    /// The holdings of the two hands.
    pub const fn hands(self) -> [Holding; 2] {
        self.hands
    }

    /// The cards that the defenders hold.
    pub const fn missing(self) -> Holding {
        self.missing
    }

    /// The most possible tricks: the length of the longer hand.
    pub fn longest(self) -> u8 {
        self.hands.iter().map(|hand| hand.len() as u8).max().unwrap_or_default()
    }

    fn cards(self) -> DeclarersSuit {
        DeclarersSuit { hands: self.hands, missing: self.missing, reach: self.access.into() }
    }
}

/// The places of the defenders' hands that may hold cards of the suit, 0 to 13 each: 13 and 13
/// where nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VacantPlaces {
    /// The vacant places of West.
    pub west: u8,
    /// The vacant places of East.
    pub east: u8,
}

impl VacantPlaces {
    /// The number of ways to fill the other places when West and East hold these cards of the suit.
    pub fn ways(self, west: Holding, east: Holding) -> f64 {
        let places = usize::from(self.west) + usize::from(self.east);
        let others = places.checked_sub(west.len() + east.len());
        let left = usize::from(self.west).checked_sub(west.len());
        others.zip(left).map_or(0.0, |(others, left)| choose(others, left))
    }
}

impl FromStr for VacantPlaces {
    type Err = String;

    /// Reads the places of West and East, as in `10-12`.
    fn from_str(text: &str) -> Result<Self, String> {
        let places = |text: &str| text.trim().parse().ok().filter(|it| *it <= 13);
        let read = text
            .split_once('-')
            .and_then(|(west, east)| Some(Self { west: places(west)?, east: places(east)? }));
        let wrong = "expected the places with West and with East, each from 0 to 13, as in 10-12";
        read.ok_or_else(|| wrong.to_owned())
    }
}

impl Default for VacantPlaces {
    fn default() -> Self {
        Self { west: 13, east: 13 }
    }
}

/// A way in which the missing cards may lie, with all that differ from it by equals only.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct SuitLayout {
    /// The cards of West, of equals the lowest.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    pub west: Holding,
    /// The cards of East.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    pub east: Holding,
    /// The probability of it and of the layouts that it stands for.
    pub chance: f64,
}

/// The best plan for an aim.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SuitPlan {
    /// The aim.
    #[serde(skip)]
    pub aim: SuitAim,
    /// The chance to reach the aim, or the tricks on average.
    pub value: f64,
    /// By layout: 1 where the plan reaches the aim, else 0; of `average`, its tricks.
    pub brings: Vec<u8>,
    /// All ways to begin, the best first.
    pub starts: Vec<SuitStart>,
    /// Its first trick; absent where no card makes a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<SuitStep>,
}

/// All about a suit.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SuitAnswer {
    /// How the missing cards may lie, equals put together.
    pub layouts: Vec<SuitLayout>,
    /// The best plan for one trick at least, for two, and so on.
    pub at_least: Vec<SuitPlan>,
    /// The best plan for the mean number of tricks.
    pub average: SuitPlan,
}

impl SuitPlan {
    /// The number of tricks of a plan that are written out: the rest is a suit of its own.
    pub const TOLD: u8 = 3;
}

impl SuitSolver {
    /// Solves a suit. `weight` gives the weight of each pair of holdings of West and East, with any
    /// sum. Takes milliseconds, and seconds for a few suits with seven missing cards. `None` if all
    /// weights are 0.
    ///
    /// ```
    /// use falsecard::suit::{Combination, SuitSolver, VacantPlaces};
    ///
    /// let suit = Combination::new("AJ98".parse()?, "5432".parse()?)?;
    /// let vacant = VacantPlaces::default();
    /// let answer = SuitSolver::default().solve(suit, |west, east| vacant.ways(west, east));
    /// let answer = answer.expect("there is room");
    /// // Low to the nine, and to the jack.
    /// assert_eq!((answer.at_least[1].value * 1e4).round(), 9239.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &mut self,
        suit: Combination,
        weight: impl Fn(Holding, Holding) -> f64,
    ) -> Option<SuitAnswer> {
        let layouts = layouts(suit, &weight)?;
        let chances: Vec<f64> = layouts.iter().map(|it| it.chance).collect();
        let mut plan = |aim| self.plan(suit, aim, &chances);
        let at_least = (1..=suit.longest()).map(|tricks| plan(SuitAim::AtLeast(tricks))).collect();
        let average = plan(SuitAim::Average);
        Some(SuitAnswer { layouts, at_least, average })
    }

    fn plan(&mut self, suit: Combination, aim: SuitAim, chances: &[f64]) -> SuitPlan {
        let value = |plan: &[u8]| -> f64 {
            plan.iter().zip(chances).map(|(worth, chance)| f64::from(*worth) * chance).sum()
        };
        let levels = suit.cards().levels();
        let shape = SuitShape::of(&levels, suit.access.into());
        let mut starts = self.starts(&levels, &shape, aim, &value);
        starts.sort_by(|one, other| other.0.value.total_cmp(&one.0.value));
        let out_of_reach = || vec![0; chances.len()];
        let brings = starts.first().map_or_else(out_of_reach, |it| it.1.clone());
        let starts = starts.into_iter().map(|it| it.0).collect();
        let first = self.step(suit.cards(), (aim, SuitPlan::TOLD), &brings);
        SuitPlan { aim, value: value(&brings), brings, starts, first }
    }
}

/// All layouts with their probabilities; `None` if none is possible.
fn layouts(suit: Combination, weight: &dyn Fn(Holding, Holding) -> f64) -> Option<Vec<SuitLayout>> {
    let levels = suit.cards().levels();
    let shape = SuitShape::of(&levels, suit.access.into());
    let alike = |west: &West| {
        let [west, east] = held(&levels, west);
        SuitLayout { west, east, chance: 0.0 }
    };
    let mut all: Vec<SuitLayout> = shape.layouts().iter().map(alike).collect();
    let missing = suit.missing;
    let subsets = (0..=missing.to_bits()).filter(|bits| bits & !missing.to_bits() == 0);
    for west in subsets.map(Holding::from_bits_retain) {
        let held: West = levels.iter().map(|it| (it.missing & west).len() as u8).collect();
        all[shape.index(&held)].chance += weight(west, missing - west);
    }
    let sum: f64 = all.iter().map(|it| it.chance).sum();
    let in_all = |it: SuitLayout| SuitLayout { chance: it.chance / sum, ..it };
    (sum > 0.0).then(|| all.into_iter().map(in_all).collect())
}

/// The binomial coefficient: the ways to choose `chosen` of `all`.
fn choose(all: usize, chosen: usize) -> f64 {
    if chosen > all {
        return 0.0;
    }
    (0..chosen).fold(1.0, |ways, at| ways * (all - at) as f64 / (at + 1) as f64)
}

/// The cards of West and of East, West's the lowest of equals.
fn held(levels: &[LevelCards], west: &West) -> [Holding; 2] {
    let mut held = [Holding::EMPTY; 2];
    for (level, &west) in levels.iter().zip(west) {
        for (at, rank) in level.missing.iter().rev().enumerate() {
            held[usize::from(at >= usize::from(west))].insert(rank);
        }
    }
    held
}
