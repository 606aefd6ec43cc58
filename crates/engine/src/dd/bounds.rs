//! Tricks that need no search: those that a side can cash, and those that the other side cannot
//! lose.
//!
//! Each bound comes with the top cards that prove it. After B. Haglund, *Search algorithms for a
//! bridge double dummy solver* (2004), which calls them quick tricks and later tricks.

use super::later::{later_tricks, trump_tricks};
use super::proof::Proof;
use super::quick::quick_tricks;
use super::ranks::TOPS;
use super::state::{OpenTrick, Start, is_ns};

/// A proof at the start of a trick that North-South take `target` tricks, or that they do not, if
/// sure tricks suffice for it.
pub(super) fn sure_tricks(start: &Start, target: u8) -> Option<Proof> {
    let ours = is_ns(start.leader);
    let wanted = if ours { target } else { start.left + 1 - target };
    let ranks = quick_tricks(start, start.leader, wanted)
        .or_else(|| trump_tricks(start, start.leader, wanted));
    if let Some(ranks) = ranks {
        return Some(Proof::of(ours, wanted, ranks, start.left));
    }
    let against = start.left + 1 - wanted;
    let ranks = later_tricks(start, against)?;
    Some(Proof::of(!ours, against, ranks, start.left))
}

/// A proof after the lead: the leader's opponents win the trick with the top card of the suit
/// and cash the rest.
pub(super) fn second_hand(start: &Start, trick: &OpenTrick, target: u8) -> Option<Proof> {
    let [second, third, fourth] = [1, 2, 3].map(|steps| (start.leader + steps) & 3);
    let follows = |seat: usize| start.hands[seat] & trick.led != 0;
    if !follows(third) && start.hands[third] & start.trumps != 0 {
        return None;
    }
    let top = trick.led & TOPS;
    let can_stay_out = follows(second) || start.hands[second] & !start.trumps != 0;
    let winner = if start.hands[second] & top != 0 {
        second
    } else if start.hands[fourth] & top != 0 && can_stay_out {
        fourth
    } else {
        return None;
    };
    let ours = is_ns(winner);
    let wanted = if ours { target } else { start.left + 1 - target };
    let ranks = quick_tricks(start, winner, wanted)?;
    Some(Proof::of(ours, wanted, ranks | top, start.left))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::naive;
    use super::super::pattern::{ProofPattern, TargetQuery};
    use super::*;
    use crate::cards::{BySeat, Card, Hand, Rank, Seat, Strain, Suit};
    use crate::play::Position;

    /// Who has each card from the ace down, clubs first; of some suits he may have few or none.
    type Owners = Vec<Vec<usize>>;

    /// The owners of two to four cards a hand, dealt from the top ranks of the four suits.
    fn owners() -> impl Strategy<Value = Owners> {
        let deal = |tricks: usize| {
            let hands = (0..4 * tricks).map(|card| card % 4).collect::<Vec<_>>();
            let suits = prop::collection::vec(0..4usize, 4 * tricks);
            (Just(hands).prop_shuffle(), suits)
        };
        (2..=4usize).prop_flat_map(deal).prop_map(|(hands, suits)| {
            let mut owners = vec![Vec::new(); 4];
            for (seat, suit) in hands.into_iter().zip(suits) {
                owners[suit].push(seat);
            }
            owners
        })
    }

    fn position(owners: &Owners, strain: Strain) -> Position {
        let mut hands = BySeat::from_fn(|_| Hand::EMPTY);
        for (suit, owners) in Suit::ASC.into_iter().zip(owners) {
            for (rank, &owner) in (2..=14).rev().zip(owners) {
                hands[Seat::ALL[owner]].insert(Card { suit, rank: Rank::new(rank) });
            }
        }
        Position::new(hands, strain, Seat::North).unwrap()
    }

    proptest! {
        /// Sure tricks are won here, and in every position where the winners named still beat the
        /// cards that they beat here.
        #[test]
        fn the_cards_named_are_enough(
            owners in owners(),
            trumps in 0..5usize,
            swaps in prop::collection::vec((0..4usize, 0..12usize), 0..6),
        ) {
            let strain = Strain::ASC[trumps];
            let mut others = owners.clone();
            for (suit, at) in swaps {
                if at + 1 < others[suit].len() {
                    others[suit].swap(at, at + 1);
                }
            }
            let here = Start::new(&position(&owners, strain)).0;
            let position = position(&others, strain);
            let there = Start::new(&position).0;
            for target in 1..=here.left {
                let Some(proof) = sure_tricks(&here, target) else { continue };
                let pattern = ProofPattern::new(&TargetQuery::new(&here.hands, target), proof);
                if let Some(proof) = pattern.answer(&TargetQuery::new(&there.hands, target)) {
                    let tricks = naive::tricks(&position);
                    let enough = proof.tricks >= target;
                    prop_assert_eq!(tricks >= target, enough, "{:?} for {}", position, target);
                }
            }
        }
    }
}
