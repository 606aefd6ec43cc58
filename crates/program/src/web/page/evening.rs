//! A player's evening: his choices on all boards of a file, and his mistakes.

use std::sync::atomic::Ordering;

use serde::Serialize;

use super::address::Address;
use super::browser::Browser;
use super::reviewing::{Judged, each_remark};
use super::spot::{STRANGERS, Spot};
use crate::web::draw::evening;
use crate::web::markup::{Markup, el};
use crate::wording::counted;
use falsecard_engine::cards::{Seat, pbn_name};
use falsecard_laboratory::problem::{Evening, Evenings, Mistake, MistakeProblems, MistakeSource};

/// The most boards of an evening.
const MOST_BOARDS: usize = 500;

/// Reviews a player's choices on several boards, in events: `player` with what is known so far,
/// after each board, and `quiz` with his mistakes as problems. The first line of the text is the
/// address of the page, which names him (`who`); the others are the addresses of his boards.
///
/// # Errors
///
/// A sentence, if nobody is named, if there are too many boards, or if no board has a choice of
/// his.
pub(super) fn review(text: &str, browser: &Browser) -> Result<(), String> {
    let mut lines = text.lines();
    let page = Address::read(lines.next().unwrap_or_default())?;
    let who = page.get("who").ok_or("whose evening is it?")?;
    let boards = lines.map(|line| Spot::read(Address::read(line)?));
    let boards: Vec<Spot> = boards.collect::<Result<_, String>>()?;
    if boards.len() > MOST_BOARDS {
        return Err(format!("an evening has {MOST_BOARDS} boards at most"));
    }
    let place = |at: usize| {
        let said = format!("Board {at} of {} is looked at.", boards.len());
        if at <= boards.len() { el("p").at("class", "legend").say(said) } else { Markup::default() }
    };
    browser.event("player", &place(1));
    let (mut evenings, mut problems) = (Evenings::default(), MistakeProblems::default());
    for (at, spot) in boards.iter().enumerate() {
        let is_his = |seat: Seat| spot.player(seat) == Some(who);
        let add = |it: Judged| {
            evenings.add((at + 1, who), it.moment, &it.remark, None);
            if it.remark.mistake {
                let source = MistakeSource {
                    event: "",
                    board: spot.address.get("board").unwrap_or_default(),
                    who,
                    system: spot.address.get("system").unwrap_or(STRANGERS),
                };
                problems.add(it.moment, &it.remark, &source);
            }
            true
        };
        // A board that cannot be played has no choice.
        if spot.whole.is_ok() {
            each_remark(spot, &is_his, browser, add)?;
        }
        if browser.gone().load(Ordering::Relaxed) {
            return Ok(());
        }
        if !browser.event("player", &drawn(&evenings, &boards, &page).and(place(at + 2))) {
            return Ok(());
        }
    }
    if evenings.each().is_empty() {
        return Err(format!("on none of these boards {who} had a choice"));
    }
    let played = evenings.each().iter().flat_map(Evening::players).map(|it| it.games).sum();
    if boards.len() > played {
        let left = counted(boards.len() - played, "board");
        let said = format!("On {left} {who} had no choice of a card.");
        let said = el("p").at("class", "legend").say(said);
        browser.event("player", &drawn(&evenings, &boards, &page).and(said));
    }
    if let Some(problems) = problems.file() {
        browser.data("quiz", &ProblemsEvent { problems });
    }
    Ok(())
}

/// What is known of the evening. A mistake leads to the comparison of its cards.
fn drawn(evenings: &Evenings, boards: &[Spot], page: &Address) -> Markup {
    let link = |it: &Mistake| {
        let (spot, remark) = (&boards[it.game - 1], &it.remark);
        let played = spot.whole.iter().flat_map(|whole| whole.history().played());
        let at = played.map(|it| it.card).position(|card| card == remark.played);
        let address = spot.moved_to(at.unwrap_or_default());
        let address = address.with("panel", Some("compare")).with("who", page.get("who"));
        let address = address.with("card", Some(pbn_name(remark.card)));
        let address = address.with("against", Some(pbn_name(remark.played)));
        let name = spot.address.get("board").map_or_else(|| it.game.to_string(), str::to_owned);
        (format!("#{address}"), format!("Board {name}"))
    };
    let each = evenings.each().iter();
    each.flat_map(|it| it.players().into_iter().map(|player| evening(player, it.scoring(), &link)))
        .collect()
}

/// The mistakes as problems: the text of a PBN file.
#[derive(Serialize)]
struct ProblemsEvent {
    problems: String,
}
