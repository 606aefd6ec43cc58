//! One suit of three hidden hands: every way to divide it, by lengths and points.

use super::grid::{Grid, Points};
use crate::belief::Evidence;
use crate::belief::strictness::{Strictness, subsets, weight_of_suit};
use crate::cards::{Holding, Seat, Suit, holding_points};

/// What the first and the second hand hold, with the weight of this division and those before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Division {
    pub holdings: [Holding; 2],
    pub upto: f64,
}

/// The divisions that give the hands certain lengths.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The lengths of the first and the second hand.
    pub lengths: [u8; 2],
    /// The total weight for each pair of points.
    pub grid: Grid,
    /// The divisions, by [`Grid::at`].
    pub divisions: Vec<Vec<Division>>,
}

/// A suit's divisions among three hands, of which the third has what the others leave.
#[derive(Debug, Clone)]
pub(super) struct SuitDivision {
    pub parts: Vec<Part>,
    /// The three hands' cards of the suit.
    pub cards: Holding,
}

impl SuitDivision {
    /// Divides a suit in every way that the facts allow.
    pub(super) fn new(
        suit: Suit,
        seats: [Seat; 3],
        evidence: &Evidence,
        strictness: Strictness,
    ) -> Self {
        let must = seats.map(|seat| evidence.ownership.must(seat)[suit]);
        let may = seats.map(|seat| evidence.ownership.may(seat)[suit]);
        let cards = may[0] | may[1] | may[2];
        let mut division = Self { parts: Vec::new(), cards };
        for first in subsets(may[0] - must[0]).map(|more| must[0] | more) {
            let second = may[1] - must[1] - first;
            for second in subsets(second).map(|more| must[1] | more) {
                let holdings = [first, second, cards - first - second];
                if !(holdings[2] - may[2]).is_empty() {
                    continue;
                }
                let dealt = |seat| {
                    let at = seats.iter().position(|&hidden| hidden == seat);
                    at.map_or(Holding::EMPTY, |at| holdings[at])
                };
                let weight = weight_of_suit(suit, dealt, evidence, strictness);
                if weight > 0.0 {
                    division.add([first, second], weight);
                }
            }
        }
        division
    }

    fn add(&mut self, holdings: [Holding; 2], weight: f64) {
        let lengths = holdings.map(|holding| holding.len() as u8);
        let points: Points = holdings.map(|holding| usize::from(holding_points(holding)));
        let known = self.parts.iter().position(|part| part.lengths == lengths);
        let at = known.unwrap_or_else(|| {
            let grid = Grid::new(self.points());
            let divisions = vec![Vec::new(); grid.size()];
            self.parts.push(Part { lengths, grid, divisions });
            self.parts.len() - 1
        });
        let part = &mut self.parts[at];
        part.grid[points] += weight;
        let upto = part.grid[points];
        part.divisions[part.grid.at(points)].push(Division { holdings, upto });
    }

    /// The three hands' high-card points in the suit.
    pub(super) fn points(&self) -> usize {
        usize::from(holding_points(self.cards))
    }

    /// The lengths of all three hands.
    pub(super) fn lengths(&self, part: u16) -> [u8; 3] {
        let [first, second] = self.parts[usize::from(part)].lengths;
        [first, second, self.cards.len() as u8 - first - second]
    }
}

impl Part {
    /// The division of these points at a place between 0 and 1 in the list of them.
    pub(super) fn pick(&self, points: Points, ticket: f64) -> [Holding; 2] {
        let divisions = &self.divisions[self.grid.at(points)];
        let ticket = ticket * self.grid[points];
        let at = divisions.partition_point(|division| division.upto <= ticket);
        divisions[at.min(divisions.len() - 1)].holdings
    }
}
