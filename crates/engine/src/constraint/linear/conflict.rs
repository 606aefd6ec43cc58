//! Conflicts: smallest sets of facts and rules that contradict each other.
//!
//! They are found by hitting sets (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva,
//! "Smallest MUS extraction with minimal hitting set dualization", CP 2015). If some parts fit
//! together, every conflict must contain one of the other parts: these are a set to hit. A smallest
//! selection that hits all sets found so far is either a conflict, and then a smallest one, or it
//! fits and yields another set to hit.

use std::fmt;

use itertools::Itertools;

use super::ownership::{Fact, Ownership};
use super::{LinearModel, Undecided};
use crate::cards::{FullDeal, seat_name};
use crate::constraint::calls::Rule;
use crate::play::View;

/// The most models that the search for a smallest conflict solves. After that a deletion filter
/// takes over, which solves one more model for each part.
const SOLVES: usize = 500;

/// A part of a conflict.
#[derive(Debug, Clone, PartialEq)]
pub enum ConflictPart {
    /// Something that the player has seen.
    Fact(Fact),
    /// A promise of another player.
    Rule(Rule),
}

/// What is proved about the size of a conflict. Its parts contradict each other in every case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// No conflict has fewer parts.
    Smallest,
    /// Without any one of its parts the rest fits, but another conflict may be smaller.
    Irreducible,
    /// The solver could not decide about some part, which may be superfluous.
    Unproven,
}

/// Facts and rules that contradict each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The parts: facts first, then rules in the order given.
    pub parts: Vec<ConflictPart>,
    /// What is proved about the size.
    pub size: Size,
}

impl Conflict {
    /// Looks for a conflict between the facts of a view and some rules, each taken as certain.
    /// `None` if some deal fits them all.
    ///
    /// It looks for a smallest conflict within a fixed number of solves. If they do not suffice, it
    /// leaves out parts one by one as long as the rest is still a conflict.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the solver cannot tell whether some deal fits.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use falsecard::cards::{Auction, Seat, Vulnerability};
    /// use falsecard::constraint::{Conflict, Rule, parse_condition};
    /// use falsecard::play::{Bidding, Board, DeclaredContract, Play};
    ///
    /// let contract = DeclaredContract { contract: "3NT".parse()?, declarer: Seat::South };
    /// let bidding = Bidding::new(Seat::South, Vulnerability::NS, Auction::new(), contract)?;
    /// let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543".parse()?;
    /// let mut play = Play::new(Board::new(deal, Arc::new(bidding)));
    /// play.play("H6".parse()?)?;
    ///
    /// let rules = [("hcp 21-22", Seat::South), ("clubs odd", Seat::West), ("hcp 2+", Seat::West)];
    /// let rules = rules.map(|(text, seat)| {
    ///     let source = format!("{text} (given by the user)");
    ///     Rule::certain(seat, parse_condition(text).unwrap(), source)
    /// });
    /// let conflict = Conflict::find(&play.view(Seat::East), &rules)?.unwrap();
    /// assert_eq!(
    ///     conflict.to_string(),
    ///     "no deal fits: dummy + own hand + South: hcp 21-22 (given by the user) \
    ///      + West: hcp 2+ (given by the user)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(view: &View, rules: &[Rule]) -> Result<Option<Self>, Undecided> {
        let Some(found) = ConflictSearch::conflict(view, rules)? else { return Ok(None) };
        Ok(Some(found.conflict))
    }
}

/// A conflict, with the numbers of the rules in it.
pub(super) struct FoundConflict {
    pub conflict: Conflict,
    /// The numbers of the rules, from 0.
    pub rules: Vec<usize>,
}

/// The parts that a conflict may consist of. A selection of them is a sorted list of indices.
pub(super) struct ConflictSearch<'a> {
    view: &'a View,
    parts: Vec<ConflictPart>,
    solves: usize,
}

impl<'a> ConflictSearch<'a> {
    fn new(view: &'a View, rules: &[Rule]) -> Self {
        let facts = Fact::all(view).into_iter().map(ConflictPart::Fact);
        let parts = facts.chain(rules.iter().cloned().map(ConflictPart::Rule)).collect();
        Self { view, parts, solves: 0 }
    }

    /// Does the work of [`Conflict::find`].
    pub(super) fn conflict(
        view: &'a View,
        rules: &[Rule],
    ) -> Result<Option<FoundConflict>, Undecided> {
        let mut search = Self::new(view, rules);
        let every: Vec<usize> = (0..search.parts.len()).collect();
        if search.fitting(&every)?.is_some() {
            return Ok(None);
        }
        let (chosen, size) = match search.smallest() {
            Some(chosen) => (chosen, Size::Smallest),
            None => search.filtered(every),
        };
        let facts = search.parts.len() - rules.len();
        let of_rules = chosen.iter().filter_map(|part| part.checked_sub(facts)).collect();
        let parts = chosen.into_iter().map(|part| search.parts[part].clone()).collect();
        Ok(Some(FoundConflict { conflict: Conflict { parts, size }, rules: of_rules }))
    }

    /// A deal that agrees with the chosen parts.
    fn fitting(&mut self, chosen: &[usize]) -> Result<Option<FullDeal>, Undecided> {
        self.solves += 1;
        let (mut facts, mut rules) = (Vec::new(), Vec::new());
        for &part in chosen {
            match &self.parts[part] {
                ConflictPart::Fact(fact) => facts.push(*fact),
                ConflictPart::Rule(rule) => rules.push(rule),
            }
        }
        LinearModel::new(&Ownership::of_facts(self.view, &facts), rules).example()
    }

