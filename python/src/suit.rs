//! One suit, played as well as it can be.

use std::sync::atomic::AtomicBool;

use falsecard::cards::Suit;
use falsecard::text;
use falsecard::wording::SolvedSuit;
use falsecard::wording::objects::SuitSolved;
use pyo3::prelude::*;

use crate::faults::wrong;
use crate::search::Rules;
use crate::stop::interruptible;
use crate::view::View;

/// The best plans for two holdings, as JSON.
#[pyfunction]
pub(crate) fn suit(holdings: &str, vacant: &str) -> PyResult<String> {
    let vacant = vacant.parse().map_err(wrong)?;
    let solved = SolvedSuit::of_holdings(holdings, vacant).map_err(wrong)?;
    text::json(&SuitSolved::from(&solved)).map_err(wrong)
}

/// The best plans for a suit of a deal, as JSON.
#[pyfunction]
pub(crate) fn declarers_suit(
    py: Python<'_>,
    suit: &str,
    view: &View,
    rules: &Rules,
) -> PyResult<String> {
    let fault = |_| wrong(format!("{suit:?} is no suit of a deal: expected S, H, D or C"));
    let suit: Suit = suit.parse().map_err(fault)?;
    let solve = |_: &AtomicBool| SolvedSuit::of_view(&view.0, &rules.file.system, suit);
    let solved = interruptible(py, solve)?.map_err(wrong)?;
    text::json(&SuitSolved::from(&solved)).map_err(wrong)
}
