//! A first guess at the answer, so that few questions must be searched.

use super::ranks::TOPS;
use super::state::{Table, is_ns};

/// What the four highest cards left of a suit count, as a Milton Work count does.
const POINTS: [u32; 4] = [4, 3, 2, 1];

/// About how many of the tricks left North-South will take.
pub(super) fn guess_tricks(table: &Table) -> u8 {
    let all = table.hands.iter().fold(table.played, |all, hand| all | hand);
    let ours = table.hands[0] | table.hands[2];
    let (mut mine, mut total) = (0, 0);
    for (step, points) in POINTS.into_iter().enumerate() {
        let rank = TOPS >> step;
        mine += points * (ours & rank).count_ones();
        total += points * (all & rank).count_ones();
    }
    if table.trumps != 0 {
        mine += 2 * (ours & table.trumps).count_ones();
        total += 2 * (all & table.trumps).count_ones();
    }
    let left = u32::from(table.left);
    let guess = if total == 0 { left / 2 } else { (2 * mine * left + total) / (2 * total) };
    let on_lead = u32::from(total == 0 && is_ns(table.seat));
    (guess + on_lead).min(left) as u8
}
