//! What the line taken makes of the places of missing cards, for programs.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use falsecard_engine::belief::Belief;
use falsecard_engine::cards::{Card, CardText, Seat, SeatLetter, pbn_name};
use falsecard_engine::play::View;
use falsecard_engine::search::{LineTaken, WeighedWorlds};
use falsecard_engine::work::FEWEST;

/// What the line makes of the place of a card.
#[derive(Debug, Clone, Copy)]
pub struct Shift {
    /// The card.
    pub card: Card,
    /// The hand.
    pub seat: Seat,
    /// The probability without the line.
    pub before: f64,
    /// What the line adds to it, with its standard error.
    pub change: (f64, f64),
}

/// What the last cards say of the missing ones by what they cost.
#[derive(Debug, Clone, JsonSchema, Serialize)]
pub struct LineShifts {
    #[serde(flatten)]
    taken: LineTaken,
    /// By card and seat: how probable it is that the seat holds the card, with what the line says.
    /// Empty if nothing matters or too few worlds were drawn.
    #[serde(serialize_with = "serialize_shifts")]
    #[schemars(with = "BTreeMap<CardText, BTreeMap<SeatLetter, ShareObject>>")]
    shares: Vec<Shift>,
}

/// The layouts drawn.
const LAYOUTS: usize = 256;

/// They are always the same: a belief has no seed.
const SEED: u64 = 1;

impl LineShifts {
    /// What the line says of these cards. `stop` ends the drawing of layouts.
    pub fn of(view: &View, belief: &Belief, cards: &[Card], stop: &AtomicBool) -> Self {
        let weighed = WeighedWorlds::draw(view, belief, SEED, LAYOUTS, stop);
        let places = cards.iter().cartesian_product(belief.seats());
        let shift = |(&card, &seat): (&Card, &Seat)| Shift {
            card,
            seat,
            before: belief.owner(card)[seat],
            change: weighed.shift(seat, card),
        };
        let shares =
            if weighed.worlds.len() < FEWEST { Vec::new() } else { places.map(shift).collect() };
        Self { taken: weighed.line, shares }
    }

    /// For each missing card and each hidden hand.
    pub fn shares(&self) -> &[Shift] {
        &self.shares
    }

    /// The cards that were judged.
    pub const fn taken(&self) -> &LineTaken {
        &self.taken
    }
}

impl Shift {
    /// The probability with the line.
    pub fn after(&self) -> f64 {
        (self.before + self.change.0).clamp(0.0, 1.0)
    }
}

/// How likely it is that a card lies in a hand.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "LineShare")]
struct ShareObject {
    /// The probability, with what the line says.
    share: f64,
    /// The standard error of that.
    se: f64,
}

/// `{"CK": {"W": {"share": 0.71, "se": 0.01}}}`
fn serialize_shifts<S: Serializer>(shifts: &[Shift], serializer: S) -> Result<S::Ok, S::Error> {
    let mut shares = BTreeMap::<String, BTreeMap<char, ShareObject>>::new();
    for shift in shifts {
        let share = ShareObject { share: shift.after(), se: shift.change.1 };
        shares.entry(pbn_name(shift.card)).or_default().insert(shift.seat.letter(), share);
    }
    shares.serialize(serializer)
}
