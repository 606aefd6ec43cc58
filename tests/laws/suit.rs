//! One suit, against published values, laws and a naive solver of the whole game.

use std::collections::HashMap;

use rayon::prelude::*;

use falsecard::cards::{Holding, Rank};
use falsecard::suit::{Combination, SuitAccess, SuitAnswer, SuitHand, SuitSolver, VacantPlaces};

fn combination(first: &str, second: &str) -> Combination {
    Combination::new(first.parse().unwrap(), second.parse().unwrap()).unwrap()
}

fn solved(suit: Combination, vacant: VacantPlaces) -> SuitAnswer {
    SuitSolver::default().solve(suit, |west, east| vacant.ways(west, east)).unwrap()
}

/// Two hands, the chances in percent of one trick at least, of two, and so on, and tricks on
/// average.
type Published = (&'static str, &'static str, &'static [f64], f64);

/// What `SuitPlay` by J. Warmerdam says, as the tests of the public repository YkeSmit1/SuitPlay
/// keep it.
const PUBLISHED: [Published; 15] = [
    ("AJ32", "K954", &[100.0, 100.0, 100.0, 36.74], 3.3391),
    ("AJ92", "K843", &[100.0, 100.0, 100.0, 41.52], 3.3674),
    ("AJ98", "5432", &[100.0, 92.39, 40.39, 0.0], 2.3278),
    ("AJT98", "5432", &[100.0, 100.0, 100.0, 76.0, 0.0], 3.7600),
    ("AQJ", "T987654", &[100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 50.0], 6.5000),
    ("AQJ", "T9876543", &[100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 52.0], 7.5200),
    ("AQT98", "5432", &[100.0, 100.0, 100.0, 82.78, 26.57], 4.0313),
    ("AT32", "Q654", &[100.0, 100.0, 50.30, 0.0], 2.5030),
    ("J92", "A743", &[100.0, 70.11, 0.0, 0.0], 1.7011),
    ("J92", "A753", &[100.0, 70.11, 1.61, 0.0], 1.7011),
    ("J98", "A432", &[100.0, 69.38, 0.0, 0.0], 1.6938),
    ("J987", "A432", &[100.0, 97.17, 13.0, 0.0], 2.0483),
    ("KJ2", "A9876", &[100.0, 100.0, 100.0, 98.04, 39.57], 4.3674),
    ("QJ82", "A93", &[100.0, 100.0, 79.01, 1.61], 2.7947),
    ("QT98", "A432", &[100.0, 100.0, 77.96, 2.83], 2.8078),
];

/// Two hands, a number of tricks with its chance in percent, and tricks on average.
type Corrected = (&'static str, &'static str, Option<(u8, f64)>, f64);

/// Where Warmerdam corrects the Official Encyclopedia of Bridge (1998).
const CORRECTED: [Corrected; 5] = [
    ("AK943", "QT", None, 4.4804),
    ("AK32", "J98", Some((4, 8.32)), 2.8537),
    ("AK9872", "J3", Some((5, 87.61)), 5.0313),
    ("AK765", "J98", None, 4.1443),
    ("AK432", "J95", None, 4.0148),
];

#[test]
fn published_suits_are_worth_what_is_published() {
    for (first, second, chances, average) in PUBLISHED {
        let answer = solved(combination(first, second), VacantPlaces::default());
        assert_eq!(answer.at_least.len(), chances.len());
        for (plan, chance) in answer.at_least.iter().zip(chances) {
            let aim = plan.aim;
            assert!((100.0 * plan.value - chance).abs() < 0.0051, "{first} {second}: {aim:?}");
        }
        assert!((answer.average.value - average).abs() < 5.1e-5, "{first} {second}: average");
    }
    for (first, second, chance, average) in CORRECTED {
        let answer = solved(combination(first, second), VacantPlaces::default());
        if let Some((tricks, chance)) = chance {
            let plan = &answer.at_least[usize::from(tricks) - 1];
            assert!((100.0 * plan.value - chance).abs() < 0.0051, "{first} {second}: {tricks}");
        }
        assert!((answer.average.value - average).abs() < 5.1e-5, "{first} {second}: average");
    }
}

/// Suits of all kinds: lengths from 2 to 11 cards in both hands.
fn suits() -> Vec<Combination> {
    let mut state = 20_261_130_u64;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut suits = Vec::new();
    while suits.len() < 40 {
        let mut hands = [Holding::EMPTY; 2];
        for rank in Holding::ALL {
            let (at, own) = (next(2) as usize, next(10) < 6);
            if own && hands[at].len() < 5 {
                hands[at].insert(rank);
            }
        }
        suits.extend(Combination::new(hands[0], hands[1]).ok().filter(|it| it.missing().len() < 7));
    }
    suits
}

#[test]
fn suits_keep_the_laws() {
    for suit in suits() {
        let [first, second] = suit.hands();
        let answer = solved(suit, VacantPlaces::default());
        let turned = solved(Combination::new(second, first).unwrap(), VacantPlaces::default());
        let chances: f64 = answer.layouts.iter().map(|it| it.chance).sum();
        assert!((chances - 1.0).abs() < 1e-9, "{suit:?}");
        let mut before = 1.0;
        let mut sum = 0.0;
        for (plan, other) in answer.at_least.iter().zip(&turned.at_least) {
            assert!((plan.value - other.value).abs() < 1e-9, "exchanged hands: {suit:?}");
            assert!(plan.value <= before + 1e-9, "more tricks are no likelier: {suit:?}");
            let in_layouts: f64 = answer
                .layouts
                .iter()
                .zip(&plan.brings)
                .map(|(it, &brings)| it.chance * f64::from(brings))
                .sum();
            assert!(
                (in_layouts - plan.value).abs() < 1e-9,
                "a plan's chance is that of its layouts"
            );
            let best = plan.starts.first().map_or(plan.value, |it| it.value);
            assert!((best - plan.value).abs() < 1e-9, "the best beginning is the plan's: {suit:?}");
            before = plan.value;
            sum += plan.value;
        }
        // One plan cannot be the best for every number at once.
        assert!(answer.average.value <= sum + 1e-9, "{suit:?}");
        let reached = answer.at_least.iter().map(|it| it.value).fold(0.0, f64::max);
        assert!(answer.average.value >= reached - 1e-9, "{suit:?}");
    }
}

/// With fewer places with West the missing cards are likelier with East; which places there are in
/// all changes nothing else.
#[test]
fn vacant_places_move_chances() {
    let suit = combination("AQ2", "543");
    let chance = |vacant| solved(suit, vacant).at_least[1].value;
    let places = |west, east| VacantPlaces { west, east };
    // South leads towards the queen, and the king has to lie with West; or it falls.
    assert!((0.5..0.51).contains(&chance(places(13, 13))));
    assert!((0.66..0.70).contains(&chance(places(10, 5))));
    assert!(chance(places(5, 10)) < chance(places(13, 13)));
    let few = |west, east| places(3, 3).ways(west, east);
    assert!(SuitSolver::default().solve(suit, few).is_none(), "seven cards, six places");
}

/// Of touching honours the one that falls is twice as likely to be alone.
#[test]
fn restricted_choice() {
    let answer = solved(combination("AT987", "K654"), VacantPlaces::default());
    // The queen and the jack are missing with two spots: once one falls, the finesse is right.
    let all = &answer.at_least[4];
    let stiff: f64 =
        answer.layouts.iter().filter(|it| it.east.len() == 1).map(|it| it.chance).sum();
    assert!(all.value > 0.4 && stiff > 0.0);
    let wins = |west: &str| {
        let west: Holding = west.parse().unwrap();
        let at = answer.layouts.iter().position(|it| it.west == west || it.east == west).unwrap();
        all.brings[at]
    };
    assert_eq!((wins("J32"), wins("QJ")), (1, 0), "a lone honour is finessed against, two are not");
}

/// The whole game with real cards, no equals put together, no plan left out but those that bring
/// the same.
struct Naive {
    known: HashMap<Asked, Vec<Vec<u8>>>,
}

/// Two hands, the missing cards, the tricks that are needed, and the entries.
type Asked = ([Holding; 2], Holding, u8, Place);

/// How many entries there are to the first hand, and whether it has won the last trick.
type Place = (Option<u8>, bool);

impl Naive {
    /// All that plans can bring: for each way in which the missing cards lie (West's holding, by
    /// bits) whether so many tricks are made.
    fn plans(
        &mut self,
        hands: [Holding; 2],
        missing: Holding,
        tricks: u8,
        place: Place,
    ) -> Vec<Vec<u8>> {
        let layouts = subsets(missing).len();
        if tricks == 0 || hands.iter().all(|it| it.is_empty()) {
            return vec![vec![u8::from(tricks == 0); layouts]];
        }
        if let Some(known) = self.known.get(&(hands, missing, tricks, place)) {
            return known.clone();
        }
        let mut plans = Vec::new();
        for hand in [0, 1] {
            let entries = match place {
                (Some(0), false) if hand == 0 => continue,
                (Some(entries), false) if hand == 0 => Some(entries - 1),
                (entries, _) => entries,
            };
            for lead in hands[hand] {
                let seconds = cards(missing).map(|second| {
                    let thirds: Vec<Option<Rank>> = if hands[1 - hand].is_empty() {
                        vec![None]
                    } else {
                        hands[1 - hand].iter().map(Some).collect()
                    };
                    let mut all: Vec<Vec<u8>> = Vec::new();
                    for third in thirds {
                        all.extend(self.fourth(
                            hands,
                            missing,
                            tricks,
                            (hand, lead, second, third),
                            entries,
                        ));
                    }
                    all
                });
                plans.extend(lesser(&seconds.collect::<Vec<_>>(), layouts));
            }
        }
        if plans.is_empty() {
            plans.push(vec![0; layouts]);
        }
        plans.sort();
        plans.dedup();
        self.known.insert((hands, missing, tricks, place), plans.clone());
        plans
    }

    fn fourth(
        &mut self,
        hands: [Holding; 2],
        missing: Holding,
        tricks: u8,
        (hand, lead, second, third): (usize, Rank, Option<Rank>, Option<Rank>),
        entries: Option<u8>,
    ) -> Vec<Vec<u8>> {
        let layouts = subsets(missing);
        let mut left = hands;
        left[hand].remove(lead);
        if let Some(third) = third {
            left[1 - hand].remove(third);
        }
        let lasts = cards(missing).filter(|last| last.is_none() || *last != second).map(|last| {
            let own = third.map_or(lead, |third| third.max(lead));
            let won = [second, last].into_iter().flatten().all(|it| it < own);
            let mut rest = missing;
            for card in [second, last].into_iter().flatten() {
                rest.remove(card);
            }
            let later = subsets(rest);
            let [west, east] = if hand == 0 { [last, second] } else { [second, last] };
            let comes = |&held: &Holding| {
                let others = missing - held;
                let plays = |card: Option<Rank>, holds: Holding| match card {
                    Some(card) => holds.contains(card),
                    None => holds.is_empty(),
                };
                (plays(west, held) && plays(east, others)).then(|| {
                    let mut held = held;
                    if let Some(west) = west {
                        held.remove(west);
                    }
                    later.iter().position(|it| *it == held).unwrap()
                })
            };
            let at: Vec<Option<usize>> = layouts.iter().map(comes).collect();
            if at.iter().all(Option::is_none) {
                return Vec::new();
            }
            let first_wins = won && hands[0].contains(own);
            let place = (entries, entries.is_some() && first_wins);
            let plans = self.plans(left, rest, tricks - u8::from(won), place);
            plans
                .iter()
                .map(|plan| at.iter().map(|at| at.map_or(9, |at| plan[at])).collect())
                .collect()
        });
        lesser(&lasts.collect::<Vec<_>>(), layouts.len())
    }
}

/// A defender's cards, or none.
fn cards(missing: Holding) -> impl Iterator<Item = Option<Rank>> {
    missing.iter().map(Some).chain([None])
}

fn subsets(missing: Holding) -> Vec<Holding> {
    let all = 0..=missing.to_bits();
    all.filter(|bits| bits & !missing.to_bits() == 0).map(Holding::from_bits_retain).collect()
}

/// One plan for each card of a defender, who plays what hurts most in each layout.
fn lesser(after: &[Vec<Vec<u8>>], layouts: usize) -> Vec<Vec<u8>> {
    let mut plans = vec![vec![9; layouts]];
    for after in after.iter().filter(|it| !it.is_empty()) {
        let mut next = Vec::new();
        for plan in &plans {
            for other in after {
                next.push(plan.iter().zip(other).map(|(one, other)| *one.min(other)).collect());
            }
        }
        next.sort();
        next.dedup();
        plans = next;
    }
    plans
}

/// Whether plans bring as much in these two hands as the whole game does, for each number of
/// tricks, with so many entries to the first. Other cards do not exist, and a layout is the likelier
/// the more cards West has.
fn bring_as_much(hands: [Holding; 2], missing: Holding, entries: Option<u8>) {
    let [first, second] = hands;
    let mut naive = Naive { known: HashMap::new() };
    let suit = Combination::new(first, second).unwrap();
    let access = SuitAccess { entries, ..SuitAccess::default() };
    let suit = suit.without(suit.missing() - missing).with_access(access);
    let weight = |west: Holding| 1 + west.len() as u32;
    let answer = SuitSolver::default().solve(suit, |west, _| weight(west).into()).unwrap();
    let weights: Vec<u32> = subsets(missing).into_iter().map(weight).collect();
    let all = f64::from(weights.iter().sum::<u32>());
    for tricks in 1..=first.len().max(second.len()) as u8 {
        let plans = naive.plans(hands, missing, tricks, (entries, false));
        let in_one = |(&worth, weight): (&u8, &u32)| u32::from(worth) * weight;
        let wins = |plan: &Vec<u8>| plan.iter().zip(&weights).map(in_one).sum::<u32>();
        let naive = plans.iter().map(wins).max().unwrap();
        let best = answer.at_least[usize::from(tricks) - 1].value * all;
        assert!((best - f64::from(naive)).abs() < 1e-9, "{suit:?}: {tricks}");
    }
}

/// All suits of so many cards, from the ace down: each card is one hand's, the other's, or missing.
/// Hands are told apart, so each suit comes twice.
fn suits_of(cards: u32) -> impl Iterator<Item = ([Holding; 2], Holding)> {
    (0..3_u32.pow(cards)).filter_map(move |number| {
        let mut held = [Holding::EMPTY; 3];
        for place in 0..cards {
            held[(number / 3_u32.pow(place) % 3) as usize].insert(Rank::new(14 - place as u8));
        }
        let [first, second, missing] = held;
        (!(first | second).is_empty()).then_some(([first, second], missing))
    })
}

#[test]
fn the_whole_game_brings_as_much_in_every_suit_of_six_cards_and_fewer() {
    let suits = (1..=6).flat_map(suits_of);
    suits.for_each(|(hands, missing)| bring_as_much(hands, missing, None));
}

#[test]
fn the_whole_game_brings_as_much_with_few_entries() {
    for entries in 0..=2 {
        let suits = (1..=5).flat_map(suits_of);
        suits.for_each(|(hands, missing)| bring_as_much(hands, missing, Some(entries)));
    }
}

/// More entries lose nothing, and as many as there are tricks are enough. A hand that leads first
/// does so without an entry, and one without cards leads nothing.
#[test]
fn entries_are_worth_tricks() {
    let average = |first, second, entries, lead_from| {
        let suit = combination(first, second).with_access(SuitAccess { entries, lead_from });
        (solved(suit, VacantPlaces::default()).average.value * 1e9).round() as u64
    };
    let (first, second) = ("87", "AJT");
    let all = [0, 1, 2, 3].map(|entries| average(first, second, Some(entries), None));
    assert!(all.is_sorted() && all[3] == average(first, second, None, None), "{all:?}");
    // Both finesses need two leads from the hand with two small cards.
    assert!(all[1] < all[2]);
    assert_eq!(average(first, second, Some(1), Some(SuitHand::First)), all[2]);
    assert_eq!(average("", "AQ", None, Some(SuitHand::First)), 0);
}

#[test]
#[ignore = "cargo test --profile quick --test laws suit:: -- --ignored"]
fn the_whole_game_brings_as_much_in_every_suit_of_seven_cards() {
    suits_of(7).par_bridge().for_each(|(hands, missing)| bring_as_much(hands, missing, None));
}
