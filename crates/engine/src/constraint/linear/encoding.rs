//! Turns conditions into rows. Negations are pushed inwards, so that only features are negated.

use std::ops::RangeInclusive;

use good_lp::{ProblemVariables, Variable, variable};
use itertools::Itertools;

use super::quotient::Quotient;
use super::rows::{LinearSum, ModelRows};
use crate::cards::{BySeat, BySuit, Holding, Rank, Seat, Suit, holding_of};
use crate::constraint::language::lengths::{self, Lengths};
use crate::constraint::language::{Comparison, Condition, Feature, Holds, Measure, Relation, Term};

/// For each possible length of a suit, a 0/1 variable that is 1 if the suit has this length.
type LengthFlags = Vec<(u8, Variable)>;

/// Turns conditions on the hands of a quotient into variables and rows.
pub(super) struct Encoder<'a> {
    quotient: &'a Quotient,
    variables: &'a mut ProblemVariables,
    rows: &'a mut ModelRows,
    /// The flags of the suits that occurred so far.
    lengths: BySeat<BySuit<Option<LengthFlags>>>,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(
        quotient: &'a Quotient,
        variables: &'a mut ProblemVariables,
        rows: &'a mut ModelRows,
    ) -> Self {
        let lengths = BySeat::from_fn(|_| BySuit::from_fn(|_| None));
        Self { quotient, variables, rows, lengths }
    }

    /// Requires that the condition has the given truth for a seat's hand if the guard is 1, or
    /// always if there is no guard.
    pub(super) fn require(
        &mut self,
        seat: Seat,
        condition: &Condition,
        truth: bool,
        guard: Option<Variable>,
    ) {
        match condition {
            Condition::Is(feature) => self.feature(seat, feature, truth, guard),
            Condition::Not(inner) => self.require(seat, inner, !truth, guard),
            // "Not all" is "some not", "not any" is "all not".
            Condition::All(parts) if truth => self.each(seat, parts, truth, guard),
            Condition::Any(parts) if !truth => self.each(seat, parts, truth, guard),
            Condition::All(parts) | Condition::Any(parts) => self.some(seat, parts, truth, guard),
        }
    }

    fn feature(&mut self, seat: Seat, feature: &Feature, truth: bool, guard: Option<Variable>) {
        match feature {
            Feature::Range(range) => {
                let sum = self.term(seat, range.term());
                let ends = [*range.values().start(), *range.values().end()];
                self.range(&sum, ends.map(i32::from), truth, guard);
            }
            Feature::Parity { suit, odd } => self.parity(seat, *suit, *odd == truth, guard),
            Feature::Shape(shapes) => {
                let wanted = |lengths: &Lengths| shapes.fit(*lengths) == truth;
                self.shape(seat, &lengths::every().filter(wanted).collect::<Vec<_>>(), guard);
            }
            Feature::Holds(holds) => {
                let held = self.quotient.held(seat, *holds);
                let enough = i32::from(holds.at_least);
                if truth {
                    self.rows.at_least(&held, enough, guard);
                } else {
                    self.rows.at_most(&held, enough - 1, guard);
                }
            }
            Feature::Compare(comparison) => self.compare(seat, comparison, truth, guard),
        }
    }

    /// Requires that the difference of both sides lies in the range of the relation.
    fn compare(
        &mut self,
        seat: Seat,
        comparison: &Comparison<Term>,
        truth: bool,
        guard: Option<Variable>,
    ) {
        let (relation, terms, constant) = comparison.difference();
        let mut sum = LinearSum::constant(constant);
        for (factor, term) in terms {
            sum.add_sum(factor, &self.term(seat, *term));
        }
        let (low, high) = (*sum.range().start(), *sum.range().end());
        let (ends, truth) = match relation {
            Relation::Less => ([low, -1], truth),
            Relation::AtMost => ([low, 0], truth),
            Relation::Equal => ([0, 0], truth),
            Relation::Unequal => ([0, 0], !truth),
            Relation::AtLeast => ([0, high], truth),
            Relation::More => ([1, high], truth),
        };
        self.range(&sum, ends, truth, guard);
    }

    /// The value of a term in a seat's hand.
    pub(super) fn term(&mut self, seat: Seat, term: Term) -> LinearSum {
        let (measure, suits) = match term {
            Term::Length(suit) => return self.quotient.length(seat, suit),
            Term::Hand(measure) => (measure, &Suit::ASC[..]),
            Term::Suit(measure, suit) => (measure, &Suit::ASC[suit as usize..=suit as usize]),
        };
        let mut sum = LinearSum::constant(0);
        for &suit in suits {
            let part = if measure.of_card(Rank::A).is_some() {
                self.quotient.count(seat, measure, suit)
            } else {
                self.profiled(seat, measure, suit)
            };
            sum.add_sum(1, &part);
        }
        sum
    }

    /// The count of a suit by a measure that depends on its length and honours together. Each
    /// combination of a length and a set of honours has a flag, of which exactly one is 1.
    fn profiled(&mut self, seat: Seat, measure: Measure, suit: Suit) -> LinearSum {
        let length = self.quotient.length(seat, suit);
        let one_of = |rank| Holds { suit, of: Holding::from_rank(rank), at_least: 1 };
        let honours: Vec<_> = measure
            .ranks()
            .iter()
            .map(|rank| (rank, self.quotient.held(seat, one_of(rank))))
            .collect();
        let mut one = LinearSum::constant(-1);
        let mut count = LinearSum::constant(0);
        let mut same_length = LinearSum::constant(0);
        let mut same_honours = vec![LinearSum::constant(0); honours.len()];
        for (profile, holding) in profiles(measure.ranks(), length.range()) {
            let flag = LinearSum::binary(self.variables.add(variable().binary()));
            one.add_sum(1, &flag);
            count.add_sum(i32::from(measure.of(holding)), &flag);
            same_length.add_sum(holding.len() as i32, &flag);
            for ((rank, _), same) in honours.iter().zip(&mut same_honours) {
                same.add_sum(i32::from(profile.contains(*rank)), &flag);
            }
        }
        same_length.add_sum(-1, &length);
        self.rows.within(&one, 0, 0, None);
        self.rows.within(&same_length, 0, 0, None);
        for ((_, held), mut same) in honours.into_iter().zip(same_honours) {
            same.add_sum(-1, &held);
            self.rows.within(&same, 0, 0, None);
        }
        count
    }

    fn each(&mut self, seat: Seat, parts: &[Condition], truth: bool, guard: Option<Variable>) {
        for part in parts {
            self.require(seat, part, truth, guard);
        }
    }

    fn some(&mut self, seat: Seat, parts: &[Condition], truth: bool, guard: Option<Variable>) {
        if let [part] = parts {
            return self.require(seat, part, truth, guard);
        }
        for (part, choice) in parts.iter().zip(self.choices(parts.len(), guard)) {
            self.require(seat, part, truth, Some(choice));
        }
    }

    fn range(
        &mut self,
        sum: &LinearSum,
        [min, max]: [i32; 2],
        truth: bool,
        guard: Option<Variable>,
    ) {
        if truth {
            return self.rows.within(sum, min, max, guard);
        }
        match (*sum.range().start() < min, *sum.range().end() > max) {
            (false, _) => self.rows.at_least(sum, max + 1, guard),
            (_, false) => self.rows.at_most(sum, min - 1, guard),
            (true, true) => {
                let choices = self.choices(2, guard);
                self.rows.at_most(sum, min - 1, Some(choices[0]));
                self.rows.at_least(sum, max + 1, Some(choices[1]));
            }
        }
    }

    /// Requires that one of the flags of the odd (or even) lengths is 1.
    fn parity(&mut self, seat: Seat, suit: Suit, odd: bool, guard: Option<Variable>) {
        let mut right = LinearSum::constant(0);
        for (length, flag) in self.suit_flags(seat, suit) {
            if (length % 2 == 1) == odd {
                right.add_sum(1, &LinearSum::binary(flag));
            }
        }
        self.rows.at_least(&right, 1, guard);
    }

    /// Requires one of the divisions: every suit has the length that it has there. Where all orders
    /// of a shape are allowed, one choice stands for them all: every length occurs at least as
    /// often as in the shape. That suffices, since four suits have only four lengths.
    fn shape(&mut self, seat: Seat, divisions: &[Lengths], guard: Option<Variable>) {
        let flags = BySuit::from_fn(|suit| self.suit_flags(seat, suit));
        let (shapes, single) = by_shape(divisions);
        let choices = self.choices(shapes.len() + single.len(), guard);
        let (of_shapes, of_single) = choices.split_at(shapes.len());
        for length in 0..=13 {
            let mut surplus = LinearSum::constant(0);
            for (suit, known) in flags.iter() {
                let mut here = LinearSum::constant(0);
                for (_, flag) in known.iter().filter(|(known, _)| *known == length) {
                    here.add_sum(1, &LinearSum::binary(*flag));
                }
                surplus.add_sum(1, &here);
                for (division, &choice) in single.iter().zip(of_single) {
                    if division[suit as usize] == length {
                        let mut chosen = here.clone();
                        chosen.add_sum(-1, &LinearSum::binary(choice));
                        self.rows.at_least(&chosen, 0, None);
                    }
                }
            }
            for (shape, &choice) in shapes.iter().zip(of_shapes) {
                let times = shape.iter().map(|&suit| i32::from(suit == length)).sum::<i32>();
                surplus.add_sum(-times, &LinearSum::binary(choice));
            }
            self.rows.at_least(&surplus, 0, None);
        }
    }

    fn suit_flags(&mut self, seat: Seat, suit: Suit) -> LengthFlags {
        if let Some(flags) = &self.lengths[seat][suit] {
            return flags.clone();
        }
        let length = self.quotient.length(seat, suit);
        let (mut one, mut same) = (LinearSum::constant(0), LinearSum::constant(0));
        let mut flags = Vec::new();
        for value in length.range() {
            let flag = self.variables.add(variable().binary());
            one.add_sum(1, &LinearSum::binary(flag));
            same.add_sum(value, &LinearSum::binary(flag));
            flags.push((value as u8, flag));
        }
        same.add_sum(-1, &length);
        self.rows.within(&one, 1, 1, None);
        self.rows.within(&same, 0, 0, None);
        self.lengths[seat][suit] = Some(flags.clone());
        flags
    }

    /// New 0/1 variables, at least one of which is 1 if the guard is.
    fn choices(&mut self, number: usize, guard: Option<Variable>) -> Vec<Variable> {
        let choices = self.variables.add_vector(variable().binary(), number);
        let mut chosen = LinearSum::constant(0);
        for &choice in &choices {
            chosen.add_sum(1, &LinearSum::binary(choice));
        }
        self.rows.at_least(&chosen, 1, guard);
        choices
    }
}

