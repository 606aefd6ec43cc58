//! Files and pictures: PBN, LIN and JSON games, problem files, hand diagrams and what else people type.
//!
//! Reading is tolerant of the ways in which real files depart from the standard, and strict about
//! bridge: what breaks a law is refused with a [`Fault`] that names the law and the place. One bad
//! game never hides the others; a bad play or auction does not take the deal with it
//! ([`Game::faults`]); and no input makes a reader panic. What departs from a standard and
//! is understood all the same is a [`Warning`]. Nothing that a PBN file says is lost when its games
//! are written again. [`Games`] reads a file of any size game by game; [`limits`] says how much of
//! anything is taken in.
//!
//! ```
//! use falsecard::notation::pbn;
//!
//! let text = r#"
//! [Dealer "S"]
//! [Deal "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"]
//! [Auction "S"]
//! 2NT Pass 3NT AP
//! [Play "W"]
//! H6 H2 HK HA
//! C3 C7 +  CQ
//! "#;
//! let contents = pbn::read("example.pbn", text.as_bytes());
//! let play = contents.good[0].play()?;
//! assert_eq!(play.history().to_play().to_string(), "E");
//! # Ok::<(), falsecard::notation::Fault>(())
//! ```

mod agree;
mod annotation;
mod anonymous;
mod assemble;
mod breach;
mod declared;
mod deviation;
pub mod diagram;
mod encoding;
mod fault;
mod filling;
mod format;
mod game;
pub mod json;
pub mod limits;
pub mod lin;
mod lines;
mod objects;
mod outcome;
mod pack;
pub mod pbn;
pub mod problem;
mod scoring;
pub mod typed;
mod values;
mod words;

pub use annotation::{Annotation, Comment, Manner};
pub use breach::Breach;
pub use deviation::{Deviation, Warning};
pub use diagram::{Cards, Diagram, DiagramStyle, Pips};
pub use fault::{Contents, Cost, Fault};
pub use filling::{
    Filling, Misfit, Misread, read_calls, read_cards, read_contract, read_vulnerability,
};
pub use format::{Format, Games};
pub use game::{Game, Tag};
pub use problem::{Problem, SignalTask};
pub use typed::Unclear;
