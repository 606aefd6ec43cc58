//! The double-dummy solver against its specification, the laws it must keep and the corpora.

#[path = "../dd/corpus.rs"]
mod corpus;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use corpus::{Entry, answers, corpus};
use falsecard::cards::{
    Builder, BySeat, Card, FullDeal, Hand, Rank, Seat, Side, Strain, Suit, Vulnerability,
    clockwise, pbn_name,
};
use falsecard::dd::{Par, Solver, batch, naive};
use falsecard::play::Position;
use itertools::Itertools;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A random ending: `size` cards a hand, drawn from the top `spots` ranks of each suit, with
/// `played` random cards of the trick on the table.
fn ending(rng: &mut ChaCha8Rng, size: usize, spots: u8, strain: Strain, played: usize) -> Position {
    let mut pack: Vec<Card> =
        Hand::ALL.iter().filter(|card| card.rank.get() > 14 - spots).collect();
    let mut draw = || pack.swap_remove(rng.random_range(0..pack.len()));
    let hands = BySeat::from_fn(|_| (0..size).map(|_| draw()).collect::<Hand>());
    let leader = Seat::ALL[rng.random_range(0..4)];
    let mut position = Position::new(hands, strain, leader).unwrap();
    for _ in 0..played {
        let legal: Vec<Card> = position.legal().iter().collect();
        position.play(legal[rng.random_range(0..legal.len())]).unwrap();
    }
    position
}

/// Endings of every size, strain and stage of the trick.
fn endings(seed: u64, sizes: &[usize], each: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Vec::new();
    for &size in sizes {
        for strain in Strain::ASC {
            for played in 0..4 {
                for i in 0..each {
                    let spots = if i % 2 == 0 { 13 } else { (size + 1).max(3) as u8 };
                    all.push(ending(&mut rng, size, spots, strain, played));
                }
            }
        }
    }
    all
}

fn side_to_play(position: &Position) -> Side {
    Side::of(position.to_play())
}

/// The value of a card by the definition, from the value of what follows.
fn value_by(position: &Position, card: Card, tricks: impl FnOnce(&Position) -> u8) -> u8 {
    let mut next = *position;
    let won = next.play(card).unwrap();
    let me = side_to_play(position);
    next.tricks_of(me, tricks(&next)) + u8::from(won == Some(me))
}

fn assert_naive(position: &Position, solver: &mut Solver) {
    assert_eq!(solver.tricks(position), naive::tricks(position), "{position:?}");
    let values = solver.cards(position);
    assert_eq!(values.legal(), position.legal());
    for (card, value) in values.iter() {
        assert_eq!(value, value_by(position, card, naive::tricks), "{card} in {position:?}");
    }
}

#[test]
fn equals_the_specification_on_small_endings() {
    let mut solver = Solver::new();
    for position in endings(1, &[1, 2, 3], 200) {
        assert_naive(&position, &mut solver);
    }
    for position in endings(2, &[4], 15) {
        assert_naive(&position, &mut solver);
    }
}

#[test]
#[ignore = "minutes of naive search: cargo test --release --test laws dd:: -- --ignored"]
fn equals_the_specification_on_five_card_endings() {
    let mut solver = Solver::new();
    for position in endings(3, &[4], 400).iter().chain(&endings(4, &[5], 6)) {
        assert_naive(position, &mut solver);
    }
}

#[test]
fn a_card_is_worth_what_follows_it() {
    let mut solver = Solver::new();
    for position in endings(5, &[5, 6, 7, 8], 8) {
        let values = solver.cards(&position);
        assert_eq!(values.best(), Solver::new().tricks(&position));
        for (card, value) in values.iter() {
            assert_eq!(value, value_by(&position, card, |next| solver.tricks(next)));
            assert_eq!(values.value(card), Some(value));
            assert_eq!(values.optimal().contains(card), value == values.best());
        }
    }
}

/// The position seen from a table turned by `steps` seats, with the suits renamed.
fn transformed(position: &Position, steps: usize, suits: &HashMap<Suit, Suit>) -> Position {
    let rename = |card: Card| Card { suit: suits[&card.suit], rank: card.rank };
    let back = 4 - steps;
    let mut hands = BySeat::from_fn(|seat| -> Hand {
        position.hands()[clockwise(seat, back)].iter().map(rename).collect()
    });
    let trick = position.trick();
    for (seat, card) in trick.cards() {
        hands[clockwise(seat, steps)].insert(rename(card));
    }
    let strain = position.strain().suit().map_or(Strain::Notrump, |suit| suits[&suit].into());
    let leader = clockwise(trick.leader(), steps);
    let mut turned = Position::new(hands, strain, leader).unwrap();
    for (_, card) in trick.cards() {
        turned.play(rename(card)).unwrap();
    }
    turned
}

