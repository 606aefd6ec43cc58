//! Means and standard errors, accumulated value by value.

use serde::{Deserialize, Serialize};

use super::exact;

/// The mean and standard error of a stream of values, from three numbers: count, sum and sum of
/// squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct RunningMean {
    n: f64,
    #[serde(with = "exact")]
    total: f64,
    #[serde(with = "exact")]
    squares: f64,
}

impl RunningMean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.total += value;
        self.squares += value * value;
    }

    /// Adds all values of another accumulator.
    pub fn take(&mut self, other: &Self) {
        self.n += other.n;
        self.total += other.total;
        self.squares += other.squares;
    }

    /// The number of values.
    pub const fn len(&self) -> usize {
        self.n as usize
    }

    /// Whether there are no values.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The mean; 0 without values.
    pub fn mean(&self) -> f64 {
        self.total / self.n.max(1.0)
    }

    /// The standard error of the mean; `None` for fewer than two values.
    ///
    /// ```
    /// use falsecard::records::RunningMean;
    ///
    /// let mut sum = RunningMean::default();
    /// [1.0, 3.0].into_iter().for_each(|value| sum.add(value));
    /// assert_eq!((sum.mean(), sum.error()), (2.0, Some(1.0)));
    /// ```
    pub fn error(&self) -> Option<f64> {
        let spread = (self.squares - self.total * self.total / self.n).max(0.0);
        (self.n >= 2.0).then(|| (spread / (self.n - 1.0) / self.n).sqrt())
    }
}
