//! The count of layouts: the paper's example 1 to the unit, and the laws that any count obeys.

use crate::common;

use std::collections::HashMap;

use common::{at_random, card, example_1, example_4, play};
use falsecard::belief::{Belief, Evidence, Reader, Walk};
use falsecard::cards::{Builder, BySeat, Card, FullDeal, Hand, Seat, Suit};
use falsecard::constraint::{
    CardingStyle, Ownership, Promise, Rule, System, parse_condition, parse_deal_condition,
};
use falsecard::play::{Play, View};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn certain(seat: Seat, text: &str) -> Rule {
    Rule::certain(seat, parse_condition(text).unwrap(), "test")
}

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(1)
}

/// Every deal that gives the two hidden hands thirteen cards each of those the viewer cannot see.
fn every_deal(view: &View) -> impl Iterator<Item = FullDeal> + '_ {
    let hidden = view.hidden();
    let cards: Vec<_> = view.unseen().iter().collect();
    assert_eq!((hidden.len(), cards.len()), (2, 26));
    let dummy = view.contract().dummy();
    (0u32..1 << 26).filter(|bits| bits.count_ones() == 13).map(move |bits| {
        let part = |one| -> Hand {
            cards
                .iter()
                .enumerate()
                .filter(|(i, _)| bits >> i & 1 == one)
                .map(|(_, c)| *c)
                .collect()
        };
        let mut deal = Builder::new();
        deal[view.seat()] = view.dealt(view.seat()).unwrap();
        deal[dummy] = view.dealt(dummy).unwrap();
        deal[hidden[0]] = part(1);
        deal[hidden[1]] = part(0);
        deal.build_full().unwrap()
    })
}

/// Those of them that agree with all that the player knows.
fn admitted(view: &View) -> Vec<FullDeal> {
    let known = Ownership::of(view);
    every_deal(view).filter(|deal| known.admits(deal)).collect()
}

/// What somebody knows who knows the style of carding of the defenders, in each style that they may
/// have; with its share.
fn in_each_style(view: &View, system: &System) -> Vec<(f64, Evidence)> {
    let defenders = view.contract().declaring_side().other();
    let known = |style: &CardingStyle| {
        let system = system.clone().with_pair(defenders, style.pair.clone());
        (style.share, Evidence::of(view, &system, Reader::AtTheTable))
    };
    system.styles_of(defenders).iter().map(known).collect()
}

/// East has led a heart for West to ruff, and by its height has told which suit he wants; then come
/// up to four random cards.
fn at_moments_after_a_ruff() -> impl Iterator<Item = Play> {
    (0..12).map(|seed| {
        let deal = "N:Q942.KQJ4.853.Q4 83.A962.A942.KT5 AKJ76.T853.7.AJ7 T5.7.KQJT6.98632";
        let cards = "H7 H4 HA H3 H9 HT S5 HJ";
        at_random(play(deal, "1S P 3S P 4S P P P", "4S", cards), seed as usize % 5, seed)
    })
}

/// Whether a card says something of another suit than its own.
fn has_messages(evidence: &Evidence) -> bool {
    evidence.readings.iter().any(|reading| reading.messages().next().is_some())
}

/// Where the defenders may have one of several styles of carding, a belief is the mean of the
/// beliefs in each, weighed by their shares and by how likely they make all that is seen.
#[test]
fn a_belief_over_styles_is_the_mean_of_those_in_each() {
    let system = System::bundled("unknown-carding").unwrap();
    let mut told_apart = 0;
    let plays = [(example_1(), 0), (example_4(), 0), (example_4(), 6), (example_1(), 9)];
    let plays = plays.map(|(play, cards)| at_random(play, cards, 5));
    let other_suits = at_moments_after_a_ruff().filter(|play| {
        let view = play.view(play.history().decider());
        in_each_style(&view, &system).iter().any(|(_, known)| has_messages(known))
    });
    for play in plays.into_iter().chain(other_suits.take(3)) {
        let view = play.view(play.history().decider());
        let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
        let belief = Belief::new(&evidence).unwrap();
        let in_styles = in_each_style(&view, &system)
            .into_iter()
            .map(|(share, known)| (share, Belief::new(&known).unwrap(), known.weight(play.deal())));
        let in_styles: Vec<_> = in_styles.collect();
        let weights: Vec<f64> =
            in_styles.iter().map(|(share, own, _)| share * own.weight()).collect();
        let all: f64 = weights.iter().sum();
        let close = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1e-3);
        assert!(close(belief.weight(), all));
        let true_deal: f64 = in_styles.iter().map(|(share, _, weight)| share * weight).sum();
        assert!(close(evidence.weight(play.deal()), true_deal));
        for (share, weight) in belief.styles().into_iter().zip(&weights) {
            assert!(close(share, weight / all));
        }
        for card in view.unseen() {
            for seat in view.hidden() {
                let parts = in_styles.iter().zip(&weights);
                let mean: f64 =
                    parts.map(|((_, own, _), weight)| weight / all * own.owner(card)[seat]).sum();
                assert!(close(belief.owner(card)[seat], mean), "{card} {seat}");
            }
        }
        let worlds = 4_000;
        let mut rng = rng();
        let drawn: Vec<FullDeal> = belief.spread(&mut rng).take(worlds).collect();
        for card in view.unseen() {
            let seat = view.hidden()[0];
            let n = drawn.iter().filter(|deal| deal[seat].contains(card)).count();
            let share = belief.owner(card)[seat];
            assert!((n as f64 / worlds as f64 - share).abs() < 0.03, "{card} {seat}");
        }
        let priors: Vec<f64> = in_styles.iter().map(|(share, ..)| *share).collect();
        told_apart += usize::from(
            belief.styles().iter().zip(&priors).any(|(one, other)| (one - other).abs() > 0.02),
        );
    }
    assert!(told_apart > 0, "no card has told the styles apart");
}

