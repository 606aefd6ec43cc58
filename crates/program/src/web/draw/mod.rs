//! Drawings for the page and for reports: HTML with figures in SVG.
//!
//! Each function turns data into [`Markup`], without searching or solving.

mod candidates;
mod evening;
mod explanation;
mod figures;
mod hands;
mod inference;
mod story;
mod swing;

pub use candidates::{candidates, engine, worlds};
pub use evening::evening;
pub use explanation::readers;
pub use figures::{intervals, whiskers};
pub use hands::{
    auction, card_name, cards, diagram, hands, hands_or, rank, reviewed, seen_and_said, tricks,
};
pub use inference::{Inference, held, inference, owners, shapes};
pub use story::{ContractFate, GivenUp, MOST_POINTS, story};
pub use swing::{InRoom, rooms};

use super::markup::{Markup, el};
use falsecard_laboratory::problem::Sheet;

/// A table of text. The first row is its head, the first cell of each row the row's heading.
pub fn table(rows: &[Vec<String>]) -> Markup {
    let Some((head, rows)) = rows.split_first() else { return Markup::default() };
    let width = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or_default();
    let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    let column = |at| match cell(head, at) {
        empty if empty.is_empty() => el("td").empty(),
        name => el("th").at("scope", "col").say(name),
    };
    let head = el("tr").put((0..width).map(column).collect());
    let row = |row: &Vec<String>| {
        let first = match cell(row, 0) {
            empty if empty.is_empty() => el("td").empty(),
            name => el("th").at("scope", "row").say(name),
        };
        let others = (1..width).map(|at| el("td").say(cell(row, at))).collect();
        el("tr").put(first.and(others))
    };
    let body = rows.iter().map(row).collect();
    let inner = el("thead").put(head).and(el("tbody").put(body));
    // A region that scrolls sideways must be reachable by keyboard.
    let region = el("div").at("class", "sideways").at("tabindex", 0).at("role", "group");
    region.at("aria-label", "table").put(el("table").put(inner))
}

/// A sheet of results.
pub fn sheet(sheet: &Sheet) -> Markup {
    let rows: Vec<_> = std::iter::once(&sheet.head).chain(&sheet.rows).cloned().collect();
    table(&rows)
}
