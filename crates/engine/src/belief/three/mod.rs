//! The exact count of the layouts of three hidden hands, as the opening leader has them before him.
//!
//! The third hand has what the first two leave. Each suit is divided among the three in every way
//! and its divisions counted by lengths and points (`suit.rs`); two suits make a half, two halves a
//! deal (`combine.rs`). The lengths of all suits fix the three shapes, and a shape's rules weigh
//! its points (`worth.rs`). Two halves are of one class if no rule tells them apart, whatever the other half
//! is. Classes that lead to the same shapes are added up first; then the points of both halves are summed over
//! by correlation (`grid.rs`). Spot cards that no rule tells apart are counted, and dealt out only in a sample
//! (`suit.rs`). Rules about the cards of one suit are part of that suit's divisions (`asked.rs`); for all other
//! rules, samples that break them are rejected (`kept.rs`). What was learned of a hand's calls is counted by factors that come near to it
//! (`projection.rs`), and samples are weighed by the rest.

mod asked;
mod combine;
mod grid;
mod kept;
mod posterior;
mod projection;
mod suit;
mod worth;

use std::sync::OnceLock;

use asked::Asked;
use combine::{Combination, Combinations, HALVES, Half};
use grid::{Grid, Points};
use kept::{Drawn, Kept};
use posterior::Context;
use rand::{Rng, RngExt};
use suit::SuitDivision;
use worth::Worth;

use super::strictness::Strictness;
use super::{Evidence, NoBelief};
use crate::cards::{BySeat, BySuit, Card, Hand, Holding, Seat, Suit};

/// Three hands with their seats.
pub(super) type Hands = [(Seat, Hand); 3];

/// The weight of every layout of three hidden hands.
#[derive(Debug, Clone)]
pub(super) struct ThreeHands {
    seats: [Seat; 3],
    suits: BySuit<SuitDivision>,
    worth: Worth,
    combinations: Combinations,
    /// What the shares of cards are read from; made when one is first asked for.
    context: OnceLock<Context>,
    /// What is asked beside lengths and points.
    kept: Option<Kept>,
    /// The first layout that was found to keep it, for who has no time to draw one.
    found: Option<Hands>,
    /// Layouts that keep it; drawn when a share is first asked for.
    drawn: OnceLock<Drawn>,
}

impl ThreeHands {
    /// Weighs every layout, unless it is told to stop.
    pub(super) fn new(
        evidence: &Evidence,
        seats: [Seat; 3],
        strictness: Strictness,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoBelief> {
        let asked = Asked::of(evidence, seats, strictness);
        let divide = |suit| SuitDivision::new(suit, seats, evidence, &asked, strictness);
        let suits = BySuit::from_fn(divide);
        let points = suits.iter().map(|(_, suit)| suit.points()).sum();
        let worth = Worth::new(evidence, &asked, seats, strictness, points);
        let combinations =
            Combinations::new(&suits, &worth, &asked.learned, stop).ok_or(NoBelief::OutOfTime)?;
        if combinations.weight() <= 0.0 {
            return Err(NoBelief::NothingFits);
        }
        let kept = Kept::new(evidence, asked, strictness);
        let (context, drawn) = (OnceLock::new(), OnceLock::new());
        let mut hands =
            Self { seats, suits, worth, combinations, context, kept, found: None, drawn };
        if let Some(kept) = &hands.kept {
            hands.found = Some(Drawn::first(kept, &hands, stop)?);
        }
        Ok(hands)
    }

    /// Layouts that keep what is asked beside lengths and points, if anything is.
    fn drawn(&self) -> Option<&Drawn> {
        self.kept.as_ref().map(|kept| self.drawn.get_or_init(|| Drawn::new(kept, self)))
    }

    /// How many layouts drawn from the belief itself would tell as much as those that shares are estimated from; `None` where they
    /// are counted.
    pub(super) fn effective(&self) -> Option<f64> {
        self.drawn().map(|drawn| drawn.layouts.effective())
    }

    pub(super) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The total weight of all layouts.
    pub(super) fn weight(&self) -> f64 {
        let share = self.drawn().map_or(1.0, Drawn::share);
        self.combinations.weight() * share
    }

    /// The probability that each seat has a card that only hidden hands can have.
    pub(super) fn owner(&self, card: Card) -> BySeat<f64> {
        match self.drawn() {
            None => self.counted_owner(card),
            Some(drawn) => drawn.layouts.owner(card),
        }
    }

    /// The probability of each length of a suit; all zero for a hand that is not hidden.
    pub(super) fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        let Some(hand) = self.seats.iter().position(|&hidden| hidden == seat) else {
            return [0.0; 14];
        };
        match self.drawn() {
            None => self.counted_lengths(hand, suit),
            Some(drawn) => drawn.layouts.lengths(seat, suit),
        }
    }

