//! falsecard: a contract bridge card-play engine that models what the other players believe.

pub mod belief;
pub mod carding;
pub mod cards;
pub mod cli;
pub mod constraint;
pub mod dd;
pub mod mind;
pub mod notation;
pub mod play;
pub mod problem;
pub mod search;
