//! Output for browsers: drawings, reports and the page.
//!
//! The page (`page`) and reports share the drawings ([`draw`]). These are
//! [`Markup`](markup::Markup), so text of a file is never interpreted. The page needs the feature
//! `page`, and its server `web`; drawings and reports need neither.

pub mod draw;
pub mod markup;
#[cfg(feature = "page")]
pub mod page;
mod report;

pub use report::HtmlReport;

/// The style sheet of the page and of reports.
const STYLE: &str = include_str!("page.css");
