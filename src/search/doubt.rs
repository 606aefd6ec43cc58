//! How far a guess may be off, and what is left of the guess and the doubt once something is seen.

/// How far a guess may be off: mostly by little, otherwise by much, either way a normal variable.
///
/// Most cards mislead nobody, and some mislead altogether. So a small lead is put down to luck and a
/// large one believed nearly whole, where a single normal variable would believe the same share of
/// either (a two-part normal mixture; Gelman et al., *Bayesian Data Analysis*, chapter 22).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Doubt {
    /// The standard deviation of most.
    pub(super) usual: f64,
    /// That of the others.
    pub(super) rare: f64,
    /// The share of the others, from 0 to 1.
    pub(super) share: f64,
}

/// What is believed of a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Doubt {
    /// There is none.
    pub(super) const NONE: Self = Self { usual: 0.0, rare: 0.0, share: 0.0 };

    /// The same in a unit so many times as small.
    pub(super) fn times(self, factor: f64) -> Self {
        Self { usual: self.usual * factor, rare: self.rare * factor, ..self }
    }

    /// What is believed of a quantity that is guessed to be `guess`.
    pub(super) fn about(self, guess: f64) -> Estimate {
        mixed(self.parts().map(|(share, variance)| (share, Estimate { mean: guess, variance })))
    }

    /// The same after it has been `seen` with an error of that variance, above nought.
    pub(super) fn after(self, guess: f64, seen: f64, error: f64) -> Estimate {
        let parts = self.parts().map(|(share, variance)| {
            let all = variance + error;
            let mean = (guess * error + seen * variance) / all;
            let surprise = (seen - guess) * (seen - guess) / all;
            let likelihood = -(surprise + all.ln()) / 2.0;
            (share.ln() + likelihood, Estimate { mean, variance: variance * error / all })
        });
        // The part that has foreseen better what was seen counts for more.
        let most = parts[0].0.max(parts[1].0);
        let weights = parts.map(|(log, _)| (log - most).exp());
        let sum: f64 = weights.iter().sum();
        mixed([0, 1].map(|part| (weights[part] / sum, parts[part].1)))
    }

    /// The share and the variance of each part.
    fn parts(self) -> [(f64, f64); 2] {
        [(1.0 - self.share, self.usual * self.usual), (self.share, self.rare * self.rare)]
    }
}

/// Mean and variance of a mixture; the shares add up to 1.
fn mixed(parts: [(f64, Estimate); 2]) -> Estimate {
    let mean: f64 = parts.iter().map(|(share, part)| share * part.mean).sum();
    let about_mean = |(share, part): &(f64, Estimate)| {
        share * (part.variance + (part.mean - mean) * (part.mean - mean))
    };
    Estimate { mean, variance: parts.iter().map(about_mean).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBT: Doubt = Doubt { usual: 2.0, rare: 50.0, share: 0.25 };

    /// The mean of the posterior by adding up prior times likelihood over a fine grid.
    fn by_grid(doubt: Doubt, guess: f64, seen: f64, error: f64) -> Estimate {
        let density = |x: f64, variance: f64| (-x * x / variance / 2.0).exp() / variance.sqrt();
        let (mut all, mut first, mut second) = (0.0, 0.0, 0.0);
        for step in -80_000..80_000 {
            let value = f64::from(step) * 0.01;
            let prior: f64 = doubt.parts().map(|(s, v)| s * density(value - guess, v)).iter().sum();
            let weight = prior * density(seen - value, error);
            all += weight;
            first += weight * value;
            second += weight * value * value;
        }
        let mean = first / all;
        Estimate { mean, variance: second / all - mean * mean }
    }

    #[test]
    fn what_is_left_is_by_bayes_rule() {
        for (guess, seen, error) in [(0.0, 3.0, 25.0), (-10.0, 40.0, 100.0), (5.0, -70.0, 400.0)] {
            let (fast, slow) =
                (DOUBT.after(guess, seen, error), by_grid(DOUBT, guess, seen, error));
            assert!((fast.mean - slow.mean).abs() < 1e-3, "{fast:?} {slow:?}");
            assert!((fast.variance / slow.variance - 1.0).abs() < 1e-3, "{fast:?} {slow:?}");
        }
    }

    #[test]
    fn a_large_lead_is_believed_nearly_whole_and_a_small_one_hardly() {
        let believed = |seen: f64| DOUBT.after(0.0, seen, 25.0).mean / seen;
        assert!(believed(5.0) < 0.3, "{}", believed(5.0));
        assert!(believed(60.0) > 0.9, "{}", believed(60.0));
    }

    #[test]
    fn without_doubt_nothing_that_is_seen_counts() {
        let sure = Estimate { mean: 7.0, variance: 0.0 };
        assert_eq!(Doubt::NONE.about(7.0), sure);
        assert_eq!(Doubt::NONE.after(7.0, 1e9, 1.0), sure);
    }

    #[test]
    fn what_nobody_could_foresee_is_a_number_all_the_same() {
        let estimate = DOUBT.after(0.0, 1e12, 1e-6);
        assert!(estimate.mean > 0.9e12 && estimate.variance.is_finite(), "{estimate:?}");
    }
}
