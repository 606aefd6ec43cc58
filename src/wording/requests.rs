//! What partners ask of each other, and what the line taken says.

use itertools::Itertools;

use crate::cards::{Seat, Suit, seat_name};
use crate::mind::Asked;
use crate::notation::Pips;
use crate::search::{LineCard, LineTaken};

/// What the player's partner has asked him for, and what he would have his partner lead: a sentence
/// each.
pub fn requests(seat: Seat, asked: Option<Asked>, wants: Option<Suit>, pips: Pips) -> Vec<String> {
    let partner = seat_name(seat.partner());
    let suit = |suit: Suit| pips.suit(suit);
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

/// Whose cards count against worlds in which they cost tricks, and what the worlds drawn are worth then;
/// `None` if nothing that was played matters, or no world was drawn.
pub fn line_taken(line: &LineTaken, pips: Pips) -> Option<String> {
    let card = |it: &LineCard| format!("{}'s {}", seat_name(it.seat), pips.card(it.card));
    let cards = line.cards.iter().map(card).join(" or ");
    (!line.cards.is_empty() && line.drawn > 0).then(|| {
        format!(
            "worlds in which {cards} cost a trick count for less: {} drawn are worth {:.0}.",
            line.drawn, line.effective
        )
    })
}
