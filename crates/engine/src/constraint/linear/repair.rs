//! Repairs of a contradiction: the fewest rules to give up.

use itertools::Itertools;

use super::Undecided;
use super::conflict::{Conflict, ConflictSearch};
use crate::constraint::calls::Rule;
use crate::play::View;

/// The number of conflicts at which the search for repairs gives up.
const CONFLICTS: usize = 30;

/// A conflict with all its cheapest repairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Repairs {
    /// Why not all the rules can be kept.
    pub conflict: Conflict,
    /// Every smallest set of rules, by number from 0, without which some deal fits the rest. Empty
    /// if the facts contradict each other.
    pub cheapest: Vec<Vec<usize>>,
    /// The rules that were in a conflict found, by number from 0.
    pub involved: Vec<usize>,
}

impl Repairs {
    /// Looks for conflicts between the facts of a view and some rules, each taken as certain, and
    /// for all the cheapest repairs. `None` if some deal fits them all.
    ///
    /// A repair must take a rule out of every conflict. The smallest sets that hit all conflicts
    /// found so far are tried one by one: either the rest fits, or it contains another conflict.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the solver cannot tell whether some deal fits, or after too many conflicts.
    pub fn find(view: &View, rules: &[Rule]) -> Result<Option<Self>, Undecided> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut first = None;
        while found.len() < CONFLICTS {
            let cheapest = smallest_hitting_sets(&found);
            match left_over(view, rules, &cheapest)? {
                None => {
                    let involved = found.into_iter().flatten().sorted().dedup().collect();
                    return Ok(first.map(|conflict| Self { conflict, cheapest, involved }));
                }
                Some((conflict, parts)) => {
                    first.get_or_insert(conflict);
                    found.push(parts);
                }
            }
        }
        Err(Undecided::Solver(format!("more than {CONFLICTS} contradictions")))
    }
}

/// A conflict that some repair leaves, with the numbers of its rules; `None` if all repairs work.
fn left_over(
    view: &View,
    rules: &[Rule],
    repairs: &[Vec<usize>],
) -> Result<Option<(Conflict, Vec<usize>)>, Undecided> {
    for repair in repairs {
        let kept: Vec<usize> = (0..rules.len()).filter(|rule| !repair.contains(rule)).collect();
        let rest: Vec<Rule> = kept.iter().map(|&rule| rules[rule].clone()).collect();
        if let Some(found) = ConflictSearch::conflict(view, &rest)? {
            let parts = found.rules.into_iter().map(|part| kept[part]).collect();
            return Ok(Some((found.conflict, parts)));
        }
    }
    Ok(None)
}

/// Every smallest selection with an element of every set; none if a set is empty.
fn smallest_hitting_sets(sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let elements: Vec<usize> = sets.iter().flatten().copied().sorted().dedup().collect();
    let hits = |chosen: &Vec<usize>| {
        sets.iter().all(|set| set.iter().any(|element| chosen.contains(element)))
    };
    let of_size = |size| elements.iter().copied().combinations(size).filter(hits).collect();
    let found = (0..=elements.len()).map(of_size).find(|found: &Vec<_>| !found.is_empty());
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_smallest_hitting_sets_are_found() {
        assert_eq!(smallest_hitting_sets(&[]), [Vec::<usize>::new()]);
        assert_eq!(smallest_hitting_sets(&[vec![0, 1]]), [[0], [1]]);
        assert_eq!(smallest_hitting_sets(&[vec![0, 1], vec![1, 2], vec![3]]), [[1, 3]]);
        assert!(smallest_hitting_sets(&[vec![0], vec![]]).is_empty());
    }
}
