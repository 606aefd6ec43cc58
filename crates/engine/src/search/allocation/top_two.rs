//! Top-two Thompson sampling on the posterior of the fused search.

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use super::{Allocation, Pulls};
use crate::real::Real;
use crate::search::doubt::NormalMixture;
use crate::search::posterior::gain_posteriors;

/// Draws a gain for every candidate from its posterior and plays the best out; every other time the
/// draw is repeated until another candidate is best (Russo, *Operations Research* 68, 2020).
/// Playouts go where they can still change the choice.
///
/// A gain is measured against minimax's card in the same world, so that card never has fewer
/// playouts than another.
pub(in crate::search) struct TopTwo;

/// The most draws in search of a second best.
const TRIES: usize = 32;

impl Allocation for TopTwo {
    fn slug(&self) -> &'static str {
        "top-two"
    }

    fn about(&self) -> &'static str {
        "the candidates that may yet turn out best (Russo 2020), with double dummy as the prior"
    }

    fn next(&self, pulls: &Pulls, rng: &mut ChaCha8Rng) -> usize {
        let gains = gain_posteriors(pulls.tally);
        let best = thompson(&gains, rng);
        let chosen = if rng.random_bool(0.5) {
            best
        } else {
            let other = (0..TRIES).map(|_| thompson(&gains, rng)).find(|&arm| arm != best);
            other.unwrap_or(best)
        };
        let arm = if pulls.given[chosen] < pulls.given[0] { chosen } else { 0 };
        if pulls.is_open(arm) { arm } else { pulls.neediest() }
    }
}

/// The best candidate of a draw from the posterior.
fn thompson(gains: &[NormalMixture], rng: &mut ChaCha8Rng) -> usize {
    let draws: Vec<f64> = gains.iter().map(|gain| draw(gain, rng)).collect();
    (1..draws.len()).fold(0, |a, b| if draws[b] > draws[a] { b } else { a })
}

/// A draw from the posterior of a gain.
fn draw(gain: &NormalMixture, rng: &mut ChaCha8Rng) -> f64 {
    let [narrow, wide] = gain.parts;
    let part = if rng.random::<f64>() < wide.share { wide } else { narrow };
    part.mean + part.deviation * normal(rng)
}

/// A standard normal number (Box and Muller).
fn normal(rng: &mut impl Rng) -> f64 {
    let (u, v): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * Real::ln(1.0 - u)).sqrt() * Real::cos(std::f64::consts::TAU * v)
}
