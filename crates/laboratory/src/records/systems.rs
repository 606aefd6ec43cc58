//! Which bidding system a pair plays, inferred from its boards.
//!
//! A system is judged by the likelihood ratio of the pair's hands: given their calls under the
//! system, over all hands. How often a system makes a call does not count, since a rule says which
//! hands make a call and not how many do.

use rand::seq::SliceRandom;

use super::corpus::GameRecord;
use falsecard_engine::belief::explained;
use falsecard_engine::cards::{Card, Hand, Seat, Side};
use falsecard_engine::constraint::reliance::{Departures, Reliance};
use falsecard_engine::constraint::{ExplainedCall, Pair, Rule, System};
use falsecard_engine::real::Real;
use falsecard_engine::work::stream;

/// The bundled systems that a pair may play where the file names no system.
pub fn other_systems() -> Vec<System> {
    OTHER_SYSTEMS.into_iter().filter_map(System::bundled).collect()
}

const OTHER_SYSTEMS: [&str; 5] = ["weak-notrump", "acol", "multi", "polish-club", "strong-club"];

/// The prior probability that a pair bids as the table does. A judgement.
const AS_THE_TABLE: f64 = 0.6;

/// A system counts as known from this posterior probability on.
const KNOWN: f64 = 0.8;

/// The number of random hands by which the probability of a call is estimated.
const HANDS: usize = 256;

/// The key of the random stream of those hands.
const DEALT: u64 = 31;

/// Systems between which boards decide: the table's, and some others.
pub struct SystemJudge {
    others: Vec<System>,
    /// For each system, the table at which both pairs play it, the table's own first.
    tables: Vec<System>,
    hands: Vec<Hand>,
}

impl SystemJudge {
    /// Decides between the table's system and others.
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

    /// For each system, the log-likelihood ratio in nats of the hands of a side: given their calls,
    /// over all hands.
    pub fn nats(&self, record: &GameRecord, side: Side) -> Vec<f64> {
        let of = |system: &System| -> f64 {
            let said = explained(record.play.bidding(), system);
            let rules: Vec<Rule> = said.iter().filter_map(ExplainedCall::rule).collect();
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

    /// The posterior probability of each system, the table's first, from the sums of
    /// [`nats`](Self::nats) over a pair's boards; they add up to 1.
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

    /// The system that a pair almost certainly bids, with its probability; `None` if it is the
    /// table's or unknown.
    pub fn other(&self, nats: &[f64]) -> Option<(&System, f64)> {
        let shares = self.shares(nats);
        let likely = self.others.iter().zip(shares.into_iter().skip(1));
        likely.max_by(|one, other| one.1.total_cmp(&other.1)).filter(|(_, share)| *share >= KNOWN)
    }
}

/// The least likelihood of a hand under a system: one board does not refute a system.
const LEAST: f64 = 1e-4;

/// The weights in nats of the ways to depart from a call, as a textbook expects of any call.
pub const TEXTBOOK: Departures =
    [-0.7, -0.8, -0.5, -0.7, -0.8, -0.5, -1.5, -1.0, -1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// The reliance of a textbook, from which fits start.
pub fn textbook() -> Reliance {
    let mut reliance = Reliance::new();
    for kind in
        ["raise", "rebid", "new", "cue-bid", "notrump", "answer", "double", "redouble", "pass"]
    {
        reliance.set(kind, TEXTBOOK);
    }
    reliance
}
