//! The review of a board: its calls, and its cards choice by choice. Cards are judged by what the
//! player could know.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use super::browser::Browser;
use super::calling::askable;
use super::row::BoardEnd;
use super::spot::{STRANGERS, Spot};
use crate::web::draw::{ContractFate, GivenUp, MOST_POINTS, story};
use crate::web::markup::{Markup, el};
use crate::wording::{call_name, counted, percent, score_text};
use falsecard_engine::bidding::{BidAdvice, Bidder};
use falsecard_engine::cards::{Call, Seat, pbn_name, seat_name};
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::play::{PartialPlay, Scoring};
use falsecard_engine::search::{self, Settings};
use falsecard_laboratory::problem::{
    Memory, PlayedChoice, Remark, RuleFileRef, played_choices, remark,
};
use falsecard_notation::{Diagram, DiagramCards, Game};

/// The engine that judges the cards: double dummy in worlds that fit the player's knowledge, which
/// is fast.
const ENGINE: &str = "minimax";

/// Answers in events: `calls` with the unusual calls, `head` with the criterion, `fate` if all
/// hands are known, `remark` for each choice in the order of play, then `sum`, and `picture` with
/// the whole story. For a deal that was passed out only the first and `sum` are sent.
///
/// # Errors
///
/// A sentence, if the game cannot be played or a decision cannot be judged.
pub(super) fn review(spot: &Spot, browser: &Browser) -> Result<(), String> {
    let of = spot.address.get("of").and_then(|seat| seat.parse::<Seat>().ok());
    if spot.game.is_passed_out() {
        let system = spot.system()?;
        browser.event("calls", &unlikely_calls(spot, of, &system));
        browser.event("sum", &el("p").at("class", "answer").say("The deal was passed out."));
        return Ok(());
    }
    let whole = spot.whole.as_ref().map_err(Clone::clone)?;
    let eyes = of.and_then(|seat| Some(spot.game.contract()?.decider(seat)));
    let is_asked = |seat: Seat| eyes.is_none_or(|eyes| eyes == seat);
    let mut remarks = Vec::new();
    browser.event("calls", &unlikely_calls(spot, of, &*spot.system()?));
    browser.event("head", &head(whole.bidding().scoring().unwrap_or_default()));
    let fate = fate(whole);
    if let Some(fate) = &fate {
        browser.event("fate", &fate.row());
    }
    let add = |Judged { moment, remark }: Judged| {
        let number = moment.view().history().played().len();
        let is_open = browser.event("remark", &said(spot, number, &remark));
        remarks.push((number, remark));
        is_open
    };
    if each_remark(spot, &is_asked, browser, add)? {
        browser.event("sum", &sum(spot, of, &remarks));
        browser.event("picture", &picture(spot, whole, fate.as_ref(), &remarks));
    }
    Ok(())
}

/// A choice of the play, with what is said of it.
pub(super) struct Judged<'a> {
    pub(super) moment: &'a PlayedChoice,
    pub(super) remark: Remark,
}

