//! What partners ask of each other, as commands tell it.

use super::Output;
use crate::cards::{Seat, Suit, seat_name};
use crate::mind::Asked;

/// What the player's partner has asked him for, and what he would have his partner lead: a sentence
/// each.
pub(super) fn said(
    seat: Seat,
    asked: Option<Asked>,
    wants: Option<Suit>,
    output: &Output,
) -> Vec<String> {
    let partner = seat_name(seat.partner());
    let suit = |suit: Suit| output.suit(suit);
    let asked = asked.map(|asked| {
        let what = match asked {
            Asked::For(wanted) => suit(wanted).to_string(),
            Asked::Against(other) => format!("another suit than {}", suit(other)),
            Asked::Rather(wanted, other) => format!("{} rather than {}", suit(wanted), suit(other)),
        };
        format!(
            "{partner} has asked for {what}: worlds in which he would want that count for more."
        )
    });
    let wants = wants.map(|wanted| {
        format!("{} would have {partner} lead {} next.", seat_name(seat), suit(wanted))
    });
    asked.into_iter().chain(wants).collect()
}
