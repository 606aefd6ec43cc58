//! Counts, shares and samples of two and of three hidden hands against the enumeration of every
//! layout, under random rules.

use crate::common;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{at_random, example_1, example_4};
use falsecard::belief::{Belief, Evidence, NoBelief};
use falsecard::cards::{Builder, BySeat, Card, FullDeal, Hand, Seat, Suit, clockwise, hand_points};
use falsecard::constraint::{
    Fact, Ownership, Promise, Rule, System, parse_condition, parse_deal_condition,
};
use falsecard::notation::pbn;
use falsecard::play::{Play, View};
use itertools::Itertools;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What may be said of lengths and points.
const COUNTED: [&str; 8] = [
    "hcp 8-12",
    "hcp 4-9 and not balanced",
    "spades 3+ or hearts 4+",
    "clubs odd",
    "hcp + spades > 12",
    "diamonds >= hearts, hcp 6+",
    "balanced or hcp 0-7",
    "shape 5xxx, clubs 1-4",
];

/// What may be said of more.
const ASKED: [&str; 5] = [
    "spades has Q or hearts has J",
    "controls 2-4 and losers 6-9",
    "2 of KQJ in diamonds",
    "total 9-14",
    "not (clubs has 8) and hcp 5+",
];

/// A player's evidence with only some cards open: those played are known, dummy's hand is not if
/// three hands are hidden.
fn late(view: &View, hidden: usize) -> Evidence {
    let dummy = view.contract().dummy();
    if hidden == 2 {
        return Evidence::facts(view);
    }
    let others: Vec<Seat> = Seat::ALL.into_iter().filter(|&seat| seat != view.seat()).collect();
    assert_ne!(view.seat(), dummy);
    let mut facts = vec![Fact::OwnHand];
    facts.extend(others.iter().map(|&seat| Fact::Played(seat)));
    facts.extend(Suit::ASC.map(|suit| Fact::ShownOut(others[0], suit)));
    let ownership = Ownership::of_facts(view, &facts);
    Evidence { hidden: others, ownership, ..Evidence::facts(view) }
}

/// Every layout that the facts allow.
fn layouts(evidence: &Evidence) -> Vec<FullDeal> {
    let known = &evidence.ownership;
    let must = Seat::ALL.into_iter().fold(Hand::EMPTY, |all, seat| all | known.must(seat));
    let open: Vec<Card> = (Hand::ALL - must).iter().collect();
    let mut hands = Seat::ALL.map(|seat| known.must(seat));
    let mut found = Vec::new();
    deal_out(&open, known, &mut hands, &mut found);
    found
}

fn deal_out(open: &[Card], known: &Ownership, hands: &mut [Hand; 4], found: &mut Vec<FullDeal>) {
    let Some((&card, rest)) = open.split_first() else {
        let mut deal = Builder::new();
        for seat in Seat::ALL {
            deal[seat] = hands[seat as usize];
        }
        found.push(deal.build_full().unwrap());
        return;
    };
    for seat in Seat::ALL {
        let hand = hands[seat as usize];
        if hand.len() < 13 && known.may(seat).contains(card) {
            hands[seat as usize].insert(card);
            deal_out(rest, known, hands, found);
            hands[seat as usize] = hand;
        }
    }
}

/// What the evidence leaves of a layout's weight.
fn weight(evidence: &Evidence, deal: &FullDeal) -> f64 {
    let related = evidence.relations.iter().all(|relation| relation.is_true_of_deal(deal));
    let rules = evidence.rules.iter();
    let rules = rules.map(|rule| rule.weight(&deal[rule.seat]) * rule.weight_together(deal));
    let dealt = |reading: &falsecard::belief::Reading| deal[reading.seat][reading.suit()];
    let readings = evidence.readings.iter().map(|reading| reading.weight(dealt(reading)));
    rules.chain(readings).product::<f64>() * f64::from(u8::from(related))
}

/// One to four rules, certain or not, about hidden hands.
fn random_rules(texts: &[&str], seats: &[Seat], rng: &mut ChaCha8Rng) -> Vec<Rule> {
    let rule = |rng: &mut ChaCha8Rng| {
        let condition = parse_condition(texts.choose(rng).unwrap()).unwrap();
        let confidence = *[0.6, 0.8, 0.95, 1.0].choose(rng).unwrap();
        Rule::new(*seats.choose(rng).unwrap(), Promise::new(condition, confidence, "test"))
    };
    (0..rng.random_range(1..=4)).map(|_| rule(rng)).collect()
}

