//! The difference of two engines on the same problems, with its interval.

use serde::Serialize;

/// The difference between the shares of problems that two engines solve, second minus first, with
/// its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// The observed difference, from -1 to 1.
    pub found: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_964;

impl Difference {
    /// The difference over problems, each given by its mean over the seeds, from -1 to 1.
    ///
    /// The problem is the unit: the seeds of one problem are not independent trials, so they count
    /// as one. The interval is that of Agresti and Min for matched pairs ("Simple improved
    /// confidence intervals for comparing matched proportions", Statistics in Medicine 24, 2005):
    /// two imagined problems are added, half a one to each of the four outcomes, so that a few
    /// problems that agree do not give a point interval.
    ///
    /// ```
    /// use falsecard::problem::Difference;
    ///
    /// // Of ten problems the second engine alone solves four, the first alone one.
    /// let each = [1.0, 1.0, 1.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    /// let difference = Difference::of(&each);
    /// assert!((difference.found - 0.3).abs() < 1e-9);
    /// assert!(difference.low < 0.0 && difference.high > 0.6);
    /// assert!(Difference::of(&[]).low == -1.0, "of nothing nothing is known");
    /// ```
    pub fn of(each: &[f64]) -> Self {
        let n = each.len() as f64;
        let sum: f64 = each.iter().sum();
        if each.is_empty() {
            return Self { found: 0.0, low: -1.0, high: 1.0 };
        }
        let squares: f64 = each.iter().map(|value| value * value).sum();
        let (n_added, mean) = (n + 2.0, sum / (n + 2.0));
        let variance = ((squares + 1.0) / n_added - mean * mean).max(0.0);
        let half = Z * (variance / n_added).sqrt();
        Self { found: sum / n, low: (mean - half).max(-1.0), high: (mean + half).min(1.0) }
    }

    /// Whether the interval excludes 0: one engine solves more than the other.
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Percentage points: `+12 [+3, +21]`.
impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding 0 turns a rounded "-0" into "0".
        let [found, low, high] =
            [self.found, self.low, self.high].map(|share| (100.0 * share).round() + 0.0);
        f.pad(&format!("{found:+.0} [{low:+.0}, {high:+.0}]"))
    }
}
