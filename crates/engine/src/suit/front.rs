//! The values of plans in each layout, and the plans that none dominates.

use std::cmp::Reverse;

/// The value of a plan in each layout: tricks, or whether it reaches its aim.
pub(super) type PlanWorth = Vec<u8>;

/// The value in a layout that is impossible here.
pub(super) const ELSEWHERE: u8 = u8::MAX;

/// Whether a plan is at least as good as another in every layout.
pub(super) fn covers(one: &[u8], other: &[u8]) -> bool {
    one.iter().zip(other).all(|(one, other)| one >= other)
}

/// The plans that no other covers.
pub(super) fn best(mut plans: Vec<PlanWorth>) -> Vec<PlanWorth> {
    plans.sort_by_cached_key(|it| Reverse(it.iter().map(|&worth| u32::from(worth)).sum::<u32>()));
    let mut kept: Vec<PlanWorth> = Vec::new();
    for plan in plans {
        if !kept.iter().any(|other| covers(other, &plan)) {
            kept.push(plan);
        }
    }
    kept
}

/// The best plans before a defender plays, from those after each of his cards. He knows the layout
/// and the plan, and in each layout plays the card with the least value. Declarer has a plan for
/// each of his cards.
pub(super) fn before_a_defender(
    after: impl IntoIterator<Item = Vec<PlanWorth>>,
    layouts: usize,
) -> Vec<PlanWorth> {
    let mut plans = vec![vec![ELSEWHERE; layouts]];
    for after in after.into_iter().filter(|it| !it.is_empty()) {
        let lesser = |one: &PlanWorth, other: &PlanWorth| -> PlanWorth {
            one.iter().zip(other).map(|(one, other)| *one.min(other)).collect()
        };
        plans = best(
            plans.iter().flat_map(|one| after.iter().map(move |it| lesser(one, it))).collect(),
        );
    }
    plans
}
