//! Practice: players bid random deals, and calls that won become likelier.
//!
//! At each step some deals are bid at several tables. Each table is compared with the others in
//! IMPs, double dummy, as in a team match. The calls of a side that gained become likelier, those
//! of a side that lost less likely (policy gradient: R. Williams, *Machine Learning* 8, 1992; after
//! records of people: C.-K. Yeh, C.-Y. Hsieh, H.-T. Lin, 2018, and H. Kita et al., 2024, for
//! bridge). Departing from the initial policy costs IMPs, so that people still understand the
//! player, and he them (A. Jacob et al., "Modeling Strong and Human-Like Gameplay with
//! KL-Regularized Search", ICML 2022). On some boards the opponents bid by the initial policy.
//!
//! Deals are slow to solve, so each is used many times: see [`PracticeBoard`].

mod board;
mod result;
mod solved_deals;
mod table;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

pub use board::{PracticeBoard, SolvedDeal};
pub use result::PracticeResult;
pub use solved_deals::SolvedDeals;

use self::table::{PracticeAuction, PracticeTurn, drawn};
use super::training::AdamState;
use falsecard_engine::bidding::{ALL_UNITS, BidNetwork, BidTrace};
use falsecard_engine::constraint::caller::{CALLS, number};
use falsecard_engine::network::Network;
use falsecard_engine::play::imps;
use falsecard_engine::real::Real;
use falsecard_engine::work::{purpose, stream};

/// The settings of practice: how long, and how far the policy may depart from the initial one.
///
/// The constants of this module were chosen by results on random deals that were not practised on,
/// after two to ten minutes of practice.
#[derive(Debug, Clone, Copy)]
pub struct Practice {
    /// The number of steps. Before each, 128 deals are bid at eight tables each.
    pub steps: usize,
    /// The cost of departing from the initial policy: IMPs per nat of divergence, at each turn.
    pub anchor: f64,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// The number of deals per step, of those that one thread bids in turn, and of tables per deal.
const DEALS: usize = 128;
const CHUNK: usize = 16;
const TABLES: usize = 8;

/// The factor on the logits of the initial network. People's calls differ because their systems do;
/// partners who mix systems at random teach each other little.
const SURER: f32 = 1.7;

/// The share of boards on which one side bids by the initial policy.
const STRANGERS: f64 = 0.4;

/// The largest learning rate, and when it is reached: after this share of all steps, or after this
/// many if that is sooner. From there the rate falls until the end.
const RATE: f64 = 1e-3;
const WARMING: f64 = 0.1;
const WARM: f64 = 100.0;

/// A turn teaches nothing if one call has at least this probability: neither by its gain nor by its
/// divergence.
const SURE: f32 = 0.995;

/// The smallest probability that is distinguished from 0.
const LEAST: f64 = 1e-9;

impl Practice {
    /// The network after practice on these deals, which began with `champions`; the same for any
    /// number of threads. After each step `report` gets the share of work done, 0 to 1, and the
    /// mean divergence from the initial policy, in nats, and returns whether to continue. `None` if
    /// it says no, or if there are no deals.
    pub fn network(
        &self,
        champions: &BidNetwork,
        deals: &[SolvedDeal],
        report: &dyn Fn(f64, f64) -> bool,
    ) -> Option<BidNetwork> {
        if deals.is_empty() {
            return None;
        }
        let first = champions.sharpened(SURER);
        let mut learning = AdamState::from(first.clone());
        let mut gradients = vec![vec![0.0; BidNetwork::SIZE]; DEALS / CHUNK];
        for step in 0..self.steps {
            let lesson =
                PracticeStep { first: &first, network: &learning.network, anchor: self.anchor };
            let each = gradients.par_iter_mut().enumerate();
            let departed: Vec<Divergence> = each
                .map(|(chunk, gradients)| {
                    gradients.fill(0.0);
                    let key = [purpose::PRACTICE, step as u64, chunk as u64];
                    let mut rng = stream(self.seed, &key);
                    (0..CHUNK).map(|_| lesson.teach(deals, &mut rng, gradients)).sum()
                })
                .collect();
            let share = 1.0 / (DEALS * TABLES) as f32;
            learning.follow(&gradients, share, self.rate(step));
            let departed: Divergence = departed.into_iter().sum();
            if !report((step + 1) as f64 / self.steps as f64, departed.mean()) {
                return None;
            }
        }
        Some(learning.network)
    }

