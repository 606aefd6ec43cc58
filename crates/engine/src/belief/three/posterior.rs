//! Exact shares of the weight of three hands.

use std::collections::BTreeMap;

use super::combine::{HALVES, HalfClass};
use super::counted::{Derivatives, ThreeHandCount};
use super::grid::Grid;
use crate::cards::{BySeat, BySuit, Card, Holding, Suit};

impl ThreeHandCount {
    /// The share of the weight in which each seat has a card that only hidden hands can have.
    pub(super) fn owner(&self, card: Card) -> BySeat<f64> {
        let context = &self.context().parts;
        let suit = &self.suits[card.suit];
        let mut weights = [0.0; 2];
        let mut all = 0.0;
        for (part, worth) in suit.parts.iter().zip(&context[card.suit]) {
            for (points, worth) in worth.each() {
                let mut before = 0.0;
                for division in &part.divisions[part.grid.at(points)] {
                    let weight = worth * (division.upto - before);
                    before = division.upto;
                    all += weight;
                    for (hand, sum) in weights.iter_mut().enumerate() {
                        *sum += weight * division.holds(hand, card.rank, suit);
                    }
                }
            }
        }
        let [first, second] = weights.map(|weight| weight / all);
        let mut shares = BySeat::default();
        for (seat, share) in self.seats.into_iter().zip([first, second, 1.0 - first - second]) {
            shares[seat] = share.clamp(0.0, 1.0);
        }
        shares
    }

    /// The share of the weight in which a hand has each length of a suit.
    pub(super) fn lengths(&self, hand: usize, suit: Suit) -> [f64; 14] {
        let mut shares = [0.0; 14];
        let division = &self.suits[suit];
        for ((number, part), worth) in (0..).zip(&division.parts).zip(&self.context().parts[suit]) {
            let weight = worth.clone().times(&part.grid).total();
            shares[usize::from(division.lengths(number)[hand])] += weight;
        }
        let all: f64 = shares.iter().sum();
        shares.map(|weight| weight / all)
    }

    /// The share of the weight in which a hand has each holding of a suit.
    pub(super) fn holdings(&self, hand: usize, suit: Suit) -> Vec<(Holding, f64)> {
        let division = &self.suits[suit];
        let mut weights: BTreeMap<u16, f64> = BTreeMap::new();
        for (part, worth) in division.parts.iter().zip(&self.context().parts[suit]) {
            for (points, worth) in worth.each() {
                let mut before = 0.0;
                for split in &part.divisions[part.grid.at(points)] {
                    let weight = worth * (split.upto - before);
                    for (holding, share) in split.holdings_of(hand, division) {
                        *weights.entry(holding.to_bits()).or_default() += weight * share;
                    }
                    before = split.upto;
                }
            }
        }
        let all: f64 = weights.values().sum();
        let share = |(bits, weight)| (Holding::from_bits_truncate(bits), weight / all);
        weights.into_iter().map(share).collect()
    }

    /// The share of the weight in which a hand has each number of points.
    pub(super) fn points(&self, hand: usize) -> [f64; 38] {
        let grid = &self.context().points;
        let mut shares = [0.0; 38];
        for ([first, second], weight) in grid.each() {
            shares[[first, second, grid.most() - first - second][hand]] += weight;
        }
        shares.map(|weight| weight / grid.total())
    }

    fn context(&self) -> &Derivatives {
        self.context.get_or_init(|| self.new_context())
    }

    /// The derivatives of the total weight, which is linear in the weight of each half and of each
    /// part; `parts` are the factors.
    fn new_context(&self) -> Derivatives {
        let new = |class: &HalfClass| Grid::new(class.grid.most());
        let classes = &self.combinations.classes;
        let mut of_classes = classes.each_ref().map(|all| all.iter().map(new).collect::<Vec<_>>());
        let points = Suit::ASC.map(|suit| self.suits[suit].points()).iter().sum();
        let mut points = Grid::new(points);
        for combination in &self.combinations.all {
            let Some(worth) = self.worth.of(combination.kind) else { continue };
            let [low, high] = self.combinations.sums(&combination.classes);
            points.add(&low.convolved(&high).times(&worth));
            let factors = [high.correlated(&worth), low.correlated(&worth)];
            let sums = of_classes.iter_mut().zip(&combination.classes).zip(&factors);
            for ((sums, numbers), factor) in sums {
                for &number in numbers {
                    sums[usize::from(number)].add(factor);
                }
            }
        }
        Derivatives { parts: self.of_parts(&of_classes), points }
    }

    /// The derivatives by the parts, from those by the classes of halves.
    fn of_parts(&self, of_classes: &[Vec<Grid>; 2]) -> BySuit<Vec<Grid>> {
        let new = |suit: Suit| {
            let division = &self.suits[suit];
            vec![Grid::new(division.points()); division.parts.len()]
        };
        let mut parts = BySuit::from_fn(new);
        for (which, [low, high]) in HALVES.into_iter().enumerate() {
            let classes = self.combinations.classes[which].iter().zip(&of_classes[which]);
            let each = classes.flat_map(|(class, worth)| {
                class.halves.iter().map(move |&half| (usize::from(half), worth))
            });
            for (half, worth) in each {
                let [i, j] = self.combinations.halves[which][half].parts.map(usize::from);
                parts[low][i].add(&self.suits[high].parts[j].grid.correlated(worth));
                parts[high][j].add(&self.suits[low].parts[i].grid.correlated(worth));
            }
        }
        parts
    }
}
