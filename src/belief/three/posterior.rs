//! Exact shares of the weight of three hands.

use super::ThreeHands;
use super::combine::{HALVES, Half};
use super::grid::Grid;
use crate::cards::{BySeat, BySuit, Card, Suit};

/// For each part of each suit, what its divisions of certain points are worth on average over all
/// that the other suits can be.
pub(super) type Context = BySuit<Vec<Grid>>;

impl ThreeHands {
    /// The share of the weight in which each seat has a card that only hidden hands can have.
    pub(super) fn counted_owner(&self, card: Card) -> BySeat<f64> {
        let context = self.context.get_or_init(|| self.context());
        let mut weights = [0.0; 2];
        let mut all = 0.0;
        for (part, worth) in self.suits[card.suit].parts.iter().zip(&context[card.suit]) {
            for (points, worth) in worth.each() {
                let mut before = 0.0;
                for division in &part.divisions[part.grid.at(points)] {
                    let weight = worth * (division.upto - before);
                    before = division.upto;
                    all += weight;
                    for (sum, holding) in weights.iter_mut().zip(division.holdings) {
                        *sum += if holding.contains(card.rank) { weight } else { 0.0 };
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
    pub(super) fn counted_lengths(&self, hand: usize, suit: Suit) -> [f64; 14] {
        let mut shares = [0.0; 14];
        let (half, side) = (usize::from(suit > Suit::Diamonds), suit as usize % 2);
        let mut before = 0.0;
        for combination in &self.combinations.all {
            let part = self.combinations.halves(*combination)[half].parts[side];
            let length = self.suits[suit].lengths(part)[hand];
            shares[usize::from(length)] += combination.upto - before;
            before = combination.upto;
        }
        shares.map(|weight| weight / before)
    }

    /// The share of the weight in which a hand has each number of points.
    pub(super) fn counted_points(&self, hand: usize) -> [f64; 38] {
        let grid = &self.combinations.points;
        let mut shares = [0.0; 38];
        for ([first, second], weight) in grid.each() {
            shares[[first, second, grid.most() - first - second][hand]] += weight;
        }
        shares.map(|weight| weight / grid.total())
    }

    /// The total weight is linear in the weight of each division; these are the factors.
    fn context(&self) -> Context {
        let new = |half: &Half| Grid::new(half.grid.most());
        let mut of_halves =
            self.combinations.halves.each_ref().map(|all| all.iter().map(new).collect::<Vec<_>>());
        for combination in &self.combinations.all {
            let halves = self.combinations.halves(*combination);
            let Some(worth) = self.worth_of(halves) else { continue };
            let [low, high] = combination.halves.map(usize::from);
            of_halves[0][low].add(&halves[1].grid.correlated(&worth));
            of_halves[1][high].add(&halves[0].grid.correlated(&worth));
        }
        let empty =
            |suit: Suit| vec![Grid::new(self.suits[suit].points()); self.suits[suit].parts.len()];
        let mut context = BySuit::from_fn(empty);
        for ((halves, of_half), [low, high]) in
            self.combinations.halves.iter().zip(&of_halves).zip(HALVES)
        {
            for (half, worth) in halves.iter().zip(of_half) {
                let [i, j] = half.parts.map(usize::from);
                context[low][i].add(&self.suits[high].parts[j].grid.correlated(worth));
                context[high][j].add(&self.suits[low].parts[i].grid.correlated(worth));
            }
        }
        context
    }
}
