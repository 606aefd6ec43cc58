//! Nats that depend on an occasion, stated in a rule file from the general to the particular.
//!
//! ```text
//! habit third defender: third-hand-high 1.2, lowest -0.3
//! habit third defender trumps trick 1: third-hand-high 0.4
//! ```
//!
//! All lines that fit an occasion add up.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;

use super::Situation;

/// A numbering of the occasions on which something is chosen, and of the features of what is
/// chosen.
///
/// Occasions are numbered in groups of [`Occasions::KINDS`], which have their first words in
/// common.
pub trait Occasions {
    /// The number of occasions.
    const COUNT: usize;

    /// The number of occasions with the same first words.
    const KINDS: usize;

    /// The words of an occasion, the general ones first.
    fn words(number: usize) -> [String; 2];

    /// The message for words that name no occasion: what would be right.
    fn expected() -> String;

    /// The number of features.
    fn features() -> usize;

    /// Whether a feature is a matter of agreement, which pairs may or may not have.
    fn is_agreed(feature: usize) -> bool;

    /// The name of a feature.
    fn feature_name(feature: usize) -> &'static str;
}

/// The strains that occasions distinguish.
const STRAINS: [&str; 2] = ["notrump", "trumps"];

/// The phases of the play that occasions distinguish.
const PHASES: [&str; 3] = ["trick 1", "tricks 2-4", "later"];

/// The number of strains and phases; occasions also distinguish place and side.
pub(super) const KINDS: usize = STRAINS.len() * PHASES.len();

/// The index of a strain and phase, below [`KINDS`].
pub(super) fn kind(situation: &Situation) -> usize {
    let phase = match situation.trick_number {
        0 => 0,
        1..=3 => 1,
        _ => 2,
    };
    usize::from(situation.has_trumps()) * PHASES.len() + phase
}

/// The words of an occasion: place and side, then these with strain and phase.
pub(super) fn words_of(number: usize, places: &[&str], sides: &[&str]) -> [String; 2] {
    let (group, kind) = (number / KINDS, number % KINDS);
    let general = format!("{} {}", places[group / sides.len()], sides[group % sides.len()]);
    let particular =
        format!("{general} {} {}", STRAINS[kind / PHASES.len()], PHASES[kind % PHASES.len()]);
    [general, particular]
}

/// The message for words that name no occasion: what would be right.
pub(super) fn expected_of(places: &[&str], sides: &[&str]) -> String {
    format!(
        "expected an occasion: {}; {}; and after them, or not, {}, {}",
        places.join(", "),
        sides.join(", "),
        STRAINS.join(" or "),
        PHASES.join(", ")
    )
}

/// Nats by occasion and feature.
pub struct Lines<O> {
    /// The lines, by the words of the occasion.
    by_words: BTreeMap<String, Vec<(usize, f64)>>,
    /// The sums by the number of the occasion; features without nats are left out.
    sums: Vec<Vec<(usize, f64)>>,
    occasions: PhantomData<O>,
}

impl<O> Default for Lines<O> {
    fn default() -> Self {
        Self { by_words: BTreeMap::new(), sums: Vec::new(), occasions: PhantomData }
    }
}

impl<O> Clone for Lines<O> {
    fn clone(&self) -> Self {
        Self { by_words: self.by_words.clone(), sums: self.sums.clone(), occasions: PhantomData }
    }
}

impl<O> PartialEq for Lines<O> {
    fn eq(&self, other: &Self) -> bool {
        self.by_words == other.by_words
    }
}

impl<O> fmt::Debug for Lines<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(&self.by_words).finish()
    }
}

impl<O: Occasions> Lines<O> {
    /// Sets the nats of features on an occasion, which is given in words.
    ///
    /// # Errors
    ///
    /// If the occasion or a feature is not known: what would be right.
    pub fn set(&mut self, words: &str, nats: &[(&str, f64)]) -> Result<(), String> {
        let is_named = |number: &usize| O::words(*number).iter().any(|known| known == words);
        let named: Vec<usize> = (0..O::COUNT).filter(is_named).collect();
        if named.is_empty() {
            return Err(O::expected());
        }
        let feature = |&(name, nats): &(&str, f64)| {
            let at = (0..O::features()).find(|&feature| O::feature_name(feature) == name);
            at.map(|at| (at, nats)).ok_or_else(|| {
                let known: Vec<&str> = (0..O::features()).map(O::feature_name).collect();
                format!("\"{name}\" is none of {}", known.join(", "))
            })
        };
        let line = nats.iter().map(feature).collect::<Result<_, _>>()?;
        self.by_words.insert(words.to_owned(), line);
        self.sums.resize(O::COUNT, Vec::new());
        for number in named {
            self.sums[number] = self.sum(number);
        }
        Ok(())
    }

    /// Adds nats to features on an occasion, which is given in words.
    ///
    /// # Errors
    ///
    /// If the occasion or a feature is not known: what would be right.
    pub fn add(&mut self, words: &str, nats: &[(&str, f64)]) -> Result<(), String> {
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        let before = self.by_words.get(words).cloned().unwrap_or_default();
        let before = before.iter().map(|&(feature, nats)| (O::feature_name(feature), nats));
        for (name, nats) in before.chain(nats.iter().copied()) {
            *sums.entry(name).or_default() += nats;
        }
        self.set(words, &sums.into_iter().collect::<Vec<_>>())
    }

    /// The sum of these nats and those of other lines.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (words, nats) in other.each() {
            sum.add(words, &nats).expect("the other lines were checked when they were set");
        }
        sum
    }

    /// The lines, with the names of the features.
    pub fn each(&self) -> impl Iterator<Item = (&str, Vec<(&'static str, f64)>)> {
        self.by_words.iter().map(|(words, nats)| {
            let named = nats.iter().map(|&(feature, nats)| (O::feature_name(feature), nats));
            (words.as_str(), named.collect())
        })
    }

    /// The nats on an occasion by feature; features without nats are left out.
    pub fn at(&self, number: usize) -> &[(usize, f64)] {
        self.sums.get(number).map_or(&[], Vec::as_slice)
    }

    /// The features that have nats on some occasion, in order.
    pub fn features(&self) -> Vec<usize> {
        let all = self.by_words.values().flatten().map(|(feature, _)| *feature);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn sum(&self, number: usize) -> Vec<(usize, f64)> {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for line in O::words(number).iter().filter_map(|words| self.by_words.get(words)) {
            for &(feature, nats) in line {
                *sums.entry(feature).or_default() += nats;
            }
        }
        sums.into_iter().collect()
    }
}
