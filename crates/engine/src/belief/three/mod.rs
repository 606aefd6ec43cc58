//! The exact count of the layouts of three hidden hands, as the opening leader has them before him.
//!
//! The third hand has what the first two leave. Each suit is divided among the three in every way
//! and its divisions counted by lengths and points (`suit.rs`); two suits make a half, two halves a
//! deal (`combine.rs`). The lengths of all suits fix the three shapes, and a shape's rules weigh
//! its points (`worth.rs`). Two halves are of one class if no rule tells them apart, whatever the
//! other half is. Classes that lead to the same shapes are added up first; then the points of both
//! halves are summed over by correlation (`grid.rs`). Spot cards that no rule tells apart are
//! counted, and dealt out only in a sample (`suit.rs`). Rules about the cards of one suit are part
//! of that suit's divisions (`sorted_rules.rs`); for all other rules, samples that break them are
//! rejected (`acceptance.rs`). What was learned of a hand's calls is counted by factors that come
//! near to it (`projection.rs`), and samples are weighed by the rest.

mod acceptance;
mod combine;
mod counted;
mod grid;
mod posterior;
mod projection;
mod sorted_rules;
mod suit;
mod worth;

use std::sync::OnceLock;

use acceptance::{Acceptance, AcceptedLayouts};
use counted::{HiddenHands, ThreeHandCount};
use rand::{Rng, RngExt};
use sorted_rules::SortedRules;

use super::strictness::Strictness;
use super::{Evidence, NoBelief};
use crate::cards::{BySeat, Card, Holding, Seat, Suit};

/// The weight of every layout of three hidden hands.
#[derive(Debug, Clone)]
pub(super) struct ThreeHands {
    counted: ThreeHandCount,
    /// The rules that the count leaves to rejection and weighing.
    kept: Option<Acceptance>,
    /// The first accepted layout, for callers that have no time to draw another.
    found: Option<HiddenHands>,
    /// Accepted layouts; drawn when a share is first asked for.
    drawn: OnceLock<AcceptedLayouts>,
}

impl ThreeHands {
    /// Weighs every layout until `stop` says so.
    pub(super) fn new(
        evidence: &Evidence,
        seats: [Seat; 3],
        strictness: Strictness,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        let asked = SortedRules::of(evidence, seats, strictness);
        let counted = ThreeHandCount::new(evidence, &asked, seats, strictness, stop)?;
        let kept = Acceptance::new(evidence, asked, strictness);
        let first = |kept| AcceptedLayouts::first(kept, &counted, stop);
        let found = kept.as_ref().map(first).transpose()?;
        Ok(Self { counted, kept, found, drawn: OnceLock::new() })
    }

    /// The accepted layouts, if the count leaves anything to rejection or weighing.
    fn drawn(&self) -> Option<&AcceptedLayouts> {
        self.kept
            .as_ref()
            .map(|kept| self.drawn.get_or_init(|| AcceptedLayouts::new(kept, &self.counted)))
    }

    /// The effective sample size (Kish) of the layouts from which shares are estimated; `None`
    /// where shares are counted.
    pub(super) fn effective(&self) -> Option<f64> {
        self.drawn().map(|drawn| drawn.layouts.effective())
    }

    pub(super) fn seats(&self) -> &[Seat] {
        &self.counted.seats
    }

    /// The total weight of all layouts.
    pub(super) fn weight(&self) -> f64 {
        let share = self.drawn().map_or(1.0, AcceptedLayouts::share);
        self.counted.weight() * share
    }

    /// The probability that each seat has a card that only hidden hands can have.
    pub(super) fn owner(&self, card: Card) -> BySeat<f64> {
        match self.drawn() {
            None => self.counted.owner(card),
            Some(drawn) => drawn.layouts.owner(card),
        }
    }

    /// The probability of each length of a suit; all zero for a hand that is not hidden.
    pub(super) fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        let Some(hand) = self.counted.seats.iter().position(|&hidden| hidden == seat) else {
            return [0.0; 14];
        };
        match self.drawn() {
            None => self.counted.lengths(hand, suit),
            Some(drawn) => drawn.layouts.lengths(seat, suit),
        }
    }

    /// The probability of each holding of a suit; none for a hand that is not hidden.
    pub(super) fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        let Some(hand) = self.counted.seats.iter().position(|&hidden| hidden == seat) else {
            return Vec::new();
        };
        match self.drawn() {
            None => self.counted.holdings(hand, suit),
            Some(drawn) => drawn.layouts.holdings(seat, suit),
        }
    }

    /// The probability of each number of points; all zero for a hand that is not hidden.
    pub(super) fn points(&self, seat: Seat) -> [f64; 38] {
        let Some(hand) = self.counted.seats.iter().position(|&hidden| hidden == seat) else {
            return [0.0; 38];
        };
        match self.drawn() {
            None => self.counted.points(hand),
            Some(drawn) => drawn.layouts.points(seat),
        }
    }

    /// The hidden hands at a place between 0 and 1 in the list of all combinations; where these are
    /// rejected, other hands drawn instead. `None` if `stop` says so before some are accepted.
    pub(super) fn draw(
        &self,
        mut ticket: f64,
        rng: &mut impl Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<HiddenHands> {
        let Some(kept) = &self.kept else { return Some(self.counted.draw(ticket, rng)) };
        if kept.is_weighed() {
            let layout = self.drawn()?.layouts.at(ticket);
            return Some(self.counted.seats.map(|seat| (seat, layout[seat])));
        }
        loop {
            if let Some(hands) = kept.try_one(ticket, &self.counted, rng) {
                return Some(hands);
            }
            if stop() {
                return None;
            }
            ticket = rng.random();
        }
    }

    /// The first accepted layout, where layouts are found by drawing.
    pub(super) fn found(&self) -> Option<HiddenHands> {
        self.found
    }
}
