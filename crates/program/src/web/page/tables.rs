//! The traveller panel: all tables at which a deal was played, side by side.

use super::address::Address;
use super::row::BoardRow;
use super::spot::Spot;
use crate::web::markup::{Markup, el};
use crate::wording::{counted, score_text};
use falsecard_engine::cards::{Seat, Side};
use falsecard_engine::play::Scoring;
use falsecard_laboratory::table::Traveller;

/// The most tables of one deal.
pub(super) const MOST_TABLES: usize = 2_000;

/// A table at which the deal was played.
struct PlayedTable {
    /// The address of the table, without this panel.
    address: Address,
    row: BoardRow,
    /// Who sat there: two pairs, or the name of a table of a field.
    names: Vec<String>,
    is_here: bool,
}

/// The tables of a deal. The first line of the text is the address of the page, the others are the
/// addresses of the tables.
///
/// # Errors
///
/// A sentence, if there are too many tables, or if none of them can be read.
pub(super) fn panel(text: &str) -> Result<Markup, String> {
    let mut lines = text.lines();
    let page = Spot::read(Address::read(lines.next().unwrap_or_default())?)?;
    let mut tables = Vec::new();
    for line in lines {
        if tables.len() == MOST_TABLES {
            return Err(format!("a deal may have {MOST_TABLES} tables"));
        }
        tables.extend(at(&Spot::read(Address::read(line)?)?, &page));
    }
    if tables.is_empty() {
        return Err("the deal was played at no other table".to_owned());
    }
    Ok(compared(&page, tables))
}

/// A table of the field, beside which a person's result is put.
pub(super) struct FieldTable {
    /// The address of the table.
    pub(super) address: Address,
    /// What it is called.
    pub(super) name: String,
}

/// The tables of a field.
///
/// # Errors
///
/// A sentence, if the address of a table cannot be read.
pub(super) fn side_by_side(page: &Spot, field: &[FieldTable]) -> Result<Markup, String> {
    let mut tables = Vec::new();
    for FieldTable { address, name } in field {
        let found = at(&Spot::read(address.clone())?, page);
        let named = |it| PlayedTable { names: vec![name.clone()], ..it };
        tables.extend(found.map(named));
    }
    Ok(compared(page, tables))
}

/// The tables, the best score first, and how they compare.
fn compared(page: &Spot, mut tables: Vec<PlayedTable>) -> Markup {
    let scores: Vec<i32> = tables.iter().filter_map(|table| table.row.score).collect();
    let traveller = Traveller::new(scores);
    tables.sort_by_key(|table| (table.row.score.is_none(), table.row.score.map(|score| -score)));
    let by_imps = scoring(page) != Scoring::Matchpoints;
    heading(&traveller, by_imps, tables.len()).and(choice(page, by_imps)).and(drawn(
        &tables,
        &traveller,
        by_imps,
        page.address.get("panel"),
    ))
}

/// The row of a table; `None` if the deal was not bid there.
///
/// The address of the table takes the scoring of the page, and begins with the deal if the board
/// was played.
fn at(spot: &Spot, page: &Spot) -> Option<PlayedTable> {
    let name = |seat| spot.player(seat).unwrap_or("?");
    let pair = |side: Side| {
        let seats = Seat::ALL.into_iter().filter(|&seat| side.has(seat));
        seats.map(name).collect::<Vec<_>>().join(" – ")
    };
    let row = BoardRow::of(&spot.game, spot.ended())?;
    let is_here = spot.board() == page.board();
    let names = [Side::NorthSouth, Side::EastWest].map(pair).to_vec();
    let scoring = page.address.get("scoring").or_else(|| spot.address.get("scoring"));
    let from = spot.ended().map(|_| 0).or(Some(spot.at));
    let address = spot.address.clone().with("scoring", scoring.map(str::to_owned)).with("at", from);
    Some(PlayedTable { address, row, names, is_here })
}

/// The scoring by which tables are compared: IMPs, unless the address names matchpoints.
pub(super) fn scoring(page: &Spot) -> Scoring {
    page.address.get("scoring").and_then(Scoring::named).unwrap_or_default()
}

