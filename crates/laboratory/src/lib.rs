//! The laboratory of [falsecard](https://docs.rs/falsecard): it learns from records of people's games, and compares engines at
//! problems, at matches and by the signals that they give. Use it by the crate `falsecard`.

pub mod files;
pub mod learn;
pub mod problem;
pub mod signal;
pub mod store;
pub mod table;
