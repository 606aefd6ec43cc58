//! The review of a board: its calls, and its cards choice by choice. Cards are judged by what the
//! player could know.

use std::sync::atomic::Ordering;

use super::browser::Browser;
use super::calling::askable;
use super::spot::{STRANGERS, Spot};
use crate::web::draw::cards;
use crate::web::markup::{Markup, el};
use crate::wording::{call_name, counted, percent};
use falsecard_engine::bidding::{BidAdvice, Bidder};
use falsecard_engine::cards::{Call, Seat, pbn_name, seat_name};
use falsecard_engine::constraint::System;
use falsecard_engine::play::Scoring;
use falsecard_engine::search::{self, Settings};
use falsecard_laboratory::problem::{
    Memory, PlayedChoice, Remark, RuleFileRef, played_choices, remark,
};
use falsecard_notation::Game;

/// The engine that judges the cards: double dummy in worlds that fit the player's knowledge, which
/// is fast.
const ENGINE: &str = "minimax";

/// Answers in events: `calls` with the unusual calls, `head` with the criterion, `remark` for each
/// choice in the order of play, `mistake` for each mistake, then `sum`. For a deal that was passed
/// out only the first and the last are sent.
///
/// # Errors
///
/// A sentence, if the game cannot be played or a decision cannot be judged.
pub(super) fn review(spot: &Spot, reader: &Browser) -> Result<(), String> {
    let of = spot.address.get("of").and_then(|seat| seat.parse::<Seat>().ok());
    if spot.game.is_passed_out() {
        let system = spot.system()?;
        reader.event("calls", &unlikely_calls(spot, of, &system));
        reader.event("sum", &el("p").at("class", "answer").say("The deal was passed out."));
        return Ok(());
    }
    let whole = spot.whole.as_ref().map_err(Clone::clone)?;
    let name = spot.address.get("system").unwrap_or(STRANGERS);
    let (system, text) = (spot.system()?, System::text(name).unwrap_or_default());
    let known = RuleFileRef { system: &system, text };
    let played_choices = played_choices(&Game::from_partial(whole, &[]))
        .map_err(|fault| fault.breach().to_string())?;
    let eyes = of.and_then(|seat| Some(spot.game.contract()?.decider(seat)));
    let played_choices: Vec<PlayedChoice> = played_choices
        .into_iter()
        .filter(|it| eyes.is_none_or(|eyes| eyes == it.view().seat()))
        .collect();
    let engine = search::named(ENGINE).expect("the search is known");
    let settings = Settings::default();
    let (mut memory, mut mistakes) = (Memory::default(), 0);
    reader.event("calls", &unlikely_calls(spot, of, &system));
    reader
        .event("head", &head(played_choices.len(), whole.bidding().scoring().unwrap_or_default()));
    for moment in &played_choices {
        let found = remark(moment, engine, known, &settings, &mut memory, reader.gone(), &|_| ());
        if reader.gone().load(Ordering::Relaxed) {
            return Ok(());
        }
        let found = found.map_err(|error| error.to_string())?;
        if found.mistake {
            mistakes += 1;
            reader.event("mistake", &mistake(spot, moment, &found));
        }
        if !reader.event("remark", &row(spot, moment, &found)) {
            return Ok(());
        }
    }
    reader.event("sum", &sum(played_choices.len(), mistakes));
    Ok(())
}

/// A call is shown as unusual if champions make it with less than this probability, and less often
/// than another.
const UNLIKELY: f64 = 0.1;

/// The assumed probability of a call that is too rare to be listed.
const RARE: f64 = 0.001;

/// The calls that few champions would make, with what most would call: of one player, or of all
/// with known hands.
fn unlikely_calls(spot: &Spot, of: Option<Seat>, system: &System) -> Markup {
    let Ok(calls) = spot.calls() else { return Markup::default() };
    let bidder = Bidder::new(system);
    let judged: Vec<(usize, Seat)> = askable(spot)
        .filter_map(|at| Some((at, spot.heard_first(at).ok()?.turn()?)))
        .filter(|(at, seat)| *at < calls.len() && of.is_none_or(|of| of == *seat))
        .collect();
    if judged.is_empty() {
        return Markup::default();
    }
    let found =
        judged.iter().filter_map(|&(at, seat)| unlikely(spot, &bidder, at, seat, calls[at]));
    let found: Vec<Markup> = found.collect();
    let judged = counted(judged.len(), "call");
    let said = match found.len() {
        0 => format!("Calls: none of {judged} is unusual."),
        some => {
            format!("Calls: {some} of {judged} would be made by fewer than one in ten champions.")
        }
    };
    let list: Markup = found.into_iter().map(|said| el("li").put(said)).collect();
    let list = if list.is_empty() { list } else { el("ul").put(list) };
    el("p").say(said).and(list)
}

