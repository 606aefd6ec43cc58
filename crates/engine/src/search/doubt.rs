//! Normal mixtures: a prior's error, and its posterior after an observation.

use crate::real::Real;
use std::sync::LazyLock;

/// The error of a prior guess: a mixture of two normal variables with mean 0.
///
/// Some cards mislead nobody, others altogether. So of a small observed edge a small share is
/// believed, and the larger it is, the larger the share: a single normal variable would believe the
/// same share of either (a two-part normal mixture; Gelman et al., *Bayesian Data Analysis*,
/// chapter 22).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Doubt {
    /// The standard deviation of the narrow part.
    pub(super) narrow: f64,
    /// The standard deviation of the wide part.
    pub(super) wide: f64,
    /// The share of the wide part, from 0 to 1.
    pub(super) share: f64,
}

/// The distribution of a quantity, prior or posterior: a mixture of two normal variables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NormalMixture {
    /// The parts, whose shares add up to 1.
    pub(super) parts: [NormalPart; 2],
    /// The weight of the observation in the mean, from 0 to 1; the guess has the rest.
    pub(super) heeded: f64,
}

/// A normal variable and its share of a mixture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NormalPart {
    pub(super) share: f64,
    pub(super) mean: f64,
    pub(super) deviation: f64,
}

impl Doubt {
    /// No error: the guess is certain.
    pub(super) const NONE: Self = Self { narrow: 0.0, wide: 0.0, share: 0.0 };

    /// This doubt with its deviations multiplied by a factor.
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self { narrow: self.narrow * factor, wide: self.wide * factor, ..self }
    }

    /// The prior of a quantity that is guessed to be `guess`.
    pub(super) fn about(self, guess: f64) -> NormalMixture {
        let [narrow, wide] = [(1.0 - self.share, self.narrow), (self.share, self.wide)];
        let part = |(share, deviation)| NormalPart { share, mean: guess, deviation };
        NormalMixture { parts: [part(narrow), part(wide)], heeded: 0.0 }
    }

    /// The posterior after the gain has been observed to be `seen`, with an error of this variance,
    /// which is above 0.
    pub(super) fn after(self, guess: f64, seen: f64, error: f64) -> NormalMixture {
        debug_assert!(error > 0.0, "what is seen is never exact");
        let parts = self.about(guess).parts.map(|part| part.after(seen, error));
        let parts = mixed(parts);
        // A part's variance falls by the weight that it gives to the observation.
        let heeded = parts.iter().map(|part| part.share * part.deviation * part.deviation / error);
        NormalMixture { heeded: heeded.sum(), parts }
    }
}

/// Normalises parts that come with the logarithms of their weights: the part that predicted the
/// observation better counts for more.
fn mixed(parts: [(f64, NormalPart); 2]) -> [NormalPart; 2] {
    let most = parts[0].0.max(parts[1].0);
    let sum: f64 = parts.iter().map(|(log, _)| Real::exp(log - most)).sum();
    parts.map(|(log, part)| NormalPart { share: Real::exp(log - most) / sum, ..part })
}

/// A standard normal variable, discretised to values with their shares.
static NORMAL: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| {
    let values = || (-16..=16).map(|step| f64::from(step) / 4.0);
    let density = |z: f64| Real::exp(-z * z / 2.0);
    let all: f64 = values().map(density).sum();
    values().map(|z| (z, density(z) / all)).collect()
});

impl NormalPart {
    /// The part's posterior after an observation, and the logarithm of its share times the density
    /// of the observation.
    fn after(self, seen: f64, error: f64) -> (f64, Self) {
        let variance = self.deviation * self.deviation;
        let all = variance + error;
        let surprise = (seen - self.mean) * (seen - self.mean) / all;
        let mean = (self.mean * error + seen * variance) / all;
        let deviation = (variance * error / all).sqrt();
        (
            Real::ln(self.share) - f64::midpoint(surprise, Real::ln(all)),
            Self { mean, deviation, ..self },
        )
    }
}

impl NormalMixture {
    /// The mean.
    pub(super) fn mean(&self) -> f64 {
        self.parts.iter().map(|part| part.share * part.mean).sum()
    }

    /// The standard deviation.
    pub(super) fn deviation(&self) -> f64 {
        let mean = self.mean();
        let about_mean = |part: &NormalPart| {
            let off = part.mean - mean;
            part.share * (part.deviation * part.deviation + off * off)
        };
        self.parts.iter().map(about_mean).sum::<f64>().sqrt()
    }

    /// The expected distance by which the mean will cross `threshold`, once an observation is made
    /// with an error of this variance. It is the value of that observation where the quantity is
    /// compared with the threshold.
    pub(super) fn beyond(&self, threshold: f64, error: f64) -> f64 {
        let is_above = self.mean() > threshold;
        let over = |seen: f64| {
            let parts = mixed(self.parts.map(|part| part.after(seen, error)));
            let mean: f64 = parts.iter().map(|part| part.share * part.mean).sum();
            (if is_above { threshold - mean } else { mean - threshold }).max(0.0)
        };
        let of_part = |part: &NormalPart| {
            let spread = Real::hypot(part.deviation, error.sqrt());
            let each = NORMAL.iter().map(|(z, share)| share * over(part.mean + z * spread));
            part.share * each.sum::<f64>()
        };
        self.parts.iter().map(of_part).sum()
    }

