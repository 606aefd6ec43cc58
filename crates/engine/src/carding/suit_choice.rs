//! Which suit a player leads, or throws from.

use super::Choice;
use crate::cards::Holding;

/// How much more readily a singleton is led than any other length of a side suit, by an opening
/// leader who may ruff. (The true deal becomes likelier by 0.018 nats a problem on the even half of
/// the problems in `tests/reading.rs`, by 0.001 on the odd; three does better on the one, worse on
/// the other. Doubletons are not led more readily than longer suits.)
const SINGLETON: f64 = 2.0;

/// The cards of a hand, which no suit has more of.
const CARDS: f64 = 13.0;

impl Choice {
    /// How readily a player plays a card of this suit, of which he has this many left, rather than of
    /// another: above 0 and at most 1, and nothing without a card. He chooses his suits in proportion to
    /// it. Who follows suit has no other.
    ///
    /// A leader, and who discards, chooses a suit in proportion to its length, as if any card of his
    /// hand were as likely; but against a trump contract a defender leads a short suit as readily as a
    /// long one. (On the even half of the problems in `tests/reading.rs` that makes the true deal likelier
    /// by 0.06 nats a problem; any power of the length from none to the third does about as well
    /// elsewhere.) The opening lead against trumps is from a singleton twice as readily as from any other
    /// length. Where no convention speaks, any card of the hand is as likely.
    pub fn readiness(&self, left: Holding) -> f64 {
        let situation = self.situation();
        let led_against_trumps =
            situation.is_lead() && situation.is_defender() && situation.has_trumps();
        if left.is_empty() {
            0.0
        } else if situation.follows() {
            1.0
        } else if !led_against_trumps || !self.is_informed() {
            left.len() as f64 / CARDS
        } else if situation.is_opening_lead() && !situation.is_trumps() && left.len() > 1 {
            1.0 / SINGLETON
        } else {
            1.0
        }
    }
}
