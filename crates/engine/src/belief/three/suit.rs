//! One suit of three hidden hands: every way to divide it, by lengths and points.

use rand::{Rng, RngExt};

use super::grid::{Grid, PointPair};
use super::sorted_rules::{SortedRules, told_apart, weight_of_division};
use crate::belief::Evidence;
use crate::belief::strictness::{SaidOfSuit, Strictness};
use crate::belief::subsets::subsets;
use crate::cards::{HONOURS, Holding, Rank, Seat, Suit, holding_of, holding_points};
use crate::constraint::Rule;

/// The holdings of the first and the second hand, with the cumulative weight of this division and
/// those before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThreeWayDivision {
    /// Their cards that rules or readings distinguish.
    pub holdings: [Holding; 2],
    /// How many of the other cards, [`SuitDivision::equals`], they have.
    pub equals: [u8; 2],
    pub upto: f64,
}

/// The divisions that give the hands certain lengths.
#[derive(Debug, Clone)]
pub(super) struct LengthPart {
    /// The lengths of the first and the second hand.
    pub lengths: [u8; 2],
    /// The total weight for each pair of points.
    pub grid: Grid,
    /// The divisions, by [`Grid::at`].
    pub divisions: Vec<Vec<ThreeWayDivision>>,
}

/// A suit's divisions among three hands, of which the third has what the others leave.
#[derive(Debug, Clone)]
pub(super) struct SuitDivision {
    pub parts: Vec<LengthPart>,
    /// The three hands' cards of the suit.
    pub cards: Holding,
    /// The indistinguishable cards: without points, possible in all hands, asked for by no rule.
    /// None if a card of the suit has been read.
    pub equals: Holding,
    /// The number of the part, by the lengths of the first and the second hand.
    by_lengths: [[Option<u16>; 14]; 14],
}

impl SuitDivision {
    /// Divides a suit in every way that the facts allow, weighed by the rules about it alone and by
    /// the factors of other rules for its lengths.
    pub(super) fn new(
        suit: Suit,
        seats: [Seat; 3],
        evidence: &Evidence,
        asked: &SortedRules,
        strictness: Strictness,
    ) -> Self {
        let must = seats.map(|seat| evidence.ownership.must(seat)[suit]);
        let may = seats.map(|seat| evidence.ownership.may(seat)[suit]);
        let cards = may[0] | may[1] | may[2];
        let said = SaidOfSuit::new(suit, evidence, strictness);
        let is_read = evidence.readings.iter().any(|reading| reading.suit() == suit)
            || evidence.suits().next().is_some();
        let open = (may[0] & may[1] & may[2]) - must[0] - must[1] - must[2];
        let spots = open
            - HONOURS.iter().fold(Holding::EMPTY, |all, (rank, _)| all | Holding::from_rank(*rank));
        let equals =
            if is_read { Holding::EMPTY } else { spots - told_apart(&asked.of_suit[suit]) };
        let of_lengths = seats.map(|seat| -> [f64; 14] {
            let rules: Vec<&Rule> = asked.by_lengths().filter(|rule| rule.seat == seat).collect();
            let of = |rule: &&Rule, length| strictness.of_length(rule, suit, length as u8);
            std::array::from_fn(|length| rules.iter().map(|rule| of(rule, length)).product())
        });
        let of_lengths = |dealt: [Holding; 3]| -> f64 {
            of_lengths.iter().zip(dealt).map(|(of, holding)| of[holding.len()]).product()
        };
        let mut division =
            Self { parts: Vec::new(), cards, equals, by_lengths: Default::default() };
        for first in subsets(may[0] - must[0] - equals).map(|more| must[0] | more) {
            let second = may[1] - must[1] - first - equals;
            for second in subsets(second).map(|more| must[1] | more) {
                let holdings = [first, second, cards - equals - first - second];
                if !(holdings[2] - may[2]).is_empty() {
                    continue;
                }
                let dealt = |seat| {
                    let at = seats.iter().position(|&hidden| hidden == seat);
                    at.map_or(Holding::EMPTY, |at| holdings[at])
                };
                let weight = said.weight(dealt);
                if weight > 0.0 {
                    division.add_all([first, second], |dealt| {
                        let asked = &asked.of_suit[suit];
                        let weight = weight * of_lengths(dealt);
                        weight * weight_of_division(asked, (suit, seats), dealt, strictness)
                    });
                }
            }
        }
        division
    }

