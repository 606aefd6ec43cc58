//! The game itself, as [falsecard](https://docs.rs/falsecard) knows it: cards, the laws of play,
//! how boards are scored, and what one player may know of a board. Use it by the crate `falsecard`.

pub mod cards;
pub mod play;
pub mod text;