/// A file may state nothing of cards but the styles that pairs may have.
#[test]
fn styles_alone_are_told_apart() {
    let text = "system styles\nuse natural-calls\n\
                style standard: 60%\nuse standard-carding\nstyle upside-down: 40%\nuse upside-down-carding\n";
    let system = System::parse("styles.rules", text).unwrap();
    let play = example_4();
    let view = play.view(play.history().decider());
    let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
    let belief = Belief::new(&evidence).unwrap();
    assert!(
        belief.styles().iter().any(|share| (share - 0.6).abs() > 0.01),
        "{:?}",
        belief.styles()
    );
}

/// If a card had said nothing, neither of its own suit nor of another, all else would be believed.
#[test]
fn a_card_is_unheard_with_all_that_it_says() {
    let system = System::bundled("textbook").unwrap();
    let mut of_other_suits = 0;
    for play in at_moments_after_a_ruff() {
        let view = play.view(play.history().decider());
        let evidence = Evidence::of_average(&view, &system, Reader::AtTheTable);
        let Ok(belief) = Belief::new(&evidence) else { continue };
        for (number, reading) in evidence.readings.iter().enumerate() {
            if reading.messages().next().is_none() {
                continue;
            }
            let (rest, _) =
                Evidence::setting_apart(&view, &system, Reader::AtTheTable, reading.card);
            let rest = Belief::new(&rest).unwrap();
            let cards: Vec<Card> = view.unseen().iter().collect();
            let without = belief.owners_without(&evidence, number, &cards).unwrap();
            for (card, owner) in cards.iter().zip(without) {
                for (seat, share) in owner.iter() {
                    assert!((share - rest.owner(*card)[seat]).abs() < 1e-9, "{card} {seat}");
                }
            }
            of_other_suits += 1;
        }
    }
    assert!(of_other_suits > 3, "{of_other_suits}");
}

/// Cards are exchanged between two hidden hands, or three.
#[test]
fn a_walk_is_over_two_hands_or_three() {
    let play = example_1();
    for hidden in 0..=4 {
        let seen = |seat: Seat| (seat as usize >= hidden).then(|| play.deal()[seat]);
        let evidence = Evidence::of_calls(None, &BySeat::from_fn(seen), System::natural());
        assert_eq!(evidence.hidden.len(), hidden);
        let walk = Walk::new(&evidence);
        assert_eq!(walk.is_some(), (2..=3).contains(&hidden), "{hidden}");
        let layout = walk.map(|walk| walk.layouts(&mut rng()).next().unwrap());
        assert!(layout.is_none_or(|it| {
            (hidden..4).all(|at| it[Seat::ALL[at]] == play.deal()[Seat::ALL[at]])
        }));
    }
}

