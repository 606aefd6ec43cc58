//! A mean with its standard error and confidence interval.

use serde::Serialize;

use super::{FEWEST, mean_and_error};

/// A difference counts as real if it exceeds this many standard errors. If there is none, chance
/// produces one that large in one case of twenty.
pub const BEYOND: f64 = 1.96;

/// A mean of paired differences with its standard error, in the unit of the values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` for fewer than two values.
    pub error: Option<f64>,
    /// The number of values.
    pub values: usize,
}

impl Interval {
    /// The mean and standard error of a sample.
    ///
    /// ```
    /// use falsecard::work::Interval;
    ///
    /// let interval = Interval::of(&[10.0, 12.0, 8.0, 10.0].repeat(2));
    /// assert_eq!(interval.mean, 10.0);
    /// assert!(interval.is_beyond_error());
    /// assert!(!Interval::of(&[5.0]).is_beyond_error());
    /// ```
    pub fn of(values: &[f64]) -> Self {
        let (mean, error) = mean_and_error(values);
        Self { mean, error: error.is_finite().then_some(error), values: values.len() }
    }

    /// Whether the mean differs from zero by more than [`BEYOND`] standard errors; always false for
    /// fewer than [`FEWEST`] values.
    pub fn is_beyond_error(&self) -> bool {
        let known = self.error.filter(|_| self.values >= FEWEST);
        known.is_some_and(|error| self.mean.abs() > BEYOND * error)
    }

    /// The ends of the 95 % confidence interval; `None` for fewer than [`FEWEST`] values.
    pub fn ends(&self) -> Option<[f64; 2]> {
        let half = BEYOND * self.error.filter(|_| self.values >= FEWEST)?;
        Some([self.mean - half, self.mean + half])
    }
}
