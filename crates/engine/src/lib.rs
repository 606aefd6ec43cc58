//! The engine of [falsecard](https://docs.rs/falsecard): from what one player may know to the card
//! that he should play.
//!
//! It reads no files and prints nothing. Use it by the crate `falsecard`, which offers every module
//! here beside the readers of PBN and LIN. From the bottom up: [`cards`], [`play`], [`real`],
//! [`carding`], [`constraint`], [`belief`] and [`dd`], [`work`], [`mind`] and [`bidding`],
//! [`search`].

pub use falsecard_bridge::{cards, play, text};

pub mod belief;
pub mod bidding;
pub mod carding;
pub mod constraint;
pub mod dd;
pub mod mind;
pub mod network;
pub mod real;
pub mod search;
pub mod suit;
pub mod work;