    /// The probability of each holding of a suit; none for a hand that is not hidden.
    pub(super) fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        let Some(hand) = self.seats.iter().position(|&hidden| hidden == seat) else {
            return Vec::new();
        };
        match self.drawn() {
            None => self.counted_holdings(hand, suit),
            Some(drawn) => drawn.layouts.holdings(seat, suit),
        }
    }

    /// The probability of each number of points; all zero for a hand that is not hidden.
    pub(super) fn points(&self, seat: Seat) -> [f64; 38] {
        let Some(hand) = self.seats.iter().position(|&hidden| hidden == seat) else {
            return [0.0; 38];
        };
        match self.drawn() {
            None => self.counted_points(hand),
            Some(drawn) => drawn.layouts.points(seat),
        }
    }

    /// The hidden hands at a place between 0 and 1 in the list of all combinations, or, where they
    /// are not kept, at one drawn instead; `None` if it is told to stop before some are kept.
    pub(super) fn draw(
        &self,
        mut ticket: f64,
        rng: &mut impl Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<Hands> {
        let Some(kept) = &self.kept else { return Some(self.propose(ticket, rng)) };
        if kept.is_weighed() {
            let layout = self.drawn()?.layouts.at(ticket);
            return Some(self.seats.map(|seat| (seat, layout[seat])));
        }
        loop {
            if let Some(hands) = self.try_one(ticket, kept, rng) {
                return Some(hands);
            }
            if stop() {
                return None;
            }
            ticket = rng.random();
        }
    }

    /// The first layout that was found, where they are found by drawing.
    pub(super) fn found(&self) -> Option<Hands> {
        self.found
    }

    /// Draws by what is counted alone; `None` if that is not kept.
    fn try_one(&self, ticket: f64, kept: &Kept, rng: &mut impl Rng) -> Option<Hands> {
        let hands = self.propose(ticket, rng);
        (rng.random::<f64>() < kept.weight(&hands)).then_some(hands)
    }

    /// Draws by what is counted alone: lengths, points, and the cards of one suit.
    fn propose(&self, ticket: f64, rng: &mut impl Rng) -> Hands {
        let all = &self.combinations.all;
        let ticket = ticket * self.combinations.weight();
        let at = all.partition_point(|combination| combination.upto <= ticket).min(all.len() - 1);
        let Combination { kind, classes, weights, majors, .. } = &all[at];
        let low_points = weights.pick(rng.random());
        let worth = |[first, second]: Points| {
            self.worth.at(*kind, [first + low_points[0], second + low_points[1]])
        };
        let high_points = majors.weighed(worth).pick(rng.random());
        let mut hands = [Hand::EMPTY; 3];
        for (i, points) in [low_points, high_points].into_iter().enumerate() {
            let all = &self.combinations.classes[i];
            let class = one_of(&classes[i], |class| all[class].grid[points], rng.random());
            let all_halves = &self.combinations.halves[i];
            let halves = &all[class].halves;
            let half = one_of(halves, |half| all_halves[half].grid[points], rng.random());
            let half = &all_halves[half];
            self.fill(half, HALVES[i], points, &mut hands, rng);
        }
        std::array::from_fn(|i| (self.seats[i], hands[i]))
    }

    /// Draws two suits of known lengths and points.
    fn fill(
        &self,
        half: &Half,
        pair: [Suit; 2],
        points: Points,
        hands: &mut [Hand; 3],
        rng: &mut impl Rng,
    ) {
        let [low, high] =
            std::array::from_fn(|i| &self.suits[pair[i]].parts[usize::from(half.parts[i])]);
        let low_points = complements(&low.grid, &high.grid, points).pick(rng.random());
        let high_points = std::array::from_fn(|i| points[i] - low_points[i]);
        for (i, points) in [low_points, high_points].into_iter().enumerate() {
            let holdings = self.suits[pair[i]].draw(half.parts[i], points, rng);
            for (hand, holding) in hands.iter_mut().zip(holdings) {
                hand[pair[i]] = holding;
            }
        }
    }
}

/// The one of some numbers at a place between 0 and 1 in the list of them, each as wide as its weight.
fn one_of(numbers: &[u16], weight: impl Fn(usize) -> f64, ticket: f64) -> usize {
    let weighed =
        || numbers.iter().map(|&number| (usize::from(number), weight(usize::from(number))));
    let mut left = ticket * weighed().map(|(_, weight)| weight).sum::<f64>();
    let mut chosen = usize::from(numbers[0]);
    for (number, weight) in weighed().filter(|(_, weight)| *weight > 0.0) {
        chosen = number;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    chosen
}

/// What each cell weighs together with the other grid's cell for the rest of certain points.
fn complements(grid: &Grid, other: &Grid, points: Points) -> Grid {
    let mut product = Grid::new(grid.most());
    for (own, weight) in grid.each() {
        let rest = [points[0].checked_sub(own[0]), points[1].checked_sub(own[1])];
        if let [Some(first), Some(second)] = rest
            && first + second <= other.most()
        {
            product[own] = weight * other[[first, second]];
        }
    }
    product
}
