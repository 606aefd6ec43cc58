//! Promises that cannot all be kept: each kind named with the fewest facts and rules, every
//! cheapest way out with its probability, and a belief to play on with.

use crate::common;

use common::{card, example_1, play};
use falsecard::belief::{Belief, Contradiction, Evidence, Reader};
use falsecard::cards::Seat;
use falsecard::constraint::{
    ConflictPart, Fact, LinearModel, Ownership, Promise, Repairs, Rule, Size, System,
    parse_condition,
};
use falsecard::play::View;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// "S: hcp 21-22": a promise that nine in ten keep.
fn rule(text: &str) -> Rule {
    let (seat, said) = text.split_once(": ").unwrap();
    Rule::new(seat.parse().unwrap(), Promise::new(parse_condition(said).unwrap(), 0.9, said))
}

/// East's view of example 1: 18 points and eight clubs in dummy and his hand, and South has played
/// the ace of hearts and the queen of clubs.
fn east() -> View {
    example_1().view(Seat::East)
}

/// South's view of a deal in which East is out of hearts.
fn east_is_out() -> View {
    let deal = "N:A432.2.AK32.AJT9 KQJ..QJT98765.K2 T98765.AKQJ.4.Q6 .T9876543..87543";
    play(deal, "1S P P P", "1S", "HT H2 DQ HA").view(Seat::South)
}

/// A kind of contradiction: who sees it, what is said, and what the program answers.
struct Kind {
    view: fn() -> View,
    said: &'static [&'static str],
    conflict: &'static str,
    ways_out: usize,
}

const KINDS: [Kind; 12] = [
    // Two calls of one player, as an explanation that gainsays the card.
    Kind {
        view: east,
        said: &["S: hcp 20-22", "S: hcp 15-17", "W: spades 3+"],
        conflict: "South: hcp 20-22 + South: hcp 15-17",
        ways_out: 2,
    },
    // A shape and a length of one hand.
    Kind {
        view: east,
        said: &["S: balanced", "S: diamonds 6+"],
        conflict: "South: balanced + South: diamonds 6+",
        ways_out: 2,
    },
    // Three suits of one hand.
    Kind {
        view: east,
        said: &["S: spades 5+", "S: hearts 5+", "S: diamonds 4+"],
        conflict: "South: spades 5+ + South: hearts 5+ + South: diamonds 4+",
        ways_out: 3,
    },
    // A card that the player holds himself.
    Kind {
        view: east,
        said: &["W: clubs has K", "S: hcp 10+"],
        conflict: "own hand + West: clubs has K",
        ways_out: 1,
    },
    // More of a suit than the hands seen leave.
    Kind {
        view: east,
        said: &["S: clubs 6+"],
        conflict: "dummy + own hand + South: clubs 6+",
        ways_out: 1,
    },
    // A card that the hand has played.
    Kind {
        view: east,
        said: &["S: not clubs has Q"],
        conflict: "the cards South has played + South: not clubs has Q",
        ways_out: 1,
    },
    // A suit that the hand is out of.
    Kind {
        view: east_is_out,
        said: &["E: hearts 1+", "W: hearts 5+"],
        conflict: "East is out of hearts + East: hearts 1+",
        ways_out: 1,
    },
    // More than forty points.
    Kind {
        view: east,
        said: &["W: hcp 12+", "S: hcp 11+"],
        conflict: "dummy + own hand + West: hcp 12+ + South: hcp 11+",
        ways_out: 2,
    },
    // Fewer than forty points.
    Kind {
        view: east,
        said: &["W: hcp 0-4", "S: hcp 15-17"],
        conflict: "dummy + own hand + West: hcp 0-4 + South: hcp 15-17",
        ways_out: 2,
    },
    // More than thirteen cards of a suit in two hands.
    Kind {
        view: east,
        said: &["W: spades 5+", "S: spades 4+", "S: hcp 18+"],
        conflict: "dummy + own hand + West: spades 5+ + South: spades 4+",
        ways_out: 2,
    },
    // Two counts that leave an odd number of cards for two even ones.
    Kind {
        view: east,
        said: &["W: clubs odd", "S: clubs odd"],
        conflict: "dummy + own hand + West: clubs odd + South: clubs odd",
        ways_out: 2,
    },
    // Two contradictions with a promise in common: it alone mends both.
    Kind {
        view: east,
        said: &["S: hcp 21-22", "S: hcp 15-17", "W: hcp 2+"],
        conflict: "South: hcp 21-22 + South: hcp 15-17",
        ways_out: 1,
    },
];

