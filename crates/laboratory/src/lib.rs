//! The laboratory of [falsecard](https://docs.rs/falsecard): it knows players from records of their
//! games, and compares engines at problems, at matches and by the signals that they give. Use it by
//! the crate `falsecard`.

pub mod files;
pub mod problem;
pub mod records;
pub mod signal;
pub mod store;
pub mod table;
