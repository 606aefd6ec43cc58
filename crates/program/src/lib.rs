//! How [falsecard](https://docs.rs/falsecard) talks to people: its sentences, its page, and its
//! command line. Use it by the crate `falsecard`.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cli")]
pub mod cli;
pub mod web;
pub mod wording;