#[test]
fn every_kind_is_named_and_mended() {
    for Kind { view, said, conflict, ways_out } in KINDS {
        let view = view();
        let rules: Vec<Rule> = said.iter().map(|text| rule(text)).collect();
        let repairs = Repairs::find(&view, &rules).unwrap().unwrap();
        assert_eq!(repairs.conflict.size, Size::Smallest);
        assert_eq!(repairs.conflict.to_string(), format!("no deal fits: {conflict}"));
        assert_eq!(repairs.cheapest.len(), ways_out, "{said:?}: {:?}", repairs.cheapest);
        let fits = |rules: Vec<&Rule>| {
            LinearModel::new(&Ownership::of(&view), rules).example().unwrap().is_some()
        };
        for repair in &repairs.cheapest {
            let rest = rules.iter().enumerate().filter(|(at, _)| !repair.contains(at));
            assert!(fits(rest.map(|(_, rule)| rule).collect()), "{said:?} without {repair:?}");
        }
    }
}

/// Promises are soft, so play goes on; and the samples are the mixture of what may have happened.
#[test]
fn samples_are_the_mixture_of_the_repairs() {
    for Kind { view, said, .. } in KINDS {
        let view = view();
        let rules: Vec<Rule> = said.iter().map(|text| rule(text)).collect();
        let evidence = Evidence { rules, ..Evidence::facts(&view) };
        let found = Contradiction::find(&view, &evidence).unwrap().unwrap();
        let belief = Belief::new(&evidence).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let samples = 4_000;
        let mut counts = vec![0.0; found.scenarios.len()];
        for _ in 0..samples {
            let deal = belief.sample(&mut rng);
            let is_broken = |rule: &Rule| !rule.condition.is_true_of(&deal[rule.seat]);
            let just_these = |broken: &[Rule]| {
                found.involved.iter().all(|rule| is_broken(rule) == broken.contains(rule))
            };
            for (count, scenario) in counts.iter_mut().zip(&found.scenarios) {
                *count += f64::from(u8::from(just_these(&scenario.broken)));
            }
        }
        for (count, scenario) in counts.iter().zip(&found.scenarios) {
            let (drawn, share) = (count / f64::from(samples), scenario.share);
            let error = (share * (1.0 - share) / f64::from(samples)).max(0.0).sqrt();
            assert!((drawn - share).abs() <= 4.5 * error + 1e-9, "{said:?}: {drawn}, not {share}");
        }
        let one: f64 = found.scenarios.iter().map(|scenario| scenario.share).sum();
        assert!(one > 0.1 && one <= 1.0 + 1e-9, "{said:?}: {one}");
    }
}

/// Example 1 of the paper, for South: West's three and East's deuce both claim an odd number of the
/// five clubs out. One of them gave no count.
#[test]
fn one_of_two_signals_is_false() {
    let mut play = example_1();
    play.play(card("C2")).unwrap();
    let view = play.view(Seat::South);
    let paper = System::bundled("paper").unwrap();
    let evidence = Evidence::of(&view, &paper, Reader::AtTheTable);
    let found = Contradiction::find(&view, &evidence).unwrap().unwrap();
    assert_eq!(
        found.conflict.to_string(),
        "no deal fits: dummy + own hand + West: count by ♣3, an odd number of cards \
         + East: count by ♣2, an odd number of cards"
    );
    let facts = [Fact::Dummy, Fact::OwnHand].map(ConflictPart::Fact);
    assert_eq!(found.conflict.parts[..2], facts);
    let broken: Vec<usize> = found.scenarios.iter().map(|it| it.broken.len()).collect();
    assert_eq!(broken, [1, 1]);
    let both: f64 = found.scenarios.iter().map(|scenario| scenario.share).sum();
    assert!((both - 1.0).abs() < 1e-9, "an odd number is odd on one side: {both}");
    let king = Belief::new(&evidence).unwrap().owner(card("CK"))[Seat::West];
    assert!(king > 0.5, "{king}: South looks for the king with West");
}
