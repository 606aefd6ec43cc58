//! Laws of the network that says how likely every hand is to make each call.

use std::sync::Arc;

use falsecard::belief::{Belief, Evidence};
use falsecard::cards::{
    Auction, BySeat, Call, Hand, Seat, Suit, Vulnerability, clockwise, hand_points,
};
use falsecard::constraint::caller::{
    AuctionFeatures, CALLS, CallLikelihood, CallerTrace, Dropout, PartnersPoints, call, number,
};
use falsecard::constraint::{CallNetwork, System};
use falsecard::network::Network;
use falsecard::play::{Bidding, PartialPlay};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn champions() -> Arc<CallNetwork> {
    CallNetwork::bundled("champions").unwrap()
}

fn random_hand(rng: &mut ChaCha8Rng) -> Hand {
    let mut pack: Vec<_> = Hand::ALL.iter().collect();
    pack.shuffle(rng);
    pack.into_iter().take(13).collect()
}

/// An auction of calls that the network finds likely, up to where it is over.
fn random_auction(rng: &mut ChaCha8Rng) -> Vec<(Seat, Call)> {
    let network = champions();
    let hands = Seat::ALL.map(|_| random_hand(rng));
    let mut calls: Vec<(Seat, Call)> = Vec::new();
    while !is_over(&calls) {
        let seat = clockwise(Seat::North, calls.len());
        let seen = AuctionFeatures::of(&calls, seat, Vulnerability::NONE);
        let shares = network.probabilities(&seen, hands[seat as usize], 10);
        let mut ticket = rng.random::<f64>();
        let made = seen.open().find(|&call| {
            ticket -= shares[call];
            ticket < 0.0
        });
        calls.push((seat, call(made.unwrap_or(0))));
    }
    calls
}

fn is_over(calls: &[(Seat, Call)]) -> bool {
    let passes = calls.iter().rev().take_while(|(_, call)| *call == Call::Pass).count();
    passes >= 4 || passes == 3 && calls.len() > 3
}

/// From every hand the probabilities of the calls that are open add up to one, and no other has
/// any; the auctions are legal.
#[test]
fn probabilities_are_probabilities() {
    let (network, mut rng) = (champions(), ChaCha8Rng::seed_from_u64(1));
    for _ in 0..60 {
        let calls = random_auction(&mut rng);
        let mut auction = Auction::new();
        for (at, &(seat, call)) in calls.iter().enumerate() {
            let seen = AuctionFeatures::of(&calls[..at], seat, Vulnerability::ALL);
            assert!(seen.is_open(number(call)) && auction.try_push(call).is_ok(), "{calls:?}");
            let shares = network.probabilities(&seen, random_hand(&mut rng), 7);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-5);
            assert!((0..CALLS).all(|call| (shares[call] > 0.0) <= seen.is_open(call)));
        }
    }
}

/// A table says what is said of each hand by itself, up to what rare calls and slips count.
#[test]
fn tables_say_what_is_said_of_single_hands() {
    let (network, mut rng) = (champions(), ChaCha8Rng::seed_from_u64(2));
    for _ in 0..12 {
        let calls = random_auction(&mut rng);
        let at = rng.random_range(0..calls.len());
        let (seat, made) = calls[at];
        let seen = AuctionFeatures::of(&calls[..at], seat, Vulnerability::NS);
        let heard = CallLikelihood::new(network.clone(), seen.clone(), number(made)).unwrap();
        for _ in 0..40 {
            let (hand, partners) = (random_hand(&mut rng), rng.random_range(0..20u8));
            let points = hand_points(hand);
            let lengths = Suit::ASC.map(|suit| hand[suit].len() as u8);
            let said = network.probabilities(&seen, hand, partners)[number(made)];
            let one = heard.likelihood(lengths, points, partners);
            let known = heard.row(lengths, PartnersPoints::Known(partners))[usize::from(points)];
            let both = PartnersPoints::Together(points + partners);
            let together = heard.row(lengths, both)[usize::from(points)];
            assert!((said - one).abs() < 0.02, "{said} {one}");
            assert!((one - known).abs() < 1e-6 && (one - together).abs() < 1e-6);
            assert!(one > 0.0);
        }
    }
}