#[test]
fn names_of_seats_and_suits_do_not_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut solver = Solver::new();
    for position in endings(7, &[5, 6, 7], 6) {
        let mut names = Suit::ASC;
        for i in (1..4).rev() {
            names.swap(i, rng.random_range(0..=i));
        }
        let suits: HashMap<Suit, Suit> = Suit::ASC.into_iter().zip(names).collect();
        let values = solver.cards(&position);
        for steps in 0..4 {
            let other = solver.cards(&transformed(&position, steps, &suits));
            for (card, value) in values.iter() {
                let renamed = Card { suit: suits[&card.suit], rank: card.rank };
                assert_eq!(other.value(renamed), Some(value), "{card} in {position:?}");
            }
        }
    }
}

/// A deal that looks the same from every seat but for the names of the suits: what is proved for
/// one leader must not be taken for what it is not to another.
#[test]
fn all_leaders_of_a_deal_with_symmetry_do_as_well() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let mut solver = Solver::new();
    for size in [9, 10, 11, 13] {
        let mut seats: Vec<usize> = (0..size).map(|card| card % 4).collect();
        for i in (1..seats.len()).rev() {
            seats.swap(i, rng.random_range(0..=i));
        }
        let mut hands = BySeat::from_fn(|_| Hand::EMPTY);
        for (turn, suit) in Suit::ASC.into_iter().enumerate() {
            for (rank, seat) in (2..=14).rev().zip(&seats) {
                hands[Seat::ALL[(seat + turn) % 4]].insert(Card { suit, rank: Rank::new(rank) });
            }
        }
        let value = |solver: &mut Solver, strain: Strain, leader: usize| {
            solver.tricks(&Position::new(hands, strain, Seat::ALL[leader]).unwrap())
        };
        for turn in 0..4 {
            let here = value(&mut solver, Strain::Notrump, turn);
            assert_eq!(here, value(&mut Solver::new(), Strain::Notrump, 0), "{hands:?}");
        }
        for turn in 0..4 {
            let trumps = Suit::ASC[turn].into();
            let known = value(&mut Solver::new(), Suit::ASC[0].into(), 0);
            assert_eq!(value(&mut solver, trumps, turn), known, "{hands:?}");
        }
    }
}

/// What is expected decides how long it takes, not what comes out.
#[test]
fn any_expectation_gives_the_same_answer() {
    let mut solver = Solver::new();
    for position in endings(13, &[3, 6], 4) {
        let tricks = solver.tricks(&position);
        for expected in 0..=position.tricks_left() + 1 {
            assert_eq!(solver.tricks_about(&position, expected), tricks);
            assert_eq!(Solver::new().tricks_about(&position, expected), tricks);
        }
    }
}

#[test]
fn an_optimal_card_keeps_the_total() {
    let mut solver = Solver::new();
    for mut position in endings(8, &[8], 3) {
        while !position.is_over() {
            let values = solver.cards(&position);
            let card = values.optimal().iter().next_back().unwrap();
            let after = value_by(&position, card, |next| solver.tricks(next));
            assert_eq!(after, values.best());
            position.play(card).unwrap();
        }
        assert_eq!(solver.tricks(&position), 0);
        assert_eq!(solver.cards(&position).optimal(), Hand::EMPTY);
    }
}

#[test]
fn a_used_solver_answers_like_a_fresh_one() {
    let mut used = Solver::new();
    for position in endings(9, &[4, 9, 6], 4) {
        assert_eq!(used.cards(&position), Solver::new().cards(&position));
    }
}

/// What is remembered of one layout of a view is right in the others.
#[test]
fn layouts_of_one_view_do_not_mislead() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let mut solver = Solver::new();
    for position in endings(18, &[4, 7, 9], 1) {
        let [one, other] = [1, 3].map(|steps| clockwise(position.to_play(), steps));
        for _ in 0..6 {
            let mut hands = *position.hands();
            let both = hands[one] | hands[other];
            hands[one] = both.iter().sample(&mut rng, hands[one].len()).into_iter().collect();
            hands[other] = both - hands[one];
            let trick = *position.trick();
            let Some(layout) = Position::resume(hands, position.strain(), trick) else { continue };
            assert_eq!(solver.cards(&layout), Solver::new().cards(&layout));
        }
    }
}

