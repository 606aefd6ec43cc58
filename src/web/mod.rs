//! The page, and reports that can be handed on.
//!
//! [`Page`] is a server for one person on one machine: a single page, whose script does no more than put
//! what it is given in its place. Everything that is shown is drawn here ([`draw`]), for the page and for
//! reports alike, as [`Markup`](markup::Markup), in which nothing that a file says is obeyed. What is on
//! the page stands in its [`address`]: a [`spot`] is a game at a moment, and so is a link.

pub mod address;
mod believing;
mod board;
mod choosing;
pub mod draw;
pub mod files;
mod guard;
mod marks;
pub mod markup;
mod quiz;
mod report;
mod reviewing;
mod server;
mod shell;
pub mod spot;
mod stream;

pub use report::Report;
pub use server::{LARGEST_FILE, Opening, Page};
pub use stream::Reader;
