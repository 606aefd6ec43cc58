//! One room: a board played to its end, and the memory that the rooms of a board share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::entrant::Seated;
use crate::cards::Card;
use crate::play::{Board, Play};

/// What has been decided on a board: by whom, after which cards, and which card it was. On one board these two
/// are all that a view depends on, so play that has not yet differed is worked out once.
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

/// The board as declarer and defenders play it; `None` if somebody would not wait for the end.
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
