//! The table: matches of engines over boards, what they are worth, and a seat at any table.
//!
//! An [`Entrant`] is an engine with its settings and agreements. A [`Duel`] plays a board in the rooms that its
//! [`Roles`] ask for; what several players decide from the same view is worked out once. An
//! [`Outcome`] is what came of a board, [`Standing`] what many boards say. [`in_order`](crate::work::in_order) plays boards
//! on all cores, and a [`Ledger`] keeps those that are finished. A [`Bidder`] bids by the rule files; [`protocol`] lets
//! engines and other programs sit at one table.

mod bidder;
mod deals;
mod duel;
mod entrant;
mod ledger;
mod natural;
mod outcome;
mod people;
mod played;
pub mod protocol;
mod room;
mod standing;

pub use bidder::{Bidder, Heard, bid_out};
pub use deals::{Deal, bid_board};
pub use duel::{Duel, Fixture, Roles};
pub use entrant::{Agreed, Entrant, RuleFile, Seated, Strategy};
pub use ledger::Ledger;
pub use outcome::{Aspect, Outcome, Room, RoomResult, Swing};
pub use people::{Priced, against_people};
pub use played::{Meeting, PlayedBoard, Together, standing, together};
pub use standing::{PRECISE, Standing};
