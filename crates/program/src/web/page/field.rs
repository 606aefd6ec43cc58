//! The field: the deal of a board that a person has played, bid and played at other tables as
//! people do, beside his result.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::address::Address;
use super::browser::Browser;
use super::sitting::{SeatedPerson, calls_text};
use super::spot::{STRANGERS, Spot, names};
use super::tables::{FieldTable, side_by_side};
use crate::web::markup::{Markup, el};
use crate::wording::{counted, score_text};
use falsecard_engine::bidding::{AuctionSoFar, Bidder};
use falsecard_engine::cards::{Call, FullDeal, Side, Vulnerability};
use falsecard_engine::constraint::System;
use falsecard_engine::play::Board;
use falsecard_engine::work::on_all_threads;
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::table::{Traveller, bid_by_people, play_by_people};

/// The number of other tables.
const TABLES: u64 = 8;

/// How many tables are played between two answers.
const AT_ONCE: u64 = 2;

/// Plays the deal at other tables, in events: `field` with the tables so far, and `result` with the
/// person's IMPs against the datum. The tables depend on the deal alone, so everybody who plays it
/// has the same field. If the auction was given, they play its contract.
///
/// # Errors
///
/// A sentence, if nobody sits at the table, or if the board is not over.
pub(super) fn compare(spot: &Spot, browser: &Browser) -> Result<(), String> {
    let person = SeatedPerson::of(spot).ok_or("nobody sits at this table")?;
    let score = spot.score().filter(|_| person.is_over());
    let (Some(score), Some(deal)) = (score, spot.game.deal()) else {
        return Err("the board is not over yet".to_owned());
    };
    let given = spot.address.get("by").and_then(|_| spot.whole.as_ref().ok());
    let given = given.map(|play| Board::new(deal, Arc::clone(play.bidding())));
    let field = Field { spot, deal, given, system: &*spot.system()? };
    let own = FieldTable { address: spot.address.clone(), name: "you".to_owned() };
    let (mut tables, gone) = (vec![own], browser.gone());
    for from in (1..=TABLES).step_by(AT_ONCE as usize) {
        let numbers: Vec<u64> = (from..from + AT_ONCE).collect();
        let played = on_all_threads(&numbers, |&number, _| field.table(number, gone));
        for table in played {
            let Some(table) = table? else { return Ok(()) };
            tables.push(table);
        }
        if !browser.event("field", &side_by_side(spot, &tables)?) {
            return Ok(());
        }
    }
    let scores = tables.iter().map(|table| Ok(Spot::read(table.address.clone())?.score()));
    let scores: Vec<Option<i32>> = scores.collect::<Result<_, String>>()?;
    let traveller = Traveller::new(scores.into_iter().flatten().collect());
    let side = Side::of(person.me);
    browser.event("result", &result(&traveller, score, side));
    Ok(())
}

/// The deal, to be played at other tables.
struct Field<'a> {
    spot: &'a Spot,
    deal: FullDeal,
    /// The board, if the auction was given.
    given: Option<Board>,
    system: &'a System,
}

impl Field<'_> {
    /// The board as it was played at the table of this number; `None` if the page has been closed.
    fn table(&self, number: u64, gone: &AtomicBool) -> Result<Option<FieldTable>, String> {
        let name = format!("table {number}");
        let aside = ["me", "others", "pace", "play", "result", "tricks", "calls", "at"];
        let plain = aside
            .into_iter()
            .fold(self.spot.board(), |address, name| address.with(name, None::<&str>));
        let board = match &self.given {
            Some(board) => Some(board.clone()),
            None => self.bid(number)?,
        };
        let Some(board) = board else {
            let address = plain.with("calls", Some("P P P P"));
            return Ok(Some(FieldTable { address, name }));
        };
        let calls: Vec<Call> = board.bidding().calls().map(|(_, call)| call).collect();
        let agreed = self.spot.address.get("system").unwrap_or(STRANGERS);
        let text = System::text(agreed).unwrap_or_default();
        let known = RuleFileRef { system: self.system, text };
        let Some(play) = play_by_people(&board, known, number, gone) else {
            return Ok(None);
        };
        let cards = names(play.history().played().iter().map(|it| it.card));
        let address: Address = plain
            .with("calls", Some(calls_text(&calls)))
            .with("play", Some(cards))
            .with("at", Some(0));
        Ok(Some(FieldTable { address, name }))
    }

    /// The board as people bid it; `None` if they pass it out.
    fn bid(&self, number: u64) -> Result<Option<Board>, String> {
        let game = &self.spot.game;
        let dealer = game.dealer().ok_or("it is not known who dealt")?;
        let vulnerability = game.vulnerability().unwrap_or(Vulnerability::NONE);
        let heard = AuctionSoFar::new(dealer, vulnerability);
        Ok(bid_by_people(&Bidder::new(self.system), self.deal, heard, number))
    }
}

/// The person's result against the datum.
fn result(traveller: &Traveller, score: i32, side: Side) -> Markup {
    let (Some(imps), Some(datum)) = (traveller.imps(score), traveller.datum()) else {
        return Markup::default();
    };
    let own = if side == Side::NorthSouth { imps } else { -imps };
    let said = format!(
        "You have {own:+} IMPs against the datum of {}, {}.",
        counted(TABLES as usize + 1, "table"),
        score_text(datum)
    );
    el("p").at("class", "answer").at("data-imps", own).say(said.replace('-', "−"))
}