    /// A smallest conflict; `None` if the solves did not suffice or one was undecided.
    fn smallest(&mut self) -> Option<Vec<usize>> {
        let mut to_hit: Vec<Vec<usize>> = Vec::new();
        while self.solves < SOLVES {
            let candidate = smallest_hitting(&to_hit)?;
            match self.fitting(&candidate).ok()? {
                None => return Some(candidate),
                Some(deal) => to_hit.push(self.left_out(&deal)),
            }
        }
        None
    }

    /// The parts left out of a maximal selection that fits. The selection begins with the parts
    /// that the deal agrees with, and grows part by part while some deal agrees with all.
    fn left_out(&mut self, deal: &FullDeal) -> Vec<usize> {
        let mut kept = self.agreeing(deal);
        for part in 0..self.parts.len() {
            if kept.contains(&part) {
                continue;
            }
            let more: Vec<usize> = kept.iter().copied().chain([part]).sorted().collect();
            if let Ok(Some(deal)) = self.fitting(&more) {
                kept = self.agreeing(&deal);
            }
        }
        (0..self.parts.len()).filter(|part| !kept.contains(part)).collect()
    }

    /// The parts that a deal agrees with.
    fn agreeing(&self, deal: &FullDeal) -> Vec<usize> {
        self.parts
            .iter()
            .positions(|part| match part {
                ConflictPart::Fact(fact) => Ownership::of_facts(self.view, &[*fact]).admits(deal),
                ConflictPart::Rule(rule) => rule.condition.is_true_of(&deal[rule.seat]),
            })
            .collect()
    }

    /// Leaves out each part without which the rest is still a conflict.
    fn filtered(&mut self, mut chosen: Vec<usize>) -> (Vec<usize>, Size) {
        let mut size = Size::Irreducible;
        for part in chosen.clone() {
            let rest: Vec<usize> = chosen.iter().copied().filter(|&other| other != part).collect();
            match self.fitting(&rest) {
                Ok(None) => chosen = rest,
                Ok(Some(_)) => {}
                Err(_) => size = Size::Unproven,
            }
        }
        (chosen, size)
    }
}

/// A smallest selection with an element of every set, the first of its size; `None` if a set is
/// empty.
fn smallest_hitting(sets: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut chosen = (0..=sets.len()).find_map(|size| hitting(sets, Vec::new(), size))?;
    chosen.sort_unstable();
    Some(chosen)
}

/// Adds up to `more` elements to a selection so that it hits every set.
fn hitting(sets: &[Vec<usize>], chosen: Vec<usize>, more: usize) -> Option<Vec<usize>> {
    let missed = sets.iter().find(|set| set.iter().all(|element| !chosen.contains(element)));
    let Some(missed) = missed else { return Some(chosen) };
    let more = more.checked_sub(1)?;
    missed.iter().find_map(|&element| {
        let with = chosen.iter().copied().chain([element]).collect();
        hitting(sets, with, more)
    })
}

/// "West: hcp 2+ (given by the user)".
impl fmt::Display for ConflictPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(fact) => fact.fmt(f),
            Self::Rule(rule) => write!(f, "{}: {}", seat_name(rule.seat), rule.source),
        }
    }
}

/// "no deal fits: dummy + own hand + South: … + West: …".
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no deal fits: {}", self.parts.iter().join(" + "))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cards::{Auction, Seat, Vulnerability};
    use crate::constraint::parse_condition;
    use crate::play::{Bidding, Board, DeclaredContract, Play};

    #[test]
    fn hitting_sets_are_smallest() {
        assert_eq!(smallest_hitting(&[]), Some(vec![]));
        assert_eq!(smallest_hitting(&[vec![0, 2], vec![1, 2], vec![3]]), Some(vec![2, 3]));
        assert_eq!(smallest_hitting(&[vec![0], vec![]]), None);
    }

    /// The deletion filter leaves a conflict, which is none without any one of its parts.
    #[test]
    fn the_filter_leaves_no_superfluous_part() {
        let contract = DeclaredContract { contract: "1NT".parse().unwrap(), declarer: Seat::South };
        let bidding =
            Bidding::new(Seat::South, Vulnerability::NONE, Auction::new(), contract).unwrap();
        let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";
        let play = Play::new(Board::new(deal.parse().unwrap(), Arc::new(bidding)));
        let view = play.view(Seat::West);
        let said = [
            (Seat::East, "hcp 20+"),
            (Seat::North, "spades 6+"),
            (Seat::South, "hcp 21+"),
            (Seat::South, "spades 5+"),
            (Seat::East, "spades 3+"),
        ];
        let rules = said.map(|(seat, text)| {
            Rule::certain(seat, parse_condition(text).unwrap(), text.to_owned())
        });
        let mut search = ConflictSearch::new(&view, &rules);
        let (left, size) = search.filtered((0..search.parts.len()).collect());
        assert_eq!(size, Size::Irreducible);
        assert_eq!(search.fitting(&left), Ok(None));
        for out in 0..left.len() {
            let mut rest = left.clone();
            rest.remove(out);
            assert!(search.fitting(&rest).unwrap().is_some());
        }
        // Three rules promise fourteen spades, two rules 41 points: the filter finds the larger
        // conflict.
        assert_eq!(left.len(), 3);
        assert_eq!(search.smallest().map(|parts| parts.len()), Some(2));
    }
}