/// Splits divisions into shapes of which every order is present, with lengths from the longest, and
/// the remaining divisions.
fn by_shape(divisions: &[Lengths]) -> (Vec<Lengths>, Vec<Lengths>) {
    let sorted = |mut lengths: Lengths| {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths
    };
    let orders = |shape: Lengths| lengths::every().filter(|way| sorted(*way) == shape).count();
    let groups = divisions.iter().copied().into_group_map_by(|lengths| sorted(*lengths));
    let (mut shapes, mut single) = (Vec::new(), Vec::new());
    for (shape, ways) in groups.into_iter().sorted() {
        if ways.len() == orders(shape) {
            shapes.push(shape);
        } else {
            single.extend(ways);
        }
    }
    (shapes, single)
}

/// Every subset of some ranks with every possible length in a range: the subset, and a holding of
/// that length with it.
fn profiles(
    ranks: Holding,
    lengths: RangeInclusive<i32>,
) -> impl Iterator<Item = (Holding, Holding)> {
    let sets = (0..1u16 << 13).map(|bits| Holding::from_bits_truncate(bits << 2));
    let sets = sets.filter(move |set| (*set - ranks).is_empty());
    sets.flat_map(move |set| {
        lengths.clone().filter_map(move |length| {
            let spots = usize::try_from(length).ok()?.checked_sub(set.len())?;
            let others = (Holding::ALL - ranks).iter();
            let holding = set | holding_of(others.take(spots));
            (holding.len() == usize::try_from(length).ok()?).then_some((set, holding))
        })
    })
}