    fn rate(&self, step: usize) -> f32 {
        let steps = self.steps as f64;
        let warm = ((step + 1) as f64 / (WARMING * steps).min(WARM)).min(1.0);
        let left = 1.0 - step as f64 / steps;
        (RATE * warm * left) as f32
    }
}

/// The sum of the divergences from the initial policy, in nats, and the number of calls.
#[derive(Debug, Clone, Copy, Default)]
struct Divergence {
    nats: f64,
    calls: f64,
}

impl Divergence {
    fn mean(self) -> f64 {
        self.nats / self.calls.max(1.0)
    }
}

impl std::iter::Sum for Divergence {
    fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
        each.fold(Self::default(), |all, it| Self {
            nats: all.nats + it.nats,
            calls: all.calls + it.calls,
        })
    }
}

/// One step of practice: the initial network, the current one, and the cost of departing.
struct PracticeStep<'a> {
    first: &'a BidNetwork,
    network: &'a BidNetwork,
    anchor: f64,
}

impl PracticeStep<'_> {
    /// Bids a deal at all tables, and adds the gradient of the network's weights, uphill.
    fn teach(
        &self,
        deals: &[SolvedDeal],
        rng: &mut ChaCha8Rng,
        gradients: &mut [f32],
    ) -> Divergence {
        let board = PracticeBoard::drawn(deals, rng);
        let has_strangers = rng.random::<f64>() < STRANGERS;
        let strangers = has_strangers.then(|| rng.random_range(0..2));
        let of_side = |side| if strangers == Some(side) { self.first } else { self.network };
        let players = [of_side(0), of_side(1)];
        let mut bid = || PracticeAuction::of(&board, players, |calls| drawn(rng, calls));
        let tables: Vec<PracticeAuction> = (0..TABLES).map(|_| bid()).collect();
        let mut departed = Divergence::default();
        for table in &tables {
            let others = tables.iter().map(|other| f64::from(imps(table.score - other.score)));
            let gain = others.sum::<f64>() / (TABLES - 1) as f64;
            for turn in table.turns.iter().filter(|turn| strangers != Some(turn.side)) {
                let gain = if turn.side == 0 { gain } else { -gain };
                if let Some(nats) = self.teach_call(turn, gain, gradients) {
                    departed.nats += nats;
                    departed.calls += 1.0;
                }
            }
        }
        departed
    }

    /// Adds the gradient that makes a call likelier by its gain, less the cost of divergence;
    /// returns the divergence of the turn, in nats. `None` if one call is sure, or if partner asked
    /// for key cards.
    fn teach_call(&self, turn: &PracticeTurn, gain: f64, gradients: &mut [f32]) -> Option<f64> {
        if turn.choice.answer().is_some() {
            return None;
        }
        let traced = BidTrace::new(self.network, &turn.choice, turn.made, &ALL_UNITS);
        let shares = traced.shares();
        if shares.iter().any(|&share| share > SURE) {
            return None;
        }
        let at_first = self.first.probabilities(&turn.choice);
        let shares = shares.map(f64::from);
        let nats: [f64; CALLS] =
            std::array::from_fn(|it| Real::ln(shares[it].max(LEAST) / at_first[it].max(LEAST)));
        let departed: f64 = shares.iter().zip(nats).map(|(share, nats)| share * nats).sum();
        let made = number(turn.made);
        let outer = std::array::from_fn(|it| {
            let chosen = f64::from(u8::from(it == made));
            let cost = self.anchor * shares[it] * (nats[it] - departed);
            (gain * (chosen - shares[it]) - cost) as f32
        });
        traced.add_gradient_of(self.network, &outer, gradients);
        Some(departed)
    }
}
