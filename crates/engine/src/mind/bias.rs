//! The bias of a glance: the error with which it judges the replies to a card.
//!
//! A glance that misjudges a position misjudges it alike in all layouts of a decision, and
//! playouts, however many, do not average that out. So its error is measured in some of the
//! layouts, against solved worlds, and subtracted in all of them.

use std::collections::HashMap;

use crate::cards::{Card, Rank, Suit, is_honour};

/// The prior weight, in layouts, of no bias: the fewer layouts were tried, the less of the error is
/// believed.
///
/// Of 0, 2, 4 and 8 it loses least at 642 replies in layouts of youth2000, by two, four and eight
/// worlds in each of eight layouts: `research/minds-history.md`.
const DOUBT: f64 = 4.0;

/// Cards for which a glance has the same error: an honour, or the spots of a suit.
type ErrorKind = (Suit, Option<Rank>);

fn kind(card: Card) -> ErrorKind {
    (card.suit, is_honour(card).then_some(card.rank))
}

/// The error of a glance for each kind of card, in tricks, relative to the other cards.
#[derive(Debug, Clone, Default)]
pub struct Bias {
    /// The sum of the errors and their number, by kind.
    errors: HashMap<ErrorKind, (f64, f64)>,
}

impl Bias {
    /// The bias in one layout, from the worths of the cards by a glance and by solved worlds.
    pub(super) fn seen(glanced: &[(Card, f64)], solved: &[(Card, f64)]) -> Self {
        let mean = |of: &[(Card, f64)]| of.iter().map(|it| it.1).sum::<f64>() / of.len() as f64;
        let offset = mean(glanced) - mean(solved);
        let mut errors: HashMap<ErrorKind, (f64, f64)> = HashMap::new();
        for (&(card, glanced), (_, solved)) in glanced.iter().zip(solved) {
            let (sum, number) = errors.entry(kind(card)).or_default();
            *sum += glanced - solved - offset;
            *number += 1.0;
        }
        for (sum, number) in errors.values_mut() {
            (*sum, *number) = (*sum / *number, 1.0);
        }
        Self { errors }
    }

    /// Adds the bias in other layouts.
    pub(crate) fn add(&mut self, other: &Self) {
        for (&kind, more) in &other.errors {
            let (sum, number) = self.errors.entry(kind).or_default();
            *sum += more.0;
            *number += more.1;
        }
    }

    /// The amount by which a glance overrates this card, in tricks.
    pub(super) fn of(&self, card: Card) -> f64 {
        self.errors.get(&kind(card)).map_or(0.0, |(sum, number)| sum / (number + DOUBT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worths(each: [(&str, f64); 4]) -> Vec<(Card, f64)> {
        each.map(|(card, worth)| (card.parse().unwrap(), worth)).to_vec()
    }

    /// An error that all cards share is no error of their order.
    #[test]
    fn only_what_is_said_of_a_card_beside_the_others_is_bias() {
        let glanced = worths([("SA", 3.5), ("S7", 3.25), ("S4", 3.25), ("H2", 2.0)]);
        let solved: Vec<_> = glanced.iter().map(|&(card, worth)| (card, worth - 1.5)).collect();
        let bias = Bias::seen(&glanced, &solved);
        assert!(glanced.iter().all(|&(card, _)| bias.of(card).abs() < 1e-12));
    }

    /// Spots of a suit share their error, and it is believed the more, the more layouts show it.
    #[test]
    fn the_error_of_many_layouts_is_believed_more_than_that_of_few() {
        let glanced = worths([("SA", 1.0), ("S7", 0.5), ("S4", 0.25), ("H2", 0.0)]);
        let solved = worths([("SA", 0.0), ("S7", 0.5), ("S4", 0.25), ("H2", 0.0)]);
        let (mut bias, one) = (Bias::default(), Bias::seen(&glanced, &solved));
        let mut before = 0.0;
        for _ in 0..40 {
            bias.add(&one);
            let edge = bias.of("SA".parse().unwrap()) - bias.of("S9".parse().unwrap());
            assert!(before < edge && edge < 1.0, "{edge}");
            before = edge;
        }
        assert!(before > 0.9);
        assert!(bias.of("DK".parse().unwrap()).abs() < 1e-12);
    }
}
