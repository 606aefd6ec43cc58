//! Habits: how people choose among their cards of a suit where nothing is agreed, as records bear it out.
//!
//! A card's appeal is a sum of nats, one for each thing that is true of it: that a convention would ask for it, that it is the
//! lowest, that it wins the trick … A player takes each card with a probability that is proportional to the
//! exponential of its appeal (a conditional logit: `McFadden`, 1974). The nats depend on the occasion: who plays, to what
//! place in the trick, in what strain and how late. A rule file states them from the general to the
//! particular, and the lines that fit add up:
//!
//! ```text
//! habit third defender: third-hand-high 1.2, lowest -0.3
//! habit third defender trumps trick 1: third-hand-high 0.4
//! ```

use std::collections::BTreeMap;

use super::touching::honours;
use super::{CONVENTIONS, Convention, Situation};
use crate::cards::{Holding, Rank, highest, lowest};

/// What may be true of a card beside what conventions ask for.
pub const TRAITS: [&str; 16] = [
    "lowest",
    "next-lowest",
    "highest",
    "wins",
    "wins-cheaply",
    "overtakes",
    "master",
    "ace",
    "king",
    "queen",
    "jack",
    "ten",
    "equal-above",
    "equal-below",
    "bares-honour",
    "rank",
];

/// The places in a trick from which a card may be played.
const PLACES: [&str; 6] = ["lead", "second", "third", "fourth", "discard", "ruff"];

const SIDES: [&str; 2] = ["defender", "declarer"];

const STRAINS: [&str; 2] = ["notrump", "trumps"];

const PHASES: [&str; 3] = ["trick 1", "tricks 2-4", "later"];

/// How many things may be true of a card.
pub fn features() -> usize {
    CONVENTIONS.len() + TRAITS.len()
}

/// What a thing that may be true of a card is called: a convention's name, or a trait's.
pub fn feature_name(feature: usize) -> &'static str {
    CONVENTIONS.get(feature).map_or_else(|| TRAITS[feature - CONVENTIONS.len()], |it| it.slug())
}

/// The occasion on which a card is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occasion {
    place: usize,
    side: usize,
    strain: usize,
    phase: usize,
}

impl Occasion {
    /// How many there are, in groups of [`Occasion::KINDS`] that differ in strain and phase.
    pub const COUNT: usize = PLACES.len() * SIDES.len() * Self::KINDS;

    /// How many differ in no more than strain and phase.
    pub const KINDS: usize = STRAINS.len() * PHASES.len();

    /// The occasion of a situation.
    pub fn of(situation: &Situation) -> Self {
        let place = match situation.trick.len() {
            0 => 0,
            _ if situation.follows() => situation.trick.len(),
            _ if situation.is_trumps() => 5,
            _ => 4,
        };
        let phase = match situation.trick_number {
            0 => 0,
            1..=3 => 1,
            _ => 2,
        };
        Self {
            place,
            side: usize::from(!situation.is_defender()),
            strain: usize::from(situation.has_trumps()),
            phase,
        }
    }

    /// The occasion of a number below [`Occasion::COUNT`].
    pub const fn numbered(number: usize) -> Self {
        let (group, kind) = (number / Self::KINDS, number % Self::KINDS);
        Self {
            place: group / SIDES.len(),
            side: group % SIDES.len(),
            strain: kind / PHASES.len(),
            phase: kind % PHASES.len(),
        }
    }

    /// Its number.
    pub const fn number(self) -> usize {
        (self.place * SIDES.len() + self.side) * Self::KINDS
            + self.strain * PHASES.len()
            + self.phase
    }

    /// Its words, the general ones first: "third defender", "third defender trumps trick 1".
    pub fn words(self) -> [String; 2] {
        let general = format!("{} {}", PLACES[self.place], SIDES[self.side]);
        let particular = format!("{general} {} {}", STRAINS[self.strain], PHASES[self.phase]);
        [general, particular]
    }
}

/// The nats of each feature on each occasion.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Habits {
    /// By the words of the occasion, the nats by the name of the feature.
    lines: BTreeMap<String, Vec<(usize, f64)>>,
    /// The sums, by the number of the occasion; empty of features without nats.
    sums: Vec<Vec<(usize, f64)>>,
}

impl Habits {
    /// Sets the nats on an occasion, as its words name it; what is wrong with them otherwise.
    ///
    /// # Errors
    ///
    /// What would be right, where the occasion or a feature is not known.
    pub fn set(&mut self, words: &str, nats: &[(&str, f64)]) -> Result<(), String> {
        let known = |number| Occasion::numbered(number).words().iter().any(|known| known == words);
        if !(0..Occasion::COUNT).any(known) {
            return Err(expected());
        }
        let feature = |&(name, nats): &(&str, f64)| {
            let at = (0..features()).find(|&feature| feature_name(feature) == name);
            at.map(|at| (at, nats)).ok_or_else(|| {
                format!("\"{name}\" is no convention, nor one of {}", TRAITS.join(", "))
            })
        };
        let line = nats.iter().map(feature).collect::<Result<_, _>>()?;
        self.lines.insert(words.to_owned(), line);
        self.sums =
            (0..Occasion::COUNT).map(|number| self.sum(Occasion::numbered(number))).collect();
        Ok(())
    }

