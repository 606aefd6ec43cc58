//! An imagined world played to the end by minds: nobody sees more than his own view.

use super::random::stream;
use crate::belief::NoBelief;
use crate::cards::{Card, Seat, Side};
use crate::dd::Solver;
use crate::mind::Mind;
use crate::play::Play;

/// Who plays an imagined world, and on which random numbers.
pub(super) struct Cast<'a> {
    /// The player whose decision it is, as he will go on.
    pub(super) me: Mind<'a>,
    /// His seat.
    pub(super) seat: Seat,
    /// Everybody else.
    pub(super) others: Mind<'a>,
    /// The seed of the decision.
    pub(super) seed: u64,
}

/// The key of the streams that minds draw from.
const MIND: u64 = 1;

impl Cast<'_> {
    /// Plays a candidate in an imagined world and then the world to its end; the play as it went.
    ///
    /// The random numbers of each decision depend on the seed, the world and the number of cards
    /// played alone: two candidates that lead to the same later choice meet the same numbers.
    pub(super) fn play_out(
        &self,
        start: &Play,
        candidate: Card,
        world: usize,
        solver: &mut Solver,
    ) -> Result<Play, NoBelief> {
        let mut play = start.with(candidate).expect("candidates are legal");
        while !play.is_over() {
            let seat = play.history().decider();
            let view = play.view(seat);
            let mind = if seat == self.seat { &self.me } else { &self.others };
            let cards_played = play.history().played().len() as u64;
            let mut rng = stream(self.seed, &[MIND, world as u64, cards_played]);
            let card = mind.choose(&view, solver, &mut rng)?;
            play.play(card).expect("a mind chooses among its legal cards");
        }
        Ok(play)
    }

    /// The side whose score counts.
    pub(super) fn side(&self) -> Side {
        Side::of(self.seat)
    }
}
