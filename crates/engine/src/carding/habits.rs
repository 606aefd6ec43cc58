//! Habits: how people choose among their cards of a suit where nothing is agreed, fitted to
//! records.
//!
//! A card's appeal is a sum of nats, one term for each thing that is true of it: that a convention
//! would ask for it, that it is the lowest, that it wins the trick … The probability of a card is
//! proportional to the exponential of its appeal (a conditional logit: `McFadden`, 1974). The nats
//! depend on the occasion: who plays, to what place in the trick, in what strain and how late. A
//! rule file states them from the general to the particular, and the lines that fit add up:
//!
//! ```text
//! habit third defender: third-hand-high 1.2, lowest -0.3
//! habit third defender trumps trick 1: third-hand-high 0.4
//! ```

use super::card_traits::{CardTrait, HoldingContext, TRAITS};
use super::lines::{KINDS, Lines, Occasions, expected_of, kind, words_of};
use super::{CONVENTIONS, Convention, ConventionKind, Situation};
use crate::cards::{Holding, Rank};
use crate::real::Real;

/// The places in a trick from which a card may be played.
const PLACES: [&str; 6] = ["lead", "second", "third", "fourth", "discard", "ruff"];

const SIDES: [&str; 2] = ["defender", "declarer"];

/// The occasion on which a card is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occasion {
    place: usize,
    side: usize,
    /// Its strain and phase.
    kind: usize,
}

impl Occasion {
    /// The occasion of a situation.
    pub fn of(situation: &Situation) -> Self {
        let place = match situation.trick.len() {
            0 => 0,
            _ if situation.follows() => situation.trick.len(),
            _ if situation.is_trumps() => 5,
            _ => 4,
        };
        Self { place, side: usize::from(!situation.is_defender()), kind: kind(situation) }
    }

    /// Its number, below [`Occasions::COUNT`].
    pub const fn number(self) -> usize {
        (self.place * SIDES.len() + self.side) * KINDS + self.kind
    }
}

impl Occasions for Occasion {
    const COUNT: usize = PLACES.len() * SIDES.len() * Self::KINDS;
    const KINDS: usize = KINDS;

    fn words(number: usize) -> [String; 2] {
        words_of(number, &PLACES, &SIDES)
    }

    fn expected() -> String {
        expected_of(&PLACES, &SIDES)
    }

    fn features() -> usize {
        CONVENTIONS.len() + TRAITS.len()
    }

    fn is_agreed(feature: usize) -> bool {
        CONVENTIONS.get(feature).is_some_and(|convention| convention.kind == ConventionKind::Signal)
    }

    /// The name of a convention or a trait.
    fn feature_name(feature: usize) -> &'static str {
        let trait_name = || TRAITS[feature - CONVENTIONS.len()].name;
        CONVENTIONS.get(feature).map_or_else(trait_name, |it| it.slug)
    }
}

/// The nats of each feature on each occasion.
pub type Habits = Lines<Occasion>;

impl Habits {
    /// The features that count in a situation.
    pub(super) fn appeal(&self, situation: &Situation) -> Appeal {
        let mut appeal = Appeal::default();
        for &(feature, nats) in self.at(Occasion::of(situation).number()) {
            match CONVENTIONS.get(feature) {
                Some(convention) if convention.speaks(situation) => {
                    appeal.conventions.push((convention, nats));
                }
                Some(_) => {}
                None => appeal.traits.push((&TRAITS[feature - CONVENTIONS.len()], nats)),
            }
        }
        appeal
    }
}

/// The nats of a situation, from which probabilities of cards follow.
#[derive(Clone, Default)]
pub(super) struct Appeal {
    conventions: Vec<(&'static Convention, f64)>,
    traits: Vec<(&'static CardTrait, f64)>,
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
            .map(|(convention, nats)| (asked_for(convention, situation, holding), *nats))
            .collect();
        let seen = HoldingContext::new(situation, holding);
        let (mut all, mut own) = (0.0, 0.0);
        for rank in allowed {
            let asked =
                asked.iter().filter(|(cards, _)| cards.contains(rank)).map(|(_, nats)| nats);
            let traits = self.traits.iter().map(|(it, nats)| (it.of)(&seen, rank) * nats);
            let nats = asked.sum::<f64>() + traits.sum::<f64>();
            let appeal = Real::exp(nats);
            all += appeal;
            if rank == card {
                own = appeal;
            }
        }
        own / all
    }
}

/// The cards that a convention asks for; empty if they are all.
fn asked_for(convention: &Convention, situation: &Situation, holding: Holding) -> Holding {
    let asked = convention.honest(situation, holding, holding) & holding;
    if asked == holding { Holding::EMPTY } else { asked }
}

/// The features of a card of a holding, with their values.
pub fn of_card(situation: &Situation, holding: Holding, card: Rank) -> Vec<(usize, f64)> {
    let speaks = CONVENTIONS.iter().enumerate().filter(|(_, it)| it.speaks(situation));
    let asked = speaks.filter(|(_, it)| asked_for(it, situation, holding).contains(card));
    let seen = HoldingContext::new(situation, holding);
    let traits = TRAITS.iter().map(|it| (it.of)(&seen, card)).enumerate();
    let traits = traits.filter(|(_, is)| *is != 0.0).map(|(at, is)| (CONVENTIONS.len() + at, is));
    asked.map(|(at, _)| (at, 1.0)).chain(traits).collect()
}
