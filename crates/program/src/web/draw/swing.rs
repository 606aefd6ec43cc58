//! A swing: a deal as it was played in several rooms, side by side.

use super::hands::{cards, diagram, tricks};
use crate::web::markup::{Markup, el};
use falsecard_engine::cards::Card;
use falsecard_notation::Diagram;

/// The play of a deal in one room.
#[derive(Debug, Clone)]
pub struct InRoom {
    /// A heading: who played there, and the result.
    pub said: String,
    /// The deal and the cards played.
    pub played: Diagram,
}

/// The deal, and the play in each room. The first card by which a room departs from the first
/// room's play is marked.
pub fn rooms(deal: &Diagram, rooms: &[InRoom]) -> Markup {
    let first: Vec<Card> = rooms.first().map_or_else(Vec::new, |room| in_order(&room.played));
    let room = |room: &InRoom| {
        let own = in_order(&room.played);
        let apart = own.iter().zip(&first).position(|(own, first)| own != first);
        let mark = |nth: usize, _, card: Card| match apart {
            Some(at) if at == nth => el("mark").put(cards([card])),
            _ => cards([card]),
        };
        let play = tricks(&room.played.by_trick(), mark);
        el("section").put(el("h3").say(&room.said).and(play))
    };
    let all = rooms.iter().map(room).collect();
    diagram(deal).and(el("div").at("class", "rooms").put(all))
}

fn in_order(played: &Diagram) -> Vec<Card> {
    played.by_trick().into_iter().flatten().map(|(_, card)| card).collect()
}