#[test]
fn example_1_is_counted_to_the_unit() {
    let view = example_1().view(Seat::East);
    let strong = certain(Seat::South, "hcp 21-22, balanced");
    let odd = certain(Seat::West, "clubs odd");
    let hands = Ownership::of_hands_seen(&view);
    let seen = |rules: &[Rule]| Evidence { rules: rules.to_vec(), ..Evidence::facts(&view) };
    let unplayed = |rules: &[Rule]| Evidence { ownership: hands.clone(), ..seen(rules) };

    let all = unplayed(&[]);
    let auction = unplayed(std::slice::from_ref(&strong));
    let played = seen(std::slice::from_ref(&strong));
    let signal = seen(&[strong.clone(), odd.clone()]);
    let counts = [&all, &auction, &played, &signal].map(|e| Belief::fitting(e).unwrap());
    assert_eq!(counts, [10_400_600, 18_875, 7_810, 4_840]);

    let facts = Ownership::of(&view);
    let mut brute = [0; 4];
    for deal in every_deal(&view) {
        let promise = strong.condition.is_true_of(&deal[Seat::South]);
        let possible = promise && facts.admits(&deal);
        let shown = possible && odd.condition.is_true_of(&deal[Seat::West]);
        for (count, holds) in brute.iter_mut().zip([true, promise, possible, shown]) {
            *count += u64::from(holds);
        }
    }
    assert_eq!(brute, counts);
}

#[test]
fn the_paper_rules_count_example_1() {
    let view = example_1().view(Seat::East);
    let evidence = Evidence::of(&view, &System::bundled("paper").unwrap(), Reader::AtTheTable);
    assert_eq!(Belief::fitting(&evidence).unwrap(), 4_840);
}

/// The weights of all deals, added up the slow way, must be the posterior that the count gives.
#[test]
fn posteriors_equal_brute_force() {
    let system = System::bundled("paper-weak-notrump").unwrap();
    let view = example_4().with(card("C8")).unwrap().view(Seat::South);
    let mut evidence = Evidence::of(&view, &system, Reader::AtTheTable);
    let soft = |seat, text: &str, confidence| {
        Rule::new(seat, Promise::new(parse_condition(text).unwrap(), confidence, "test"))
    };
    evidence.rules.extend([
        soft(Seat::West, "hcp 5-9 and (spades 4 or 2 of AKQ in spades)", 0.8),
        soft(Seat::East, "not balanced or hearts has QJ", 0.7),
    ]);
    let belief = Belief::new(&evidence).unwrap();

    let mut total = 0.0;
    let mut knave = 0.0;
    let mut clubs = [0.0; 14];
    let mut points = [0.0; 38];
    for deal in every_deal(&view).filter(|deal| evidence.ownership.admits(deal)) {
        let mut weight: f64 = evidence
            .readings
            .iter()
            .map(|reading| reading.weight(deal[reading.seat][reading.suit()]))
            .product();
        for rule in &evidence.rules {
            weight *= rule.weight(&deal[rule.seat]);
        }
        total += weight;
        knave += weight * f64::from(u8::from(deal[Seat::West].contains(card("CJ"))));
        clubs[deal[Seat::West][Suit::Clubs].len()] += weight;
        points[usize::from(falsecard::cards::hand_points(deal[Seat::East]))] += weight;
    }
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    close(belief.weight() / total, 1.0);
    close(belief.owner(card("CJ"))[Seat::West], knave / total);
    for (length, weight) in clubs.iter().enumerate() {
        close(belief.lengths(Seat::West, Suit::Clubs)[length], weight / total);
    }
    for (value, weight) in points.iter().enumerate() {
        close(belief.points(Seat::East)[value], weight / total);
    }
}

/// A world drawn for a player looks to him exactly like the real board.
#[test]
fn samples_look_like_the_board() {
    let system = System::bundled("paper").unwrap();
    for (play, seat) in [(example_1(), Seat::East), (example_4(), Seat::West)] {
        let view = play.view(seat);
        let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
        let belief = Belief::new(&evidence).unwrap();
        let mut rng = rng();
        for _ in 0..200 {
            let world = view.imagine(belief.sample(&mut rng)).expect("the play is possible");
            assert_eq!(world.view(seat), view);
        }
    }
}

/// Chi-square of 20,000 samples against the exact shares, over lengths and the place of an honour.
#[test]
fn samples_follow_the_count() {
    let view = example_1().view(Seat::East);
    let evidence = Evidence::of(&view, &System::bundled("paper").unwrap(), Reader::AtTheTable);
    let belief = Belief::new(&evidence).unwrap();
    let mut rng = rng();
    let n = 20_000;
    let mut seen: HashMap<(usize, bool), f64> = HashMap::new();
    for _ in 0..n {
        let west = belief.sample(&mut rng)[Seat::West];
        *seen.entry((west[Suit::Clubs].len(), west.contains(card("DA")))).or_default() += 1.0;
    }
    let lengths = belief.lengths(Seat::West, Suit::Clubs);
    for (length, share) in lengths.iter().enumerate().take(5).skip(1) {
        let drawn: f64 = [true, false].iter().filter_map(|ace| seen.get(&(length, *ace))).sum();
        let expected = share * f64::from(n);
        let deviation = (drawn - expected) / expected.max(1.0).sqrt();
        assert!(deviation.abs() < 4.0, "{length} clubs: {drawn} drawn, {expected} expected");
    }
}

