//! A table of declarers and strains.

use crate::web::markup::{Markup, el};
use falsecard_engine::cards::{Seat, Strain, seat_name};

/// The rows of the table: partners stand together.
const DECLARERS: [Seat; 4] = [Seat::North, Seat::South, Seat::East, Seat::West];

/// A table of declarers and strains.
pub(super) fn grid(title: &str, cell: impl Fn(Seat, Strain) -> Markup) -> Markup {
    let column = |strain: Strain| el("th").at("scope", "col").say(strain);
    let head = el("td").empty().and(Strain::DESC.map(column).into_iter().collect());
    let row = |seat: Seat| {
        let cells: Markup = Strain::DESC.map(|strain| cell(seat, strain)).into_iter().collect();
        el("tr").put(el("th").at("scope", "row").say(seat_name(seat)).and(cells))
    };
    let body = el("tbody").put(DECLARERS.map(row).into_iter().collect());
    let caption = el("caption").say(title);
    let inner = caption.and(el("thead").put(el("tr").put(head))).and(body);
    el("table").at("class", "tricks-table").put(inner)
}
