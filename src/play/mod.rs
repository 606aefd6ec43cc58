//! The laws of play: contracts, tricks, what is legal, what each player may see, what it is worth.
//!
//! A [`Board`] is a deal with its auction. A [`Play`] is the play of a board so far, all four hands known; a
//! [`PartialPlay`] knows only some of them. A [`Position`] has no history: it is what the double-dummy solver needs.
//! A [`View`] has no hidden hands: it is all that a player, and so a search, is ever given.

mod board;
mod contract;
mod history;
mod partial_play;
mod partial_position;
mod position;
mod progress;
mod scoring;
mod trick;
mod view;
mod written;

pub use board::{Bidding, BiddingError, Board};
pub use contract::DeclaredContract;
pub use history::{History, Played};
pub use partial_play::{IllegalView, PartialPlay};
pub use partial_position::PartialPosition;
pub use position::{IllegalPlay, Position};
pub use progress::Play;
pub use scoring::{Scoring, UnknownScoring, imps};
pub use trick::Trick;
pub use view::View;
pub use written::BadPosition;
