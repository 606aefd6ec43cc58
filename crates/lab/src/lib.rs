//! The workshop of [falsecard](https://docs.rs/falsecard): it fits models of people to records,
//! trains networks, has a bidder practise, and measures what beliefs are worth and where engines
//! differ. The engine does not depend on it.

pub mod cli;
pub mod departure;
pub mod learn;
