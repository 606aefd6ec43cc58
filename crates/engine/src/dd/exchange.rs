//! Cards that must fail because another card has failed.
//!
//! A proof that a card fails is a strategy of the other side. It rests on its *winners*: the cards
//! that somewhere in it win a trick against others of their suit. Any other card only loses tricks,
//! or wins where every card of its suit would. A lower card in its place loses the same tricks to
//! the same cards, and the strategy still holds. So
//!
//! - if playing a low card fails, playing a higher one fails too, provided that the trick goes on
//!   as before and the higher card, which the player had kept, was no winner;
//! - two cards of a suit may change places, in whichever hands they are, if neither they nor the
//!   cards between them are winners.
//!
//! Without this rule, a fifth of the nodes go into refuting honours that are thrown away.

use super::ranks::{Cards, above, highest, lane_of, lowest};
use super::state::{OpenTrick, Start};

/// The cards of a suit that fail because `card` did, in whichever hand: neither `card`, nor they,
/// nor any card between is a winner.
pub(super) const fn exchangeable(card: Cards, winners: Cards) -> Cards {
    let lane = lane_of(card);
    if winners & card != 0 {
        return 0;
    }
    let higher = lowest(winners & above(card));
    let lower = winners & lane & (card - 1);
    let not_below = if lower == 0 { 0 } else { (highest(lower) << 1) - 1 };
    lane & higher.wrapping_sub(1) & !not_below
}

/// The higher cards of a suit that fail because `card` did, played after `N` cards of the trick:
/// they were no winners when kept, and the trick goes on as with `card`.
pub(super) fn no_better<const N: usize>(
    start: &Start,
    trick: &OpenTrick,
    card: Cards,
    winners: Cards,
) -> Cards {
    if N == 0 {
        return 0;
    }
    let rivals = if trick.beating(card, start.trumps) == 0 {
        trick.best
    } else {
        (N + 1..4).fold(0, |cards, n| cards | start.hands[(start.leader + n) & 3])
    };
    let above = above(card);
    above & lowest(rivals & above).wrapping_sub(1) & !winners
}

#[cfg(test)]
mod tests {
    use super::super::ranks::{TOPS, lane};
    use super::*;
    use crate::cards::{BySeat, Seat, Strain};
    use crate::play::Position;

    #[test]
    fn cards_between_winners_are_alike() {
        let [ace, king, queen, jack, ten] = [0, 1, 2, 3, 4].map(|step| (TOPS & 0xFFFF) >> step);
        let rest = lane_of(ace) & (ten - 1);
        assert_eq!(exchangeable(queen, ace), king | queen | jack | ten | rest);
        assert_eq!(exchangeable(queen, ace | ten), king | queen | jack);
        assert_eq!(exchangeable(queen, queen), 0);
        assert_eq!(exchangeable(queen, ace << 16), lane_of(ace));
    }
    #[test]
    fn higher_losers_are_no_better() {
        // North leads; East holds the king and the two of the eight spades left.
        let hands = ["AQ...", "K2...", "J3...", "54..."].map(|hand| hand.parse().unwrap());
        let hands = BySeat::from_fn(|seat| hands[seat as usize]);
        let position = Position::new(hands, Strain::Notrump, Seat::North).unwrap();
        let (start, before, _) = Start::new(&position);
        let [ace, king, queen, jack] = [0, 1, 2, 3].map(|step| lane(3) & (TOPS >> step));
        let two = lowest(start.hands[1]);

        let after = before.with(0, ace, start.trumps);
        assert_eq!(no_better::<1>(&start, &after, two, ace) & start.hands[1], king);
        assert_eq!(no_better::<1>(&start, &after, two, ace | king) & start.hands[1], 0);
        // The king would win this trick.
        let after = before.with(0, queen, start.trumps);
        assert_eq!(no_better::<1>(&start, &after, two, queen) & (king | jack), jack);
    }
}