    /// Adds the divisions with these distinguished cards, each with its weight.
    fn add_all(&mut self, holdings: [Holding; 2], weight: impl Fn([Holding; 3]) -> f64) {
        let spots = self.equals.len() as u8;
        for first in 0..=spots {
            for second in 0..=spots - first {
                let weight = weight(self.example(holdings, [first, second]));
                let ways = ways(spots, first) * ways(spots - first, second);
                if weight > 0.0 {
                    self.add(holdings, [first, second], weight * ways);
                }
            }
        }
    }

    /// One way to deal out the indistinguishable cards.
    fn example(&self, [first, second]: [Holding; 2], equals: [u8; 2]) -> [Holding; 3] {
        let mut spots = self.equals.iter();
        let [of_first, of_second] =
            equals.map(|number| holding_of(spots.by_ref().take(usize::from(number))));
        let (first, second) = (first | of_first, second | of_second);
        [first, second, self.cards - first - second]
    }

    fn add(&mut self, holdings: [Holding; 2], equals: [u8; 2], weight: f64) {
        let lengths = std::array::from_fn(|hand| holdings[hand].len() as u8 + equals[hand]);
        let points: PointPair = holdings.map(|holding| usize::from(holding_points(holding)));
        let [first, second] = lengths.map(usize::from);
        let at = self.by_lengths[first][second].unwrap_or_else(|| {
            let grid = Grid::new(self.points());
            let divisions = vec![Vec::new(); grid.size()];
            self.parts.push(LengthPart { lengths, grid, divisions });
            self.parts.len() as u16 - 1
        });
        self.by_lengths[first][second] = Some(at);
        let part = &mut self.parts[usize::from(at)];
        part.grid[points] += weight;
        let upto = part.grid[points];
        part.divisions[part.grid.at(points)].push(ThreeWayDivision { holdings, equals, upto });
    }

    /// The high-card points of the three hands together in the suit.
    pub(super) fn points(&self) -> usize {
        usize::from(holding_points(self.cards))
    }

    /// The lengths of all three hands in a part.
    pub(super) fn lengths(&self, part: u16) -> [u8; 3] {
        let [first, second] = self.parts[usize::from(part)].lengths;
        [first, second, self.cards.len() as u8 - first - second]
    }

    /// Draws what the three hands hold, of the divisions of a part with these points.
    pub(super) fn draw(&self, part: u16, points: PointPair, rng: &mut impl Rng) -> [Holding; 3] {
        let part = &self.parts[usize::from(part)];
        let divisions = &part.divisions[part.grid.at(points)];
        let ticket = rng.random::<f64>() * part.grid[points];
        let at = divisions.partition_point(|division| division.upto <= ticket);
        let ThreeWayDivision { holdings: [mut first, mut second], equals, .. } =
            divisions[at.min(divisions.len() - 1)];
        let [mut of_first, mut of_second] = equals.map(usize::from);
        for (rank, left) in self.equals.iter().zip((1..=self.equals.len()).rev()) {
            let place = rng.random_range(0..left);
            if place < of_first {
                first.insert(rank);
                of_first -= 1;
            } else if place < of_first + of_second {
                second.insert(rank);
                of_second -= 1;
            }
        }
        [first, second, self.cards - first - second]
    }
}

impl ThreeWayDivision {
    /// The share of the division in which the first (0) or the second (1) hand has a card.
    pub(super) fn holds(&self, hand: usize, rank: Rank, suit: &SuitDivision) -> f64 {
        if suit.equals.contains(rank) {
            f64::from(self.equals[hand]) / suit.equals.len() as f64
        } else {
            f64::from(u8::from(self.holdings[hand].contains(rank)))
        }
    }

    /// What one of the three hands may hold in the division, with the share of each holding.
    pub(super) fn holdings_of<'a>(
        &self,
        hand: usize,
        suit: &'a SuitDivision,
    ) -> impl Iterator<Item = (Holding, f64)> + 'a {
        let [first, second] = self.holdings;
        let known = [first, second, suit.cards - suit.equals - first - second][hand];
        let [a, b] = self.equals;
        let spots = suit.equals.len() as u8;
        let number = [a, b, spots - a - b][hand];
        let share = 1.0 / ways(spots, number);
        let chosen = subsets(suit.equals).filter(move |some| some.len() == usize::from(number));
        chosen.map(move |some| (known | some, share))
    }
}

/// The binomial coefficient: the ways to choose `some` of `cards`.
fn ways(cards: u8, some: u8) -> f64 {
    (0..some).fold(1.0, |ways, i| ways * f64::from(cards - i) / f64::from(i + 1))
}
