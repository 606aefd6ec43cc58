//! Handouts: boards as diagrams, four or eight to a printed page, with or without the answers.

use super::address::Address;
use super::dealt::told;
use super::hands::unplayed;
use super::spot::Spot;
use crate::cards::{Seat, Strain, Vulnerability};
use crate::dd::{Par, Solver, Table};
use crate::notation::Diagram;
use crate::web::draw::auction;
use crate::web::markup::{Markup, el};
use crate::wording::par_contracts;

/// The most boards of a handout.
pub(super) const MOST_BOARDS: usize = 64;

/// The boards to a page that are possible; the first is usual.
const PER_PAGE: [usize; 2] = [4, 8];

/// What an address has that is an answer.
const GIVEN_AWAY: [&str; 4] = ["by", "calls", "play", "result"];

/// The handout of a text whose first line is the address of the page (`handout` with the boards to a page, `answers`), and
/// whose other lines are the addresses of the boards.
///
/// # Errors
///
/// A sentence, if a board cannot be read, or there are too many.
pub(super) fn page(text: &str) -> Result<Markup, String> {
    let mut lines = text.lines();
    let asked = Address::read(lines.next().unwrap_or_default())?;
    let named = asked.get("handout").and_then(|per| per.parse().ok());
    let per = named.filter(|per| PER_PAGE.contains(per)).unwrap_or(PER_PAGE[0]);
    let answers = asked.get("answers").is_some();
    let mut boards = Vec::new();
    for line in lines {
        if boards.len() == MOST_BOARDS {
            return Err(format!("a handout has {MOST_BOARDS} boards at most"));
        }
        let address = Address::read(line)?;
        let hidden = if answers { &[][..] } else { &GIVEN_AWAY };
        let address = hidden.iter().fold(address, |it, name| it.with(name, None::<&str>));
        boards.push(board(&Spot::read(address)?, answers));
    }
    if boards.is_empty() {
        return Err("there are no boards: open a file first".to_owned());
    }
    let class = format!("sheet of{per}");
    let sheet =
        |boards: &[Markup]| el("div").at("class", &class).put(boards.iter().cloned().collect());
    let sheets: Markup = boards.chunks(per).map(sheet).collect();
    Ok(heading(&asked, per, answers).and(sheets))
}

/// Links to the other forms of the handout; they are not printed.
fn heading(asked: &Address, per: usize, answers: bool) -> Markup {
    let link = |name: String, address: Address| {
        el("a").at("class", "button").at("href", format_args!("#{address}")).say(name)
    };
    let other = PER_PAGE.into_iter().find(|it| *it != per).unwrap_or(per);
    let more = asked.clone().with("handout", Some(other));
    let toggled = asked.clone().with("answers", (!answers).then_some(1));
    let title = if answers { "Without answers" } else { "With answers" };
    let print = el("button").at("type", "button").at("data-print", "page").say("Print");
    let links =
        link(format!("{other} to a page"), more).and(link(title.to_owned(), toggled)).and(print);
    el("h2")
        .say("Handout")
        .and(el("nav").at("class", "steps").at("aria-label", "Handout").put(links))
}

/// A board: the hands as they were dealt, with the answers the auction, the result, and what can be made.
fn board(spot: &Spot, answers: bool) -> Markup {
    let name = spot.address.get("board").map_or_else(String::new, |board| format!("Board {board}"));
    let picture = Diagram::of_game(&spot.game);
    let facts = [name].into_iter().chain(picture.told());
    let title = el("h3").say(facts.collect::<Vec<_>>().join(" · "));
    let parts = [title, unplayed(spot, &|_| true)];
    let answer = if answers { answered(spot, &picture) } else { Markup::default() };
    el("article").put(parts.into_iter().collect::<Markup>().and(answer))
}

fn answered(spot: &Spot, picture: &Diagram) -> Markup {
    let result = spot.ended().zip(spot.score()).map(|(end, score)| {
        el("p").say(format_args!("Result {}, {}.", end.over_text(), told(score)))
    });
    let makes = spot.game.deal().map(|deal| {
        let table = Solver::new().table(&deal);
        let dealer = spot.game.dealer().unwrap_or(Seat::North);
        let sides = spot.game.vulnerability().unwrap_or(Vulnerability::NONE);
        let par = Par::of(&table, dealer, sides);
        let said = format!("Par {}: {}.", told(par.score), par_contracts(&par));
        el("p").say(makeable(&table)).and(el("p").say(said))
    });
    let bidding = auction(picture.calls(), |_| None);
    bidding.and(result.into_iter().chain(makes).collect())
}

/// The highest contract of each strain for each side, as in "NS 3NT 4♠".
fn makeable(table: &Table) -> String {
    let side = |seats: [Seat; 2]| {
        let best = |strain: Strain| seats.into_iter().map(|seat| table.tricks(seat, strain)).max();
        let makes = Strain::DESC.into_iter().filter_map(|strain| {
            let level = best(strain)?.checked_sub(6).filter(|level| *level > 0)?;
            Some(format!("{level}{strain}"))
        });
        let makes = makes.collect::<Vec<_>>().join(" ");
        if makes.is_empty() { "nothing".to_owned() } else { makes }
    };
    let [ours, theirs] = [[Seat::North, Seat::South], [Seat::East, Seat::West]].map(side);
    format!("NS make {ours}; EW {theirs}.")
}
