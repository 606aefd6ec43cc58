//! The allocation of playouts: candidates are arms, and a playout is a pull.
//!
//! An [`Allocation`] looks at the scores of the candidates so far and names the one to be played
//! out next. All candidates meet the same worlds in the same order, so that differences are paired;
//! a candidate's `n`-th playout is always the one in world `n`.
//!
//! To add one: one file here and one line in [`ALLOCATIONS`].

mod epsilon_greedy;
mod halving;
mod majority;
mod pulls;
mod soft_max;
mod top_two;
mod ucb_tuned;
mod uniform;

pub(super) use halving::Halving;
pub use pulls::{Allocation, Pulls};
pub(super) use top_two::TopTwo;

/// All allocations.
pub const ALLOCATIONS: [&dyn Allocation; 7] = [
    &TopTwo,
    &Halving,
    &uniform::Uniform,
    &ucb_tuned::UcbTuned,
    &epsilon_greedy::EpsilonGreedy,
    &soft_max::SoftMax,
    &majority::Majority,
];

/// The allocation of that name.
pub fn named(slug: &str) -> Option<&'static dyn Allocation> {
    ALLOCATIONS.into_iter().find(|allocation| allocation.slug() == slug)
}
