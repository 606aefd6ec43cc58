//! Partners' requests and the effect of the line taken, in words.

use itertools::Itertools;

use falsecard_engine::cards::{Seat, Suit, seat_name};
use falsecard_engine::mind::LeadRequest;
use falsecard_engine::search::{LineCard, LineTaken};
use falsecard_notation::Pips;

/// A sentence for what partner has asked of the player, and one for the suit that the player wants
/// partner to lead; each only if there is one.
pub fn requests(
    seat: Seat,
    asked: Option<LeadRequest>,
    wants: Option<Suit>,
    pips: Pips,
) -> Vec<String> {
    let partner = seat_name(seat.partner());
    let suit = |suit: Suit| pips.suit(suit);
    let asked = asked.map(|asked| {
        let what = match asked {
            LeadRequest::For(wanted) => suit(wanted).to_string(),
            LeadRequest::Against(other) => format!("another suit than {}", suit(other)),
            LeadRequest::Rather(wanted, other) => {
                format!("{} rather than {}", suit(wanted), suit(other))
            }
        };
        format!(
            "{partner} has asked for {what}: layouts in which he would want that count for more."
        )
    });
    let wants = wants.map(|wanted| {
        format!("{} would have {partner} lead {} next.", seat_name(seat), suit(wanted))
    });
    asked.into_iter().chain(wants).collect()
}

/// The sentence on the line taken: which cards played count against layouts in which they cost a
/// trick. `None` if there is no such card, or no layout was drawn.
pub fn line_taken(line: &LineTaken, pips: Pips) -> Option<String> {
    let card = |it: &LineCard| format!("{}'s {}", seat_name(it.seat), pips.card(it.card));
    let cards = line.cards.iter().map(card).join(" or ");
    (!line.cards.is_empty() && line.drawn > 0)
        .then(|| format!("Layouts in which {cards} would have been a mistake count for less."))
}