/// What is remembered of a deal does not change the answers of its play, back and forth.
#[test]
fn a_solver_follows_a_play() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut solver = Solver::new();
    for start in endings(11, &[8, 9], 3) {
        let mut positions = vec![start];
        while let Some(card) = positions.last().unwrap().legal().iter().choose(&mut rng) {
            let mut next = *positions.last().unwrap();
            next.play(card).unwrap();
            positions.push(next);
        }
        positions.pop();
        for position in positions.iter().chain(positions.iter().rev()) {
            assert_eq!(solver.cards(position), Solver::new().cards(position));
        }
    }
}

#[test]
fn batches_keep_the_order() {
    let positions = endings(10, &[5, 3], 5);
    let one_by_one: Vec<_> = positions.iter().map(|p| Solver::new().cards(p)).collect();
    assert_eq!(batch::cards(&positions), one_by_one);
    let tricks: Vec<_> = one_by_one.iter().map(falsecard::dd::CardValues::best).collect();
    assert_eq!(batch::tricks(&positions), tricks);
}

fn assert_one(name: &str, wanted: impl Fn(&str) -> bool) {
    let known = answers("one", name);
    let mut solver = Solver::new();
    for Entry { id, position } in corpus(name).into_iter().filter(|entry| wanted(&entry.id)) {
        assert_eq!(solver.tricks(&position).to_string(), known[&id], "{id}");
    }
}

/// The value of every legal card, touching cards too, for one entry in `step`.
fn assert_all(name: &str, step: usize) {
    let known = answers("all", name);
    let mut solver = Solver::new();
    for Entry { id, position } in corpus(name).into_iter().step_by(step) {
        let values = solver.cards(&position);
        let text: Vec<String> =
            values.iter().map(|(card, value)| format!("{}={value}", pbn_name(card))).collect();
        assert_eq!(text.join(" "), known[&id], "{id}");
    }
}

fn full_deal(position: &Position) -> FullDeal {
    let mut builder = Builder::new();
    for (seat, &hand) in position.hands().iter() {
        builder[seat] = hand;
    }
    builder.build_full().unwrap()
}

fn assert_tables(name: &str, step: usize) {
    let known = answers("table", name);
    let entries: Vec<Entry> = corpus(name).into_iter().step_by(step).collect();
    let deals: Vec<FullDeal> = entries.iter().map(|entry| full_deal(&entry.position)).collect();
    for (entry, table) in entries.iter().zip(batch::tables(&deals)) {
        let strains = Strain::DESC.into_iter().skip(1).chain([Strain::Notrump]);
        let results = strains.cartesian_product(Seat::ALL);
        let text: Vec<String> =
            results.map(|(strain, seat)| table.tricks(seat, strain).to_string()).collect();
        assert_eq!(text.join(" "), known[&entry.id], "{}", entry.id);
    }
}

#[test]
fn rand200() {
    assert_one("rand200", |_| true);
    assert_all("rand200", 5);
}

#[test]
fn flatnt60() {
    assert_one("flatnt60", |_| true);
    assert_all("flatnt60", 5);
}

#[test]
fn endings_of_the_corpora() {
    for name in ["mid3", "mid3k", "mid6"] {
        assert_one(name, |_| true);
        assert_all(name, 1);
    }
    assert_all("optmix", 1);
    assert_all("mc_t4", 4);
}

#[test]
fn layouts_of_one_decision() {
    assert_all("mc_t1", 5);
}

#[test]
#[ignore = "a minute: cargo test --release --test laws dd::every_entry -- --ignored"]
fn every_entry_of_the_corpora() {
    for name in ["rand200", "flatnt60", "mc_t1", "mc_t4"] {
        assert_all(name, 1);
    }
}

#[test]
fn a_table_prints_twenty_digits() {
    let deal = full_deal(&corpus("rand200")[0].position);
    assert_eq!(Solver::new().table(&deal).to_string(), "97799977994654446544");
}

#[test]
fn tables() {
    assert_tables("rand200", 8);
    assert_tables("flatnt60", 20);
}

#[test]
#[ignore = "minutes: cargo test --release --test laws dd::all_tables -- --ignored"]
fn all_tables() {
    assert_tables("rand200", 1);
    assert_tables("flatnt60", 1);
}

#[test]
#[ignore = "a minute: cargo test --release --test laws dd::hard_deals -- --ignored"]
fn hard_deals() {
    assert_one("hard_mx", |_| true);
    assert_tables("hard_mx", 1);
}