/// The slopes by which the network is fitted are what small steps show.
#[test]
fn slopes_are_what_steps_show() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut weights: Vec<f32> = vec![0.0; CallNetwork::SIZE];
    for (range, bound) in CallNetwork::initial_sizes() {
        weights[range].iter_mut().for_each(|it| *it = (2.0 * rng.random::<f32>() - 1.0) * bound);
    }
    let calls = random_auction(&mut rng);
    let seen = AuctionFeatures::of(&calls[..2], calls[2].0, Vulnerability::NONE);
    let made = number(calls[2].1);
    let dropout = Dropout::new(|| if rng.random::<f32>() < 0.2 { 0.0 } else { 1.25 });
    let nats = |weights: &[f32]| {
        let network = CallNetwork::of(weights.to_vec());
        CallerTrace::new(&network, (&seen, made), ([2, 3, 5, 3], [11, 9]), &dropout).nats()
    };
    let network = CallNetwork::of(weights.clone());
    let mut gradient = vec![0.0; CallNetwork::SIZE];
    let traced = CallerTrace::new(&network, (&seen, made), ([2, 3, 5, 3], [11, 9]), &dropout);
    traced.add_gradient(&network, &mut gradient);
    let telling: Vec<usize> = (0..gradient.len()).filter(|&at| gradient[at].abs() > 0.02).collect();
    assert!(telling.len() > 100, "{} numbers matter", telling.len());
    let tried: Vec<usize> = telling.iter().copied().step_by(telling.len() / 60).collect();
    let mut right = 0;
    for &at in &tried {
        const STEP: f32 = 0.004;
        let [mut less, mut more] = [weights.clone(), weights.clone()];
        less[at] -= STEP;
        more[at] += STEP;
        let shown = (nats(&more) - nats(&less)) / f64::from(2.0 * STEP);
        let gradient = f64::from(gradient[at]);
        right += usize::from((shown - gradient).abs() < 0.05 * gradient.abs() + 0.002);
    }
    // A step may lead over an edge, where a unit begins to say something.
    assert!(right * 20 >= tried.len() * 19, "{right} of {}", tried.len());
}

/// A file of a network is read as it was written, and another is refused.
#[test]
fn networks_are_read_as_written() {
    let network = champions();
    let bytes = network.bytes();
    assert_eq!(&CallNetwork::read(&bytes).unwrap(), network.as_ref());
    assert!(CallNetwork::read(&bytes[..bytes.len() - 2]).is_err());
    assert!(CallNetwork::read(b"system natural").is_err());
    assert!(bytes.len() < 300_000);
}

/// What West makes of South's notrump of 15 to 17, which North raised to game: West has fifteen
/// points himself. Of champions' opponents in his place one opener in seven had fewer than twelve
/// where he was not vulnerable, and none where he was (20 and 15 boards).
#[test]
fn a_promise_is_broken_as_often_as_in_records() {
    let points = |vulnerability: Vulnerability| {
        let auction: Auction = "1NT P 3NT P P P".parse().unwrap();
        let contract = Bidding::contract_of(Seat::South, &auction).unwrap();
        let bidding = Bidding::new(Seat::South, vulnerability, auction, contract).unwrap();
        let hand: Hand = "KQJT8.A2.K53.Q42".parse().unwrap();
        let hands = BySeat::from_fn(|seat| (seat == Seat::West).then_some(hand));
        let play = PartialPlay::new(hands, Arc::new(bidding)).unwrap();
        let evidence = Evidence::of_auction(&play.view(Seat::West).unwrap(), System::natural());
        Belief::new(&evidence).unwrap().points(Seat::South)
    };
    let below = |points: [f64; 38], least: usize| points[..least].iter().sum::<f64>();
    let [not_vulnerable, vulnerable] = [Vulnerability::NONE, Vulnerability::NS].map(points);
    assert!((0.05..0.25).contains(&below(not_vulnerable, 12)), "{}", below(not_vulnerable, 12));
    assert!(below(vulnerable, 12) < 0.08, "{}", below(vulnerable, 12));
    assert!(below(vulnerable, 15) < 0.6, "{}", below(vulnerable, 15));
}
