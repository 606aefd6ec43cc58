//! The ownership variables, merged: cards that nothing tells apart share one count.

use good_lp::{Expression, ProblemVariables, variable};
use itertools::Itertools;

use super::rows::{Rows, Sum};
use crate::cards::{BySeat, Card, HONOURS, Hand, Holding, Seat, Suit, hand_points};
use crate::constraint::condition::{Holds, Term};
use crate::constraint::{Ownership, Variable};

/// Cards of one suit with the same possible owners, the same points and the same part in every
/// condition on holdings. How many of them each owner has is all that matters.
struct Group {
    suit: Suit,
    cards: Holding,
    points: i32,
    /// The owners with the number of these cards that each was dealt.
    counts: Vec<(Seat, Expression)>,
}

/// The quotient of the 208 variables: groups of open cards, and the cards that are certain.
pub(super) struct Quotient {
    certain: BySeat<Hand>,
    groups: Vec<Group>,
}

impl Quotient {
    /// Merges the open cards and adds the laws of the deal: a card has one owner, a hand thirteen
    /// cards. `told_apart` are the holdings that conditions ask for.
    pub(super) fn new(
        ownership: &Ownership,
        told_apart: &[Holds],
        variables: &mut ProblemVariables,
        rows: &mut Rows,
    ) -> Self {
        let groups = grouped(ownership, told_apart)
            .into_iter()
            .map(|(kind, cards)| {
                let counts = share(cards.len() as i32, &kind.owners, variables, rows);
                Group { suit: kind.suit, cards, points: kind.points, counts }
            })
            .collect();
        let certain = BySeat::from_fn(|seat| ownership.must(seat));
        let quotient = Self { certain, groups };
        let owned =
            Seat::ALL.into_iter().fold(Hand::EMPTY, |cards, seat| cards | ownership.may(seat));
        if owned != Hand::ALL {
            rows.never(None);
        }
        // Every card has an owner, so three full hands leave thirteen cards for the fourth.
        let open = ownership.open();
        let last = open.last();
        for seat in Seat::ALL.into_iter().filter(|seat| Some(seat) != last) {
            rows.within(&quotient.cards(seat), 13, 13, None);
        }
        quotient
    }

    /// What a term measures in a seat's hand.
    pub(super) fn term(&self, seat: Seat, term: Term) -> Sum {
        match term {
            Term::Points => self.weighed(seat, hand_points(self.certain[seat]), |g| g.points),
            Term::Length(suit) => {
                let certain = self.certain[seat][suit].len() as u8;
                self.weighed(seat, certain, |group| i32::from(group.suit == suit))
            }
        }
    }

    /// How many of certain cards a seat holds.
    pub(super) fn held(&self, seat: Seat, holds: Holds) -> Sum {
        let certain = (self.certain[seat][holds.suit] & holds.of).len() as u8;
        self.weighed(seat, certain, |group| {
            let counts = group.suit == holds.suit && !(group.cards & holds.of).is_empty();
            i32::from(counts)
        })
    }

    /// The hands of a solution, whose counts `value` gives: among equals, the highest cards go to
    /// the first owner.
    pub(super) fn hands(&self, value: impl Fn(&Expression) -> f64) -> BySeat<Hand> {
        let mut hands = self.certain;
        for group in &self.groups {
            let mut cards = group.cards.iter();
            for (owner, count) in &group.counts {
                for rank in cards.by_ref().take(value(count).round() as usize) {
                    hands[*owner].insert(Card { suit: group.suit, rank });
                }
            }
        }
        hands
    }

    /// The counts that are variables of their own, not what others leave.
    pub(super) fn independent(&self) -> impl Iterator<Item = &Expression> {
        self.groups
            .iter()
            .flat_map(|group| &group.counts[..group.counts.len() - 1])
            .map(|(_, count)| count)
    }

    fn cards(&self, seat: Seat) -> Sum {
        self.weighed(seat, self.certain[seat].len() as u8, |_| 1)
    }

    /// A constant and, for each group, what a card of it weighs times the number that a seat has.
    fn weighed(&self, seat: Seat, constant: u8, weight: impl Fn(&Group) -> i32) -> Sum {
        let mut sum = Sum::constant(i32::from(constant));
        for group in &self.groups {
            for (_, count) in group.counts.iter().filter(|(owner, _)| *owner == seat) {
                sum.add(weight(group), count, 0..=group.cards.len() as i32);
            }
        }
        sum
    }
}

/// All that matters of an open card.
#[derive(PartialEq)]
struct Kind {
    suit: Suit,
    points: i32,
    owners: Vec<Seat>,
    /// For each holding that conditions ask for, whether the card belongs to it.
    named: Vec<bool>,
}

impl Kind {
    fn of(card: Card, ownership: &Ownership, told_apart: &[Holds]) -> Self {
        let open = |seat: &Seat| ownership.variable(*seat, card) == Variable::Free;
        let points = HONOURS.iter().find(|(rank, _)| *rank == card.rank);
        let named = |holds: &Holds| holds.suit == card.suit && holds.of.contains(card.rank);
        Self {
            suit: card.suit,
            points: points.map_or(0, |(_, points)| i32::from(*points)),
            owners: Seat::ALL.into_iter().filter(open).collect(),
            named: told_apart.iter().map(named).collect(),
        }
    }
}

/// The open cards by kind.
fn grouped(ownership: &Ownership, told_apart: &[Holds]) -> Vec<(Kind, Holding)> {
    let mut groups: Vec<(Kind, Holding)> = Vec::new();
    for (suit, rank) in Suit::DESC.into_iter().cartesian_product(Holding::ALL) {
        let kind = Kind::of(Card { suit, rank }, ownership, told_apart);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            _ if kind.owners.is_empty() => {}
            Some((_, cards)) => _ = cards.insert(rank),
            None => groups.push((kind, Holding::from_rank(rank))),
        }
    }
    groups
}

/// How many of `size` equal cards each owner has. The last owner has what the others leave, so
/// that two owners need one variable and no row.
fn share(
    size: i32,
    owners: &[Seat],
    variables: &mut ProblemVariables,
    rows: &mut Rows,
) -> Vec<(Seat, Expression)> {
    let Some((&last, others)) = owners.split_last() else { return Vec::new() };
    let mut counts = Vec::new();
    let mut taken = Sum::constant(0);
    for &owner in others {
        let count = Expression::from(variables.add(variable().integer().clamp(0, size)));
        taken.add(1, &count, 0..=size);
        counts.push((owner, count));
    }
    rows.at_most(&taken, size, None);
    counts.push((last, Expression::from(size) - taken.expression()));
    counts
}
