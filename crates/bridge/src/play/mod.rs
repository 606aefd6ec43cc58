//! The laws of play: contracts, tricks, legal cards, what each player may see, and scoring.
//!
//! A [`Board`] is a deal with its auction. A [`Play`] is the play of a board so far, with all four
//! hands known; in a [`PartialPlay`] some hands may be unknown. A [`Position`] has no history; the
//! double-dummy solver works on it. A [`View`] has no hidden hands: it holds only what one player
//! may know, and a search is given nothing else.

mod board;
mod contract;
mod duplicate;
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
pub use duplicate::duplicate_board;
pub use history::{History, PlayedCard};
pub use partial_play::{IllegalView, PartialPlay};
pub use partial_position::PartialPosition;
pub use position::legal_from;
pub use position::{IllegalPlay, Position};
pub use progress::Play;
pub use scoring::{Scoring, UnknownScoring, imps};
pub use trick::Trick;
pub use view::View;
pub use written::BadPosition;
