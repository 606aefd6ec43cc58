//! The specification: plain minimax over every legal card. Exact, and slow beyond five tricks.

use crate::cards::Side;
use crate::play::Position;

/// The tricks that the side to play takes from here with best play by both.
///
/// Time grows with the factorial of the cards left: seconds with five cards a hand.
///
/// ```
/// use falsecard::cards::{BySeat, Seat, Strain};
/// use falsecard::dd::naive;
/// use falsecard::play::Position;
///
/// // North leads a spade towards the ace-queen, over East's king: East gets nothing.
/// let hands = ["32...", "KJ...", "AQ...", "..32."].map(|hand| hand.parse().unwrap());
/// let hands = BySeat::from_fn(|seat| hands[seat as usize]);
/// let position = Position::new(hands, Strain::Notrump, Seat::North).unwrap();
/// assert_eq!(naive::tricks(&position), 2);
/// ```
pub fn tricks(position: &Position) -> u8 {
    if position.is_over() {
        return 0;
    }
    let values = position.legal().iter().map(|card| {
        let mut next = *position;
        let won = next.play(card).expect("a legal card can be played");
        let me = Side::of(position.to_play());
        let mine = u8::from(won == Some(me));
        let same_side = Side::of(next.to_play()) == me;
        let rest = tricks(&next);
        mine + if same_side { rest } else { tricks_to_share(position, won.is_some()) - rest }
    });
    values.max().expect("a player whose turn it is has a card")
}

/// The tricks that are still open after a card: one fewer when it completed a trick.
fn tricks_to_share(position: &Position, completed: bool) -> u8 {
    position.tricks_left() - u8::from(completed)
}
