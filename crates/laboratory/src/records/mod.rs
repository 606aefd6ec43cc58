//! Records of games, with who played them, and what they show of pairs.
//!
//! A [`GameRecord`] is a board with its players and all its cards. An [`Acquaintance`] knows the
//! pairs of a table from their other boards, and a [`Profile`] writes what a pair has shown as a
//! rule file. [`logit`] and [`newton`] fit weights to choices.

mod bids;
mod cards;
mod corpus;
pub mod exact;
mod foretold_calls;
pub mod logit;
pub mod newton;
mod openings;
mod pairs;
mod profile;
mod role;
mod sums;
mod systems;

pub use bids::{BidLesson, BidRecords};
pub use cards::card_choices;
pub use corpus::{GameRecord, players};
pub use foretold_calls::{CallPrediction, CallsForetold};
pub use pairs::{Acquaintance, KnownPair, boards_of};
pub use profile::{Profile, line};
pub use role::DeciderRole;
pub use sums::RunningMean;
pub use systems::{SystemJudge, TEXTBOOK, other_systems, textbook};
