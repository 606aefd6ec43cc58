//! The calls and cards of the other players until it is the person's turn, each sent as soon as it
//! is known.

use serde::Serialize;

use super::address::Address;
use super::browser::Browser;
use super::sitting::{SeatedPerson, TableStage};
use super::spot::{STRANGERS, Spot};
use falsecard_engine::bidding::AuctionSoFar;
use falsecard_engine::cards::{Call, Card, Seat, seat_name};
use falsecard_engine::constraint::System;
use falsecard_engine::play::PartialPlay;
use falsecard_engine::text;
use falsecard_laboratory::problem::RuleFileRef;
use falsecard_laboratory::table::SeatedEntrant;

/// A line for the page: the address after a call or a card, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum OthersLine {
    Address(String),
    Refusal(String),
}

/// Calls and plays for the other players, from an address on.
pub(super) fn play(address: &Address, browser: &Browser) {
    let mut here = address.clone();
    loop {
        match next(&here, browser) {
            Ok(Some(next)) => {
                if !send(browser, &OthersLine::Address(next.to_string())) {
                    return;
                }
                here = next;
            }
            Ok(None) => return,
            Err(why) => return refuse(&why, browser),
        }
    }
}

/// Sends why the others neither call nor play.
pub(super) fn refuse(why: &str, browser: &Browser) {
    send(browser, &OthersLine::Refusal(why.to_owned()));
}

fn send(browser: &Browser, turn: &OthersLine) -> bool {
    browser.send(text::json(turn).expect("text can be written") + "\n")
}

/// The address after the next call or card of another player; `None` if it is not another's turn,
/// or if the page has been closed.
fn next(address: &Address, browser: &Browser) -> Result<Option<Address>, String> {
    let spot = Spot::read(address.clone())?;
    let sitting = SeatedPerson::of(&spot).ok_or("nobody sits at this table")?;
    if sitting.is_mine() {
        return Ok(None);
    }
    let system = spot.system()?;
    let name = spot.address.get("system").unwrap_or(STRANGERS);
    let text = System::text(name).unwrap_or_default();
    let entrant = sitting.entrant();
    let seated = SeatedEntrant::alone(&entrant, RuleFileRef { system: &system, text });
    match &sitting.stage {
        TableStage::Auction(heard) => {
            call(&spot, &seated, heard).map(|call| Some(sitting.after_call(heard, call)))
        }
        TableStage::Play(play) => {
            let card = card(play, &seated, browser)?;
            Ok(card.map(|card| sitting.after_card(play, card)))
        }
        TableStage::Over => Ok(None),
    }
}

fn call(spot: &Spot, seated: &SeatedEntrant, heard: &AuctionSoFar) -> Result<Call, String> {
    let seat = heard.turn().ok_or("the auction is over")?;
    let hand = spot.game.hand(seat).filter(|hand| hand.len() == 13);
    Ok(seated.bidder().call(hand.ok_or_else(|| unknown(seat))?, heard))
}

/// The card of the player who decides, by his own view.
fn card(
    play: &PartialPlay,
    seated: &SeatedEntrant,
    browser: &Browser,
) -> Result<Option<Card>, String> {
    let view = play.view(play.history().decider()).map_err(|why| why.to_string())?;
    let legal = view.legal();
    if legal.len() == 1 {
        return Ok(legal.iter().next());
    }
    Ok(seated.card(&view, None, browser.gone()))
}

fn unknown(seat: Seat) -> String {
    format!("the hand of {} is not known", seat_name(seat))
}
