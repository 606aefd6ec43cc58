//! Deals that fit an auction: what the others may hold, for a player who looks ahead.
//!
//! Random deals of the unseen cards are weighed by how likely their players were to make their
//! calls (importance sampling with resampling; Rubin 1987). Each deal that is drawn then takes a
//! random walk: two players exchange a card each, and the exchange is accepted as often as the
//! calls demand (Metropolis et al. 1953). So copies of a deal drift apart, and deals that fit badly
//! get better.

use rand::{Rng, RngExt};

use super::auction_so_far::AuctionSoFar;
use super::bidder::Bidder;
use super::turn::CallTurn;
use crate::cards::{BySeat, Call, Card, Hand, Seat, Side};
use crate::real::Real;
use crate::work::{on_all_threads, purpose, stream};

/// The number of random deals that are weighed for each that is drawn.
const FOR_EACH: usize = 16;

/// The number of exchanges that each deal is offered.
const EXCHANGES: usize = 48;

/// The least probability that a call is taken to have: people err, and records do.
const SLIP: f64 = 1e-3;

/// The turns of one player, each with the call that he made.
struct PlayerCalls<'a>(Vec<(CallTurn<'a>, Call)>);

impl<'a> PlayerCalls<'a> {
    fn by(seat: Seat, bidder: &'a Bidder<'a>, heard: &AuctionSoFar) -> Self {
        let mut before = AuctionSoFar::new(heard.dealer(), heard.vulnerability());
        let mut called = Vec::new();
        for (caller, call) in heard.calls() {
            if caller == seat {
                called.push((CallTurn::new(bidder, &before), call));
            }
            before.push(call, None);
        }
        Self(called)
    }

    /// The log-likelihood of these calls from a hand, in nats.
    fn nats(&self, hand: Hand) -> f64 {
        let nats =
            |(turn, call): &(CallTurn, Call)| Real::ln(turn.probability(hand, *call).max(SLIP));
        self.0.iter().map(nats).sum()
    }
}

/// A deal with the log-likelihood of each player's calls.
#[derive(Clone)]
struct WeighedDeal {
    hands: BySeat<Hand>,
    nats: BySeat<f64>,
}

/// Deals that fit the auction, for the player with this hand: the same for any number of threads.
pub(super) fn imagine(
    bidder: &Bidder,
    (seat, hand): (Seat, Hand),
    heard: &AuctionSoFar,
    (deals, seed): (usize, u64),
) -> Vec<BySeat<Hand>> {
    let others = [seat.lho(), seat.partner(), seat.rho()];
    let opponent = bidder.opponent();
    let called = BySeat::from_fn(|caller| {
        let is_ours = Side::of(caller) == Side::of(seat);
        PlayerCalls::by(caller, if is_ours { bidder } else { &opponent }, heard)
    });
    let key = [purpose::BIDDING, hand.to_bits(), heard.auction().len() as u64];
    let first: Vec<u64> = (0..(deals * FOR_EACH) as u64).collect();
    let pool = on_all_threads(&first, |&number, _| {
        let mut rng = stream(seed, &[key[0], key[1], key[2], number]);
        let hands = dealt((seat, hand), others, &mut rng);
        let nats = BySeat::from_fn(|it| if it == seat { 0.0 } else { called[it].nats(hands[it]) });
        WeighedDeal { hands, nats }
    });
    let weights: Vec<f64> =
        pool.iter().map(|deal| others.iter().map(|&it| deal.nats[it]).sum()).collect();
    let mut rng = stream(seed, &[key[0], key[1], key[2], u64::MAX]);
    let drawn: Vec<(u64, WeighedDeal)> = (0..)
        .zip(resampled(&weights, deals, &mut rng).into_iter().map(|at| pool[at].clone()))
        .collect();
    on_all_threads(&drawn, |(number, deal), _| {
        let mut rng = stream(seed, &[key[0], key[1], key[2], u64::MAX, *number]);
        walk(deal.clone(), others, |it, hand| called[it].nats(hand), &mut rng).hands
    })
}

/// A random deal of the cards that are not in this hand.
fn dealt((seat, hand): (Seat, Hand), others: [Seat; 3], rng: &mut impl Rng) -> BySeat<Hand> {
    let mut cards: Vec<Card> = (Hand::ALL - hand).iter().collect();
    for at in (1..cards.len()).rev() {
        cards.swap(at, rng.random_range(0..=at));
    }
    let mut hands = BySeat::from_fn(|_| Hand::EMPTY);
    hands[seat] = hand;
    for (other, cards) in others.into_iter().zip(cards.chunks(13)) {
        hands[other] = cards.iter().copied().collect();
    }
    hands
}

/// Indices of items, each as often as its weight demands, give or take one. `logs` are the
/// logarithms of the weights.
fn resampled(logs: &[f64], count: usize, rng: &mut impl Rng) -> Vec<usize> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| Real::exp(log - most)).collect();
    let step = weights.iter().sum::<f64>() / count as f64;
    let mut ticket = rng.random::<f64>() * step;
    let (mut at, mut upto) = (0, weights[0]);
    let mut drawn = Vec::with_capacity(count);
    while drawn.len() < count {
        while upto < ticket && at + 1 < weights.len() {
            at += 1;
            upto += weights[at];
        }
        drawn.push(at);
        ticket += step;
    }
    drawn
}

/// A deal after some exchanges of cards.
fn walk(
    mut deal: WeighedDeal,
    others: [Seat; 3],
    nats: impl Fn(Seat, Hand) -> f64,
    rng: &mut impl Rng,
) -> WeighedDeal {
    for _ in 0..EXCHANGES {
        let one = rng.random_range(0..3);
        let [one, other] = [others[one], others[(one + rng.random_range(1..3)) % 3]];
        let mut card = |seat: Seat| {
            let cards: Vec<Card> = deal.hands[seat].iter().collect();
            cards[rng.random_range(0..cards.len())]
        };
        let [given, taken] = [card(one), card(other)];
        let exchanged = |hand: Hand, out: Card, of: Card| {
            let mut hand = hand;
            hand.remove(out);
            hand.insert(of);
            hand
        };
        let hands =
            [exchanged(deal.hands[one], given, taken), exchanged(deal.hands[other], taken, given)];
        let fit = [nats(one, hands[0]), nats(other, hands[1])];
        let gain = fit[0] + fit[1] - deal.nats[one] - deal.nats[other];
        if gain >= 0.0 || rng.random::<f64>() < Real::exp(gain) {
            for (at, seat) in [one, other].into_iter().enumerate() {
                deal.hands[seat] = hands[at];
                deal.nats[seat] = fit[at];
            }
        }
    }
    deal
}
