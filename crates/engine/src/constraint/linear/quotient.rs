//! The quotient of the ownership variables: cards that nothing distinguishes share one count.

use good_lp::{Expression, ProblemVariables, variable};
use itertools::Itertools;

use super::ownership::{Ownership, Variable};
use super::rows::{LinearSum, ModelRows};
use crate::cards::{BySeat, Card, Hand, Holding, Rank, Seat, Suit};
use crate::constraint::language::{Holds, Measure, Quantity, Term};

/// Cards of one suit with the same possible owners and the same part in every condition. Only the
/// number that each owner has of them matters.
struct CardGroup {
    suit: Suit,
    cards: Holding,
    /// The owners with the number of these cards that each was dealt.
    counts: Vec<(Seat, Expression)>,
}

/// The quotient of the 208 variables: the certain cards, and groups of open cards.
pub(super) struct Quotient {
    certain: BySeat<Hand>,
    groups: Vec<CardGroup>,
}

impl Quotient {
    /// Groups the open cards and adds the rows of a deal: a card has one owner, a hand thirteen
    /// cards. `told_apart` are the questions of conditions besides lengths and points.
    pub(super) fn new(
        ownership: &Ownership,
        told_apart: &[Quantity],
        variables: &mut ProblemVariables,
        rows: &mut ModelRows,
    ) -> Self {
        let groups = grouped(ownership, told_apart)
            .into_iter()
            .map(|(kind, cards)| {
                let counts = share(cards.len() as i32, &kind.owners, variables, rows);
                CardGroup { suit: kind.suit, cards, counts }
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

    /// The number of cards in a seat's suit.
    pub(super) fn length(&self, seat: Seat, suit: Suit) -> LinearSum {
        self.weighed(seat, |card| i32::from(card.suit == suit))
    }

    /// The count of a seat's suit by a measure that is a sum over cards.
    pub(super) fn count(&self, seat: Seat, measure: Measure, suit: Suit) -> LinearSum {
        let each = |rank| i32::from(measure.of_card(rank).unwrap_or(0));
        self.weighed(seat, |card| if card.suit == suit { each(card.rank) } else { 0 })
    }

    /// The number of certain cards that a seat holds.
    pub(super) fn held(&self, seat: Seat, holds: Holds) -> LinearSum {
        self.weighed(seat, |card| {
            i32::from(card.suit == holds.suit && holds.of.contains(card.rank))
        })
    }

    /// The hands of a solution. `value` gives the counts; within a group the highest cards go to
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

    /// The counts that are variables, and not the rest that other counts leave.
    pub(super) fn independent(&self) -> impl Iterator<Item = &Expression> {
        self.groups
            .iter()
            .flat_map(|group| &group.counts[..group.counts.len() - 1])
            .map(|(_, count)| count)
    }

    fn cards(&self, seat: Seat) -> LinearSum {
        self.weighed(seat, |_| 1)
    }

    /// The sum of the weights of a seat's cards. Cards of one group must have the same weight.
    fn weighed(&self, seat: Seat, weight: impl Fn(Card) -> i32) -> LinearSum {
        let mut sum = LinearSum::constant(self.certain[seat].iter().map(&weight).sum());
        for group in &self.groups {
            let Some(rank) = group.cards.iter().next() else { continue };
            let each = weight(Card { suit: group.suit, rank });
            for (_, count) in group.counts.iter().filter(|(owner, _)| *owner == seat) {
                sum.add(each, count, 0..=group.cards.len() as i32);
            }
        }
        sum
    }
}

/// All properties of an open card that matter.
#[derive(PartialEq)]
struct CardKind {
    suit: Suit,
    points: Option<u16>,
    owners: Vec<Seat>,
    /// The card's part in the answer to each question.
    parts: Vec<u16>,
}

impl CardKind {
    fn of(card: Card, ownership: &Ownership, told_apart: &[Quantity]) -> Self {
        let open = |seat: &Seat| ownership.variable(*seat, card) == Variable::Free;
        Self {
            suit: card.suit,
            points: Measure::Points.of_card(card.rank),
            owners: Seat::ALL.into_iter().filter(open).collect(),
            parts: told_apart.iter().map(|question| part(*question, card)).collect(),
        }
    }
}

/// A number that is equal for cards of a suit that the question does not distinguish.
fn part(question: Quantity, card: Card) -> u16 {
    let of_measure = |measure: Measure, rank: Rank| {
        let apart = if measure.ranks().contains(rank) { u16::from(rank.get()) } else { 0 };
        measure.of_card(rank).unwrap_or(apart)
    };
    match question {
        Quantity::Holds(holds) => {
            u16::from(holds.suit == card.suit && holds.of.contains(card.rank))
        }
        Quantity::Term(Term::Hand(measure)) => of_measure(measure, card.rank),
        Quantity::Term(Term::Suit(measure, suit)) if suit == card.suit => {
            of_measure(measure, card.rank)
        }
        Quantity::Term(_) => 0,
    }
}

/// The open cards by kind.
fn grouped(ownership: &Ownership, told_apart: &[Quantity]) -> Vec<(CardKind, Holding)> {
    let mut groups: Vec<(CardKind, Holding)> = Vec::new();
    for (suit, rank) in Suit::DESC.into_iter().cartesian_product(Holding::ALL) {
        let kind = CardKind::of(Card { suit, rank }, ownership, told_apart);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            _ if kind.owners.is_empty() => {}
            Some((_, cards)) => _ = cards.insert(rank),
            None => groups.push((kind, Holding::from_rank(rank))),
        }
    }
    groups
}

/// The counts of `size` equal cards by owner. The last owner gets the rest, so that two owners need
/// one variable and no row.
fn share(
    size: i32,
    owners: &[Seat],
    variables: &mut ProblemVariables,
    rows: &mut ModelRows,
) -> Vec<(Seat, Expression)> {
    let Some((&last, others)) = owners.split_last() else { return Vec::new() };
    let mut counts = Vec::new();
    let mut taken = LinearSum::constant(0);
    for &owner in others {
        let count = Expression::from(variables.add(variable().integer().clamp(0, size)));
        taken.add(1, &count, 0..=size);
        counts.push((owner, count));
    }
    rows.at_most(&taken, size, None);
    counts.push((last, Expression::from(size) - taken.expression()));
    counts
}
