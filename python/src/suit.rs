//! One suit, played as well as it can be.

use std::sync::atomic::AtomicBool;

use falsecard::cards::Suit;
use falsecard::suit::SuitAccess;
use falsecard::text;
use falsecard::wording::SolvedSuit;
use falsecard::wording::objects::SuitSolved;
use pyo3::prelude::*;

use crate::faults::wrong;
use crate::search::Rules;
use crate::stop::interruptible;
use crate::view::View;

fn access(entries: Option<u8>, lead_from: Option<&str>) -> PyResult<SuitAccess> {
    let lead_from = lead_from.map(str::parse).transpose().map_err(wrong)?;
    Ok(SuitAccess { entries, lead_from })
}

/// The best plans for two holdings, as JSON.
#[pyfunction]
#[pyo3(signature = (holdings, vacant, entries, lead_from))]
pub(crate) fn suit(
    holdings: &str,
    vacant: &str,
    entries: Option<u8>,
    lead_from: Option<&str>,
) -> PyResult<String> {
    let (vacant, access) = (vacant.parse().map_err(wrong)?, access(entries, lead_from)?);
    let solved = SolvedSuit::of_holdings(holdings, vacant, access).map_err(wrong)?;
    text::json(&SuitSolved::from(&solved)).map_err(wrong)
}

/// The best plans for a suit of a deal, as JSON.
#[pyfunction]
#[pyo3(signature = (suit, view, rules, entries, lead_from))]
pub(crate) fn declarers_suit(
    py: Python<'_>,
    suit: &str,
    view: &View,
    rules: &Rules,
    entries: Option<u8>,
    lead_from: Option<&str>,
) -> PyResult<String> {
    let fault = |_| wrong(format!("{suit:?} is no suit of a deal: expected S, H, D or C"));
    let suit: Suit = suit.parse().map_err(fault)?;
    let access = access(entries, lead_from)?;
    let solve = |_: &AtomicBool| SolvedSuit::of_view(&view.0, &rules.file.system, suit, access);
    let solved = interruptible(py, solve)?.map_err(wrong)?;
    text::json(&SuitSolved::from(&solved)).map_err(wrong)
}
