//! Formulas with and, or, not over statements of any kind.

use std::fmt;

use itertools::Itertools;

/// Statements joined by and, or, not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula<A> {
    /// One statement.
    Is(A),
    /// The negation.
    Not(Box<Self>),
    /// All of these; true if there are none.
    All(Vec<Self>),
    /// At least one of these; false if there are none.
    Any(Vec<Self>),
}

/// A value that a formula may evaluate to: `bool`, or the set of cases in which it is true.
pub trait Truth: Copy + PartialEq {
    /// True in every case.
    const ALWAYS: Self;
    /// True in no case.
    const NEVER: Self;
    /// True where both are.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// True where one of them is.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// True where this is not.
    #[must_use]
    fn not(self) -> Self;
}

impl Truth for bool {
    const ALWAYS: Self = true;
    const NEVER: Self = false;

    fn and(self, other: Self) -> Self {
        self && other
    }

    fn or(self, other: Self) -> Self {
        self || other
    }

    fn not(self) -> Self {
        !self
    }
}

impl<A> Formula<A> {
    /// Evaluates the formula; `statement` gives the truth of each statement.
    pub fn evaluate<T: Truth>(&self, statement: &impl Fn(&A) -> T) -> T {
        match self {
            Self::Is(it) => statement(it),
            Self::Not(inner) => inner.evaluate(statement).not(),
            Self::All(parts) => {
                let mut truth = T::ALWAYS;
                for part in parts {
                    truth = truth.and(part.evaluate(statement));
                    if truth == T::NEVER {
                        break;
                    }
                }
                truth
            }
            Self::Any(parts) => {
                let mut truth = T::NEVER;
                for part in parts {
                    truth = truth.or(part.evaluate(statement));
                    if truth == T::ALWAYS {
                        break;
                    }
                }
                truth
            }
        }
    }

    /// Replaces every statement; `None` if `statement` gives `None` for one.
    pub(crate) fn translate<B>(&self, statement: &impl Fn(&A) -> Option<B>) -> Option<Formula<B>> {
        let each = |parts: &[Self]| -> Option<Vec<_>> {
            parts.iter().map(|part| part.translate(statement)).collect()
        };
        Some(match self {
            Self::Is(it) => Formula::Is(statement(it)?),
            Self::Not(inner) => Formula::Not(Box::new(inner.translate(statement)?)),
            Self::All(parts) => Formula::All(each(parts)?),
            Self::Any(parts) => Formula::Any(each(parts)?),
        })
    }

    /// Calls `f` with every statement, in order.
    pub fn each<'a>(&'a self, f: &mut impl FnMut(&'a A)) {
        match self {
            Self::Is(it) => f(it),
            Self::Not(inner) => inner.each(f),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.each(f)),
        }
    }

    /// The parts that must all be true: those of an "and", nested ones included; otherwise the
    /// formula itself.
    pub(crate) fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::All(parts) => parts.into_iter().flat_map(Self::conjuncts).collect(),
            other => vec![other],
        }
    }
}

/// Writes the formula in the rule language; parsing gives the same formula back. An "and" or "or"
/// of fewer than two parts, which nobody writes, is `all(…)` or `any(…)`.
impl<A: fmt::Display> fmt::Display for Formula<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(it) => it.fmt(f),
            Self::Not(inner) => write!(f, "not ({inner})"),
            Self::All(parts) if parts.len() < 2 => write!(f, "all({})", parts.iter().join("")),
            Self::Any(parts) if parts.len() < 2 => write!(f, "any({})", parts.iter().join("")),
            Self::All(parts) => write!(f, "({})", parts.iter().join(" and ")),
            Self::Any(parts) => write!(f, "({})", parts.iter().join(" or ")),
        }
    }
}