/// Random endings against the specification and random deals against `pons-dds`, for as long as
/// one likes.
#[test]
#[ignore = "SOAK_SECONDS=600 SOAK_SEED=1 cargo test --release --test laws dd::soak -- --ignored --nocapture"]
fn soak() {
    let variable = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |value| value.parse().expect("a whole number"))
    };
    let (seconds, seed) = (variable("SOAK_SECONDS", 60), variable("SOAK_SEED", 1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut solver = Solver::new();
    let mut peer = pons_dds::Solver::new(Strain::Notrump);
    let (mut positions, mut tables) = (0, 0);
    while Instant::now() < end {
        for size in [2, 3, 4] {
            let strain = Strain::ASC[rng.random_range(0..5)];
            let spots = rng.random_range(size as u8 + 1..=13);
            let played = rng.random_range(0..4);
            assert_naive(&ending(&mut rng, size, spots, strain, played), &mut solver);
            positions += 1;
        }
        if positions % 30 == 0 {
            let deal = full_deal(&ending(&mut rng, 13, 13, Strain::Notrump, 0));
            let ours = solver.table(&deal);
            let theirs = pons_dds::solve_deal_on(&mut peer, deal);
            for (strain, seat) in Strain::ASC.into_iter().cartesian_product(Seat::ALL) {
                assert_eq!(ours.tricks(seat, strain), theirs[strain].get(seat).get(), "{deal:?}");
            }
            tables += 1;
        }
    }
    println!("seed {seed}: {positions} endings equal the specification, {tables} tables the peer");
}

/// A deal for which others publish what it is worth: the deal, dealer, vulnerability, the score of
/// par for North-South and its contract.
type Published = (&'static str, Seat, Vulnerability, i32, &'static str, [Seat; 2]);

/// The example deals of the DDS library (github.com/dds-bridge/dds, examples/hands.cpp) with its
/// answers.
const PUBLISHED: [Published; 3] = [
    (
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
        Seat::North,
        Vulnerability::NONE,
        -110,
        "2♠",
        [Seat::East, Seat::West],
    ),
    (
        "E:QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75 AK96.KQ8.A98.K63",
        Seat::East,
        Vulnerability::NS,
        100,
        "4♠x",
        [Seat::East, Seat::West],
    ),
    (
        "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
        Seat::North,
        Vulnerability::NONE,
        -300,
        "5♥x",
        [Seat::North, Seat::South],
    ),
];

#[test]
fn par_is_what_is_published() {
    for (deal, dealer, vulnerability, score, contract, declarers) in PUBLISHED {
        let table = Solver::new().table(&deal.parse().unwrap());
        let par = Par::of(&table, dealer, vulnerability);
        assert_eq!(par.score, score, "{deal}");
        assert!(par.contracts.iter().all(|it| it.contract.to_string() == contract), "{par:?}");
        let by: Vec<Seat> = par.contracts.iter().map(|it| it.declarer).collect();
        assert_eq!(by, declarers, "{deal}");
    }
}

/// The play that is published with the second of them: three no trump by North from the queen of
/// spades on. That lead gave away a trick, and declarer's side gave it back with the 37th card.
#[test]
fn costs_are_what_is_published() {
    const PLAY: &str = "SQD2S8SAHKHTH3H2HQS2H4H6H8D6HJHAS7SKS4C4D8C2DKD4H9C5S6S3H7C7C3S5H5CTD9STD3DQDAC8S9SJC9D\
                        TCQD5CAC6DJCKCJD7";
    let deal: FullDeal = PUBLISHED[1].0.parse().unwrap();
    let hands = BySeat::from_fn(|seat| deal[seat]);
    let start = Position::new(hands, Strain::Notrump, Seat::East).unwrap();
    let cards: Vec<Card> = PLAY
        .as_bytes()
        .chunks(2)
        .map(|card| str::from_utf8(card).unwrap().parse().unwrap())
        .collect();
    let costs = Solver::new().costs(start, &cards).unwrap();
    assert_eq!(costs.value, 9);
    let given: Vec<(usize, Seat, u8)> = (1..)
        .zip(&costs.cards)
        .filter(|(_, cost)| cost.tricks > 0)
        .map(|(n, cost)| (n, cost.seat, cost.tricks))
        .collect();
    assert_eq!(given.len(), 2, "{given:?}");
    assert_eq!(given[0], (1, Seat::East, 1));
    assert_eq!((given[1].0, Side::of(given[1].1), given[1].2), (37, Side::NorthSouth, 1));
}
