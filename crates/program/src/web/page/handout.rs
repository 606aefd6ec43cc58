//! Handouts: boards as diagrams, four or eight to a printed page, with or without the answers.

use super::address::Address;
use super::hands::{nobody, unplayed};
use super::quiz::{OWN, problem_in, sentence, with_symbols};
use super::spot::Spot;
use crate::web::draw::{auction, cards, hands, rank, tricks};
use crate::web::markup::{Markup, el};
use crate::wording::{par_contracts, score_text};
use falsecard_engine::cards::{Card, Seat, Strain, Vulnerability, seat_name};
use falsecard_engine::dd::{Par, Solver, Table};
use falsecard_notation::{Diagram, DiagramCards};

/// The most boards of a handout.
pub(super) const MOST_BOARDS: usize = 64;

/// The possible numbers of boards per printed page; the first is the default.
const PER_PAGE: [usize; 2] = [4, 8];

/// How the boards of a file are chosen: the name in the address, in words, and an example.
const CHOSEN: [(&str, &str, &str); 2] =
    [("boards", "Boards", "1-8, 12"), ("words", "Only with", "3NT, a name, +1")];

const NO_FILE: &str = "there are no boards: open a file first";

/// The keys of the players' names in an address, which a handout may leave out.
const NAMES: [&str; 4] = ["north", "east", "south", "west"];

/// The keys of an address that give away answers.
const GIVEN_AWAY: [&str; 4] = ["by", "calls", "play", "result"];

/// The handout of a text. Its first line is the address of the page (`handout` with the boards per
/// page, `answers`, `nameless`, and how the boards were chosen); the others are the addresses of
/// the boards.
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
        if address.get("quiz") == Some(OWN) {
            boards.push(problem(&address, answers)?);
            continue;
        }
        let hidden = if answers { &[][..] } else { &GIVEN_AWAY };
        let nameless = if asked.get("nameless").is_some() { &NAMES[..] } else { &[] };
        let hidden = hidden.iter().chain(nameless);
        let address = hidden.fold(address, |it, name| it.with(name, None::<&str>));
        boards.push(board(&Spot::read(address)?, answers));
    }
    if boards.is_empty() {
        let is_chosen = CHOSEN.iter().any(|(name, ..)| asked.get(name).is_some());
        let why = if is_chosen { "no board of the file is among these" } else { NO_FILE };
        return Err(why.to_owned());
    }
    let class = format!("sheet of{per}");
    let sheet =
        |boards: &[Markup]| el("div").at("class", &class).put(boards.iter().cloned().collect());
    let sheets: Markup = boards.chunks(per).map(sheet).collect();
    Ok(heading(&asked, per, answers).and(sheets))
}

/// Links to the other forms of the handout, and fields to choose its boards; they are not printed.
fn heading(asked: &Address, per: usize, answers: bool) -> Markup {
    let link = |name: String, address: Address| {
        el("a").at("class", "button").at("href", format_args!("#{address}")).say(name)
    };
    let other = PER_PAGE.into_iter().find(|it| *it != per).unwrap_or(per);
    let more = asked.clone().with("handout", Some(other));
    let toggled = asked.clone().with("answers", (!answers).then_some(1));
    let title = if answers { "Without answers" } else { "With answers" };
    let print = el("button").at("type", "button").at("data-print", "page").say("Print");
    let is_nameless = asked.get("nameless").is_some();
    let named = asked.clone().with("nameless", (!is_nameless).then_some(1));
    let players = if is_nameless { "With names" } else { "Without names" };
    let links = [
        (format!("{other} to a page"), more),
        (title.to_owned(), toggled),
        (players.to_owned(), named),
    ];
    let links: Markup = links.into_iter().map(|(name, address)| link(name, address)).collect();
    let links = links.and(print);
    el("h2")
        .say("Handout")
        .and(el("nav").at("class", "steps").at("aria-label", "Handout").put(links))
        .and(choice(asked))
}

/// The fields by which the boards are chosen.
fn choice(asked: &Address) -> Markup {
    let field = |(name, title, like): (&'static str, &str, &'static str)| {
        let input = el("input").at("name", name).at("placeholder", like).at("size", 14);
        let input = input.at_some("value", asked.get(name)).empty();
        el("label").put(Markup::text(format_args!("{title} ")).and(input))
    };
    let fields: Markup = CHOSEN.into_iter().map(field).collect();
    let take = el("button").say("Take these");
    el("form").at("class", "steps").at("data-fills", "address").put(fields.and(take))
}

/// A problem: the hands that its player sees, the auction, the play, and the question; with
/// `answers` the right cards and why.
fn problem(address: &Address, answers: bool) -> Result<Markup, String> {
    let problem = problem_in(address)?;
    let view = problem.view();
    let picture = Diagram::of_view(view, DiagramCards::Left);
    let name = address.get("board").map(|board| format!("Board {board}"));
    let facts = name.into_iter().chain(picture.facts());
    let title = el("h3").say(facts.collect::<Vec<_>>().join(" · "));
    let named = |seat: Seat| el("span").at("class", "seat").say(seat_name(seat));
    let rank = |_, card: Card| el("span").at("class", "card").say(rank(card));
    let middle = el("div").at("class", "middle").empty();
    let hands = hands(|seat| picture.hand_of(seat), named, rank, middle);
    let record = auction(picture.calls(), |call| picture.mark(call), |_| None)
        .and(tricks(&picture.by_trick(), |_, _, card| cards([card])));
    let record = el("div").at("class", "answers").put(record);
    let note = problem.note().map_or_else(Markup::default, |note| el("p").say(note));
    let asks = el("p").at("class", "answer").say(sentence(view));
    let why = problem.why().map_or_else(String::new, |why| format!(": {}", with_symbols(why)));
    let right = el("p").put(cards(problem.answer().iter().copied()).and(Markup::text(why)));
    let right = if answers { right } else { Markup::default() };
    let parts = [title, hands, record, note, asks, right];
    Ok(el("article").put(parts.into_iter().collect()))
}

/// A board: the hands as dealt; with `answers` also the auction, the result, and what can be made.
fn board(spot: &Spot, answers: bool) -> Markup {
    let name = spot.address.get("board").map_or_else(String::new, |board| format!("Board {board}"));
    let picture = Diagram::of_game(&spot.game);
    let facts = [name].into_iter().chain(picture.facts());
    let title = el("h3").say(facts.collect::<Vec<_>>().join(" · "));
    let parts = [title, unplayed(spot, &|_| true, &nobody)];
    let answer = if answers { answered(spot, &picture) } else { Markup::default() };
    el("article").put(parts.into_iter().collect::<Markup>().and(answer))
}

fn answered(spot: &Spot, picture: &Diagram) -> Markup {
    let result = spot.ended().zip(spot.score()).map(|(end, score)| {
        el("p").say(format_args!("Result {}, {}.", end.over_text(), score_text(score)))
    });
    let makes = spot.game.deal().map(|deal| {
        let table = Solver::new().table(&deal);
        let dealer = spot.game.dealer().unwrap_or(Seat::North);
        let sides = spot.game.vulnerability().unwrap_or(Vulnerability::NONE);
        let par = Par::of(&table, dealer, sides);
        let said = format!("Par {}: {}.", score_text(par.score), par_contracts(&par, &table));
        el("p").say(makeable(&table)).and(el("p").say(said))
    });
    let bidding = auction(picture.calls(), |call| picture.mark(call), |_| None);
    el("div").at("class", "answers").put(bidding.and(result.into_iter().chain(makes).collect()))
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
