//! How likely a player is to make each call who sees his hand and the auction: a small network, fitted to the calls of records.
//!
//! The network of [`CallNetwork`](crate::constraint::CallNetwork) is asked by those who count hands, so it knows lengths and points
//! alone. A bidder sees each of his cards: stoppers, aces for an answer to a question, the quality of a suit. Of what his pair plays it knows
//! how they open ([`OpeningStyle`]).

use std::sync::LazyLock;

use super::KIND;
use super::openings::{OddOpening, OpeningStyle};
use crate::cards::{Call, Card, Hand, Rank, Suit, hand_points};
use crate::constraint::caller::{AUCTION_FEATURES, AuctionSeen, CALLS, number};
use crate::network::{Dense, Layout, Network, only_where_positive, rectify};

/// Suits of so many cards, or more, are told alike, and hands of so many points.
const LONGEST: usize = 9;
const MOST_POINTS: usize = 26;

/// The number of the first feature of each kind: a card, the length of each suit, points, how many aces, how many kings, how
/// the caller's pair opens and how their opponents do.
const CARDS: usize = AUCTION_FEATURES;
const LENGTHS: usize = CARDS + 52;
const POINTS: usize = LENGTHS + 4 * (LONGEST + 1);
const ACES: usize = POINTS + MOST_POINTS + 1;
const KINGS: usize = ACES + 5;
const STYLES: usize = KINGS + 5;
const FEATURES: usize = STYLES + 2 * OddOpening::EACH.len();

/// How many units there are in each row.
const FIRST: usize = 256;
const SECOND: usize = 128;

struct Layers {
    first: Dense,
    second: Dense,
    calls: Dense,
    len: usize,
}

const LAYERS: Layers = {
    let mut layout = Layout::new();
    let first = layout.biased(FEATURES, FIRST);
    let second = layout.biased(FIRST, SECOND);
    let calls = layout.biased(SECOND, CALLS);
    Layers { first, second, calls, len: layout.len() }
};

/// What a player has before him who is to call: his hand, the auction so far, and how both pairs open.
#[derive(Debug, Clone)]
pub struct CallChoice {
    auction: AuctionSeen,
    /// The features that are true.
    active: Vec<u16>,
}

impl CallChoice {
    /// What is seen with this hand after this auction, by a player whose own pair opens so, and whose opponents.
    pub fn new(auction: AuctionSeen, hand: Hand, styles: [OpeningStyle; 2]) -> Self {
        let mut active = auction.active().to_vec();
        let mut add = |feature: usize| active.push(feature as u16);
        hand.iter().for_each(|card| add(CARDS + place(card)));
        for suit in Suit::ASC {
            add(LENGTHS + suit as usize * (LONGEST + 1) + hand[suit].len().min(LONGEST));
        }
        add(POINTS + usize::from(hand_points(hand)).min(MOST_POINTS));
        for (first, rank) in [(ACES, Rank::A), (KINGS, Rank::K)] {
            add(first + Suit::ASC.into_iter().filter(|&suit| hand[suit].contains(rank)).count());
        }
        for (first, style) in [STYLES, STYLES + OddOpening::EACH.len()].into_iter().zip(styles) {
            style.features().for_each(|feature| add(first + feature));
        }
        Self { auction, active }
    }

    /// The auction so far.
    pub const fn auction(&self) -> &AuctionSeen {
        &self.auction
    }
}

/// The number of a card, from 0.
fn place(card: Card) -> usize {
    13 * card.suit as usize + usize::from(card.rank.get()) - 2
}

/// How likely a player is to make each call.
#[derive(Debug, Clone, PartialEq)]
pub struct BidNetwork {
    numbers: Vec<f32>,
}

impl Network for BidNetwork {
    const SIZE: usize = LAYERS.len;
    const KIND: &'static str = KIND;

    fn of(numbers: Vec<f32>) -> Self {
        assert_eq!(numbers.len(), Self::SIZE, "a network has a number for each place");
        Self { numbers }
    }

    fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    fn beginnings() -> Vec<(std::ops::Range<usize>, f32)> {
        // Some thirty features are true at a time.
        let all = [(LAYERS.first, 30), (LAYERS.second, FIRST), (LAYERS.calls, SECOND)];
        all.map(|(layer, inputs)| (layer.range(), 1.0 / (inputs as f32).sqrt())).to_vec()
    }
}

impl BidNetwork {
    /// The network that comes with the program.
    pub fn bundled() -> &'static Self {
        static READ: LazyLock<BidNetwork> = LazyLock::new(|| {
            let bytes = include_bytes!("../../constraints/champions.bids");
            BidNetwork::read(bytes).expect("the bundled networks are tested")
        });
        &READ
    }

    /// The probability of each call, by its number; 0 for those that are not open. They add up to 1.
    pub fn probabilities(&self, choice: &CallChoice) -> [f64; CALLS] {
        Looked::new(self, choice, &KEPT).shares.map(f64::from)
    }
}

/// What is left out of the first row while the network is fitted, each unit 0 or, where it is kept, a little more than 1 ("dropout").
pub type KeptUnits = [f32; FIRST];

/// Nothing is left out.
const KEPT: KeptUnits = [1.0; FIRST];

/// Units on the way from what is seen to the calls.
struct Looked {
    first: [f32; FIRST],
    second: [f32; SECOND],
    shares: [f32; CALLS],
}

impl Looked {
    fn new(network: &BidNetwork, choice: &CallChoice, kept: &KeptUnits) -> Self {
        let numbers = &network.numbers;
        let mut first = [0.0; FIRST];
        LAYERS.first.add_active(numbers, &choice.active, &mut first);
        rectify(&mut first);
        first.iter_mut().zip(kept).for_each(|(unit, kept)| *unit *= kept);
        let mut second = [0.0; SECOND];
        LAYERS.second.add(numbers, &first, &mut second);
        rectify(&mut second);
        let mut calls = [0.0; CALLS];
        LAYERS.calls.add(numbers, &second, &mut calls);
        Self { first, second, shares: choice.auction.shares(&calls) }
    }
}

/// A call that was made, and the way from what was seen to how likely it was.
pub struct TracedCall<'a> {
    choice: &'a CallChoice,
    call: usize,
    kept: &'a KeptUnits,
    looked: Looked,
}

impl<'a> TracedCall<'a> {
    /// Looks at a call that was made.
    pub fn new(
        network: &BidNetwork,
        choice: &'a CallChoice,
        made: Call,
        kept: &'a KeptUnits,
    ) -> Self {
        Self { choice, call: number(made), kept, looked: Looked::new(network, choice, kept) }
    }

    /// The logarithm of the probability of the call.
    pub fn nats(&self) -> f64 {
        f64::from(self.looked.shares[self.call].max(f32::MIN_POSITIVE)).ln()
    }

    /// Adds to `slopes` how that logarithm changes with each number of the network.
    pub fn add_slopes(&self, network: &BidNetwork, slopes: &mut [f32]) {
        let (numbers, looked) = (&network.numbers, &self.looked);
        let mut calls = looked.shares.map(|share| -share);
        calls[self.call] += 1.0;
        let mut second = [0.0; SECOND];
        LAYERS.calls.add_slopes(&looked.second, &calls, slopes);
        LAYERS.calls.add_inner(numbers, &calls, &mut second);
        only_where_positive(&mut second, &looked.second);
        let mut first = [0.0; FIRST];
        LAYERS.second.add_slopes(&looked.first, &second, slopes);
        LAYERS.second.add_inner(numbers, &second, &mut first);
        only_where_positive(&mut first, &looked.first);
        first.iter_mut().zip(self.kept).for_each(|(unit, kept)| *unit *= kept);
        LAYERS.first.add_active_slopes(&self.choice.active, &first, slopes);
    }
}