/// Worlds that are spread evenly are still drawn in proportion, and closer to it than by chance.
#[test]
fn spread_worlds_follow_the_count() {
    let view = example_1().view(Seat::East);
    let evidence = Evidence::of(&view, &System::bundled("paper").unwrap(), Reader::AtTheTable);
    let belief = Belief::new(&evidence).unwrap();
    let mut rng = rng();
    let n = 2_000;
    let ace: f64 = belief.owner(card("DA"))[Seat::West];
    let mut drawn = 0.0;
    let mut clubs = 0.0;
    for deal in belief.spread(&mut rng).take(n) {
        drawn += f64::from(u8::from(deal[Seat::West].contains(card("DA"))));
        clubs += f64::from(u8::from(deal[Seat::West][Suit::Clubs].len() == 3));
    }
    let share = |count: f64| count / n as f64;
    assert!((share(drawn) - ace).abs() < 0.03);
    assert!((share(clubs) - belief.lengths(Seat::West, Suit::Clubs)[3]).abs() < 0.002);
}

/// The hidden hands are those that the player does not see, to the last card.
#[test]
fn the_hidden_hands_stay_hidden() {
    let system = System::bundled("paper").unwrap();
    for more in 0..46 {
        let play = at_random(example_1(), more.min(45), 8);
        for seat in [Seat::South, Seat::West, Seat::East] {
            let view = play.view(seat);
            let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
            assert_eq!(Belief::new(&evidence).unwrap().seats()[..], view.hidden()[..]);
        }
    }
}

/// However many questions the rules ask about cards and counts, none is dropped.
#[test]
fn any_number_of_questions_is_counted() {
    let view = at_random(example_1(), 28, 6).view(Seat::East);
    let ranks = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3"];
    let admitted = admitted(&view);
    let hidden = view.hidden();
    let mut said: Vec<String> = Vec::new();
    for suit in ["spades", "hearts", "diamonds", "clubs"] {
        said.extend(ranks.iter().map(|rank| format!("{suit} has {rank}")));
        said.push(format!("losers({suit}) 0-2"));
    }
    let some = |from: usize| {
        let parts: Vec<_> = said.iter().skip(from).step_by(3).cloned().collect();
        format!(
            "not ({})",
            parts.chunks(2).map(|pair| pair.join(" and ")).collect::<Vec<_>>().join(" or ")
        )
    };
    let counts = "controls 1-6 and losers 4-10 and total 3-20 and hcp + spades > hearts".to_owned();
    for text in [some(0), some(1), some(2), counts] {
        for &seat in &hidden {
            let rule = certain(seat, &text);
            let evidence = Evidence { rules: vec![rule.clone()], ..Evidence::facts(&view) };
            let slow = admitted.iter().filter(|deal| rule.condition.is_true_of(&deal[seat]));
            assert_eq!(Belief::fitting(&evidence).unwrap(), slow.count() as u64, "{text}");
        }
    }
}

/// Relations between hands, known and hidden, are counted exactly.
#[test]
fn relations_between_hands_are_counted() {
    let view = at_random(example_1(), 20, 5).view(Seat::East);
    let admitted = admitted(&view);
    for text in
        ["west.hcp > north.hcp", "south.losers + west.losers <= 15 or west.spades > south.spades"]
    {
        let relation = parse_deal_condition(text, None).unwrap();
        let evidence = Evidence { relations: vec![relation.clone()], ..Evidence::facts(&view) };
        let slow = admitted.iter().filter(|deal| relation.is_true_of_deal(deal)).count();
        assert_eq!(Belief::fitting(&evidence).unwrap(), slow as u64, "{text}");
    }
}

/// Late in the play the hands are nearly known; the count must still agree with enumeration.
#[test]
fn voids_and_late_positions_are_counted() {
    let play = at_random(example_1(), 24, 5);
    let view = play.view(Seat::East);
    let facts = Evidence::facts(&view);
    let slow = every_deal(&view).filter(|deal| facts.ownership.admits(deal)).count();
    assert_eq!(Belief::possible(&facts).unwrap(), slow as u64);
    let belief = Belief::new(&facts).unwrap();
    let mut rng = rng();
    for _ in 0..50 {
        assert!(facts.ownership.admits(&belief.sample(&mut rng)));
    }
}
