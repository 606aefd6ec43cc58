//! Conditions as rows. Negations are pushed inwards on the way, so only the leaves are negated.

use good_lp::{ProblemVariables, Variable, variable};
use itertools::iproduct;

use super::quotient::Quotient;
use super::rows::{Rows, Sum};
use crate::cards::{BySeat, BySuit, Seat, Suit};
use crate::constraint::Condition;
use crate::constraint::condition::{Shape, Term};

/// For each length that a suit may have, a 0/1 variable that says whether it has it.
type LengthFlags = Vec<(u8, Variable)>;

/// Turns conditions on the hands of a quotient into variables and rows.
pub(super) struct Encoder<'a> {
    quotient: &'a Quotient,
    variables: &'a mut ProblemVariables,
    rows: &'a mut Rows,
    /// The flags of the suits that some condition has asked about.
    lengths: BySeat<BySuit<Option<LengthFlags>>>,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(
        quotient: &'a Quotient,
        variables: &'a mut ProblemVariables,
        rows: &'a mut Rows,
    ) -> Self {
        let lengths = BySeat::from_fn(|_| BySuit::from_fn(|_| None));
        Self { quotient, variables, rows, lengths }
    }

    /// Requires that the condition be true (or false) of a seat's hand wherever the guard is 1;
    /// always if there is no guard.
    pub(super) fn require(
        &mut self,
        seat: Seat,
        condition: &Condition,
        truth: bool,
        guard: Option<Variable>,
    ) {
        match condition {
            Condition::Range { term, min, max } => {
                self.range(seat, *term, [*min, *max].map(i32::from), truth, guard);
            }
            Condition::Parity { suit, odd } => self.parity(seat, *suit, *odd == truth, guard),
            Condition::Shape(shapes) => {
                let wanted = |shape: &Shape| shapes.contains(shape) == truth;
                self.shape(seat, &every_shape().filter(wanted).collect::<Vec<_>>(), guard);
            }
            Condition::Holds(holds) => {
                let held = self.quotient.held(seat, *holds);
                let enough = i32::from(holds.at_least);
                if truth {
                    self.rows.at_least(&held, enough, guard);
                } else {
                    self.rows.at_most(&held, enough - 1, guard);
                }
            }
            Condition::Not(inner) => self.require(seat, inner, !truth, guard),
            // "Not all" is "some not", "not any" is "all not".
            Condition::All(parts) if truth => self.each(seat, parts, truth, guard),
            Condition::Any(parts) if !truth => self.each(seat, parts, truth, guard),
            Condition::All(parts) | Condition::Any(parts) => self.some(seat, parts, truth, guard),
        }
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
        seat: Seat,
        term: Term,
        [min, max]: [i32; 2],
        truth: bool,
        guard: Option<Variable>,
    ) {
        let sum = self.quotient.term(seat, term);
        if truth {
            return self.rows.within(&sum, min, max, guard);
        }
        match (*sum.range().start() < min, *sum.range().end() > max) {
            (false, _) => self.rows.at_least(&sum, max + 1, guard),
            (_, false) => self.rows.at_most(&sum, min - 1, guard),
            (true, true) => {
                let choices = self.choices(2, guard);
                self.rows.at_most(&sum, min - 1, Some(choices[0]));
                self.rows.at_least(&sum, max + 1, Some(choices[1]));
            }
        }
    }

    /// One of the flags of the odd (or even) lengths is up.
    fn parity(&mut self, seat: Seat, suit: Suit, odd: bool, guard: Option<Variable>) {
        let mut right = Sum::constant(0);
        for (length, flag) in self.suit_flags(seat, suit) {
            if (length % 2 == 1) == odd {
                right.add_sum(1, &Sum::binary(flag));
            }
        }
        self.rows.at_least(&right, 1, guard);
    }

    /// One of the shapes is chosen; every length occurs as often as the chosen shape says. At
    /// least as often is enough: four suits have four lengths, so none can occur more often.
    fn shape(&mut self, seat: Seat, shapes: &[Shape], guard: Option<Variable>) {
        let flags = BySuit::from_fn(|suit| self.suit_flags(seat, suit));
        let choices = self.choices(shapes.len(), guard);
        for length in 0..=13 {
            let mut surplus = Sum::constant(0);
            for (_, suit) in flags.iter() {
                for (_, flag) in suit.iter().filter(|(known, _)| *known == length) {
                    surplus.add_sum(1, &Sum::binary(*flag));
                }
            }
            for (shape, &choice) in shapes.iter().zip(&choices) {
                let times = shape.iter().map(|&suit| i32::from(suit == length)).sum::<i32>();
                surplus.add_sum(-times, &Sum::binary(choice));
            }
            self.rows.at_least(&surplus, 0, None);
        }
    }

    fn suit_flags(&mut self, seat: Seat, suit: Suit) -> LengthFlags {
        if let Some(flags) = &self.lengths[seat][suit] {
            return flags.clone();
        }
        let length = self.quotient.term(seat, Term::Length(suit));
        let (mut one, mut same) = (Sum::constant(0), Sum::constant(0));
        let mut flags = Vec::new();
        for value in length.range() {
            let flag = self.variables.add(variable().binary());
            one.add_sum(1, &Sum::binary(flag));
            same.add_sum(value, &Sum::binary(flag));
            flags.push((value as u8, flag));
        }
        same.add_sum(-1, &length);
        self.rows.within(&one, 1, 1, None);
        self.rows.within(&same, 0, 0, None);
        self.lengths[seat][suit] = Some(flags.clone());
        flags
    }

    /// New 0/1 variables, at least one of which is 1 wherever the guard is.
    fn choices(&mut self, number: usize, guard: Option<Variable>) -> Vec<Variable> {
        let choices = self.variables.add_vector(variable().binary(), number);
        let mut chosen = Sum::constant(0);
        for &choice in &choices {
            chosen.add_sum(1, &Sum::binary(choice));
        }
        self.rows.at_least(&chosen, 1, guard);
        choices
    }
}

/// The 39 shapes that thirteen cards can have.
fn every_shape() -> impl Iterator<Item = Shape> {
    iproduct!(0..=13u8, 0..=13u8, 0..=13u8).filter_map(|(first, second, third)| {
        let fourth = 13u8.checked_sub(first + second + third)?;
        (first >= second && second >= third && third >= fourth)
            .then_some([first, second, third, fourth])
    })
}
