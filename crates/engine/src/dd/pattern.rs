//! Patterns: the positions in which a proof holds.
//!
//! A search that has proved a bound also knows which cards won tricks in the proof. In another
//! position of the same shape (the same leader, and the same length of each suit in each hand) the
//! strategy can be followed card by card: a hand's third highest spade takes the part of its third
//! highest spade. It wins the same tricks if every winner still beats the cards that it beat, that
//! is, if no other hand has more cards above the winner than before. The order of the cards below
//! the lowest winner does not matter.
//!
//! Such a class of positions is a *pattern*. (In M. Ginsberg, *Partition Search*, AAAI 1996, the
//! owners of the top cards must be the same, down to the last that matters.) Ranks are relative, so
//! a pattern holds in every deal, in no trump or with trumps as where it was found.

use super::proof::{Proof, Winners};
use super::ranks::{Cards, PACK, TOPS, above, and_below, highest, lane_of, top_runs};

/// Who owns each card, as two planes of bits.
#[derive(Debug, Clone, Copy)]
struct CardOwners([Cards; 2]);

impl CardOwners {
    const fn of(hands: &[Cards; 4]) -> Self {
        Self([hands[1] | hands[3], hands[2] | hands[3]])
    }

    /// The cards of a seat. Cards that are in no hand count as the first seat's.
    const fn hand(self, seat: usize) -> Cards {
        let [low, high] = self.0;
        let low = if seat & 1 == 0 { !low } else { low };
        let high = if seat & 2 == 0 { !high } else { high };
        low & high
    }

    /// The owner of a card.
    const fn of_card(self, card: Cards) -> usize {
        let [low, high] = self.0;
        (low & card != 0) as usize | ((high & card != 0) as usize) << 1
    }

    /// The top cards of each suit, down to the first whose owner differs.
    const fn alike(self, other: Self) -> Cards {
        top_runs(PACK & !((self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1])))
    }
}

/// A set of seats for each suit: four bits a seat, one for each suit, clubs lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seats(u16);

impl Seats {
    pub(super) const NONE: Self = Self(0);

    /// The seats of both sets.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The suits, a bit each, in which this set has a seat that the other lacks.
    pub(super) const fn missing_in(self, other: Self) -> u8 {
        let missing = self.0 & !other.0;
        ((missing | missing >> 4 | missing >> 8 | missing >> 12) & 15) as u8
    }

    /// All seats in some suits, a bit each.
    const fn all_in(suits: u8) -> Self {
        Self(suits as u16 * 0x1111)
    }
}

/// The suits, a bit each, of which a set holds a card.
const fn suits_of(cards: Cards) -> u8 {
    // A lane's highest bit is never a card, so the sum does not carry into the next lane.
    let some = ((cards + 0x7FFF_7FFF_7FFF_7FFF) >> 15) & 0x0001_0001_0001_0001;
    (some.wrapping_mul(0x0001_0002_0004_0008) >> 48) as u8 & 15
}

/// A question: do North-South take `target` tricks in a position?
#[derive(Debug)]
pub(super) struct TargetQuery<'a> {
    hands: &'a [Cards; 4],
    owners: CardOwners,
    target: u8,
}

impl<'a> TargetQuery<'a> {
    pub(super) const fn new(hands: &'a [Cards; 4], target: u8) -> Self {
        Self { hands, owners: CardOwners::of(hands), target }
    }

    /// The owners of the cards of a level; level 0 is the highest card of each suit.
    pub(super) fn owners_at(&self, level: u32) -> Seats {
        owners_at(self.hands, TOPS >> level)
    }
}

/// The owners of a set of cards, one card of each suit.
fn owners_at(hands: &[Cards; 4], cards: Cards) -> Seats {
    let [a, b, c, d] = hands.map(|hand| u16::from(suits_of(hand & cards)));
    Seats(a | b << 4 | c << 8 | d << 12)
}

/// Bounds on the tricks of North-South.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrickBounds {
    lower: u8,
    upper: u8,
}

impl TrickBounds {
    /// No bounds: anything is possible.
    pub(super) const NONE: Self = Self { lower: 0, upper: 13 };

    /// The bound that answers the question, if one does.
    pub(super) const fn answer(self, asked: &TargetQuery<'_>) -> Option<u8> {
        if self.lower >= asked.target {
            Some(self.lower)
        } else if self.upper < asked.target {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The tighter of both bounds.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether these bounds are at least as tight as the other.
    const fn imply(self, other: Self) -> bool {
        self.lower >= other.lower && self.upper <= other.upper
    }
}

/// Bounds on the tricks of North-South in all positions of one shape where the winners of a proof
/// beat the cards that they beat in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProofPattern {
    /// The owners in the position that was searched.
    owners: CardOwners,
    winners: Winners,
    pub(super) bounds: TrickBounds,
}

impl ProofPattern {
    /// The pattern of a proof that answers a question.
    pub(super) const fn new(asked: &TargetQuery<'_>, proof: Proof) -> Self {
        let bounds = if proof.tricks >= asked.target {
            TrickBounds { lower: proof.tricks, ..TrickBounds::NONE }
        } else {
            TrickBounds { upper: proof.tricks, ..TrickBounds::NONE }
        };
        Self { owners: asked.owners, winners: Winners::new(proof.winners), bounds }
    }

    /// The proof in the position asked about, if it holds there and answers the question.
    pub(super) fn answer(&self, asked: &TargetQuery<'_>) -> Option<Proof> {
        let tricks = self.bounds.answer(asked)?;
        let alike = self.owners.alike(asked.owners);
        let winners = self.winners.cards();
        // A winner that has the same cards above it but another owner now is lower in its old
        // owner's hand.
        let first_others = ((alike >> 1) | TOPS) & !alike;
        if winners & first_others != 0 {
            return None;
        }
        let moved = self.moved(asked, winners & !alike)?;
        Some(Proof { tricks, winners: winners & alike | moved })
    }

