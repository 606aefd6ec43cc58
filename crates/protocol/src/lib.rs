//! The table-manager protocol of the computer championships (Blue Chip, version 18): lines of text
//! between a manager and the players, each on a connection of his own.
//!
//! A player asks for each message ("South ready for East's bid") and reports each action ("South
//! bids 1NT"). [`Client`] plays a seat; [`hold`] manages a sitting in one or two rooms; `words` has
//! the sentences, `wire` the lines. If a player leaves and comes back, the board is restarted,
//! which the protocol allows: the manager may say "Start of Board" at any time.

mod client;
mod dealing;
mod guest;
mod record;
mod room;
mod sitting;
mod wire;
mod words;

pub use client::{Client, SittingEnd};
pub use room::{Chair, FinishedBoard, Patience, RoomError, TableManager};
pub use sitting::{Sitting, SittingRoom, hold};
