//! The engine of [falsecard](https://docs.rs/falsecard): from what one player may know to the card that he should play.
//!
//! It reads no files and prints nothing. Use it by the crate `falsecard`, which offers every module here beside the readers of PBN
//! and LIN. From the bottom up: [`cards`], [`play`], [`carding`], [`constraint`], [`belief`] and [`dd`], [`work`], [`mind`] and
//! [`bidding`], [`search`].

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod belief;
pub mod bidding;
pub mod carding;
pub mod cards;
pub mod constraint;
pub mod dd;
pub mod mind;
pub mod network;
pub mod play;
pub mod search;
pub mod text;
pub mod work;
