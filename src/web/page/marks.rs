//! What each card is worth with all four hands open.

use super::board;
use super::spot::Spot;
use crate::dd::Solver;
use crate::web::markup::Markup;

/// The board with a mark on every card that may be played.
///
/// # Errors
///
/// A sentence, where not all hands are known, or nothing is left to play.
pub(super) fn marked(spot: &Spot) -> Result<Markup, String> {
    let play = spot.now()?;
    let whole = play.complete().ok_or("double dummy needs all four hands")?;
    if play.is_over() {
        return Ok(board::board(spot));
    }
    let values = Solver::new().cards(whole.position());
    Ok(board::marked(spot, Some(&values)))
}
