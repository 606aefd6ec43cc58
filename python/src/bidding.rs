//! What to call.

use std::sync::atomic::AtomicBool;

use falsecard::bidding::{AuctionSoFar, BidAdvice, Bidder, Foresight};
use falsecard::cards::Vulnerability;
use falsecard::notation::{read_calls, read_vulnerability};
use falsecard::text;
use pyo3::prelude::*;

use crate::faults::wrong;
use crate::game::{hand, seat};
use crate::search::Rules;
use crate::stop::interruptible;

/// What a player may call, as JSON; calls are tried in so many `deals`.
#[pyfunction]
#[pyo3(signature = (cards, rules, opponents, *, auction, dealer, vulnerable, deals, seed))]
#[expect(clippy::too_many_arguments, reason = "they have names where it is called")]
pub(crate) fn bid(
    py: Python<'_>,
    cards: &str,
    rules: &Rules,
    opponents: &Rules,
    auction: &str,
    dealer: &str,
    vulnerable: Option<&str>,
    deals: usize,
    seed: u64,
) -> PyResult<String> {
    let hand = hand(cards)?;
    if hand.len() != 13 {
        return Err(wrong(format!("{cards:?} has {} cards: a player calls with 13", hand.len())));
    }
    let most = Foresight::MOST_DEALS;
    if deals > most {
        return Err(wrong(format!("deals {deals}: expected 0 to {most} deals")));
    }
    let foresight = Foresight::of(deals, seed);
    let heard = heard(auction, dealer, vulnerable)?;
    let bidder = Bidder::new(&rules.file.system).against(&opponents.file.system);
    let bidder = bidder.with_foresight(foresight);
    let advice = interruptible(py, |_: &AtomicBool| BidAdvice::of(&bidder, hand, &heard))?;
    let advice = advice.ok_or_else(|| wrong("the auction is over"))?;
    text::json(&advice).map_err(wrong)
}

/// The auction so far.
fn heard(auction: &str, dealer: &str, vulnerable: Option<&str>) -> PyResult<AuctionSoFar> {
    let vulnerability = vulnerable.map(read_vulnerability).transpose();
    let vulnerability = vulnerability.map_err(wrong)?.unwrap_or(Vulnerability::NONE);
    let mut heard = AuctionSoFar::new(seat(dealer)?, vulnerability);
    let calls = match auction.trim() {
        "" => Vec::new(),
        calls => read_calls(calls).map_err(wrong)?.all,
    };
    for call in calls {
        if !heard.push(call, None) {
            return Err(wrong(format!("{call} is not legal in {auction:?}")));
        }
    }
    Ok(heard)
}
