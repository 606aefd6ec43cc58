//! What to call.

use std::sync::atomic::AtomicBool;

use falsecard::bidding::{BidAdvice, Bidder, Foresight, Heard};
use falsecard::cards::Vulnerability;
use falsecard::notation::{read_calls, read_vulnerability};
use falsecard::text;
use pyo3::prelude::*;
use serde::Deserialize;

use crate::faults::wrong;
use crate::game::{hand, seat};
use crate::search::{Rules, given};
use crate::stop::interruptible;

/// What is asked beside the hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    auction: String,
    dealer: String,
    vulnerable: Option<String>,
    /// In how many deals the likeliest calls are tried; 0 for none.
    ahead: usize,
    seed: u64,
}

/// What a player may call, as JSON.
#[pyfunction]
pub(crate) fn bid(
    py: Python<'_>,
    cards: &str,
    rules: &Rules,
    opponents: &Rules,
    asked: &str,
) -> PyResult<String> {
    let asked: Asked = given(asked)?;
    let hand = hand(cards)?;
    if hand.len() != 13 {
        return Err(wrong(format!("{cards:?} has {} cards: a player calls with 13", hand.len())));
    }
    if asked.ahead > Foresight::MOST_DEALS {
        return Err(wrong(format!(
            "ahead {}: expected 0 to {} deals",
            asked.ahead,
            Foresight::MOST_DEALS
        )));
    }
    let foresight = (asked.ahead > 0).then_some(Foresight { deals: asked.ahead, seed: asked.seed });
    let heard = heard(&asked)?;
    let bidder = Bidder::new(&rules.file.system).against(&opponents.file.system);
    let bidder = bidder.looking(foresight);
    let advice = interruptible(py, |_: &AtomicBool| BidAdvice::of(&bidder, hand, &heard))?;
    let advice = advice.ok_or_else(|| wrong("the auction is over"))?;
    text::json(&advice).map_err(wrong)
}

/// The auction so far.
fn heard(asked: &Asked) -> PyResult<Heard> {
    let vulnerability = asked.vulnerable.as_deref().map(read_vulnerability).transpose();
    let vulnerability = vulnerability.map_err(wrong)?.unwrap_or(Vulnerability::NONE);
    let mut heard = Heard::new(seat(&asked.dealer)?, vulnerability);
    let calls = match asked.auction.trim() {
        "" => Vec::new(),
        calls => read_calls(calls).map_err(wrong)?.all,
    };
    for call in calls {
        if !heard.push(call, None) {
            return Err(wrong(format!("{call} is not legal in {:?}", asked.auction)));
        }
    }
    Ok(heard)
}