/// Judges the choices of the players that are asked for, in the order of play, until `add` says
/// that nobody listens. Returns whether all were judged.
///
/// # Errors
///
/// A sentence, if the game cannot be played or a decision cannot be judged.
pub(super) fn each_remark(
    spot: &Spot,
    is_asked: &dyn Fn(Seat) -> bool,
    browser: &Browser,
    mut add: impl FnMut(Judged) -> bool,
) -> Result<bool, String> {
    let whole = spot.whole.as_ref().map_err(Clone::clone)?;
    let name = spot.address.get("system").unwrap_or(STRANGERS);
    let (system, text) = (spot.system()?, System::text(name).unwrap_or_default());
    let known = RuleFileRef { system: &system, text };
    let choices = played_choices(&Game::from_partial(whole, &[]))
        .map_err(|fault| fault.breach().to_string())?;
    let engine = search::named(ENGINE).expect("the search is known");
    let (settings, mut memory) = (Settings::default(), Memory::default());
    for moment in choices.iter().filter(|it| is_asked(it.view().seat())) {
        let found = remark(moment, engine, known, &settings, &mut memory, browser.gone(), &|_| ());
        if browser.gone().load(Ordering::Relaxed) {
            return Ok(false);
        }
        let remark = found.map_err(|error| error.to_string())?;
        if !add(Judged { moment, remark }) {
            return Ok(false);
        }
    }
    Ok(true)
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

/// The criterion of a mistake.
fn head(scoring: Scoring) -> Markup {
    let (least, unit) = (scoring.amount(scoring.least_mistake()), scoring.unit());
    Markup::text(format_args!(
        "A card is a mistake if it gives up {least} {unit} at least, and two standard errors, by \
         what its player could know. The best card is found the usual way: each sampled deal with \
         all cards seen."
    ))
}

/// What is said of a choice: it begins with a link to its moment and ends with one to the reason.
fn said(spot: &Spot, number: usize, found: &Remark) -> Markup {
    let moment = spot.moved_to(number).with("panel", Some("review"));
    let moment = el("a").at("href", format_args!("#{moment}")).say(chosen(found));
    let [own, better] = [found.played, found.card];
    let why = if is_best(found) {
        Markup::default()
    } else {
        let address = spot.moved_to(number).with("panel", Some("compare"));
        let address = address.with("card", Some(pbn_name(better)));
        let address = address.with("against", Some(pbn_name(own)));
        el("a").at("class", "button").at("href", format_args!("#{address}")).say("Why?")
    };
    let said = moment.and(Markup::text(format_args!("; {}. ", given_up(found)))).and(why);
    el("li").at("class", GivenUp::of(found).class()).at("data-number", number).put(said)
}

/// Whether the card gave up nothing that can be written.
fn is_best(found: &Remark) -> bool {
    let amount = |it| found.scoring.amount(it);
    found.played == found.card || amount(found.behind) == amount(0.0)
}

/// "Trick 2: South played ♥3".
fn chosen(found: &Remark) -> String {
    let whose = if found.seat == found.decider { "" } else { " from dummy" };
    let (trick, player) = (found.trick, seat_name(found.decider));
    format!("Trick {trick}: {player} played {}{whose}", found.played)
}

/// "♥A gains 10.1 ± 0.4 IMPs", and what the card cost as the cards lay.
fn given_up(found: &Remark) -> String {
    if is_best(found) {
        return "no card is better".to_owned();
    }
    let gains = format!("{} gains {} {}", found.card, found.price(), found.scoring.unit());
    let is_unclear = GivenUp::of(found) == GivenUp::Unclear;
    let unclear = if is_unclear { ", no clear difference" } else { "" };
    let cost = found.cost().map_or_else(String::new, |cost| format!("; it {cost}"));
    gains + unclear + &cost
}

/// How many mistakes there were. Where one player's choices are judged, a link to everybody's.
fn sum(spot: &Spot, of: Option<Seat>, remarks: &[(usize, Remark)]) -> Markup {
    let said = match remarks.iter().filter(|(_, it)| it.mistake).count() {
        0 => "No mistake".to_owned(),
        some => counted(some, "mistake"),
    };
    let said = format!("{said} in {}.", counted(remarks.len(), "choice"));
    let all = spot.address.clone().with("of", None::<&str>);
    let all = of.map(|_| el("a").at("class", "button").at("href", format_args!("#{all}")));
    let all = all.map(|link| el("p").put(link.say("Everybody's cards")));
    el("p").at("class", "answer").say(said).and(all.unwrap_or_default())
}

/// What became of the contract, if all hands are known.
fn fate(whole: &PartialPlay) -> Option<ContractFate> {
    let contract = whole.bidding().contract();
    let side = contract.declaring_side();
    let played = whole.history().played().len();
    let mut solver = Solver::new();
    let after = |trick: usize| {
        let play = whole.first(played.min(4 * trick));
        let won = play.history().tricks_won(side);
        let complete = play.complete()?;
        let position = complete.position();
        Some(won + position.tricks_of(side, solver.tricks(position)))
    };
    let tricks = (1..=played.div_ceil(4)).map(after).collect::<Option<_>>()?;
    Some(ContractFate { contract, tricks })
}

/// The board with its story, to be shared.
fn picture(
    spot: &Spot,
    whole: &PartialPlay,
    fate: Option<&ContractFate>,
    remarks: &[(usize, Remark)],
) -> Markup {
    let board = Diagram::of_partial(whole, DiagramCards::Dealt);
    let title =
        spot.address.get("board").map_or("The board".to_owned(), |it| format!("Board {it}"));
    let ended = match spot.ended() {
        Some(end @ BoardEnd::Played { .. }) => format!(" {}", end.over_text()),
        _ => String::new(),
    };
    let contract = whole.bidding().contract();
    let title = format!("{title}: {contract}{ended}");
    let facts = spot.score().map_or_else(|| board.facts().join(", "), score_text);
    let gave: HashMap<usize, GivenUp> =
        remarks.iter().map(|(number, found)| (*number, GivenUp::of(found))).collect();
    let mut dearest: Vec<_> = remarks.iter().filter(|(_, found)| found.mistake).collect();
    dearest.sort_by(|(_, a), (_, b)| b.behind.total_cmp(&a.behind));
    dearest.truncate(MOST_POINTS);
    dearest.sort_by_key(|(number, _)| *number);
    let points: Vec<_> = dearest.iter().map(|(_, it)| [chosen(it), given_up(it)]).collect();
    let gave = |number: usize| gave.get(&number).copied();
    story(&board, [&title, &facts], gave, fate, &points)
}