/// The layouts that have weight, with their shares of it, and the weight of all.
fn shares(evidence: &Evidence) -> (Vec<(FullDeal, f64)>, f64) {
    let weights = layouts(evidence).into_iter().map(|deal| (deal, weight(evidence, &deal)));
    let found: Vec<_> = weights.filter(|(_, weight)| *weight > 0.0).collect();
    let total: f64 = found.iter().map(|(_, weight)| weight).sum();
    (found.into_iter().map(|(deal, weight)| (deal, weight / total)).collect(), total)
}

fn close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() < 1e-9, "{what}: {a} is not {b}");
}

/// All shares that a belief gives are those of the enumeration.
fn assert_shares(belief: &Belief, shares: &[(FullDeal, f64)]) {
    for &seat in belief.seats() {
        let mut points = [0.0; 38];
        for (deal, share) in shares {
            points[usize::from(hand_points(deal[seat]))] += share;
        }
        for (counted, listed) in belief.points(seat).into_iter().zip(points) {
            close(counted, listed, "points");
        }
        for suit in Suit::ASC {
            let mut lengths = [0.0; 14];
            for (deal, share) in shares {
                lengths[deal[seat][suit].len()] += share;
            }
            for (counted, listed) in belief.lengths(seat, suit).into_iter().zip(lengths) {
                close(counted, listed, "lengths");
            }
        }
    }
    for card in Hand::ALL {
        for seat in Seat::ALL {
            let with_card = shares.iter().filter(|(deal, _)| deal[seat].contains(card));
            close(belief.owner(card)[seat], with_card.map(|(_, share)| share).sum(), "owner");
        }
    }
}

/// Chi-square of samples over all layouts, the rare ones thrown together.
fn assert_samples(belief: &Belief, shares: &[(FullDeal, f64)], rng: &mut ChaCha8Rng) {
    let samples = 6_000;
    let mut cell_of = HashMap::new();
    let mut expected = vec![0.0];
    for (deal, share) in shares {
        let count = share * f64::from(samples);
        let last = expected.len() - 1;
        if expected[last] >= 8.0 {
            expected.push(0.0);
        }
        let last = expected.len() - 1;
        expected[last] += count;
        cell_of.insert(deal.to_string(), last);
    }
    let mut drawn = vec![0.0; expected.len()];
    for _ in 0..samples {
        drawn[cell_of[&belief.sample(rng).to_string()]] += 1.0;
    }
    let square = |(drawn, expected): (&f64, &f64)| (drawn - expected).powi(2) / expected;
    let chi_square: f64 = drawn.iter().zip(&expected).map(square).sum();
    let freedom = expected.len() as f64 - 1.0;
    let limit = freedom + 5.0 * (2.0 * freedom).sqrt();
    assert!(chi_square <= limit, "{chi_square} is more than {limit} of {freedom} cells");
}

/// A notrump and a raise, each kept to as records might say, and both together.
const JOINT: &str = "\
system test
about  a raise that goes by what both hands have
source a test
reading full
reliance notrump: below -0.4, below-each -0.2, together -0.5, together-each -0.9
reliance responder notrump: below -0.3, together-each 0.2
opening 1NT: hcp 15-17 @ 93%
opening 1NT-3NT: hcp 10-15 @ 93%
opening 2NT: hcp 20-21 @ 93%
opening 2NT-3NT: hcp 5-10 @ 93%
";

/// What partners have together is counted, whether the caller's partner is hidden too, or seen.
#[test]
fn points_of_both_partners_are_counted() {
    let system = System::parse("test", JOINT).unwrap();
    for (hidden, seed) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 4)] {
        let start = if hidden == 2 { example_1() } else { example_4() };
        let cards = if hidden == 2 { 21 } else { 34 };
        let view = at_random(start, cards, seed).view([Seat::East, Seat::South][seed as usize % 2]);
        let mut evidence = late(&view, hidden);
        evidence.rules = system.read(view.bidding());
        evidence.rules.retain(|rule| evidence.hidden.contains(&rule.seat));
        let is_joint = evidence.rules.iter().any(|rule| rule.together().is_some());
        assert_eq!(is_joint, evidence.hidden.contains(&Seat::North), "North has raised");
        let (shares, total) = shares(&evidence);
        let belief = Belief::new(&evidence).unwrap();
        exact(&evidence, &belief, total, &shares);
        let deal = &shares[0].0;
        close(evidence.weight(deal), weight(&evidence, deal), "weight");
    }
}

