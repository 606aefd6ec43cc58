//! A mean with its standard error and confidence interval.

use schemars::JsonSchema;
use serde::Serialize;

use super::{FEWEST, mean_and_error};
use crate::real::Real;

/// A difference counts as real if it exceeds this many standard errors. If there is none, chance
/// produces one that large in one case of twenty where values are many, and in one of eleven of
/// eight values.
pub const BEYOND: f64 = 1.96;

/// A mean whose interval holds at any time has at least this many values. It rests on the central
/// limit, and where most values are small and a few large, a hundred may not show how much they
/// vary: of gains of 1 on 40 % and losses of 12 on 3.3 % of boards, which balance, 38 % of matches
/// are sure at some time within 500 boards if they may be from 30 on, 9 % from 100 on, 5 % from 200
/// on (simulated).
const FEWEST_AT_ANY_TIME: usize = 200;

/// The number of values at which the interval that holds at any time is narrowest relative to that
/// of a fixed number: 1.55 times as wide. (Assumed, since a match has hundreds of boards; with
/// 3,000 it is 1.65 times as wide.)
const NARROWEST: f64 = 300.0;

/// The share of intervals that may miss the mean.
const MISSES: f64 = 0.05;

/// A mean with its standard error, in the unit of the values.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `null` for fewer than two values.
    pub error: Option<f64>,
    /// The number of values that it is the mean of.
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

    /// The ratio of two sums over groups whose members are not independent: a sum and a count of
    /// each group. The error is that of a ratio estimate (Cochran, *Sampling Techniques*, section
    /// 6.4); `values` counts groups with any.
    ///
    /// ```
    /// use falsecard::work::Interval;
    ///
    /// let per_decision = Interval::of_groups(&[(3.0, 2.0), (1.0, 1.0), (0.0, 0.0)]);
    /// assert_eq!((per_decision.mean, per_decision.values), (4.0 / 3.0, 2));
    /// let alone = Interval::of_groups(&[(1.0, 1.0), (5.0, 1.0)]);
    /// assert_eq!(alone, Interval::of(&[1.0, 5.0]), "groups of one are values");
    /// ```
    pub fn of_groups(groups: &[(f64, f64)]) -> Self {
        let groups: Vec<_> = groups.iter().filter(|(_, count)| *count > 0.0).collect();
        let n = groups.len() as f64;
        let all: f64 = groups.iter().map(|(_, count)| count).sum();
        let mean =
            groups.iter().map(|(sum, _)| sum).sum::<f64>() / if all > 0.0 { all } else { 1.0 };
        let off = |(sum, count): &&(f64, f64)| (sum - mean * count).powi(2);
        let squares: f64 = groups.iter().map(off).sum();
        let error = (groups.len() >= 2).then(|| (squares * n / (n - 1.0)).sqrt() / all);
        Self { mean, error, values: groups.len() }
    }

    /// Whether the mean differs from zero by more than [`BEYOND`] standard errors; always false for
    /// fewer than [`FEWEST`] values.
    pub fn is_beyond_error(&self) -> bool {
        let known = self.error.filter(|_| self.values >= FEWEST);
        known.is_some_and(|error| self.mean.abs() > BEYOND * error)
    }

    /// The ends of the 95 % confidence interval, by Student's t; `None` for fewer than [`FEWEST`]
    /// values.
    ///
    /// ```
    /// use falsecard::work::Interval;
    ///
    /// let [few, many] = [2, 500].map(|times| Interval::of(&[1.0, -1.0, 3.0, -3.0].repeat(times)));
    /// let errors = |it: Interval| it.ends().unwrap()[1] / it.error.unwrap();
    /// assert!((errors(few) - 2.365).abs() < 1e-3, "with seven degrees of freedom");
    /// assert!((errors(many) - 1.961).abs() < 1e-3);
    /// ```
    pub fn ends(&self) -> Option<[f64; 2]> {
        let half = self.error.filter(|_| self.values >= FEWEST)? * students_t(self.values - 1);
        Some([self.mean - half, self.mean + half])
    }

    /// The ends of a 95 % interval that holds however often one looks while values come in, and
    /// whenever one stops; 1.5 to 1.7 times as wide as [`Interval::ends`]. `None` for fewer than
    /// 200 values.
    ///
    /// An asymptotic confidence sequence, so 95 % is what many values come near to: Waudby-Smith,
    /// Arbour, Sinha, Kennedy and Ramdas (2021), *Time-uniform central limit theory*, theorem 2.2.
    ///
    /// ```
    /// use falsecard::work::Interval;
    ///
    /// let gains = [3.0, -1.0, 0.0, 2.0].repeat(50);
    /// let interval = Interval::of(&gains);
    /// let [low, _] = interval.ends().unwrap();
    /// let [lower, _] = interval.ends_at_any_time().unwrap();
    /// assert!(0.0 < lower && lower < low);
    /// assert_eq!(Interval::of(&gains[..199]).ends_at_any_time(), None);
    /// ```
    pub fn ends_at_any_time(&self) -> Option<[f64; 2]> {
        let error = self.error.filter(|_| self.values >= FEWEST_AT_ANY_TIME)?;
        // Rho squared, as section 3.6 there sets it.
        let odds = -2.0 * Real::ln(MISSES);
        let width = (odds + Real::ln(odds + 1.0)) / NARROWEST;
        let spread = width * self.values as f64;
        let beyond = 2.0 * (spread + 1.0) / spread * Real::ln((spread + 1.0).sqrt() / MISSES);
        let half = beyond.sqrt() * error;
        Some([self.mean - half, self.mean + half])
    }
}

/// The two-sided 95 % quantile of Student's t: by its expansion around the normal distribution
/// (Abramowitz and Stegun 26.7.5), which from seven degrees of freedom on is off by less than
/// 0.0001.
fn students_t(degrees_of_freedom: usize) -> f64 {
    const NORMAL: f64 = 1.959_963_985;
    let power = |exponent: i32| NORMAL.powi(exponent);
    let terms = [
        (power(3) + NORMAL) / 4.0,
        (5.0 * power(5) + 16.0 * power(3) + 3.0 * NORMAL) / 96.0,
        (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * NORMAL) / 384.0,
        (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5)
            - 1920.0 * power(3)
            - 945.0 * NORMAL)
            / 92_160.0,
    ];
    let share = 1.0 / degrees_of_freedom as f64;
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) * share) + NORMAL
}
