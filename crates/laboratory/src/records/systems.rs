//! Which bidding system a pair plays, as its boards show.
//!
//! A system is judged by how much likelier it makes the pair's hands, given their calls, than they
//! are among all hands. How often a system makes a call does not count: a rule says which hands
//! make a call, not how many do.

use rand::seq::SliceRandom;

use super::corpus::GameRecord;
use falsecard_engine::belief::explained;
use falsecard_engine::cards::{Card, Hand, Seat, Side};
use falsecard_engine::constraint::reliance::{Departures, Reliance};
use falsecard_engine::constraint::{Explained, Pair, Rule, System};
use falsecard_engine::real::Real;
use falsecard_engine::work::stream;

/// The systems that come with the program and may be another pair's, where nobody has said by which
/// they bid.
pub fn other_systems() -> Vec<System> {
    OTHER_SYSTEMS.into_iter().filter_map(System::bundled).collect()
}

const OTHER_SYSTEMS: [&str; 5] = ["weak-notrump", "acol", "multi", "polish-club", "strong-club"];

/// How likely it is, before anything is seen, that a pair bids as the table does. A judgement.
const AS_THE_TABLE: f64 = 0.6;

/// A system is known that is so likely.
const KNOWN: f64 = 0.8;

/// By this many random hands it is judged how special hands are that have made a call.
const HANDS: usize = 256;

/// The key of the stream that deals them.
const DEALT: u64 = 31;

/// Systems between which boards decide; the table's is the first.
pub struct SystemJudge {
    others: Vec<System>,
    /// Tables at which both pairs bid by the table's system, and by each of the others.
    tables: Vec<System>,
    hands: Vec<Hand>,
}

impl SystemJudge {
    /// Decides between what holds for the table and other systems.
    pub fn new(table: &System, others: Vec<System>) -> Self {
        let alike = table.clone().relying(textbook());
        let bidding = |system: &System| {
            let pair = Pair::default().bidding(system.clone().by_the_book());
            let one = alike.clone().with_pair(Side::NorthSouth, pair.clone());
            one.with_pair(Side::EastWest, pair)
        };
        let mut rng = stream(0, &[DEALT]);
        let mut pack: Vec<Card> = (!Hand::EMPTY).iter().collect();
        let mut hand = || -> Hand {
            pack.shuffle(&mut rng);
            pack.iter().take(13).copied().collect()
        };
        Self {
            tables: [table].into_iter().chain(&others).map(bidding).collect(),
            others,
            hands: (0..HANDS).map(|_| hand()).collect(),
        }
    }

    /// By how many nats each system makes the hands of a side likelier than they are among all
    /// hands, given their calls.
    pub fn nats(&self, record: &GameRecord, side: Side) -> Vec<f64> {
        let of = |system: &System| -> f64 {
            let said = explained(record.play.bidding(), system);
            let rules: Vec<Rule> = said.iter().filter_map(Explained::rule).collect();
            let seats = Seat::ALL.into_iter().filter(|&seat| side.has(seat));
            seats.map(|seat| self.nats_of_hand(&rules, seat, record.play.deal()[seat])).sum()
        };
        self.tables.iter().map(of).collect()
    }

    fn nats_of_hand(&self, rules: &[Rule], seat: Seat, hand: Hand) -> f64 {
        let own: Vec<&Rule> = rules.iter().filter(|rule| rule.seat == seat).collect();
        let weight = |hand: &Hand| own.iter().map(|rule| rule.weight(hand)).product::<f64>();
        let mean = self.hands.iter().map(weight).sum::<f64>() / self.hands.len() as f64;
        Real::ln(weight(&hand).max(LEAST) / mean.max(LEAST))
    }

    /// How likely each system is by the sums of those nats over a pair's boards, the table's first;
    /// they add up to 1.
    pub fn shares(&self, nats: &[f64]) -> Vec<f64> {
        let others = self.others.len();
        let prior = |at: usize| match at {
            0 => AS_THE_TABLE,
            _ => (1.0 - AS_THE_TABLE) / others as f64,
        };
        let most = nats.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> =
            nats.iter().enumerate().map(|(at, nats)| prior(at) * Real::exp(nats - most)).collect();
        let all: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / all).collect()
    }

    /// The system by which a pair bids in all likelihood, if it is another than the table's, with
    /// its probability.
    pub fn other(&self, nats: &[f64]) -> Option<(&System, f64)> {
        let shares = self.shares(nats);
        let likely = self.others.iter().zip(shares.into_iter().skip(1));
        likely.max_by(|one, other| one.1.total_cmp(&other.1)).filter(|(_, share)| *share >= KNOWN)
    }
}

/// A hand is not held to be less likely than that by what one board has shown.
const LEAST: f64 = 1e-4;

/// What a textbook expects of any call, in nats.
pub const TEXTBOOK: Departures =
    [-0.7, -0.8, -0.5, -0.7, -0.8, -0.5, -1.5, -1.0, -1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// What a textbook expects of any call: where fits begin.
pub fn textbook() -> Reliance {
    let mut reliance = Reliance::new();
    for kind in
        ["raise", "rebid", "new", "cue-bid", "notrump", "answer", "double", "redouble", "pass"]
    {
        reliance.set(kind, TEXTBOOK);
    }
    reliance
}
