//! A first guess at the number of tricks, so that few zero-window searches are
//! needed.

use super::ranks::TOPS;
use super::state::{Start, is_ns};

/// Points for the four highest cards left of a suit, as in the Milton Work count.
const POINTS: [u32; 4] = [4, 3, 2, 1];

/// A guess at how many of the tricks left North-South take.
pub(super) fn guess_tricks(start: &Start) -> u8 {
    let all = start.hands.iter().fold(0, |all, hand| all | hand);
    let ours = start.hands[0] | start.hands[2];
    let (mut mine, mut total) = (0, 0);
    for (step, points) in POINTS.into_iter().enumerate() {
        let rank = TOPS >> step;
        mine += points * (ours & rank).count_ones();
        total += points * (all & rank).count_ones();
    }
    if start.trumps != 0 {
        mine += 2 * (ours & start.trumps).count_ones();
        total += 2 * (all & start.trumps).count_ones();
    }
    let left = u32::from(start.left);
    let guess = if total == 0 { left / 2 } else { (2 * mine * left + total) / (2 * total) };
    let on_lead = u32::from(total == 0 && is_ns(start.leader));
    (guess + on_lead).min(left) as u8
}
