//! The page: a web server for one person on one machine.
//!
//! [`Page`] serves a single page, whose script only inserts the answers of the server. The
//! [`address`] determines what is on the page; a [`spot`] is the game and the moment that it stands
//! for.

pub mod address;
mod api;
mod asking;
mod believing;
mod board;
mod calling;
mod choosing;
mod claiming;
mod comparing;
mod dealt;
pub mod files;
mod guard;
mod handout;
mod hands;
mod marks;
mod missing;
mod others;
mod playing;
mod quiz;
mod ranking;
mod reviewing;
mod row;
mod sampled;
mod server;
mod sit;
mod sitting;
pub mod spot;
mod stream;
mod tables;
mod wanted;

pub use row::BoardEnd;
pub use server::{LARGEST_FILE, Opening, Page};
pub use stream::Browser;
