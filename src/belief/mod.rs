//! What a player believes of the hands that he does not see: exact, by counting.
//!
//! [`Evidence`] gathers what speaks for and against each layout. [`Belief`] weighs every layout of
//! the two hidden hands by it: exact totals and probabilities, and samples drawn exactly in
//! proportion.

mod combine;
mod count;
mod evidence;
mod posterior;
mod suit;

pub use count::{Belief, NoBelief};
pub use evidence::{Evidence, Reader, Reading};