/// How likely hands were to make calls, as learned, is counted: exactly of two hidden hands,
/// whether the caller's partner is hidden too or seen; of three hands the shares are estimated.
#[test]
fn learned_calls_are_counted() {
    let system = System::natural();
    for (hidden, seed) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 4)] {
        let start = if hidden == 2 { example_1() } else { example_4() };
        let cards = if hidden == 2 { 21 } else { 34 };
        let view = at_random(start, cards, seed).view([Seat::East, Seat::South][seed as usize % 2]);
        let mut evidence = late(&view, hidden);
        evidence.rules = system.read(view.bidding());
        evidence.rules.retain(|rule| evidence.hidden.contains(&rule.seat));
        assert!(evidence.rules.iter().all(|rule| rule.likelihood.is_some()), "all calls are known");
        let (shares, total) = shares(&evidence);
        let belief = Belief::new(&evidence).unwrap();
        let deal = &shares[0].0;
        close(evidence.weight(deal), weight(&evidence, deal), "weight");
        if hidden == 2 {
            exact(&evidence, &belief, total, &shares);
            assert_eq!(belief.effective_size(), None);
        } else {
            let size = belief.effective_size().unwrap();
            assert!(size > 1_000.0, "{size} layouts");
            estimated(&belief, size, total, &shares);
        }
    }
}

/// Before the opening lead, on boards of records, enough of the layouts that are drawn count.
#[test]
fn few_layouts_are_wasted_before_the_lead() {
    let text = include_bytes!("../data/records.pbn");
    let sizes: Vec<f64> = pbn::read("records.pbn", text)
        .good
        .iter()
        .map(|game| {
            let play = game.play().unwrap();
            let leader = clockwise(play.bidding().contract().declarer, 1);
            let view = play.view(leader).first(0);
            let evidence = Evidence::of_auction(&view, System::natural());
            Belief::new(&evidence).unwrap().effective_size().unwrap()
        })
        .collect();
    let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
    assert!(sizes.iter().all(|size| *size > 250.0) && mean > 4_000.0, "{sizes:?}");
}

/// Whoever sees two hands, and nothing of the play, counts what the other two may be.
#[test]
fn any_two_hands_can_be_asked_about() {
    let play = example_1();
    let system = System::bundled("paper").unwrap();
    for hidden in Seat::ALL.into_iter().array_combinations::<2>() {
        let seen = |seat| Some(play.deal()[seat]).filter(|_| !hidden.contains(&seat));
        let seen = BySeat::from_fn(seen);
        let evidence = Evidence::of_calls(Some(play.bidding()), &seen, &system);
        assert!(evidence.rules.iter().all(|rule| hidden.contains(&rule.seat)));
        assert_eq!(Belief::possible(&evidence).unwrap(), 10_400_600);
        let belief = Belief::new(&evidence).unwrap();
        assert!(hidden.iter().all(|&seat| belief.points(seat).iter().sum::<f64>() > 0.99));
    }
}

/// Random rules for random late positions: the belief and the enumeration agree on everything, or
/// on there being nothing.
fn random_rule_sets(
    hidden: usize,
    sets: u64,
    texts: &[&str],
    check: fn(&Evidence, &Belief, f64, &[(FullDeal, f64)]),
) {
    let mut consistent = 0;
    for seed in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (start, played) = if seed % 2 == 0 { (example_1(), 0) } else { (example_4(), 2) };
        let cards = if hidden == 2 { 21 } else { 32 };
        let seat = if seed % 3 == 0 { Seat::South } else { Seat::East };
        let view = at_random(start, cards + played, seed).view(seat);
        let mut evidence = late(&view, hidden);
        evidence.rules = random_rules(texts, &evidence.hidden, &mut rng);
        let (shares, total) = shares(&evidence);
        match Belief::new(&evidence) {
            Ok(belief) => {
                check(&evidence, &belief, total, &shares);
                assert_samples(&belief, &shares, &mut rng);
                consistent += 1;
            }
            Err(error) => {
                assert!([NoBelief::NothingFits, NoBelief::TooRare].contains(&error));
                assert!(shares.is_empty(), "{} layouts fit", shares.len());
            }
        }
        if consistent == sets {
            return;
        }
    }
}

/// The weight and the shares are those of the enumeration, within the error of this many layouts.
fn estimated(belief: &Belief, layouts: f64, total: f64, shares: &[(FullDeal, f64)]) {
    assert!((belief.weight() / total - 1.0).abs() < 4.5 / layouts.sqrt());
    for card in Hand::ALL {
        for seat in Seat::ALL {
            let with_card = shares.iter().filter(|(deal, _)| deal[seat].contains(card));
            let share: f64 = with_card.map(|(_, share)| share).sum();
            let error = (share * (1.0 - share)).max(0.0) / layouts;
            let estimate = belief.owner(card)[seat];
            assert!((estimate - share).abs() < 4.5 * error.sqrt() + 3.0 / layouts, "{card}");
        }
    }
}

