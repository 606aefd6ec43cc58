//! The page: a server for one person on one machine, or no server at all.
//!
//! The page's script only inserts the answers of the desk ([`answer`]). `PageServer` serves them,
//! with the feature `web`; without it a browser that has the program within itself may ask. The
//! [`address`] determines what is on the page, and a [`spot`] is the game and the moment that it
//! names.

pub mod address;
mod api;
mod asking;
mod believing;
mod board;
mod browser;
mod calling;
mod card;
mod choosing;
mod claiming;
mod comparing;
mod dealt;
mod desk;
mod evening;
mod field;
pub mod files;
mod grid;
#[cfg(feature = "web")]
mod guard;
mod handout;
mod hands;
mod heading;
mod lesson;
mod marks;
mod missing;
mod one_suit;
mod others;
mod playing;
mod question;
mod quiz;
mod ranking;
mod reviewing;
mod row;
mod sampled;
#[cfg(feature = "cli")]
mod schemas;
#[cfg(feature = "web")]
mod server;
mod sit;
mod sitting;
pub mod spot;
#[cfg(feature = "web")]
mod stream;
mod tables;
mod wanted;

pub use browser::Browser;
pub use desk::answer;
pub use row::BoardEnd;
#[cfg(feature = "cli")]
pub(crate) use schemas::schemas;
#[cfg(feature = "web")]
pub use server::{Opening, PageServer};
