//! What the line taken says, in words.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::Output;
use super::settings::stop_on_ctrl_c;
use crate::belief::Belief;
use crate::cards::{Card, Seat, pbn_name, seat_name};
use crate::play::View;
use crate::search::{LineTaken, Weighed};
use crate::wording::{line_taken, percent};
use crate::work::FEWEST;

/// What the line makes of the place of a card.
struct Shift {
    card: Card,
    seat: Seat,
    /// The probability without the line.
    before: f64,
    /// What the line adds to it, with its standard error.
    change: (f64, f64),
}

/// What the last cards say of the missing ones by what they cost.
#[derive(Serialize)]
pub(super) struct LineShifts {
    #[serde(flatten)]
    taken: LineTaken,
    /// For each missing card and each hidden hand.
    #[serde(serialize_with = "serialize_shifts")]
    shares: Vec<Shift>,
}

/// The least change of a probability that is spoken of.
const NOTABLE: f64 = 0.01;

/// How many standard errors a change has to be: of some thirty, none is that large by chance.
const ERRORS: f64 = 3.0;

/// The layouts drawn.
const LAYOUTS: usize = 256;

/// They are always the same: a belief has no seed.
const SEED: u64 = 1;

impl LineShifts {
    /// What the line says of these cards. Ctrl-C ends the drawing of layouts.
    pub(super) fn of(view: &View, belief: &Belief, cards: &[Card]) -> Self {
        let weighed = Weighed::draw(view, belief, SEED, LAYOUTS, stop_on_ctrl_c());
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

    /// The cards that the line makes likelier somewhere, beyond its error, in lines of text after
    /// an empty one; none if nothing that was played matters.
    pub(super) fn said(&self, output: &Output) -> Vec<String> {
        let Some(said) = line_taken(&self.taken, output.style.pips) else { return Vec::new() };
        let said = format!("By the line taken, which the shares above know nothing of, {said}");
        let notable = |shift: &&Shift| {
            let (change, error) = shift.change;
            change >= NOTABLE && change > ERRORS * error
        };
        let shift = |shift: &Shift| {
            let [before, after] = [shift.before, shift.after()].map(percent);
            format!("  {} {} {before} → {after}", output.card(shift.card), seat_name(shift.seat))
        };
        let shifts = self.shares.iter().filter(notable).map(shift);
        [String::new(), said].into_iter().chain(shifts).collect()
    }
}

impl Shift {
    fn after(&self) -> f64 {
        (self.before + self.change.0).clamp(0.0, 1.0)
    }
}

/// `{"CK": {"W": {"share": 0.71, "se": 0.01}}}`
fn serialize_shifts<S: Serializer>(shifts: &[Shift], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Share {
        share: f64,
        se: f64,
    }
    let mut shares = BTreeMap::<String, BTreeMap<char, Share>>::new();
    for shift in shifts {
        let share = Share { share: shift.after(), se: shift.change.1 };
        shares.entry(pbn_name(shift.card)).or_default().insert(shift.seat.letter(), share);
    }
    shares.serialize(serializer)
}
