//! What weighed samples are worth.

/// The effective size of a weighted sample: the number of equal weights that would say as much
/// (Kish, *Survey Sampling*, 1965). At most the number of weights.
///
/// ```
/// use falsecard::belief::effective_size;
///
/// assert_eq!(effective_size(&[1.0, 1.0, 0.5, 0.5]), 3.6);
/// ```
pub fn effective_size(weights: &[f64]) -> f64 {
    let sum: f64 = weights.iter().sum();
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}
