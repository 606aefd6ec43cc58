//! Exact probabilities of single facts, without sampling.

use super::{TwoHands, by_hidden_seat};
use crate::cards::{BySeat, Card, Holding, Seat, Suit};

impl TwoHands {
    /// The probability that each seat was dealt a card that only hidden hands can have.
    pub(in crate::belief) fn owner(&self, card: Card) -> BySeat<f64> {
        let share = self.expect(|hands, classes| {
            let suit = &hands.suits[card.suit];
            let class = &suit.classes[usize::from(classes[card.suit as usize])];
            let mut before = 0.0;
            let mut with_card = 0.0;
            for (holding, upto) in suit.of(class) {
                if holding.contains(card.rank) {
                    with_card += upto - before;
                }
                before = *upto;
            }
            with_card / class.weight
        });
        by_hidden_seat(self.seats, [share, 1.0 - share])
    }

    /// The probability of each length, 0 to 13, of a hidden hand's suit.
    pub(in crate::belief) fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        let mut shares = [0.0; 14];
        self.each(|classes, weight| {
            let length = self.suits[suit].classes[usize::from(classes[suit as usize])].length;
            let total = self.suits[suit].length;
            let length = if seat == self.seats[0] { length } else { total - length };
            shares[usize::from(length)] += weight;
        });
        shares.map(|share| share / self.fit)
    }

    /// The probability of each holding of a hidden hand's suit.
    pub(in crate::belief) fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        let division = &self.suits[suit];
        let mut shares = vec![0.0; division.classes.len()];
        self.each(|classes, weight| {
            shares[usize::from(classes[suit as usize])] += weight / self.fit;
        });
        let mut all = Vec::new();
        for (class, share) in division.classes.iter().zip(shares) {
            let mut before = 0.0;
            for &(first, upto) in division.of(class) {
                let holding = if seat == self.seats[0] { first } else { division.cards - first };
                all.push((holding, share * (upto - before) / class.weight));
                before = upto;
            }
        }
        all
    }

    /// The probability of each number of high-card points, 0 to 37, of a hidden hand.
    pub(in crate::belief) fn points(&self, seat: Seat) -> [f64; 38] {
        let mut shares = [0.0; 38];
        self.each(|classes, weight| {
            let points = Suit::ASC.map(|suit| {
                let division = &self.suits[suit];
                let points = division.classes[usize::from(classes[suit as usize])].points;
                if seat == self.seats[0] { points } else { division.points - points }
            });
            shares[usize::from(points.iter().sum::<u8>())] += weight;
        });
        shares.map(|share| share / self.fit)
    }

    /// The mean of a quantity that depends on the classes only.
    fn expect(&self, f: impl Fn(&Self, [u16; 4]) -> f64) -> f64 {
        let mut total = 0.0;
        self.each(|classes, weight| total += weight * f(self, classes));
        total / self.fit
    }

    fn each(&self, mut f: impl FnMut([u16; 4], f64)) {
        let mut before = 0.0;
        for combination in &self.combinations {
            f(combination.classes, combination.upto - before);
            before = combination.upto;
        }
    }
}
