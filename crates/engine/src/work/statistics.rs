//! Means, their standard errors, and the worst tenth.

/// The fewest values from which a standard error is trusted: two that happen to be equal would have
/// an error of zero. Results from fewer worlds are shown as hints only.
pub const FEWEST: usize = 8;

/// Mean and standard error of a sample. The error of fewer than two values is infinite; the mean of
/// none is 0.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    if values.is_empty() {
        return (0.0, f64::INFINITY);
    }
    let mean = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return (mean, f64::INFINITY);
    }
    let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// The mean of the lowest tenth of a sample, rounded up to a whole number of values; 0 for no
/// values.
pub fn worst_tenth(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.truncate(values.len().div_ceil(10));
    mean_and_error(&sorted).0
}
