//! Claims, compared with the double-dummy result.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::cards::{Seat, serialize_seat};
use falsecard_engine::dd::Solver;
use falsecard_notation::Game;

/// A claim that ended the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
pub struct JudgedClaim {
    /// Who declares.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    pub declarer: Seat,
    /// The number of tricks that were not played.
    pub left: u8,
    /// Declarer's tricks in all, as claimed.
    pub given: u8,
    /// Declarer's tricks in all if nobody errs with the cards left.
    pub double_dummy: u8,
}

impl JudgedClaim {
    /// The claim of a game; `None` if the game was played to its end or not at all, or if its deal
    /// or its result is not known.
    pub fn of(game: &Game, solver: &mut Solver) -> Option<Self> {
        let play =
            game.play().ok().filter(|it| !it.is_over() && !it.history().played().is_empty())?;
        let given = game.result()?;
        let contract = play.bidding().contract();
        let (side, position) = (contract.declaring_side(), play.position());
        let further = position.tricks_of(side, solver.tricks(position));
        let double_dummy = play.history().tricks_won(side) + further;
        Some(Self {
            declarer: contract.declarer,
            left: position.tricks_left(),
            given,
            double_dummy,
        })
    }
}
