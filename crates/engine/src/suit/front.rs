//! The values of plans in each layout, and the plans that none dominates.

use std::cmp::Reverse;

/// The value of a plan in each layout: tricks, or whether it reaches its aim.
pub(super) type PlanWorth = Vec<u8>;

/// The value in a layout that is impossible here: the highest, and below the highest bit.
pub(super) const ELSEWHERE: u8 = 0x7F;

/// The highest bit of each of eight values, which no value has.
const FREE: u64 = u64::from_ne_bytes([0x80; 8]);

/// Whether a plan is at least as good as another in every layout. Fronts have thousands of plans,
/// each of which is compared with most others, so eight values are subtracted at a time: where the
/// other's is greater, the bit set above is borrowed.
pub(super) fn covers(one: &[u8], other: &[u8]) -> bool {
    let ((eights, rest), (other_eights, other_rest)) =
        (one.as_chunks::<8>(), other.as_chunks::<8>());
    let is_lost = |(one, other): (&[u8; 8], &[u8; 8])| {
        let left = (u64::from_ne_bytes(*one) | FREE) - u64::from_ne_bytes(*other);
        left & FREE != FREE
    };
    !eights.iter().zip(other_eights).any(is_lost)
        && rest.iter().zip(other_rest).all(|(one, other)| one >= other)
}

/// The plans that no other covers.
pub(super) fn best(mut plans: Vec<PlanWorth>) -> Vec<PlanWorth> {
    plans.sort_unstable();
    plans.dedup();
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
        plans = best(
            plans.iter().flat_map(|one| after.iter().map(move |it| lesser(one, it))).collect(),
        );
    }
    plans
}

/// In each layout the lesser of two values.
pub(super) fn lesser(one: &[u8], other: &[u8]) -> PlanWorth {
    one.iter().zip(other).map(|(one, other)| *one.min(other)).collect()
}

/// In each layout the highest value of these plans.
pub(super) fn highest(plans: &[PlanWorth]) -> PlanWorth {
    let higher = |one: PlanWorth, other: &PlanWorth| -> PlanWorth {
        one.iter().zip(other).map(|(one, other)| *one.max(other)).collect()
    };
    plans[1..].iter().fold(plans[0].clone(), higher)
}
