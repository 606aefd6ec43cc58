//! What the line taken says, in words.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::table::percent;
use super::{Output, auction};
use crate::belief::Belief;
use crate::cards::{Card, Seat, pbn_name, seat_name};
use crate::play::View;
use crate::search::{LineCard, LineTaken, Weighed};

/// Whose cards count against worlds in which they cost tricks, and what the sample is worth then;
/// `None` if nothing that was played matters.
pub(super) fn said(line: &LineTaken, output: &Output) -> Option<String> {
    let card = |it: &LineCard| format!("{}'s {}", seat_name(it.seat), output.card(it.card));
    let cards = line.cards.iter().map(card).join(" or ");
    (!line.cards.is_empty()).then(|| {
        format!(
            "worlds in which {cards} cost a trick count for less; {} drawn say as much as {:.0}.",
            line.drawn, line.effective
        )
    })
}

/// A card that the line makes likelier in a hand.
struct Shift {
    card: Card,
    seat: Seat,
    before: f64,
    after: f64,
}

/// What the last cards say of the missing ones by what they cost.
#[derive(Serialize)]
pub(super) struct LineShifts {
    #[serde(flatten)]
    taken: LineTaken,
    /// The shares that grow, as they are then.
    #[serde(serialize_with = "serialize_shifts")]
    shares: Vec<Shift>,
}

/// The least change of a probability that is spoken of.
const NOTABLE: f64 = 0.01;

/// How many standard errors a change has to be.
const ERRORS: f64 = 2.0;

/// The layouts drawn.
const LAYOUTS: usize = 256;

/// They are always the same: a belief has no seed.
const SEED: u64 = 1;

impl LineShifts {
    /// What the line says of these cards.
    pub(super) fn of(view: &View, belief: &Belief, cards: &[Card]) -> Self {
        let weighed = Weighed::draw(view, belief, SEED, LAYOUTS);
        let places = cards.iter().cartesian_product(belief.seats());
        let shift = |(&card, &seat): (&Card, &Seat)| {
            let (change, error) = weighed.shift(seat, card);
            let before = belief.owner(card)[seat];
            let shift = Shift { card, seat, before, after: (before + change).min(1.0) };
            (change >= NOTABLE && change > ERRORS * error).then_some(shift)
        };
        let shares = places.filter_map(shift).collect();
        Self { taken: weighed.line, shares }
    }

    /// The same in lines of text, with an empty one behind; none if nothing that was played matters.
    pub(super) fn said(&self, output: &Output) -> Vec<String> {
        let Some(said) = said(&self.taken, output) else { return Vec::new() };
        let said = format!("By the line taken, which the shares above know nothing of, {said}");
        let shift = |Shift { card, seat, before, after }: &Shift| {
            let [before, after] = [*before, *after].map(percent);
            format!("  {} {} {before} → {after}", output.card(*card), seat_name(*seat))
        };
        let shifts = self.shares.iter().map(shift).chain([String::new()]);
        auction::wrapped(&said, " ", 0).into_iter().chain(shifts).collect()
    }
}

/// `{"CK": {"W": 0.71}}`
fn serialize_shifts<S: Serializer>(shifts: &[Shift], serializer: S) -> Result<S::Ok, S::Error> {
    let mut shares = BTreeMap::<String, BTreeMap<char, f64>>::new();
    for shift in shifts {
        shares.entry(pbn_name(shift.card)).or_default().insert(shift.seat.letter(), shift.after);
    }
    shares.serialize(serializer)
}