/// A sentence on a call, if it is unlikely.
fn unlikely(spot: &Spot, bidder: &Bidder, at: usize, seat: Seat, made: Call) -> Option<Markup> {
    let heard = spot.heard_first(at).ok()?;
    let hand = spot.game.hand(seat).filter(|hand| hand.len() == 13)?;
    let advice = BidAdvice::of(bidder, hand, &heard)?;
    let likely = |call: Call| {
        advice.calls.iter().find(|it| it.call == call).map_or(RARE, |it| it.probability)
    };
    let most = advice.calls.first()?;
    if most.call == made || likely(made) >= UNLIKELY {
        return None;
    }
    let address = spot.moved_to(spot.at).with("panel", Some("calls")).with("call", Some(at));
    let [own, usual] = [made, most.call].map(call_name);
    let [few, many] = [likely(made), most.probability].map(percent);
    let said =
        format!("{} called {own} ({few}); champions call {usual} most ({many}). ", seat_name(seat));
    let why = el("a").at("class", "button").at("href", format_args!("#{address}")).say("Why?");
    Some(Markup::text(said).and(why))
}

/// The number of choices, and the criterion of a mistake.
fn head(choices: usize, scoring: Scoring) -> Markup {
    let choices = counted(choices, "choice");
    let (least, unit) = (scoring.amount(scoring.least_mistake()), scoring.unit());
    Markup::text(format_args!(
        "{choices}. A card is a mistake if it gives up {least} {unit} at least, and two standard \
         errors, by \
         what its player could know. The best card is found the usual way: each sampled deal with \
         all cards seen."
    ))
}

/// A mistake in a sentence, with a link to its reason.
fn mistake(spot: &Spot, moment: &PlayedChoice, found: &Remark) -> Markup {
    let number = moment.view().history().played().len();
    let [own, better] = [found.played, found.card];
    let address = spot.moved_to(number).with("panel", Some("compare"));
    let address = address.with("card", Some(pbn_name(better))).with("against", Some(pbn_name(own)));
    let whose = if found.seat == found.decider { "" } else { " from dummy" };
    let head = format!("Trick {}: {} played ", found.trick, seat_name(found.decider));
    let price = format!(" gains {} {}. ", found.price(), found.scoring.unit());
    let why = el("a").at("class", "button").at("href", format_args!("#{address}")).say("Why?");
    let said = [
        Markup::text(head),
        cards([own]),
        Markup::text(format_args!("{whose}; ")),
        cards([better]),
        Markup::text(price),
        why,
    ];
    el("li").put(said.into_iter().collect())
}

fn row(spot: &Spot, moment: &PlayedChoice, found: &Remark) -> Markup {
    let number = moment.view().history().played().len();
    let address = spot.moved_to(number).with("panel", Some("choose"));
    let hand = if found.seat == found.decider { seat_name(found.seat) } else { "dummy" };
    let class = if found.mistake { "mistake" } else { "fine" };
    let mark = if found.mistake { "mistake" } else { "" };
    let played = el("a").at("href", format_args!("#{address}")).put(cards([found.played]));
    let better =
        if found.played == found.card { Markup::text("the same") } else { cards([found.card]) };
    let cost = match found.double_dummy {
        None | Some(0) => String::new(),
        Some(1) => "1 trick".to_owned(),
        Some(tricks) => format!("{tricks} tricks"),
    };
    let cells = [
        el("td").say(found.trick),
        el("td").say(hand),
        el("td").put(played),
        el("td").put(better),
        el("td").say(found.price()),
        el("td").at("class", "wide").say(cost),
        el("td").put(if mark.is_empty() { Markup::default() } else { el("strong").say(mark) }),
    ];
    el("tr").at("class", class).at("data-number", number).put(cells.into_iter().collect())
}

fn sum(choices: usize, mistakes: usize) -> Markup {
    let said = match mistakes {
        0 => "No mistake".to_owned(),
        some => counted(some, "mistake"),
    };
    let said = format!("{said} in {}.", counted(choices, "choice"));
    el("p").at("class", "answer").say(said)
}
