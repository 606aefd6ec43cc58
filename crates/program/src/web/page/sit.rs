//! Sitting down: makes the address of a table at which a person plays, from the deal of the address
//! or a random one.

use std::time::Duration;

use serde::Serialize;
use web_time::Instant;

use super::address::Address;
use super::sitting::calls_text;
use super::spot::{Spot, names, system, vulnerability_word};
use super::wanted::WantedDeal;
use falsecard_engine::bidding::Bidder;
use falsecard_engine::cards::{Call, Seat};
use falsecard_engine::text::quoted;
use falsecard_laboratory::table::{NumberedDeal, bid_board};
use falsecard_notation::Pips;

/// The keys of an address that do not belong to the table: what was played, and what was asked.
const ASIDE: [&str; 12] = [
    "at", "see", "dd", "branch", "panel", "of", "call", "played", "result", "tricks", "from",
    "further",
];

/// The most random deals that are searched for a wanted one.
const DEALS: usize = 200_000;

/// The time limit of that search.
const LONGEST: Duration = Duration::from_secs(20);

/// The most wanted deals that are bid in search of one that is not passed out.
const BID: usize = 100;

/// A table at which a person plays.
#[derive(Serialize)]
pub(super) struct PersonTable {
    address: String,
}

/// The table that the address asks for: a seat (`me`), and where to begin (`from`): the first call
/// (`calls`), the opening lead (`lead`), or the moment (`here`). With `random`, a seed, it is the
/// random deal of this seed and of `number`, from 1, or the next that has what is wanted (`want`).
/// Without a seat the deal is only shown.
///
/// # Errors
///
/// A sentence, if there is no such seat, or if the deal cannot be played from there.
pub(super) fn sit(address: &Address) -> Result<PersonTable, String> {
    match address.get("me").map(|me| (me, me.parse::<Seat>())) {
        Some((me, Err(_))) => return Err(format!("{} is no seat", quoted(me))),
        None if address.get("random").is_none() => {
            return Err("nobody says where to sit".to_owned());
        }
        _ => {}
    }
    let from = address.get("from").unwrap_or("calls");
    let table = match address.get("random") {
        Some(seed) => random(address, seed, from)?,
        None => of_deal(address, from)?,
    };
    let table = ASIDE.into_iter().fold(table, |it, name| it.with(name, None::<&str>));
    // What cannot be played is told now.
    let spot = Spot::read(table.clone())?;
    if spot.game.deal().is_none() {
        return Err("to play, all four hands must be known".to_owned());
    }
    if !spot.is_bidding() && spot.address.get("me").is_some() {
        spot.whole?;
    }
    Ok(PersonTable { address: table.to_string() })
}

/// The deal of the address, begun at the first call, the opening lead, or the moment.
fn of_deal(address: &Address, from: &str) -> Result<Address, String> {
    let spot = Spot::read(address.clone())?;
    let plain = address.clone();
    match from {
        "calls" => {
            if spot.game.dealer().is_none() {
                return Err("from the first call on it must be known who deals".to_owned());
            }
            let bid = ["by", "calls", "play"];
            let said = address.beginning("said").map(|(call, _)| format!("said{call}"));
            let plain = said.fold(plain, |it, name| it.with(&name, None::<&str>));
            Ok(bid.into_iter().fold(plain, |it, name| it.with(name, None::<&str>)))
        }
        "here" => {
            let cards = spot.now()?;
            let played = names(cards.history().played().iter().map(|it| it.card));
            Ok(plain.with("play", Some(played).filter(|it| !it.is_empty())))
        }
        _ => Ok(plain.with("play", None::<&str>)),
    }
}

/// A random deal; our players bid it if play begins with the opening lead.
fn random(address: &Address, seed: &str, from: &str) -> Result<Address, String> {
    let seed: u64 = seed.parse().map_err(|_| "the seed of a random deal is a number".to_owned())?;
    let number: usize = address.get("number").and_then(|number| number.parse().ok()).unwrap_or(1);
    let plain = ["deal", "by", "calls", "play", "north", "east", "south", "west"]
        .into_iter()
        .fold(address.clone(), |it, name| it.with(name, None::<&str>));
    let wanted = WantedDeal::read(address.get("want").unwrap_or_default())?;
    let dealt = |deal: &NumberedDeal| {
        let hands = Seat::ALL.map(|seat| deal.hands[seat].to_string()).join(" ");
        // Deals that were looked for have numbers that say nothing.
        let board = wanted.is_empty().then_some(deal.number);
        plain
            .clone()
            .with("deal", Some(format!("N:{hands}")))
            .with("dealer", Some(deal.dealer.letter()))
            .with("vul", Some(vulnerability_word(deal.vulnerability)))
            .with("board", board)
            .with("number", Some(deal.number))
    };
    let system = system(address)?;
    let bidder = Bidder::new(&system);
    let (mut bid, begun) = (0, Instant::now());
    for number in number..number.saturating_add(DEALS) {
        if begun.elapsed() > LONGEST {
            return Err(
                "no random deal with all that is wanted was found in time: ask for less".to_owned()
            );
        }
        let mut deal = NumberedDeal::random(seed, number);
        deal.dealer = wanted.dealer().unwrap_or(deal.dealer);
        if !wanted.is_met(&deal, &bidder) {
            continue;
        }
        if from == "calls" {
            return Ok(dealt(&deal));
        }
        bid += 1;
        if let Some(board) = bid_board(&bidder, &deal) {
            let calls: Vec<Call> = board.bidding().calls().map(|(_, call)| call).collect();
            let contract = Pips::Letters.text(&board.bidding().contract().to_string());
            let address = dealt(&deal).with("by", Some(contract));
            return Ok(address.with("calls", Some(calls_text(&calls))));
        }
        if bid == BID {
            return Err("all of these deals are passed out".to_owned());
        }
    }
    Err(format!("none of {DEALS} random deals has all that is wanted: ask for less"))
}
