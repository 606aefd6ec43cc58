//! Plays a board in one room, with a memory that the rooms of the board share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::entrant::Seated;
use falsecard_engine::cards::Card;
use falsecard_engine::play::{Board, Play};

/// The decisions on a board: the card, by the player's key and the cards played before. A decision
/// depends on nothing else on one board, so rooms that have not yet differed share it.
#[derive(Default)]
pub(super) struct Decided(HashMap<(String, Vec<Card>), Card>);

impl Decided {
    fn card(&mut self, seated: &Seated, play: &Play, stop: &AtomicBool) -> Option<Card> {
        let legal = play.legal();
        if legal.len() == 1 {
            return legal.iter().next();
        }
        let played = play.history().played().iter().map(|played| played.card).collect();
        let key = (seated.key.clone(), played);
        if let Some(&card) = self.0.get(&key) {
            return Some(card);
        }
        let view = play.view(play.history().decider());
        let card = seated.card(&view, Some(play.position()), stop)?;
        self.0.insert(key, card);
        Some(card)
    }
}

/// Plays a board with these entrants as declarer and defenders; `None` if `stop` was set.
pub(super) fn play_out(
    board: &Board,
    [declarer, defenders]: &[Seated; 2],
    decided: &mut Decided,
    stop: &AtomicBool,
) -> Option<Play> {
    let mut play = Play::new(board.clone());
    let declaring = board.bidding().contract().declaring_side();
    while !play.is_over() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let is_declarers = declaring.has(play.history().to_play());
        let seated = if is_declarers { declarer } else { defenders };
        let card = decided.card(seated, &play, stop)?;
        play.play(card).expect("players choose among their legal cards");
    }
    Some(play)
}
