//! Files and diagrams: games in PBN, LIN and JSON, problem files, and typed deals.
//!
//! Reading is tolerant about formats and strict about bridge. A harmless departure from a standard
//! gives a [`Warning`]; a breach of a law gives a [`Fault`] with the law and the place. A faulty
//! game does not hide the others, and a faulty auction or play does not cost the deal
//! ([`Game::faults`]). No input makes a reader panic. Games read from PBN are written again without
//! loss. [`Games`] reads files of any size game by game; [`limits`] has the limits on input.
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
mod custom;
mod declared;
mod deviation;
pub mod diagram;
mod encoding;
mod fault;
mod filling;
mod findings;
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
pub use breach::{Breach, Misfit};
pub use custom::Custom;
pub use declared::NamedContract;
pub use deviation::{Deviation, Warning};
pub use diagram::{Diagram, DiagramCards, DiagramStyle, Pips};
pub use fault::{Contents, Cost, Fault};
pub use filling::{Filling, Misread, read_calls, read_cards, read_contract, read_vulnerability};
pub use format::{Format, Games, read};
pub use game::{Game, Tag};
pub use problem::{Problem, SignalTask};
pub use typed::{Unclear, WrittenCalls, read_suit};
