//! falsecard: a contract bridge card-play engine that models what the other players believe.

pub mod cards;
pub mod dd;
pub mod notation;
pub mod play;