    /// The distribution of a weighted mean of the quantity and a number, which has that weight.
    pub(super) fn blended(self, number: f64, weight: f64) -> Self {
        let blend = |part: NormalPart| NormalPart {
            mean: (1.0 - weight) * part.mean + weight * number,
            deviation: (1.0 - weight) * part.deviation,
            ..part
        };
        Self { parts: self.parts.map(blend), heeded: (1.0 - weight) * self.heeded }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBT: Doubt = Doubt { narrow: 2.0, wide: 50.0, share: 0.25 };

    /// Mean and standard deviation of the posterior, by summing prior times likelihood over a grid.
    fn by_grid(doubt: Doubt, guess: f64, seen: f64, error: f64) -> (f64, f64) {
        let density = |x: f64, variance: f64| Real::exp(-x * x / variance / 2.0) / variance.sqrt();
        let (mut all, mut first, mut second) = (0.0, 0.0, 0.0);
        for step in -80_000..80_000 {
            let value = f64::from(step) * 0.01;
            let prior = |part: NormalPart| {
                part.share * density(value - part.mean, part.deviation * part.deviation)
            };
            let weight = doubt.about(guess).parts.map(prior).iter().sum::<f64>()
                * density(seen - value, error);
            all += weight;
            first += weight * value;
            second += weight * value * value;
        }
        let mean = first / all;
        (mean, (second / all - mean * mean).sqrt())
    }

    #[test]
    fn what_is_left_is_by_bayes_rule() {
        for (guess, seen, error) in [(0.0, 3.0, 25.0), (-10.0, 40.0, 100.0), (5.0, -70.0, 400.0)] {
            let fast = DOUBT.after(guess, seen, error);
            let (mean, deviation) = by_grid(DOUBT, guess, seen, error);
            assert!((fast.mean() - mean).abs() < 1e-3, "{fast:?} {mean}");
            assert!((fast.deviation() / deviation - 1.0).abs() < 1e-3, "{fast:?} {deviation}");
            let weighed = guess + fast.heeded * (seen - guess);
            assert!((fast.mean() - weighed).abs() < 1e-9, "{fast:?} {weighed}");
        }
    }

    #[test]
    fn the_larger_a_lead_the_larger_the_share_of_it_that_is_believed() {
        let believed = |seen: f64| DOUBT.after(0.0, seen, 25.0).mean() / seen;
        let shares: Vec<f64> = (1..20).map(|fives| believed(5.0 * f64::from(fives))).collect();
        assert!(shares.is_sorted_by(|a, b| *b > a - 1e-9), "{shares:?}");
        assert!(shares[0] < 0.3 && shares[18] > 0.9, "{shares:?}");
    }

    #[test]
    fn one_part_alone_is_a_normal_prior() {
        for share in [0.0, 1.0] {
            let (deviation, doubt) = ([2.0, 50.0][share as usize], Doubt { share, ..DOUBT });
            let variance = deviation * deviation;
            let estimate = doubt.after(1.0, 9.0, 25.0);
            assert!((estimate.mean() - (25.0 + 9.0 * variance) / (25.0 + variance)).abs() < 1e-9);
        }
    }

    /// The expected distance beyond a threshold is the mean over the density of possible
    /// observations.
    #[test]
    fn what_may_be_gained_is_the_mean_of_the_part_beyond() {
        for (guess, seen, threshold, error) in
            [(0.0, 3.0, 1.0, 25.0), (-10.0, 40.0, 20.0, 100.0), (5.0, -7.0, 4.0, 400.0)]
        {
            let now = DOUBT.after(guess, seen, 30.0);
            let (mut beyond, mut all) = (0.0, 0.0);
            for step in -40_000..40_000 {
                let next = f64::from(step) * 0.01;
                let density = |part: &NormalPart| {
                    let variance = part.deviation * part.deviation + error;
                    let off = next - part.mean;
                    part.share * Real::exp(-off * off / variance / 2.0) / variance.sqrt()
                };
                let density: f64 = now.parts.iter().map(density).sum();
                let then = mixed(now.parts.map(|part| part.after(next, error)));
                let mean: f64 = then.iter().map(|part| part.share * part.mean).sum();
                let over = if now.mean() > threshold { threshold - mean } else { mean - threshold };
                beyond += density * over.max(0.0);
                all += density;
            }
            let (found, exact) = (now.beyond(threshold, error), beyond / all);
            assert!((found - exact).abs() < 0.02 * exact + 0.02, "{found} {exact}");
        }
    }

    #[test]
    fn without_doubt_nothing_that_is_seen_counts() {
        for estimate in [Doubt::NONE.about(7.0), Doubt::NONE.after(7.0, 1e9, 1.0)] {
            assert!((estimate.mean() - 7.0).abs() < 1e-9 && estimate.deviation() <= 0.0);
        }
    }

    #[test]
    fn what_nobody_could_foresee_is_a_number_all_the_same() {
        let estimate = DOUBT.after(0.0, 1e12, 1e-6);
        assert!(estimate.mean() > 0.9e12 && estimate.deviation().is_finite(), "{estimate:?}");
    }
}
