//! The page around the fragments, and its style sheet: what the program carries.

use super::markup::Markup;

/// The style sheet of the page, and of reports.
pub(super) const STYLE: &str = include_str!("page.css");

/// The page before anything is on it.
pub(super) fn page() -> Markup {
    Markup::trusted(include_str!("page.html"))
}
