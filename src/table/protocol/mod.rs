//! The table-manager protocol of the computer championships (Blue Chip, version 18): lines of text between a
//! manager and the players of a table, each of whom has a connection of his own.
//!
//! A player asks for each thing that he is to hear ("South ready for East's bid"), and says what he does ("South bids
//! 1NT"). [`Client`] plays a seat; [`hold`] is the manager of a sitting, in one room or in two; `words` has the
//! sentences, `wire` the lines. A board is begun again where a player has gone and come back: the protocol lets the
//! manager say "Start of Board" at any time.

mod client;
mod dealing;
mod guest;
mod record;
mod room;
mod sitting;
mod wire;
mod words;

pub use client::{Client, Ended};
pub use record::BoardLog;
pub use room::{Broken, Chair, Done, Patience, TableManager};
pub use sitting::{RoomAt, Sitting, hold};
