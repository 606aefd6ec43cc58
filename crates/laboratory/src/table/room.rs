//! Plays a board in one room, with a cache of decisions that the rooms share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::entrant::{SeatedChoice, SeatedEntrant};
use super::luck::LuckMeter;
use falsecard_engine::cards::{BySeat, Card, Side};
use falsecard_engine::play::{Board, Play};

/// A card, and what declarer's side gains by luck with it, in IMPs, if it was drawn by chance.
#[derive(Clone, Copy)]
struct CardWithLuck {
    card: Card,
    luck: Option<f64>,
}

/// The decisions on a board: the card by the player's key and the cards played before. On one board
/// a decision depends on nothing else, so rooms that have not yet diverged share it.
#[derive(Default)]
pub(super) struct DecisionCache {
    cards: HashMap<(String, Vec<Card>), CardWithLuck>,
    /// Whether luck is measured.
    measures_luck: bool,
    /// The meter, once a card was drawn by chance.
    luck: Option<LuckMeter>,
}

impl DecisionCache {
    /// An empty cache that measures luck.
    pub(super) fn measuring_luck() -> Self {
        Self { measures_luck: true, ..Self::default() }
    }

    fn card(
        &mut self,
        seated: &SeatedEntrant,
        play: &Play,
        stop: &AtomicBool,
    ) -> Option<CardWithLuck> {
        let legal = play.legal();
        if legal.len() == 1 {
            return legal.iter().next().map(|card| CardWithLuck { card, luck: None });
        }
        let played = play.history().played().iter().map(|played| played.card).collect();
        let key = (seated.key.clone(), played);
        if let Some(&played) = self.cards.get(&key) {
            return Some(played);
        }
        let view = play.view(play.history().decider());
        let SeatedChoice { card, odds, .. } = seated.choose(&view, Some(play.position()), stop)?;
        let luck = odds.filter(|_| self.measures_luck).map(|odds| {
            let luck = self.luck.get_or_insert_with(|| LuckMeter::on(play.board()));
            luck.of_draw(play, card, &odds)
        });
        let played = CardWithLuck { card, luck };
        self.cards.insert(key, played);
        Some(played)
    }
}

/// The players by seat, of a declarer and the defenders.
pub(super) fn in_seats<'a, 'b>(
    [declarer, defenders]: &'b [SeatedEntrant<'a>; 2],
    declaring: Side,
) -> BySeat<&'b SeatedEntrant<'a>> {
    BySeat::from_fn(|seat| if declaring.has(seat) { declarer } else { defenders })
}

/// Plays a board with these players, declarer choosing dummy's cards; `None` if `stop` was set.
/// Also returns what declarer's side gained by luck, in IMPs; that is `None` if no card was drawn
/// by chance, or luck is not measured.
pub(super) fn play_out(
    board: &Board,
    players: BySeat<&SeatedEntrant>,
    decided: &mut DecisionCache,
    stop: &AtomicBool,
) -> Option<(Play, Option<f64>)> {
    let (mut play, mut all_luck) = (Play::new(board.clone()), None);
    while !play.is_over() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let seated = players[play.history().decider()];
        let CardWithLuck { card, luck } = decided.card(seated, &play, stop)?;
        play.play(card).expect("players choose among their legal cards");
        all_luck = luck.map(|luck| luck + all_luck.unwrap_or(0.0)).or(all_luck);
    }
    Some((play, all_luck))
}
