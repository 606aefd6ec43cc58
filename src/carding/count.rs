//! Count: to a suit that declarer leads, low shows an odd number of cards, high an even number.

use super::{Convention, Situation};
use crate::cards::{Card, Holding, Rank, highest, lowest};

/// Standard count, given once: with the first card that a defender follows to a side suit that
/// declarer or dummy leads. (Otawa & Uehara 2006, appendix: "low = odd, high = even".)
///
/// Only spot cards signal. The honest card is the lowest from an odd number, and from an even
/// number the highest spot. A last hand that wins the trick is not signalling.
pub(super) struct Count;

/// The highest card that is spared for a signal.
const HIGHEST_SPOT: u8 = 9;

impl Convention for Count {
    fn slug(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "following to declarer's lead: low from an odd number of cards, high from an even number"
    }

    fn speaks(&self, situation: &Situation, card: Rank) -> bool {
        situation.is_defender()
            && situation.follows_declarer()
            && situation.before.is_empty()
            && situation.contract.trumps() != Some(situation.suit)
            && card.get() <= HIGHEST_SPOT
            && !situation.wins_the_trick(Card { suit: situation.suit, rank: card })
    }

    fn honest(&self, _: &Situation, holding: Holding) -> Option<Holding> {
        let spots = holding & Holding::from_bits_truncate((1 << (HIGHEST_SPOT + 1)) - 1);
        let card = if holding.len() % 2 == 1 { lowest(spots) } else { highest(spots) };
        card.map(Holding::from_rank)
    }
}
