//! Deals the pack card by card, with checks.

use std::ops::Range;

use super::Breach;
use super::fault::Flaw;
use falsecard_bridge::cards::{BySeat, Card, Hand, Seat};

/// The cards seen so far.
#[derive(Default)]
pub(super) struct Pack {
    pub(super) hands: BySeat<Hand>,
}

impl Pack {
    /// Gives a card to a hand.
    pub(super) fn add_card(
        &mut self,
        seat: Seat,
        card: Card,
        span: &Range<usize>,
    ) -> Result<(), Flaw> {
        let holder = self.hands.iter().find(|(_, hand)| hand.contains(card));
        if let Some((first, _)) = holder {
            return Err(Flaw::new(Breach::DealtTwice { card, first, second: seat }, span));
        }
        self.hands[seat].insert(card);
        Ok(())
    }

    /// Checks that all known hands are equally long: thirteen if any has that many, otherwise the
    /// second greatest length.
    pub(super) fn check_lengths<'a>(
        &self,
        known: impl Fn(&Seat) -> bool,
        span: impl Fn(Seat) -> &'a Range<usize>,
    ) -> Result<(), Flaw> {
        let hands = || self.hands.iter().filter(|(seat, _)| known(seat));
        let mut lengths: Vec<usize> = hands().map(|(_, hand)| hand.len()).collect();
        lengths.sort_unstable();
        let Some(&longest) = lengths.last() else { return Ok(()) };
        let usual = lengths[lengths.len().saturating_sub(2)];
        let expected = if longest >= 13 { 13 } else { usual };
        let wrong = |(_, hand): &(Seat, &Hand)| hand.len() != expected;
        let excess = hands().find(|(_, hand)| hand.len() > expected);
        let Some((seat, hand)) = excess.or_else(|| hands().find(wrong)) else {
            return Ok(());
        };
        let found = hand.len();
        let missing = hands().fold(Hand::ALL, |rest, (_, &hand)| rest - hand);
        Err(Flaw::new(
            if found > expected {
                Breach::TooManyCards { seat, found, expected }
            } else {
                Breach::MissingCard { seat, found, expected, missing }
            },
            span(seat),
        ))
    }
}
