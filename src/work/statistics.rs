//! Means, their standard errors, the worst tenth.

/// Of fewer values the standard error is itself not known: two that happen to be equal have none. What
/// rests on fewer worlds is no more than a hint, and is called so.
pub const FEWEST: usize = 8;

/// Mean and standard error of a sample; the error of fewer than two values is infinite.
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

/// The mean of the worst tenth of a sample, of one value at least.
pub fn worst_tenth(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.truncate(values.len().div_ceil(10));
    mean_and_error(&sorted).0
}
