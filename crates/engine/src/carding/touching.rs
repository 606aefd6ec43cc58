//! Cards that are as good as each other.

use crate::cards::{Holding, Rank, from_rank_up, highest, lowest};

/// The cards of `holding` that touch `rank`, one of them: every card between is held too, or gone.
/// Cards of dummy and of the other hands separate. In the middle of a trick cards that touch may be
/// different plays: ask [`Situation::equals`](super::Situation::equals) there.
///
/// ```
/// use falsecard::carding::touching;
/// use falsecard::cards::{Holding, Rank};
///
/// let [held, gone]: [Holding; 2] = ["QT97".parse()?, "J".parse()?];
/// assert_eq!(touching(held, Rank::Q, gone), "QT9".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn touching(holding: Holding, rank: Rank, gone: Holding) -> Holding {
    let others = !(holding | gone).to_bits();
    let bit = 1u16 << rank.get();
    let above = others & !(bit | (bit - 1));
    let below = others & (bit - 1);
    let upto = (1u32 << above.trailing_zeros()) - 1;
    let from = (1u32 << (u16::BITS - below.leading_zeros())) - 1;
    holding & Holding::from_bits_truncate((upto & !from) as u16)
}

/// The highest spot card, with which a player parts freely.
pub(super) const HIGHEST_SPOT: Rank = Rank::new(9);

/// The cards up to the nine.
pub(super) fn spots(holding: Holding) -> Holding {
    holding & Holding::from_bits_truncate((1 << (HIGHEST_SPOT.get() + 1)) - 1)
}

/// The ten and above.
pub(super) fn honours(holding: Holding) -> Holding {
    holding - spots(holding)
}

/// Whether a player likes the suit: he has the queen or better.
pub(super) fn likes(holding: Holding) -> bool {
    !(holding & from_rank_up(Rank::Q)).is_empty()
}

/// The card at a place from the top, 0 for the highest; none if there are fewer.
pub(super) fn nth(holding: Holding, place: usize) -> Holding {
    holding.iter().nth(place).map_or(Holding::EMPTY, Holding::from_rank)
}

/// How many of some cards are better than a rank.
pub(super) fn better(cards: Holding, than: Rank) -> usize {
    (u32::from(cards.to_bits()) >> (than.get() + 1)).count_ones() as usize
}

/// How many cards of a holding are masters: none of those that are out beats them.
pub(super) fn masters(held: Holding, out: Holding) -> usize {
    highest(out).map_or(held.len(), |top| better(held, top))
}

/// The highest card of a holding; empty for a void.
pub(super) fn highest_of(holding: Holding) -> Holding {
    highest(holding).map_or(Holding::EMPTY, Holding::from_rank)
}

/// The lowest card of a holding; empty for a void.
pub(super) fn lowest_of(holding: Holding) -> Holding {
    lowest(holding).map_or(Holding::EMPTY, Holding::from_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(text: &str) -> Holding {
        text.parse().unwrap()
    }

    /// What is counted by bits is what the cards of a holding are, one by one.
    #[test]
    fn bits_count_cards() {
        for held in (0..1_u16 << 13).map(|it| Holding::from_bits_truncate(it << 2)) {
            for rank in Holding::ALL {
                let above = held.iter().filter(|&card| card > rank).count();
                assert_eq!(better(held, rank), above, "{held} above {rank:?}");
            }
        }
    }

    #[test]
    fn what_is_gone_does_not_come_between() {
        for (held, rank, gone, expected) in [
            ("QJ2", "Q", "", "QJ"),
            ("KJ2", "K", "", "K"),
            ("KJ2", "J", "Q", "KJ"),
            ("A", "A", "", "A"),
            ("32", "2", "", "32"),
            ("AK982", "9", "", "98"),
            ("AK982", "8", "QJT", "AK98"),
        ] {
            let rank = rank.parse().unwrap();
            assert_eq!(touching(holding(held), rank, holding(gone)), holding(expected), "{held}");
        }
    }
}
