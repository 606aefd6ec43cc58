//! Rows of the model: sums with known bounds, compared with numbers.

use std::ops::RangeInclusive;

use good_lp::{Constraint, Expression, Variable};

/// An integer linear expression with bounds on its value.
#[derive(Debug, Clone)]
pub(super) struct LinearSum {
    expression: Expression,
    low: i32,
    high: i32,
}

impl LinearSum {
    pub(super) fn constant(value: i32) -> Self {
        Self { expression: value.into(), low: value, high: value }
    }

    /// A 0/1 variable.
    pub(super) fn binary(variable: Variable) -> Self {
        Self { expression: variable.into(), low: 0, high: 1 }
    }

    /// Adds `weight` times a quantity that lies in `range`.
    pub(super) fn add(&mut self, weight: i32, quantity: &Expression, range: RangeInclusive<i32>) {
        if weight == 0 {
            return;
        }
        self.expression.add_mul(weight, quantity.clone());
        let [first, last] = [range.start(), range.end()].map(|end| weight.saturating_mul(*end));
        self.low = self.low.saturating_add(first.min(last));
        self.high = self.high.saturating_add(first.max(last));
    }

    /// Adds `weight` times another sum.
    pub(super) fn add_sum(&mut self, weight: i32, other: &Self) {
        self.add(weight, &other.expression, other.low..=other.high);
    }

    pub(super) fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Bounds on the sum, from the bounds of its variables.
    pub(super) fn range(&self) -> RangeInclusive<i32> {
        self.low..=self.high
    }

    fn negated(&self) -> Self {
        Self {
            expression: -self.expression.clone(),
            low: self.high.saturating_neg(),
            high: self.low.saturating_neg(),
        }
    }
}

/// The rows posted so far.
///
/// A row may have a *guard*, a 0/1 variable: it binds only if the guard is 1. Rows that always hold
/// by the bounds of their sum are not posted.
#[derive(Default)]
pub(super) struct ModelRows {
    pub(super) posted: Vec<Constraint>,
    /// Whether a row without a guard can never hold.
    pub(super) contradictory: bool,
}

impl ModelRows {
    /// Requires `min <= sum <= max`.
    pub(super) fn within(&mut self, sum: &LinearSum, min: i32, max: i32, guard: Option<Variable>) {
        if min == max && guard.is_none() && sum.low < sum.high && sum.range().contains(&min) {
            self.posted.push(sum.expression.clone().eq(min));
        } else {
            self.at_least(sum, min, guard);
            self.at_most(sum, max, guard);
        }
    }

    /// Requires `sum <= max`.
    pub(super) fn at_most(&mut self, sum: &LinearSum, max: i32, guard: Option<Variable>) {
        self.at_least(&sum.negated(), -max, guard);
    }

    /// Requires `sum >= min`.
    pub(super) fn at_least(&mut self, sum: &LinearSum, min: i32, guard: Option<Variable>) {
        if sum.low >= min {
            return;
        }
        if sum.high < min {
            self.never(guard);
            return;
        }
        let mut expression = sum.expression.clone();
        let mut bound = min;
        if let Some(guard) = guard {
            // "Big M": with the guard at 0 the row only asks for the sum's least value.
            expression.add_mul(sum.low.saturating_sub(min), guard);
            bound = sum.low;
        }
        self.posted.push(expression.geq(bound));
    }

    /// A row that cannot hold: the guard must be 0; without a guard nothing fits.
    pub(super) fn never(&mut self, guard: Option<Variable>) {
        match guard {
            Some(guard) => self.posted.push(Expression::from(guard).leq(0)),
            None => self.contradictory = true,
        }
    }
}
