//! Newton's method for a concave log-likelihood with a normal prior: finds the parameters of
//! greatest posterior density.

/// A function of several parameters at a point: value, gradient and curvature.
#[derive(Debug, Clone)]
pub struct Derivatives {
    /// The value of the function.
    pub value: f64,
    /// The gradient, one number per parameter.
    pub gradient: Vec<f64>,
    /// The curvature: the negative Hessian, row by row. In block form, each row holds only the
    /// columns of its own block.
    pub curvature: Vec<f64>,
}

impl Derivatives {
    /// Zero in each place, for this many parameters.
    pub fn zero(numbers: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; numbers], curvature: vec![0.0; numbers * numbers] }
    }
}

impl Derivatives {
    /// Zero in each place, for parameters in blocks of the size `block`.
    pub fn of_blocks(numbers: usize, block: usize) -> Self {
        let (gradient, curvature) = (vec![0.0; numbers], vec![0.0; numbers * block]);
        Self { value: 0.0, gradient, curvature }
    }
}

/// A prior of independent normal variables.
#[derive(Debug, Clone)]
pub struct NormalPrior {
    /// The mean of each parameter.
    pub mean: Vec<f64>,
    /// The precision of each parameter, one over its variance.
    pub precision: Vec<f64>,
}

/// The most Newton steps.
const STEPS: usize = 12;

/// Steps end when one gains less than this, in nats.
const GAIN: f64 = 0.3;

impl NormalPrior {
    /// The log-density at a point, up to a constant.
    fn value(&self, at: &[f64]) -> f64 {
        let each = at.iter().zip(&self.mean).zip(&self.precision);
        each.map(|((at, mean), precision)| -0.5 * precision * (at - mean).powi(2)).sum()
    }
}

/// The parameters that maximise the sum of the function and the prior's log-density, from a start.
pub fn maximise(
    start: &[f64],
    prior: &NormalPrior,
    value: &impl Fn(&[f64]) -> f64,
    derivatives: &impl Fn(&[f64]) -> Derivatives,
) -> Vec<f64> {
    let step = |it: &Derivatives| step(&it.curvature, &it.gradient, prior);
    climb(start.len(), start, prior, value, derivatives, step)
}

/// Maximises as [`maximise`] does, but each block of parameters takes its step as if the others
/// stood still. That suits blocks that have little to do with each other, and saves the Hessian of
/// all pairs where there are too many parameters for it.
pub fn maximise_by_blocks(
    block: usize,
    start: &[f64],
    prior: &NormalPrior,
    value: &impl Fn(&[f64]) -> f64,
    derivatives: &impl Fn(&[f64]) -> Derivatives,
) -> Vec<f64> {
    let step = |it: &Derivatives| {
        let blocks = it.curvature.chunks(block * block).zip(it.gradient.chunks(block));
        blocks.flat_map(|(matrix, right)| solve(matrix.to_vec(), right.to_vec())).collect()
    };
    climb(block, start, prior, value, derivatives, step)
}

/// Climbs step by step until a step gains too little. The curvature has `block` numbers a row: one
/// square matrix for each block of parameters.
fn climb(
    block: usize,
    start: &[f64],
    prior: &NormalPrior,
    value: &impl Fn(&[f64]) -> f64,
    derivatives: &impl Fn(&[f64]) -> Derivatives,
    step: impl Fn(&Derivatives) -> Vec<f64>,
) -> Vec<f64> {
    let mut at = start.to_vec();
    for _ in 0..STEPS {
        let mut derivatives = derivatives(&at);
        let about_mean = at.iter().zip(&prior.mean).map(|(at, mean)| at - mean);
        for ((gradient, off), precision) in
            derivatives.gradient.iter_mut().zip(about_mean).zip(&prior.precision)
        {
            *gradient -= precision * off;
        }
        for (i, precision) in prior.precision.iter().enumerate() {
            derivatives.curvature[i * block + i % block] += precision;
        }
        let here = derivatives.value + prior.value(&at);
        let step = step(&derivatives);
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

/// A parameter is moved by itself if the curvature of the data is less than this share of the
/// prior's precision: solving for all parameters together costs the cube of their number.
const LITTLE: f64 = 0.1;

/// The Newton step to where the gradient vanishes, by the curvature here.
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

/// Solves a positive definite system of linear equations by Cholesky decomposition.
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
