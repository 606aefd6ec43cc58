//! Practice: players bid random deals, and calls that won become likelier.
//!
//! At each step some deals are bid at several tables. Each table is compared with the others in
//! IMPs, double dummy, as in a team match. The calls of a side that gained become likelier, those
//! of a side that lost less likely (policy gradient: R. Williams, *Machine Learning* 8, 1992; after
//! records of people: C.-K. Yeh, C.-Y. Hsieh, H.-T. Lin, 2018, and H. Kita et al., 2024, for
//! bridge). To depart from how the player called at first costs IMPs: he is to be understood by
//! people, and to understand them (A. Jacob et al., "Modeling Strong and Human-Like Gameplay with
//! KL-Regularized Search", ICML 2022). On some boards the opponents bid as he did at first.
//!
//! Deals are dear to solve, so each serves many times: see [`PracticeBoard`].

mod board;
mod judged;
mod kept;
mod table;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

pub use board::{PracticeBoard, SolvedDeal};
pub use judged::PracticeResult;
pub use kept::SolvedDeals;

use self::table::{PracticeAuction, PracticeTurn, drawn};
use super::school::AdamState;
use falsecard_engine::bidding::{ALL_UNITS, BidNetwork, TracedCall};
use falsecard_engine::constraint::caller::{CALLS, number};
use falsecard_engine::network::Network;
use falsecard_engine::play::imps;
use falsecard_engine::real::Real;
use falsecard_engine::work::{purpose, stream};

/// How long a player practises, and how far he may depart from where he began.
///
/// The constants below were chosen by how they did on random deals that were not practised on, over
/// two to ten minutes of practice.
#[derive(Debug, Clone, Copy)]
pub struct Practice {
    /// The number of steps: 128 deals are bid at eight tables each before each.
    pub steps: usize,
    /// What it costs to depart, at each turn: IMPs for each nat by which its calls are other than
    /// at first.
    pub anchor: f64,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// How many deals are bid between two steps, how many of them by one thread in turn, and at how
/// many tables each.
const DEALS: usize = 128;
const CHUNK: usize = 16;
const TABLES: usize = 8;

/// How much surer he is at first than the network that he begins with. People's calls differ
/// because their systems do; partners who mix systems at random teach each other little.
const SURER: f32 = 1.7;

/// On what share of the boards one side bids as at first.
const STRANGERS: f64 = 0.4;

/// The largest step, and when it is reached: after this share of all steps, and after this many at
/// most. From there on steps become smaller until the end.
const RATE: f64 = 1e-3;
const WARMING: f64 = 0.1;
const WARM: f64 = 100.0;

/// Where he is as sure as this of one call, he is taught nothing: neither what it gained nor what
/// it costs to depart.
const SURE: f32 = 0.995;

/// The smallest probability that is told from none.
const LEAST: f64 = 1e-9;

impl Practice {
    /// The network of a player who began with `champions` and then practised on these deals: the
    /// same for any number of threads. `told` hears after each step how far the work is, from 0 to
    /// 1, and by how many nats calls are other than at first. `None` if it says no, or if there are
    /// no deals.
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

/// By how many nats calls were other than at first, and of how many calls.
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

/// What is taught at one step: how he called at first and how he calls now.
struct PracticeStep<'a> {
    first: &'a BidNetwork,
    network: &'a BidNetwork,
    anchor: f64,
}

impl PracticeStep<'_> {
    /// Has a deal bid at all tables, and adds how the network should change, uphill.
    fn teach(&self, deals: &[SolvedDeal], rng: &mut ChaCha8Rng, gradients: &mut [f32]) -> Divergence {
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

    /// Makes a call likelier by what it gained, less what it costs to depart; returns by how many
    /// nats the calls of this turn are other than at first. `None` where he is sure, or partner
    /// asked for key cards.
    fn teach_call(&self, turn: &PracticeTurn, gain: f64, gradients: &mut [f32]) -> Option<f64> {
        if turn.choice.answer().is_some() {
            return None;
        }
        let traced = TracedCall::new(self.network, &turn.choice, turn.made, &ALL_UNITS);
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
        traced.add_slopes_of(self.network, &outer, gradients);
        Some(departed)
    }
}
