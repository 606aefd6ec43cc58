//! The laws of the library: of the game, its notation, the engine and the laboratory.
//!
//! One program, because each program of tests is linked by itself. One file of it:
//! `cargo test --profile quick --test laws carding::`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/one_pass.rs"]
mod one_pass;
#[path = "../common/problems.rs"]
mod problems;

mod architecture;
mod belief;
mod bidder;
mod bidding;
mod calls;
mod carding;
mod conceal;
mod constraint;
mod contradictions;
mod contrast;
mod dd;
mod examples;
mod formats;
mod found;
mod glance;
mod hidden_hands;
mod language;
mod line;
mod mind;
mod notation;
mod notation_laws;
mod partial;
mod pastes;
mod player;
mod reading;
mod search;
mod signal;
mod soak;
mod suit;
mod told;
