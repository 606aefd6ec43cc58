//! Finds the numbers that make what was seen likeliest, given a prior: Newton's method on a concave
//! function.

/// A function of some numbers at a point: its value, gradient and curvature (minus its second
/// derivatives, row by row; where numbers are taken in blocks, the rows of each block within it
/// alone).
#[derive(Debug, Clone)]
pub struct Derivatives {
    /// Its value.
    pub value: f64,
    /// Its gradient.
    pub gradient: Vec<f64>,
    /// Its curvature.
    pub curvature: Vec<f64>,
}

impl Derivatives {
    /// Nothing yet, of this many numbers.
    pub fn zero(numbers: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; numbers], curvature: vec![0.0; numbers * numbers] }
    }
}

impl Derivatives {
    /// Nothing yet, of numbers in blocks.
    pub fn of_blocks(numbers: usize, block: usize) -> Self {
        let (gradient, curvature) = (vec![0.0; numbers], vec![0.0; numbers * block]);
        Self { value: 0.0, gradient, curvature }
    }
}

/// What is held of the numbers before anything is seen: independent normal variables.
#[derive(Debug, Clone)]
pub struct NormalPrior {
    /// Their means.
    pub mean: Vec<f64>,
    /// One over the variance.
    pub precision: Vec<f64>,
}

/// No more steps are made, ...
const STEPS: usize = 12;

/// ... and none that gains less.
const GAIN: f64 = 0.3;

impl NormalPrior {
    /// Its logarithm, up to a constant.
    fn value(&self, at: &[f64]) -> f64 {
        let each = at.iter().zip(&self.mean).zip(&self.precision);
        each.map(|((at, mean), precision)| -0.5 * precision * (at - mean).powi(2)).sum()
    }
}

/// The numbers with the greatest sum of the function and the logarithm of the prior, from a start.
pub fn maximise(
    start: &[f64],
    prior: &NormalPrior,
    value: &impl Fn(&[f64]) -> f64,
    slope: &impl Fn(&[f64]) -> Derivatives,
) -> Vec<f64> {
    climb(
        start,
        prior,
        value,
        |at| {
            let mut slope = slope(at);
            for i in 0..at.len() {
                slope.curvature[i * at.len() + i] += prior.precision[i];
            }
            slope
        },
        |slope| step(&slope.curvature, &slope.gradient, prior),
    )
}

/// The same of numbers in blocks, of which each moves as if the others stood still. That is right
/// where blocks have little to do with each other, and the only way where there are too many
/// numbers for a table of all pairs of them.
pub fn maximise_by_blocks(
    block: usize,
    start: &[f64],
    prior: &NormalPrior,
    value: &impl Fn(&[f64]) -> f64,
    slope: &impl Fn(&[f64]) -> Derivatives,
) -> Vec<f64> {
    climb(
        start,
        prior,
        value,
        |at| {
            let mut slope = slope(at);
            for i in 0..at.len() {
                slope.curvature[i * block + i % block] += prior.precision[i];
            }
            slope
        },
        |slope| {
            let blocks = slope.curvature.chunks(block * block).zip(slope.gradient.chunks(block));
            blocks.flat_map(|(matrix, right)| solve(matrix.to_vec(), right.to_vec())).collect()
        },
    )
}

/// Climbs step by step until a step gains little. The curvature that `slope` tells is the prior's
/// too.
fn climb(
    start: &[f64],
    prior: &NormalPrior,
    value: &impl Fn(&[f64]) -> f64,
    slope: impl Fn(&[f64]) -> Derivatives,
    step: impl Fn(&Derivatives) -> Vec<f64>,
) -> Vec<f64> {
    let mut at = start.to_vec();
    for _ in 0..STEPS {
        let mut slope = slope(&at);
        let about_mean = at.iter().zip(&prior.mean).map(|(at, mean)| at - mean);
        for ((gradient, off), precision) in
            slope.gradient.iter_mut().zip(about_mean).zip(&prior.precision)
        {
            *gradient -= precision * off;
        }
        let here = slope.value + prior.value(&at);
        let step = step(&slope);
        let further = |share: f64| -> Vec<f64> {
            at.iter().zip(&step).map(|(at, step)| at + share * step).collect()
        };
        let tried = [1.0, 0.5, 0.25, 0.1, 0.02].into_iter().map(further);
        let mut judged = tried.map(|next| (value(&next) + prior.value(&next), next));
        let Some((there, next)) = judged.find(|(there, _)| *there > here) else { break };
        at = next;
        if there - here < GAIN {
            break;
        }
    }
    at
}

/// A number that the data say less of than this, as a share of the prior's precision, is moved by
/// itself: to solve for all together costs the cube of how many there are.
const LITTLE: f64 = 0.1;

/// Where the slope is level, by the curvature here.
fn step(curvature: &[f64], gradient: &[f64], prior: &NormalPrior) -> Vec<f64> {
    let n = gradient.len();
    let own = |i: usize| curvature[i * n + i];
    let says_much = |&i: &usize| own(i) - prior.precision[i] > LITTLE * prior.precision[i];
    let told: Vec<usize> = (0..n).filter(says_much).collect();
    let matrix = told.iter().flat_map(|i| told.iter().map(move |j| curvature[i * n + j])).collect();
    let together = solve(matrix, told.iter().map(|&i| gradient[i]).collect());
    let mut step: Vec<f64> = (0..n).map(|i| gradient[i] / own(i)).collect();
    told.iter().zip(together).for_each(|(&i, by)| step[i] = by);
    step
}

/// Solves a positive definite system of equations (Cholesky).
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for j in 0..n {
        for i in j..n {
            let (upper, lower) = matrix.split_at(i * n);
            let row_j = if i == j { &lower[..j] } else { &upper[j * n..j * n + j] };
            let dot: f64 = lower[..j].iter().zip(row_j).map(|(a, b)| a * b).sum();
            let rest = lower[j] - dot;
            matrix[i * n + j] =
                if i == j { rest.max(1e-12).sqrt() } else { rest / matrix[j * n + j] };
        }
    }
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * n + i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![4.0, 2.0, 2.0, 3.0], vec![10.0, 8.0]);
        assert!((found[0] - 1.75).abs() < 1e-12 && (found[1] - 1.5).abs() < 1e-12);
    }
}
