//! Shapes: "4432" in any order, "5=4=3=1" from spades down to clubs, "54xx" with any other lengths.

use std::fmt;

use itertools::Itertools;

use crate::cards::Suit;

/// A pattern of suit lengths; `None` stands for any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShapePattern {
    lengths: [Option<u8>; 4],
    ordered: bool,
}

/// A set of patterns; a hand fits if it fits one of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Shapes(Vec<ShapePattern>);

impl ShapePattern {
    /// These lengths in any order of suits. `None` if they cannot add up to thirteen.
    pub fn in_any_order(mut lengths: [Option<u8>; 4]) -> Option<Self> {
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        Self { lengths, ordered: false }.checked()
    }

    /// These lengths of spades, hearts, diamonds and clubs. `None` if they cannot add up to
    /// thirteen.
    ///
    /// ```
    /// use falsecard::constraint::ShapePattern;
    ///
    /// let shape = ShapePattern::in_order([Some(5), Some(4), None, None]).unwrap();
    /// assert!(shape.fits([2, 2, 4, 5]), "lengths are given clubs first, as suits are ordered");
    /// assert_eq!(shape.to_string(), "5=4=x=x");
    /// ```
    pub fn in_order(lengths: [Option<u8>; 4]) -> Option<Self> {
        Self { lengths, ordered: true }.checked()
    }

    fn checked(self) -> Option<Self> {
        let known: u16 = self.lengths.iter().flatten().map(|&length| u16::from(length)).sum();
        let open = self.lengths.contains(&None);
        (known == 13 || open && known < 13).then_some(self)
    }

    /// Whether lengths, clubs first, fit the pattern.
    pub fn fits(&self, lengths: [u8; 4]) -> bool {
        if self.ordered {
            let from_spades = Suit::DESC.map(|suit| lengths[suit as usize]);
            return self
                .lengths
                .iter()
                .zip(from_spades)
                .all(|(want, have)| want.is_none_or(|length| length == have));
        }
        let mut left = lengths.to_vec();
        self.lengths.iter().flatten().all(|length| {
            let at = left.iter().position(|have| have == length);
            at.map(|at| left.swap_remove(at)).is_some()
        })
    }
}

impl Shapes {
    /// 4333, 4432 and 5332.
    pub fn balanced() -> Self {
        ["4333", "4432", "5332"].into_iter().filter_map(pattern).collect()
    }

    /// Balanced, 5422 or 6322.
    pub fn semibalanced() -> Self {
        let more = ["5422", "6322"].into_iter().filter_map(pattern);
        Self::balanced().with(more.collect())
    }

    /// Adds more patterns.
    #[must_use]
    pub fn with(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self
    }

    /// Whether lengths, clubs first, fit one of the patterns.
    pub fn fit(&self, lengths: [u8; 4]) -> bool {
        self.0.iter().any(|pattern| pattern.fits(lengths))
    }
}

impl FromIterator<ShapePattern> for Shapes {
    fn from_iter<I: IntoIterator<Item = ShapePattern>>(patterns: I) -> Self {
        Self(patterns.into_iter().collect())
    }
}

/// Reads four digits or x as lengths in any order.
pub(super) fn pattern(word: &str) -> Option<ShapePattern> {
    ShapePattern::in_any_order(lengths(word)?)
}

/// Reads four digits or x.
pub(super) fn lengths(word: &str) -> Option<[Option<u8>; 4]> {
    let length = |c: char| match c {
        'x' | 'X' => Some(None),
        c => c.to_digit(10).map(|digit| Some(digit as u8)),
    };
    word.chars().map(length).collect::<Option<Vec<_>>>()?.try_into().ok()
}

impl fmt::Display for ShapePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let long = self.lengths.iter().flatten().any(|&length| length > 9);
        let between = if self.ordered {
            "="
        } else if long {
            "-"
        } else {
            ""
        };
        let lengths = self.lengths.iter().map(|length| match length {
            Some(length) => length.to_string(),
            None => "x".to_owned(),
        });
        f.write_str(&lengths.collect::<Vec<_>>().join(between))
    }
}

impl fmt::Display for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::balanced() {
            f.write_str("balanced")
        } else if *self == Self::semibalanced() {
            f.write_str("semibalanced")
        } else if self.0.is_empty() {
            f.write_str("shape none")
        } else {
            write!(f, "shape {}", self.0.iter().join(" "))
        }
    }
}