fn heading(traveller: &Traveller, by_imps: bool, tables: usize) -> Markup {
    let title = el("h2").say(counted(tables, "table"));
    let said = match traveller.datum() {
        Some(_) if by_imps && traveller.is_match() => "Each table against the other.".to_owned(),
        Some(datum) if by_imps => format!(
            "The datum is {}: the mean of all scores, of five tables and more without the best \
             and the worst.",
            score_text(datum)
        ),
        Some(_) => "One matchpoint for each pair that has less, a half for each that has as much."
            .to_owned(),
        None => "No table has a result.".to_owned(),
    };
    title.and(el("p").at("class", "legend").say(said))
}

/// Links to the comparisons by IMPs and by matchpoints.
pub(super) fn choice(page: &Spot, by_imps: bool) -> Markup {
    let link = |name: &str, scoring: Scoring, is_on: bool| {
        let address = page.address.clone().with("scoring", Some(scoring));
        let link = el("a").at("class", if is_on { "button on" } else { "button" });
        let link = link.at_some("aria-current", is_on.then_some("true"));
        link.at("href", format_args!("#{address}")).say(name)
    };
    let links = link("IMPs", Scoring::Imps, by_imps).and(link(
        "Matchpoints",
        Scoring::Matchpoints,
        !by_imps,
    ));
    el("nav").at("class", "steps").at("aria-label", "Compared by").put(links)
}

/// The heading of a column; a click on it sorts the table.
pub(super) fn sortable(name: &str, class: Option<&'static str>) -> Markup {
    let button = el("button").at("type", "button").say(name);
    el("th").at("scope", "col").at_some("class", class).put(button)
}

/// A cell with the number by which it is sorted; without one it comes last.
pub(super) fn ordered(shown: impl std::fmt::Display, order: Option<f64>) -> Markup {
    let order = order.map_or_else(String::new, |order| order.to_string());
    el("td").at("data-order", order).say(shown)
}

/// The rows, whose links keep this panel open at the other tables.
fn drawn(
    tables: &[PlayedTable],
    traveller: &Traveller,
    by_imps: bool,
    panel: Option<&str>,
) -> Markup {
    let panel = panel.filter(|it| *it == "tables");

    let column = |name: &str| sortable(name, None);
    let wide = |name: &str| sortable(name, Some("wide"));
    let worth = if by_imps { "IMPs N/S" } else { "N/S %" };
    let is_field = tables.iter().all(|table| table.names.len() == 1);
    let heads: &[&str] = if is_field { &["table"] } else { &["North – South", "East – West"] };
    let head = [
        column("contract"),
        column("lead"),
        column("tricks"),
        column("N/S"),
        column(worth),
        heads.iter().map(|name| wide(name)).collect(),
    ];
    let head = el("thead").put(el("tr").put(head.into_iter().collect()));
    let body = tables.iter().map(|table| row(table, traveller, by_imps, panel)).collect();
    let table = el("table").at("data-sorts", "tables").put(head.and(el("tbody").put(body)));
    let region = el("div").at("class", "sideways").at("tabindex", 0).at("role", "group");
    region.at("aria-label", "tables").put(table)
}

fn row(table: &PlayedTable, traveller: &Traveller, by_imps: bool, panel: Option<&str>) -> Markup {
    let BoardRow { contract, by, lead, result, score, level, over } = &table.row;
    let address = table.address.clone().with("panel", panel);
    let by = by.map_or_else(String::new, |by| format!(" {by}"));
    let link = el("a").at("href", format_args!("#{address}")).say(format_args!("{contract}{by}"));
    let imps = |score: i32| traveller.imps(score).map(f64::from);
    let share = |score: i32| traveller.matchpoints(score).map(|share| 100.0 * share);
    let worth = score.and_then(|score| if by_imps { imps(score) } else { share(score) });
    let written =
        worth.map(|worth| if by_imps { format!("{worth:+.0}") } else { format!("{worth:.0}") });
    let wide = |text: &str| el("td").at("class", "wide").say(text);
    let contract = el("th").at("scope", "row").at("data-order", level);
    let cells = [
        contract.put(link),
        el("td").say(lead.clone().unwrap_or_default()),
        ordered(result.clone().unwrap_or_default(), over.map(f64::from)),
        ordered(score.map_or_else(String::new, |score| score.to_string()), score.map(f64::from)),
        ordered(written.unwrap_or_default(), worth),
        table.names.iter().map(|name| wide(name)).collect(),
    ];
    let drawn = el("tr").at_some("aria-current", table.is_here.then_some("true"));
    drawn.put(cells.into_iter().collect())
}
