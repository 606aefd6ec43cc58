//! Means with their errors, summed as the values come.

use serde::{Deserialize, Serialize};

use super::exact;

/// Values summed up: their mean and its standard error, in no more room than three numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct RunningMean {
    n: f64,
    #[serde(with = "exact")]
    total: f64,
    #[serde(with = "exact")]
    squares: f64,
}

impl RunningMean {
    /// Takes in a value.
    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.total += value;
        self.squares += value * value;
    }

    /// Takes in what another sum has taken in.
    pub fn take(&mut self, other: &Self) {
        self.n += other.n;
        self.total += other.total;
        self.squares += other.squares;
    }

    /// How many values there are.
    pub const fn len(&self) -> usize {
        self.n as usize
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.total / self.n.max(1.0)
    }

    /// The standard error of the mean; `None` where it cannot be estimated, of fewer than two.
    ///
    /// ```
    /// use falsecard::records::Sum;
    ///
    /// let mut sum = Sum::default();
    /// [1.0, 3.0].into_iter().for_each(|value| sum.add(value));
    /// assert_eq!((sum.mean(), sum.error()), (2.0, Some(1.0)));
    /// ```
    pub fn error(&self) -> Option<f64> {
        let spread = (self.squares - self.total * self.total / self.n).max(0.0);
        (self.n >= 2.0).then(|| (spread / (self.n - 1.0) / self.n).sqrt())
    }
}
