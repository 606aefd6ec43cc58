//! The page: a server for one person on one machine, and what it answers.
//!
//! [`Page`] serves a single page, whose script does no more than put what it is given in its place. What is
//! on the page stands in its [`address`]: a [`spot`] is a game at a moment, and so is a link.

pub mod address;
mod believing;
mod board;
mod choosing;
pub mod files;
mod guard;
mod marks;
mod quiz;
mod reviewing;
mod server;
pub mod spot;
mod stream;

pub use server::{LARGEST_FILE, Opening, Page};
pub use stream::Browser;
