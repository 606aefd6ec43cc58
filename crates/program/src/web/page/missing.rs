//! The form that asks for what a deal leaves open.

use super::address::Address;
use super::heading::heading;
use super::spot::Spot;
use super::{asking, board};
use crate::web::markup::{Markup, el};
use falsecard_engine::cards::{Seat, seat_name};
use falsecard_engine::text::capital;

/// The keys of an address for what may be given beside the hands.
const SAID: [&str; 3] = ["by", "calls", "play"];

/// The board, or as much of it as is understood with a form for the rest.
///
/// # Errors
///
/// A sentence, if not even the hands can be read.
pub(super) fn page(address: &Address) -> Result<Markup, String> {
    let (spot, why) = match Spot::read(address.clone()) {
        Ok(spot) => (spot, None),
        // Of the cards of a branch nothing can be asked.
        Err(why) if address.get("branch").is_some() => return Err(why),
        Err(why) => {
            let bare = SAID.iter().fold(address.clone(), |it, name| it.with(name, None::<&str>));
            // What is wrong with the hands is told, for it cannot be asked.
            (Spot::read(bare).map_err(|_| why.clone())?, Some(why))
        }
    };
    Ok(match (&spot.whole, why) {
        (Ok(_), None) => board::board(&spot),
        (Err(_), None) if spot.is_bidding() || spot.game.is_passed_out() => board::board(&spot),
        (_, why) if address.get("random").is_some() && why.is_none() => {
            heading(&spot).and(board::unplayable(&spot)).and(asked(&spot, address, None))
        }
        (_, why) => {
            heading(&spot).and(asked(&spot, address, why.as_deref())).and(board::unplayable(&spot))
        }
    })
}

/// The question, and a form filled with what is understood so far.
fn asked(spot: &Spot, address: &Address, why: Option<&str>) -> Markup {
    let nothing_said = ["by", "calls"].iter().all(|name| address.get(name).is_none());
    let reason = spot.whole.as_ref().err().map(String::as_str);
    let question = match why.or(reason).filter(|_| !nothing_said) {
        Some(why) => {
            let said = el("p").at("class", "refusal").at("role", "alert");
            said.say(format_args!("{}.", capital(why)))
        }
        // Nothing is wrong with a deal of which no more has been said.
        None => el("p").at("class", "answer").say("What is played, and by whom?"),
    };
    let field = |title: &str, name: &'static str, like: &'static str, size: u8| {
        let input = el("input").at("name", name).at("placeholder", like).at("size", size);
        let input = input.at_some("value", address.get(name)).empty();
        el("p").put(el("label").put(Markup::text(format_args!("{title} ")).and(input)))
    };
    let choice = |title: &str, name: &'static str, choices: &[(&str, &str)]| {
        asking::field(title, name, choices, address.get(name).unwrap_or_default())
    };
    let seats = Seat::ALL.map(|seat| (seat.letter().to_string(), seat_name(seat)));
    let seats: Vec<(&str, &str)> = seats.iter().map(|(letter, name)| (&**letter, *name)).collect();
    let dealers: Vec<_> = [("", "?")].into_iter().chain(seats).collect();
    let sides =
        [("none", "nobody"), ("NS", "North and South"), ("EW", "East and West"), ("all", "all")];
    let fields = [
        field("Contract", "by", "3NT by South", 14),
        field("or the auction", "calls", "1NT P 3NT P P P", 20),
        choice("which began with", "dealer", &dealers),
        choice("Vulnerable", "vul", &sides),
        field("Cards played", "play", "H5 H2 HK", 18),
    ];
    let fields: Markup = fields.into_iter().collect();
    let take = el("p").put(el("button").at("value", "show").say("Go on"));
    let note = el("p").at("class", "legend").say(
        "A contract is enough. The first caller is needed only with an auction, and the cards \
         only if some have been played.",
    );
    // Of what was refused the page asks nothing further.
    let state = if why.is_some() { "refused" } else { "open" };
    let form =
        el("form").at("class", "missing").at("data-fills", "address").at("data-missing", state);
    let asked = question.and(form.put(fields.and(take).and(note)));
    // Whoever only looks at a random deal need not say more.
    if nothing_said && address.get("random").is_some() {
        let summary = el("summary").say("Say what is played, and by whom");
        return el("details").put(summary.and(asked));
    }
    asked
}
