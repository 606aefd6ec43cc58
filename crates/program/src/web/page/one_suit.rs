//! One suit, played as well as it can be: of two holdings alone, or of the board, as declarer sees
//! it.

use super::address::Address;
use super::spot::Spot;
use crate::web::draw::sheet;
use crate::web::markup::{Markup, el, pip};
use crate::wording::{SolvedSuit, SuitRow};
use falsecard_engine::cards::{Seat, Suit, suit_plural};
use falsecard_engine::play::View;
use falsecard_engine::suit::{SuitAccess, VacantPlaces};
use falsecard_engine::text::quoted;
use falsecard_laboratory::problem::Sheet;

/// The holdings that are shown where none are named.
const EXAMPLE: &str = "AJ109 / K32";

/// The best plans for two holdings (`combination`), with the vacant places of West and East. Faults
/// are told in place of the plans.
pub(super) fn page(address: &Address) -> Markup {
    let holdings = address.get("combination").unwrap_or(EXAMPLE);
    let vacant = address.get("vacant").unwrap_or_default();
    let entries = address.get("entries").unwrap_or_default();
    let typed = |label: &str, name: &str, value: &str, like: &str| {
        let input = el("input").at("name", name).at("value", value).at("placeholder", like);
        el("label").put(Markup::text(format_args!("{label} ")).and(input.empty()))
    };
    let fields = typed("North / South", "combination", holdings, EXAMPLE)
        .and(typed("Unknown cards of West-East", "vacant", vacant, "13-13"))
        .and(typed("Entries to North", "entries", entries, "any"))
        .and(el("button").say("Solve"));
    let form = el("form").at("class", "steps").at("data-fills", "address").put(fields);
    let places = match vacant {
        "" => Ok(VacantPlaces::default()),
        text => text.parse::<VacantPlaces>(),
    };
    let solved = places.and_then(|vacant| {
        let access = SuitAccess { entries: read_entries(entries)?, ..SuitAccess::default() };
        SolvedSuit::of_holdings(holdings, vacant, access)
    });
    let answer = match solved {
        Ok(solved) => told(&solved),
        Err(why) => el("p").at("class", "refusal").at("role", "alert").say(why),
    };
    let legend = el("p").at("class", "legend").say(
        "An x is a small card, a dash a void. Declarer can always come to South, and to North as \
         often as he wants, or as he has entries. The defenders see all cards and play false ones.",
    );
    el("h2").say("One suit").and(form).and(answer).and(legend)
}

fn read_entries(text: &str) -> Result<Option<u8>, String> {
    let wrong = |_| format!("expected a number of entries to North, not {}", quoted(text));
    if text.is_empty() { Ok(None) } else { text.trim().parse().map(Some).map_err(wrong) }
}

/// The view of declarer where he sees dummy, unless his hand is hidden on the page, or a person
/// plays the board.
fn declarers(spot: &Spot) -> Option<View> {
    let declarer = spot.now().ok()?.bidding().contract().declarer;
    let eyes = spot.address.get("see");
    let is_hidden = eyes.is_some_and(|eyes| eyes.parse::<Seat>().ok() != Some(declarer));
    if is_hidden || ["shown", "me"].iter().any(|name| spot.address.get(name).is_some()) {
        return None;
    }
    let view = spot.view(declarer).ok()?;
    view.dealt(view.contract().dummy()).is_some().then_some(view)
}

/// The suits in which a card is missing and declarer's side has one.
fn suits(view: &View) -> Vec<Suit> {
    let contract = view.contract();
    let own = [contract.declarer, contract.dummy()];
    let played = Seat::ALL.into_iter().map(|seat| view.history().cards_of(seat));
    let missing = played.fold(view.unseen(), |missing, cards| missing - cards);
    let has = |suit: &Suit| {
        own.iter().any(|&seat| !view.left(seat).unwrap_or_default()[*suit].is_empty())
            && !missing[*suit].is_empty()
    };
    Suit::DESC.into_iter().filter(has).collect()
}

/// Why there is no answer.
const UNSEEN: &str =
    "declarer sees dummy from the opening lead on, and while hands are hidden no suit is told";

/// Whether a suit of the board can be asked about, or the answer closed.
pub(super) fn is_askable(spot: &Spot) -> bool {
    let is_asked = spot.address.get("panel") == Some("suit");
    is_asked || declarers(spot).is_some_and(|view| !suits(&view).is_empty())
}

/// The best plans for a suit of the board (`suit`), or for the one with most cards in both hands.
///
/// # Errors
///
/// A sentence, if what declarer sees is not shown, or nothing fits what he knows.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let view = declarers(spot).ok_or(UNSEEN)?;
    let contract = view.contract();
    let length = |suit: Suit| -> usize {
        let own = [contract.declarer, contract.dummy()];
        own.iter().map(|&seat| view.left(seat).unwrap_or_default()[suit].len()).sum()
    };
    let suits = suits(&view);
    let longest = suits.iter().copied().max_by_key(|&suit| length(suit));
    let named = spot.address.get("suit").and_then(|suit| suit.parse::<Suit>().ok());
    let asked = named
        .filter(|suit| suits.contains(suit))
        .or(longest)
        .ok_or("no suit leaves declarer a guess")?;
    let link = |&suit: &Suit| {
        let address = spot.address.clone().with("suit", Some(suit.letter()));
        el("a")
            .at("class", "button")
            .at_some("aria-current", (suit == asked).then_some("true"))
            .at("href", format_args!("#{address}"))
            .at("aria-label", suit_plural(suit))
            .put(pip(suit))
    };
    let links = suits.iter().map(link).collect();
    let links = el("nav").at("class", "steps").at("aria-label", "Suits").put(links);
    let solved = SolvedSuit::of_view(&view, &*spot.system()?, asked, SuitAccess::default());
    let solved = solved.map_err(|fault| fault.to_string())?;
    let legend = el("p").at("class", "legend").say(
        "Chances are by what declarer has seen and heard. As many entries as he wants, no ruffs, \
         and defenders who see all cards.",
    );
    let title = el("h2").put(Markup::text("One suit: ").and(pip(asked)));
    Ok(title.and(links).and(told(&solved)).and(legend))
}

/// The best plan in a sentence, the plan card by card, and the plans for all numbers of tricks.
fn told(solved: &SolvedSuit) -> Markup {
    let mut table = Sheet::new(["tricks", "chance", "begin with"]);
    let row = |SuitRow { aim, value, begin }| vec![aim, value, begin];
    table.rows = solved.rows().into_iter().map(row).collect();
    let chances = el("div").at("class", "chances").put(sheet(&table));
    let held = el("p").say(solved.held());
    let plan = solved.most().and_then(|tricks| solved.plan(tricks));
    let Some(plan) = plan else {
        let sure = el("p").at("class", "answer").say("No card of it is a guess.");
        return sure.and(held).and(chances);
    };
    // What depends on the first trick is indented.
    let line = |line: String| {
        let class = line.starts_with(' ').then_some("then");
        el("li").at_some("class", class).say(line.trim_start())
    };
    let lines = solved.named.planned(plan).into_iter().map(line).collect();
    let title = el("p").at("class", "answer").say(SolvedSuit::title(plan));
    let layouts = el("p").say(solved.layouts(plan));
    let beside = solved.beside(plan).into_iter().map(|it| el("p").say(it)).collect();
    let plan = el("ul").at("class", "plan").put(lines);
    [title, plan, held, chances, layouts, beside].into_iter().collect()
}