    /// The cards that correspond to some winners in the position asked about, if they beat there
    /// the cards that they beat here.
    fn moved(&self, asked: &TargetQuery<'_>, mut winners: Cards) -> Option<Cards> {
        let mut moved = 0;
        while winners != 0 {
            let winner = highest(winners);
            winners ^= winner;
            let seat = self.owners.of_card(winner);
            let over = above(winner);
            let nth = (self.owners.hand(seat) & over).count_ones();
            let card = highest(without_top(asked.hands[seat] & lane_of(winner), nth));
            let over_now = above(card);
            for other in 0..4 {
                let before = (self.owners.hand(other) & over).count_ones();
                if (asked.hands[other] & over_now).count_ones() > before {
                    return None;
                }
            }
            moved |= card;
        }
        Some(moved)
    }

    /// Takes over the bounds of a pattern that covers the same positions.
    pub(super) fn join(&mut self, other: &Self) {
        let winners = self.winners.cards();
        if self.winners == other.winners && winners & !self.owners.alike(other.owners) == 0 {
            self.bounds = self.bounds.and(other.bounds);
        }
    }

    /// Whether `other` is superfluous beside this pattern: the same players own all cards down to
    /// the last winner of this one, and its bounds are no tighter.
    pub(super) fn implies(&self, other: &Self) -> bool {
        let winners = self.winners.cards();
        self.bounds.imply(other.bounds)
            && winners & !other.winners.cards() == 0
            && winners & !self.owners.alike(other.owners) == 0
    }

    /// The owners of the cards of a level, in the suits in which they matter.
    pub(super) fn mark(&self, level: u32) -> Seats {
        let card = TOPS >> level;
        let hands = [0, 1, 2, 3].map(|seat| self.owners.hand(seat));
        let matter = suits_of(self.winners.cards() & and_below(card));
        Seats(owners_at(&hands, card).0 & Seats::all_in(matter).0)
    }

    /// The possible owners of the cards of a level, if all higher cards have the same owners as
    /// here: every hand with a card from this one down to the next winner.
    pub(super) fn hosts(&self, level: u32) -> Seats {
        let below = and_below(TOPS >> level);
        let winners = self.winners.cards() & below;
        let to_winner = below & !(and_below(winners) >> 1);
        let hands = [0, 1, 2, 3].map(|seat| self.owners.hand(seat));
        owners_at(&hands, to_winner).or(Seats::all_in(!suits_of(winners) & 15))
    }
}

/// The cards of one suit without the `count` highest.
const fn without_top(mut cards: Cards, count: u32) -> Cards {
    let mut left = count;
    while left > 0 {
        cards ^= highest(cards);
        left -= 1;
    }
    cards
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ranks::lane;
    use super::*;

    /// The owners of the five highest cards of each suit, and their owners in another position of
    /// the same shape.
    fn two_positions() -> impl Strategy<Value = ([Cards; 4], [Cards; 4])> {
        let suit = prop::collection::vec(0..4usize, 5)
            .prop_flat_map(|owners| (Just(owners.clone()), Just(owners).prop_shuffle()));
        prop::collection::vec(suit, 4).prop_map(|suits| {
            let mut positions = ([0; 4], [0; 4]);
            for (suit, (before, now)) in (0..).zip(suits) {
                for step in 0..5 {
                    let card = (TOPS & lane(suit)) >> step;
                    positions.0[before[step]] |= card;
                    positions.1[now[step]] |= card;
                }
            }
            positions
        })
    }

    /// Where a card of one position is in another of the same shape.
    fn same_card(card: Cards, before: &[Cards; 4], now: &[Cards; 4]) -> Cards {
        let seat = (0..4).find(|&seat| before[seat] & card != 0).unwrap();
        let nth = (before[seat] & above(card)).count_ones();
        highest(without_top(now[seat] & lane_of(card), nth))
    }

    fn each(mut cards: Cards) -> impl Iterator<Item = Cards> {
        std::iter::from_fn(move || {
            let card = cards & cards.wrapping_neg();
            cards ^= card;
            (card != 0).then_some(card)
        })
    }

    fn asked(hands: &[Cards; 4]) -> TargetQuery<'_> {
        TargetQuery { hands, owners: CardOwners::of(hands), target: 2 }
    }

    proptest! {
        #[test]
        fn a_pattern_holds_where_its_winners_beat_what_they_beat(
            (before, now) in two_positions(),
            winners: u64,
            fewer: u64,
        ) {
            let all = before.iter().fold(0, |all, hand| all | hand);
            let winners = winners & fewer & all;
            let proof = Proof { tricks: 2, winners };
            let pattern = ProofPattern::new(&asked(&before), proof);
            let there = |card| same_card(card, &before, &now);
            let holds = each(winners).all(|winner| {
                let beaten = lane_of(winner) & (winner - 1) & all;
                each(beaten).all(|card| there(card) < there(winner))
            });
            let asked = asked(&now);
            let found = pattern.answer(&asked);
            prop_assert_eq!(found.is_some(), holds);
            if let Some(proof) = found {
                let expected = each(winners).map(there).fold(0, |all, card| all | card);
                prop_assert_eq!(proof.winners, expected);
                // A look-up in a tree of patterns would find it.
                let mut moved = 0;
                for level in 0..5 {
                    let owners = asked.owners_at(level);
                    prop_assert_eq!(owners.missing_in(pattern.hosts(level)) & !moved, 0);
                    moved |= pattern.mark(level).missing_in(owners);
                }
            }
        }
    }
}
