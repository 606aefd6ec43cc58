//! The heading of a board: its number and the facts about it.

use super::row::BoardEnd;
use super::spot::Spot;
use crate::web::markup::{Markup, el};
use crate::wording::score_text;
use falsecard_engine::cards::Side;
use falsecard_notation::{Diagram, DiagramCards};

pub(super) fn heading(spot: &Spot) -> Markup {
    let board = spot.address.get("board").map(|board| format!("Board {board}"));
    let title = el("h2").say(board.unwrap_or_else(|| "The board".to_owned()));
    let facts = facts(spot).iter().map(|fact| el("li").say(fact)).collect();
    title.and(el("ul").at("class", "facts").put(facts))
}

/// The facts about the board at the moment; while the auction is stepped through, only dealer and
/// vulnerability.
fn facts(spot: &Spot) -> Vec<String> {
    if spot.upto().is_some() {
        let later = ["by", "calls", "play", "branch", "result"];
        let bare = later.iter().fold(spot.address.clone(), |it, name| it.with(name, None::<&str>));
        return Spot::read(bare)
            .map_or_else(|_| Vec::new(), |it| Diagram::of_game(&it.game).facts());
    }
    let mut facts = match &spot.whole {
        Ok(play) => Diagram::of_partial(play, DiagramCards::Dealt).facts(),
        Err(_) => Diagram::of_game(&spot.game).facts(),
    };
    if let Ok(play) = spot.now() {
        let won = [Side::NorthSouth, Side::EastWest]
            .map(|side| format!("{side} {}", play.history().tricks_won(side)));
        facts.push(format!("tricks {}", won.join(", ")));
    }
    // A class that does not see all hands is not told how it ends.
    let ended = spot.ended().filter(|_| spot.address.get("shown").is_none());
    facts.extend(claimed(spot).filter(|_| ended.is_some()).map(|left| format!("claimed {left}")));
    if let Some(BoardEnd::Played { contract, tricks }) = ended {
        let score =
            spot.score().map_or_else(String::new, |score| format!(", {}", score_text(score)));
        let over = BoardEnd::Played { contract, tricks }.over_text();
        facts.push(format!("result {over}{score}"));
    }
    facts
}

/// The number of tricks claimed: those not played, at the last card of a play with a known result.
pub(super) fn claimed(spot: &Spot) -> Option<u8> {
    let play = spot.whole.as_ref().ok().filter(|_| spot.fork.is_none())?;
    let is_end = spot.at == play.history().played().len() && !play.is_over() && spot.at > 0;
    spot.ended().filter(|_| is_end).map(|_| 13 - play.history().tricks_played())
}
