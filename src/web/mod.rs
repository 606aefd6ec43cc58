//! What is shown in a browser: drawings, reports that can be handed on, and the page.
//!
//! Everything is drawn here ([`draw`]), for the page (`page`) and for reports alike, as [`Markup`](markup::Markup),
//! in which nothing that a file says is obeyed. The page needs the feature `web`, drawings and reports do not.

pub mod draw;
pub mod markup;
#[cfg(feature = "web")]
pub mod page;
mod report;

pub use report::Report;

/// The style sheet of the page, and of reports.
const STYLE: &str = include_str!("page.css");
