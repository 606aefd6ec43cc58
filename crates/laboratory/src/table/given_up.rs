//! The sources of a gain: the double-dummy tricks that each side gave up.
//!
//! An engine gains by erring less itself, or by making its opponents err more. Together these are
//! the tricks that it gains: nothing else changes what a side takes.

use schemars::JsonSchema;
use serde::Serialize;

use super::outcome::{Aspect, RoomResult};
use super::played::PlayedBoard;
use falsecard_engine::cards::{Card, Side};
use falsecard_engine::dd::Solver;
use falsecard_engine::play::{Board, Play};
use falsecard_engine::work::{Interval, on_all_threads};

/// The double-dummy tricks that a side and its opponents gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TricksGivenUp {
    /// The tricks that the side gave up.
    pub own: u32,
    /// The tricks that its opponents gave up.
    pub opponents: u32,
}

impl TricksGivenUp {
    /// The tricks given up in a room by this side and by its opponents, as the solver finds with
    /// all four hands open; `None` if the cards are not legal on this board.
    pub fn of(board: &Board, room: &RoomResult, side: Side, solver: &mut Solver) -> Option<Self> {
        let cards = room.cards.split(' ').map(|card| card.parse::<Card>().ok());
        let start = *Play::new(board.clone()).position();
        let costs = solver.costs(start, &cards.collect::<Option<Vec<_>>>()?).ok()?.cards;
        let by = |side: Side| {
            let own = costs.iter().filter(|cost| side.has(cost.seat));
            own.map(|cost| u32::from(cost.tricks)).sum()
        };
        Some(Self { own: by(side), opponents: by(side.other()) })
    }
}

/// What A's gain in a role rests on, in double-dummy tricks a board: with `--given-up`.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Foundation {
    /// The role.
    pub aspect: Aspect,
    /// The double-dummy tricks a board that A gave up, and B.
    pub own: [f64; 2],
    /// How much less A gave up.
    pub saved: Interval,
    /// The tricks that the opponents of A gave up, and those of B.
    pub opponents: [f64; 2],
    /// How much more those of A gave up.
    pub provoked: Interval,
}

impl Foundation {
    /// The sources over some boards; `None` if none of them was compared in this role. Takes a
    /// tenth of a second per board.
    pub fn of(aspect: Aspect, boards: &[(&Board, &PlayedBoard)]) -> Option<Self> {
        let each = on_all_threads(boards, |(board, played), solver| {
            let declaring = board.bidding().contract().declaring_side();
            let side = match aspect {
                Aspect::Declaring => declaring,
                Aspect::Defending => declaring.other(),
                Aspect::Match => return None,
            };
            let [a, b] = aspect.tables(&played.tables)?;
            let a = TricksGivenUp::of(board, a, side, solver)?;
            Some([a, TricksGivenUp::of(board, b, side, solver)?])
        });
        let each: Vec<_> = each.into_iter().flatten().collect();
        let values = |value: fn(&[TricksGivenUp; 2]) -> f64| {
            Interval::of(&each.iter().map(value).collect::<Vec<_>>())
        };
        let of = |value: fn(&TricksGivenUp) -> u32| {
            [0, 1].map(|who| {
                let sum: u32 = each.iter().map(|both| value(&both[who])).sum();
                f64::from(sum) / each.len() as f64
            })
        };
        (!each.is_empty()).then(|| Self {
            aspect,
            own: of(|it| it.own),
            saved: values(|[a, b]| f64::from(b.own) - f64::from(a.own)),
            opponents: of(|it| it.opponents),
            provoked: values(|[a, b]| f64::from(a.opponents) - f64::from(b.opponents)),
        })
    }
}
