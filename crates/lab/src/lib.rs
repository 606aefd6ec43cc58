//! The workshop of [falsecard](https://docs.rs/falsecard): it fits to records what the engine knows
//! of people, has a bidder practise, and measures what beliefs are worth and where engines differ.
//! The engine needs nothing of it.

pub mod cli;
pub mod departure;
pub mod learn;