fn exact(_: &Evidence, belief: &Belief, total: f64, shares: &[(FullDeal, f64)]) {
    close(belief.weight() / total, 1.0, "weight");
    assert_shares(belief, shares);
}

#[test]
fn two_hands_under_random_rules() {
    let texts: Vec<&str> = COUNTED.into_iter().chain(ASKED).collect();
    random_rule_sets(2, 50, &texts, exact);
}

#[test]
fn three_hands_under_random_rules() {
    random_rule_sets(3, 50, &COUNTED, exact);
}

/// What three hands are asked beside lengths and points is kept by rejection: the samples are
/// exact, the shares estimated from 4,096 of them.
#[test]
fn three_hands_under_rules_that_ask_for_cards() {
    random_rule_sets(3, 10, &ASKED, |evidence, belief, total, shares| {
        let kept = total / Belief::possible(evidence).unwrap() as f64;
        estimated(belief, (100_000.0 * kept).min(4_096.0), total, shares);
    });
}

/// What is asked of the cards of one suit is counted, however rare: the thirteen cards of a hand,
/// named suit by suit, leave the ways to deal the other twenty-six.
#[test]
fn a_hand_that_is_named_is_found() {
    let names = ["clubs", "diamonds", "hearts", "spades"];
    for seed in 0..8 {
        let (play, rng) = (example_1(), &mut ChaCha8Rng::seed_from_u64(seed));
        let leader = play.bidding().contract().opening_leader();
        let view = Play::new(play.board().clone()).view(leader);
        let mut evidence = Evidence::facts(&view);
        let hand = Belief::new(&evidence).unwrap().sample(rng)[evidence.hidden[seed as usize % 3]];
        let suit = |suit: Suit| match hand[suit] {
            none if none.is_empty() => format!("{} 0", names[suit as usize]),
            held => format!("{} has {held}", names[suit as usize]),
        };
        let said = Suit::ASC.map(suit).join(", ");
        let seat = evidence.hidden[seed as usize % 3];
        evidence.rules = vec![Rule::certain(seat, parse_condition(&said).unwrap(), "named")];
        let belief = Belief::new(&evidence).unwrap();
        assert_eq!(belief.sample(rng)[seat], hand, "{said}");
        assert_eq!(Belief::fitting(&evidence).unwrap(), 10_400_600, "{said}");
    }
}

/// Where layouts must be found by drawing, whoever has no time is asked after each try; and what
/// has been found once is there for him.
#[test]
fn a_draw_can_be_stopped() {
    let play = example_1();
    let leader = play.bidding().contract().opening_leader();
    let view = Play::new(play.board().clone()).view(leader);
    let mut evidence = Evidence::facts(&view);
    let rare = parse_deal_condition("hcp(south) > hcp(north) + 30", None);
    evidence.relations.push(rare.unwrap());
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 99;
    assert_eq!(Belief::new_until(&evidence, &stop).unwrap_err(), NoBelief::OutOfTime);
    assert!(asked.into_inner() >= 100);

    let likely = parse_deal_condition("hcp(south) > hcp(north) + 15", None).unwrap();
    evidence.relations = vec![likely.clone()];
    let belief = Belief::new(&evidence).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let deals: Vec<FullDeal> = belief.spread_until(&mut rng, &|| true).take(10).collect();
    assert!((1..10).contains(&deals.len()), "{}", deals.len());
    assert!(deals.iter().all(|deal| likely.is_true_of_deal(deal)));
}

/// Relations between three hidden hands are kept, whatever else is said.
#[test]
fn relations_between_three_hands_are_kept() {
    let text = "north.clubs > west.clubs + east.clubs or west.hcp > east.hcp";
    let mut drawn = 0;
    for seed in 0..20 {
        let mut evidence = late(&at_random(example_1(), 32, seed).view(Seat::South), 3);
        let all = layouts(&evidence).len();
        evidence.relations.push(parse_deal_condition(text, None).unwrap());
        let (shares, _) = shares(&evidence);
        if (all / 5..all).contains(&shares.len()) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            assert_samples(&Belief::new(&evidence).unwrap(), &shares, &mut rng);
            drawn += 1;
        }
    }
    assert!(drawn > 2, "{drawn} positions try the relation");
}

/// Facts that leave a seat open that is not said to be hidden are refused, not guessed at.
#[test]
fn a_belief_needs_a_view() {
    let view = example_1().view(Seat::East);
    let ownership = Ownership::of_facts(&view, &[]);
    let evidence = Evidence { ownership, ..Evidence::facts(&view) };
    assert_eq!(Belief::new(&evidence).unwrap_err(), NoBelief::NotAView);
}
