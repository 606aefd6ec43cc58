//! Comparisons of sums: "spades > hearts", "hcp + spades >= 20", "north.hcp > south.hcp".

use std::fmt;

/// A sum of integer multiples of quantities, plus a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LinearForm<T> {
    /// The quantities with their factors.
    pub terms: Vec<(i16, T)>,
    /// The number added.
    pub constant: i16,
}

/// A relation between two sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// A comparison of two sums. A single quantity compared with a number, as in "hcp > 12", is a range
/// instead.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comparison<T> {
    left: LinearForm<T>,
    relation: Relation,
    right: LinearForm<T>,
}

impl<T> LinearForm<T> {
    /// The value of the sum; `term` gives the value of each quantity.
    pub fn value(&self, term: impl Fn(&T) -> u16) -> i64 {
        let terms = self.terms.iter().map(|(factor, it)| i64::from(*factor) * i64::from(term(it)));
        terms.sum::<i64>() + i64::from(self.constant)
    }

    /// The quantity, if the sum is a single one.
    pub(super) fn single(&self) -> Option<&T> {
        match &self.terms[..] {
            [(1, term)] if self.constant == 0 => Some(term),
            _ => None,
        }
    }

    /// The number, if the sum has no quantities.
    pub(super) fn number(&self) -> Option<i16> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn map<U>(self, f: &impl Fn(T) -> U) -> LinearForm<U> {
        let terms = self.terms.into_iter().map(|(factor, term)| (factor, f(term))).collect();
        LinearForm { terms, constant: self.constant }
    }
}

impl Relation {
    /// The signs of the rule language.
    pub(super) const SIGNS: [(&'static str, Self); 6] = [
        ("<", Self::Less),
        ("<=", Self::AtMost),
        ("==", Self::Equal),
        ("!=", Self::Unequal),
        (">=", Self::AtLeast),
        (">", Self::More),
    ];

    /// Whether the relation is true of two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }

    /// The relation with its sides exchanged.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            Self::More => Self::Less,
            Self::Equal | Self::Unequal => self,
        }
    }
}

impl<T> Comparison<T> {
    /// Compares two sums. `None` if a single quantity or a number is compared with a number.
    pub fn new(left: LinearForm<T>, relation: Relation, right: LinearForm<T>) -> Option<Self> {
        let simple = |one: &LinearForm<T>, other: &LinearForm<T>| {
            other.number().is_some() && (one.single().is_some() || one.number().is_some())
        };
        let range = simple(&left, &right) || simple(&right, &left);
        (!range).then_some(Self { left, relation, right })
    }

    /// Whether it is true; `term` gives the value of each quantity.
    pub fn holds(&self, term: impl Fn(&T) -> u16) -> bool {
        self.relation.holds(self.left.value(&term), self.right.value(&term))
    }

    /// The quantities on both sides.
    pub fn terms(&self) -> impl Iterator<Item = &T> {
        self.left.terms.iter().chain(&self.right.terms).map(|(_, term)| term)
    }

    /// The comparison as a relation of (left side - right side) to 0: the relation, the factors and
    /// terms of the difference, and its number.
    pub(in crate::constraint) fn difference(&self) -> (Relation, Vec<(i32, &T)>, i32) {
        let left = self.left.terms.iter().map(|(factor, term)| (i32::from(*factor), term));
        let right = self.right.terms.iter().map(|(factor, term)| (-i32::from(*factor), term));
        let constant = i32::from(self.left.constant) - i32::from(self.right.constant);
        (self.relation, left.chain(right).collect(), constant)
    }

    /// Replaces every quantity.
    pub(super) fn map<U>(self, f: &impl Fn(T) -> U) -> Comparison<U> {
        let (left, right) = (self.left.map(f), self.right.map(f));
        Comparison { left, relation: self.relation, right }
    }
}

impl<T: fmt::Display> fmt::Display for LinearForm<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (factor, term)) in self.terms.iter().enumerate() {
            match (i, *factor < 0) {
                (0, true) => f.write_str("-")?,
                (0, false) => {}
                (_, true) => f.write_str(" - ")?,
                (_, false) => f.write_str(" + ")?,
            }
            match factor.unsigned_abs() {
                1 => write!(f, "{term}")?,
                times => write!(f, "{times}*{term}")?,
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, ..0) => write!(f, " - {}", self.constant.unsigned_abs()),
            (false, more) => write!(f, " + {more}"),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Comparison<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = Relation::SIGNS.iter().find(|(_, relation)| *relation == self.relation);
        write!(f, "{} {} {}", self.left, sign.map_or("", |(sign, _)| sign), self.right)
    }
}
