//! The double-dummy value of each card.

use super::board;
use super::spot::Spot;
use crate::web::markup::Markup;
use falsecard_engine::dd::Solver;

/// The board with the double-dummy value on every legal card.
///
/// # Errors
///
/// A sentence, if there is no play or not all hands are known.
pub(super) fn marked(spot: &Spot) -> Result<Markup, String> {
    let play = spot.now()?;
    let whole = play.complete().ok_or("double dummy needs all four hands")?;
    if play.is_over() {
        return Ok(board::board(spot));
    }
    let values = Solver::new().cards(whole.position());
    Ok(board::marked(spot, Some(&values)))
}