    /// The lines, with the names of the features.
    pub fn lines(&self) -> impl Iterator<Item = (&str, Vec<(&'static str, f64)>)> {
        self.lines.iter().map(|(words, nats)| {
            (
                words.as_str(),
                nats.iter().map(|&(feature, nats)| (feature_name(feature), nats)).collect(),
            )
        })
    }

    fn sum(&self, occasion: Occasion) -> Vec<(usize, f64)> {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for line in occasion.words().iter().filter_map(|words| self.lines.get(words)) {
            for &(feature, nats) in line {
                *sums.entry(feature).or_default() += nats;
            }
        }
        sums.into_iter().collect()
    }

    /// What counts in a situation.
    pub(super) fn at(&self, situation: &Situation) -> Appeal {
        let mut appeal = Appeal { conventions: Vec::new(), traits: [0.0; TRAITS.len()] };
        let sums = self.sums.get(Occasion::of(situation).number()).map_or(&[][..], Vec::as_slice);
        for &(feature, nats) in sums {
            match CONVENTIONS.get(feature) {
                Some(convention) if convention.speaks(situation) => {
                    appeal.conventions.push((*convention, nats));
                }
                Some(_) => {}
                None => appeal.traits[feature - CONVENTIONS.len()] = nats,
            }
        }
        appeal
    }
}

fn expected() -> String {
    format!(
        "expected an occasion: {}; {}; and after them, or not, {}, {}",
        PLACES.join(", "),
        SIDES.join(" or "),
        STRAINS.join(" or "),
        PHASES.join(", ")
    )
}

/// What makes cards likely in a situation.
#[derive(Clone)]
pub(super) struct Appeal {
    conventions: Vec<(&'static dyn Convention, f64)>,
    traits: [f64; TRAITS.len()],
}

impl Appeal {
    /// The probability of a card among those allowed of a holding.
    pub(super) fn probability(
        &self,
        situation: &Situation,
        holding: Holding,
        allowed: Holding,
        card: Rank,
    ) -> f64 {
        let asked: Vec<(Holding, f64)> = self
            .conventions
            .iter()
            .map(|(convention, nats)| (asked_for(*convention, situation, holding), *nats))
            .collect();
        let (mut all, mut own) = (0.0, 0.0);
        for rank in allowed {
            let asked =
                asked.iter().filter(|(cards, _)| cards.contains(rank)).map(|(_, nats)| nats);
            let traits = traits(situation, holding, rank).into_iter().zip(self.traits);
            let nats = asked.sum::<f64>() + traits.map(|(is, nats)| is * nats).sum::<f64>();
            let appeal = nats.exp();
            all += appeal;
            if rank == card {
                own = appeal;
            }
        }
        own / all
    }
}

/// What a convention asks for, if that is not all that there is.
fn asked_for(convention: &dyn Convention, situation: &Situation, holding: Holding) -> Holding {
    let asked = convention.honest(situation, holding, holding) & holding;
    if asked == holding { Holding::EMPTY } else { asked }
}

/// What is true of a card of a holding, as numbers, by feature.
pub fn of_card(situation: &Situation, holding: Holding, card: Rank) -> Vec<(usize, f64)> {
    let speaks = CONVENTIONS.iter().enumerate().filter(|(_, it)| it.speaks(situation));
    let asked = speaks.filter(|(_, it)| asked_for(**it, situation, holding).contains(card));
    let traits = traits(situation, holding, card).into_iter().enumerate();
    let traits = traits.filter(|(_, is)| *is != 0.0).map(|(at, is)| (CONVENTIONS.len() + at, is));
    asked.map(|(at, _)| (at, 1.0)).chain(traits).collect()
}

fn traits(situation: &Situation, holding: Holding, card: Rank) -> [f64; TRAITS.len()] {
    let winners = situation.beaters(holding);
    let (wins, low) = (!situation.is_lead() && winners.contains(card), lowest(holding));
    let rest = holding - Holding::from_rank(card);
    let equals = situation.equals(holding, card);
    let out = Holding::ALL - situation.gone - holding;
    let is = |rank: Rank| card == rank;
    let high = honours(rest);
    let is = [
        low == Some(card),
        low.is_some_and(|low| lowest(holding - Holding::from_rank(low)) == Some(card)),
        highest(holding) == Some(card),
        wins,
        wins && lowest(winners).is_some_and(|low| situation.equals(winners, low).contains(card)),
        wins && situation.partner_is_winning(),
        highest(out).is_none_or(|top| card > top),
        is(Rank::A),
        is(Rank::K),
        is(Rank::Q),
        is(Rank::J),
        is(Rank::T),
        equals.iter().any(|other| other > card),
        equals.iter().any(|other| other < card),
        high.len() == 1 && rest.len() == 1 && !rest.contains(Rank::A),
    ]
    .map(|is| f64::from(u8::from(is)));
    let rank = f64::from(card.get()) / 10.0;
    std::array::from_fn(|at| is.get(at).copied().unwrap_or(rank))
}
