//! Layouts with weights, from which shares are estimated and samples drawn.

use std::collections::BTreeMap;

use super::effective_size;
use crate::cards::{Builder, BySeat, Card, FullDeal, Hand, Holding, Seat, Suit, hand_points};
use crate::constraint::Ownership;

/// The deal in which the hidden seats have these hands.
pub(super) fn deal<const N: usize>(known: &Ownership, hidden: [(Seat, Hand); N]) -> FullDeal {
    let mut deal = Builder::new();
    for seat in Seat::ALL {
        deal[seat] = known.must(seat);
    }
    for (seat, hand) in hidden {
        deal[seat] = hand;
    }
    deal.build_full().expect("the hidden hands complete the deal")
}

/// Layouts with their weights.
#[derive(Debug, Clone, Default)]
pub(super) struct WeighedLayouts {
    layouts: Vec<FullDeal>,
    /// The cumulative weight: of each layout and those before it.
    upto: Vec<f64>,
}

impl WeighedLayouts {
    pub(super) fn push(&mut self, layout: FullDeal, weight: f64) {
        self.upto.push(self.total() + weight);
        self.layouts.push(layout);
    }

    pub(super) const fn len(&self) -> usize {
        self.layouts.len()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.layouts.is_empty()
    }

    /// The total weight.
    pub(super) fn total(&self) -> f64 {
        self.upto.last().copied().unwrap_or(0.0)
    }

    /// The layouts with their shares of the weight.
    pub(super) fn each(&self) -> impl Iterator<Item = (&FullDeal, f64)> {
        let before = std::iter::once(&0.0).chain(&self.upto);
        let total = self.total();
        let shares = before.zip(&self.upto).map(move |(before, upto)| (upto - before) / total);
        self.layouts.iter().zip(shares)
    }

    /// The layout at a place between 0 and 1 in the list of all, each as wide as its weight. The
    /// list must not be empty.
    pub(super) fn at(&self, ticket: f64) -> FullDeal {
        let ticket = ticket * self.total();
        let at = self.upto.partition_point(|upto| *upto <= ticket).min(self.layouts.len() - 1);
        self.layouts[at]
    }

    /// The effective sample size (Kish): as many as there are layouts if all weigh the same.
    pub(super) fn effective(&self) -> f64 {
        effective_size(&self.each().map(|(_, share)| share).collect::<Vec<_>>())
    }

    pub(super) fn owner(&self, card: Card) -> BySeat<f64> {
        BySeat::from_fn(|seat| {
            let [_, with_card] = self.shares(seat, |hand| usize::from(hand.contains(card)));
            with_card
        })
    }

    pub(super) fn lengths(&self, seat: Seat, suit: Suit) -> [f64; 14] {
        self.shares(seat, |hand| hand[suit].len())
    }

    pub(super) fn holdings(&self, seat: Seat, suit: Suit) -> Vec<(Holding, f64)> {
        let mut shares: BTreeMap<u16, f64> = BTreeMap::new();
        for (layout, share) in self.each() {
            *shares.entry(layout[seat][suit].to_bits()).or_default() += share;
        }
        let of = |(bits, share)| (Holding::from_bits_truncate(bits), share);
        shares.into_iter().map(of).collect()
    }

    pub(super) fn points(&self, seat: Seat) -> [f64; 38] {
        self.shares(seat, |hand| usize::from(hand_points(hand)))
    }

    /// The share of the layouts with each value of a hand.
    fn shares<const N: usize>(&self, seat: Seat, value: impl Fn(Hand) -> usize) -> [f64; N] {
        let mut shares = [0.0; N];
        for (layout, share) in self.each() {
            shares[value(layout[seat])] += share;
        }
        shares
    }
}
