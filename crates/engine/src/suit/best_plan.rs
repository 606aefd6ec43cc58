//! The best plan by the chances of the layouts.
//!
//! Before the first trick only the most valuable plan is asked for, not all plans that no other
//! covers. After each card of the second defender declarer chooses one of several hundred plans,
//! and the choices have more combinations than can be tried. So choices are left out that cannot
//! belong to a better plan than the one that is known, even with the highest value that the others
//! have in each layout (branch and bound).

use super::front::{ELSEWHERE, PlanWorth, best, highest, lesser};

/// Sums of chances that differ by less are equal.
const ROUNDING: f64 = 1e-12;

/// The best plan before a defender plays and its value, from the best plans after each of his
/// cards, at least one of which is possible. `value` sums over layouts: it is no lower for a plan
/// that is as good in each of them.
pub(super) fn best_plan(
    mut after: Vec<Vec<PlanWorth>>,
    value: &dyn Fn(&[u8]) -> f64,
) -> (f64, PlanWorth) {
    after.retain(|plans| !plans.is_empty());
    let unbounded = vec![ELSEWHERE; after[0][0].len()];
    let mut search = PlanSearch { value, best: (-1.0, Vec::new()) };
    search.improve(&after, &unbounded);
    search.try_all(&after, &unbounded);
    search.best
}

struct PlanSearch<'a> {
    value: &'a dyn Fn(&[u8]) -> f64,
    /// The best plan so far, after its value.
    best: (f64, PlanWorth),
}

impl PlanSearch<'_> {
    fn is_better(&self, plan: &[u8]) -> bool {
        (self.value)(plan) > self.best.0 + ROUNDING
    }

    /// Begins with the first plan after each card, and exchanges one at a time while that gains.
    fn improve(&mut self, after: &[Vec<PlanWorth>], unbounded: &[u8]) {
        let mut chosen: Vec<&PlanWorth> = after.iter().map(|plans| &plans[0]).collect();
        let mut has_gained = true;
        while has_gained {
            has_gained = false;
            for (card, plans) in after.iter().enumerate() {
                let others = least_but(card, &chosen, unbounded);
                for plan in plans {
                    let all = lesser(&others, plan);
                    if self.is_better(&all) {
                        self.best = ((self.value)(&all), all);
                        chosen[card] = plan;
                        has_gained = true;
                    }
                }
            }
        }
    }

    /// Tries all choices after the cards that are left; `so_far` is the least that those made
    /// already bring in each layout.
    fn try_all(&mut self, after: &[Vec<PlanWorth>], so_far: &[u8]) {
        let Some(mut left) = self.narrowed(after, so_far) else { return };
        let Some(fewest) = (0..left.len()).min_by_key(|&card| left[card].len()) else {
            if self.is_better(so_far) {
                self.best = ((self.value)(so_far), so_far.to_vec());
            }
            return;
        };
        let plans = left.swap_remove(fewest);
        let ceilings = left.iter().map(|plans| highest(plans));
        let ceiling = ceilings.fold(so_far.to_vec(), |all, ceiling| lesser(&all, &ceiling));
        let bounded = plans.into_iter().map(|plan| ((self.value)(&lesser(&plan, &ceiling)), plan));
        let mut bounded: Vec<(f64, PlanWorth)> = bounded.collect();
        bounded.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (bound, plan) in bounded {
            if bound <= self.best.0 + ROUNDING {
                return;
            }
            self.try_all(&left, &plan);
        }
    }

    /// The plans after each card that can still belong to a better plan; `None` if there are none
    /// after one of them.
    fn narrowed(&self, after: &[Vec<PlanWorth>], so_far: &[u8]) -> Option<Vec<Vec<PlanWorth>>> {
        let with = |plans: &Vec<PlanWorth>| plans.iter().map(|it| lesser(so_far, it)).collect();
        let mut left: Vec<Vec<PlanWorth>> = after.iter().map(|plans| best(with(plans))).collect();
        loop {
            let ceilings: Vec<PlanWorth> = left.iter().map(|plans| highest(plans)).collect();
            let ceilings: Vec<&PlanWorth> = ceilings.iter().collect();
            let mut is_narrower = false;
            for (card, plans) in left.iter_mut().enumerate() {
                let (others, before) = (least_but(card, &ceilings, so_far), plans.len());
                plans.retain(|plan| self.is_better(&lesser(&others, plan)));
                if plans.is_empty() {
                    return None;
                }
                is_narrower |= plans.len() < before;
            }
            if !is_narrower {
                return Some(left);
            }
        }
    }
}

/// In each layout the least of all values but those after one card.
fn least_but(card: usize, all: &[&PlanWorth], so_far: &[u8]) -> PlanWorth {
    let others = all.iter().enumerate().filter(|(at, _)| *at != card);
    others.fold(so_far.to_vec(), |least, (_, plan)| lesser(&least, plan))
}
