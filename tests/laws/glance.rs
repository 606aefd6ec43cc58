//! Laws of the glance: what it says depends on what is seen, not on names, and it learns what it is
//! taught.

use falsecard::cards::{Card, FullDeal, Hand, Seat, Suit};
use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::mind::glance::{
    ChoiceWeights, ChosenCard, Glance, GlanceTargets, GlanceTrace, Glimpse, PEOPLE_COUNT, Scene,
};
use falsecard::mind::{Assessment, JudgesBy, Mind};
use falsecard::network::Network;
use falsecard::notation::pbn;
use falsecard::play::{Board, Play, View};
use falsecard::records::GameRecord;
use falsecard::work::stream;
use falsecard_lab::learn::{Examples, GlanceLesson, GlanceRecords, Lessons};
use rand::RngExt;

fn records() -> Vec<GameRecord> {
    let games = pbn::read("records.pbn", include_bytes!("../data/records.pbn")).good;
    games.iter().filter_map(|game| GameRecord::of(game).ok()).collect()
}

/// Views at which there is something to think about, of each record some.
fn views() -> Vec<View> {
    let system = System::natural();
    let mind = Mind::new(system, 0);
    let of = |record: GameRecord| {
        let all = (1..record.play.history().played().len()).map(|at| record.after(at));
        let views = all.map(|play| play.view(play.history().decider()));
        views.filter(|view| mind.has_to_think(view)).step_by(5).collect::<Vec<_>>()
    };
    records().into_iter().flat_map(of).collect()
}

fn scene(view: &View, worlds: usize, seed: u64) -> Scene {
    let system = System::natural();
    let belief = Mind::new(system, 0).belief(view).unwrap();
    let worlds: Vec<FullDeal> = belief.spread(&mut stream(seed, &[])).take(worlds).collect();
    Scene::of(view, worlds.iter().map(|world| (world, 1.0)))
}

/// What is written is what is read, and other bytes are refused or read without a panic.
#[test]
fn scenes_and_lessons_are_read_as_written() {
    let record = &records()[0];
    let lessons = || Vec::<GlanceLesson>::of(record, System::natural(), 1);
    let taken = lessons();
    assert!(taken.len() > 20, "{}", taken.len());
    for lesson in &taken {
        let bytes: [u8; GlanceLesson::BYTES] = lesson.bytes().try_into().unwrap();
        assert_eq!(GlanceLesson::read(&bytes).as_ref(), Some(lesson));
    }
    let mut rng = stream(1, &[]);
    let good: [u8; Scene::BYTES] = scene(&views()[0], 8, 1).bytes().try_into().unwrap();
    let mut read = 0;
    for number in 0..10_000 {
        let mut other = good;
        for byte in &mut other {
            if rng.random_range(0..40 << (number % 4)) == 0 {
                *byte = rng.random();
            }
        }
        read += usize::from(Scene::read(&other).is_some());
        if let Some(scene) = Scene::read(&other) {
            Glance::bundled().evaluate(&scene);
        }
        let mut lesson = [1; GlanceLesson::BYTES];
        lesson[..Scene::BYTES].copy_from_slice(&other);
        // A network is begun for each, which takes time.
        if let Some(lesson) = GlanceLesson::read(&lesson).filter(|_| number % 100 < 4) {
            let mut shown = GlanceRecords::default();
            shown.add_all(vec![(record, vec![lesson])]);
            assert!(shown.network(1, &|_, _| false).is_none());
        }
    }
    assert!(read > 200, "too few are read to say much: {read}");
    assert_eq!(lessons(), taken, "the same seed, the same lessons");
    assert_eq!(Vec::read(record, &taken.bytes()), Some(taken));
}

/// A deal whose suits and seats have other names, with what became of each.
fn renamed(play: &Play, suits: [Suit; 4]) -> Option<(Play, impl Fn(Card) -> Card)> {
    let card = move |card: Card| Card { suit: suits[card.suit as usize], ..card };
    let deal = play.deal();
    let hands = Seat::ALL.map(|seat| deal[seat].iter().map(card).collect::<Hand>());
    let text: Vec<String> = hands.iter().map(ToString::to_string).collect();
    let deal: FullDeal = format!("N:{}", text.join(" ")).parse().ok()?;
    let bidding = play.bidding().clone();
    let mut further = Play::new(Board::new(deal, bidding));
    for played in play.history().played() {
        further.play(card(played.card)).ok()?;
    }
    Some((further, card))
}

/// Side suits may change their names: every card is worth the same.
#[test]
fn names_of_suits_have_no_part() {
    let mut compared = 0;
    for record in records() {
        let trumps = record.play.bidding().contract().trumps();
        let sides: Vec<Suit> =
            Suit::ASC.into_iter().filter(|suit| Some(*suit) != trumps).take(2).collect();
        let mut names = Suit::ASC;
        names.swap(sides[0] as usize, sides[1] as usize);
        let cards = record.play.history().played().len();
        for at in (1..cards).step_by(7) {
            let play = record.after(at);
            let Some((other, card)) = renamed(&play, names) else { continue };
            let [here, there] = [&play, &other].map(|play| {
                let view = play.view(play.history().decider());
                // The deal as it is, for a belief depends on the auction.
                let scene = Scene::of(&view, [(play.deal(), 1.0)]);
                Glance::bundled().evaluate(&scene)
            });
            assert!((here.spread - there.spread).abs() < 1e-4);
            for (own, tricks) in &here.tricks {
                let (_, same) = there.tricks.iter().find(|(it, _)| *it == card(*own)).unwrap();
                assert!((tricks - same).abs() < 1e-3, "{own}: {tricks} {same}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Slopes are what differences of the fault say.
#[test]
fn slopes_are_differences() {
    let mut rng = stream(3, &[]);
    for view in views().iter().step_by(3).take(6) {
        let scene = scene(view, 16, 3);
        let cards = scene.legal().len();
        let tricks: Vec<f32> = (0..cards).map(|_| rng.random_range(0.0..6.0)).collect();
        let habits: Vec<f32> = (0..cards).map(|_| -rng.random_range(0.5..3.0)).collect();
        let chosen = ChosenCard { at: rng.random_range(0..cards), habits: &habits };
        let mut weights = vec![0.0f32; Glance::SIZE];
        for (range, bound) in Glance::initial_sizes() {
            weights[range].fill_with(|| bound * (2.0 * rng.random::<f32>() - 1.0));
        }
        let glance = Glance::of(weights.clone());
        // The slopes leave out how the spread's likelihood moves what cards are worth. With the
        // tricks of one deal as the network says, that part is next to nothing, and differences of
        // the whole fault can be compared.
        let said = glance.evaluate(&scene).tricks;
        let in_one: Vec<u8> = said.iter().map(|(_, tricks)| tricks.round() as u8).collect();
        let lesson =
            GlanceTargets { tricks: &tricks, in_one: &in_one, weight: 1.5, chosen: Some(chosen) };
        let mut gradient = vec![0.0; Glance::SIZE];
        let here = GlanceTrace::new(&glance, &scene);
        here.add_gradient(&glance, lesson, &mut gradient);
        // People's choices move what they like, and not what cards are worth.
        let loss = |traced: &GlanceTrace| {
            let surprise = traced.surprise(chosen, here.worths());
            traced.loss(lesson) + f64::from(PEOPLE_COUNT) * surprise
        };
        // Of each layer: along its slopes the fault falls as fast as they say, and where they say
        // that nothing changes, nothing does.
        for (range, _) in Glance::initial_sizes() {
            let size = gradient[range.clone()]
                .iter()
                .map(|gradient| gradient * gradient)
                .sum::<f32>()
                .sqrt();
            let direction: Vec<f32> = if size > 1e-3 {
                gradient[range.clone()].iter().map(|gradient| gradient / size).collect()
            } else {
                range.clone().map(|_| rng.random_range(-0.1..0.1)).collect()
            };
            let moved = |by: f32| {
                let mut moved = weights.clone();
                let along = moved[range.clone()].iter_mut().zip(&direction);
                along.for_each(|(number, direction)| *number += by * direction);
                loss(&GlanceTrace::new(&Glance::of(moved), &scene))
            };
            let step = 4e-3;
            let falls = (moved(-step) - moved(step)) / f64::from(2.0 * step);
            let size = f64::from(size);
            assert!((falls - size).abs() < 0.15 * size + 0.01, "{range:?}: {falls} {size}");
        }
    }
}

/// The mean of a score lies between the least and the greatest, grows with the tricks that can be
/// expected, and is near the score of a number of tricks that is sure.
#[test]
fn means_of_scores() {
    let choice_weights = ChoiceWeights { likings: Vec::new(), by_habit: 1.0, by_worth: 8.0 };
    let glimpse =
        |spread| Glimpse { tricks: Vec::new(), spread, choice_weights: choice_weights.clone() };
    let score = |tricks: u8| if tricks >= 4 { 100.0 } else { -50.0 } + f64::from(tricks);
    let mut last = f64::NEG_INFINITY;
    for tenths in 0..=80 {
        let mean = glimpse(0.5).mean(tenths as f32 / 10.0, 8, score);
        assert!(mean > last && (score(0)..=score(8)).contains(&mean), "{mean}");
        last = mean;
    }
    assert!((glimpse(0.02).mean(5.0, 8, score) - score(5)).abs() < 1e-6);
}

/// It plays much better than chance.
#[test]
fn it_knows_good_cards_from_bad_ones() {
    let (mut solver, mut lost, mut by_chance) = (Solver::new(), 0.0, 0.0);
    for view in views() {
        let system = System::natural();
        let belief = Mind::new(system, 0).belief(&view).unwrap();
        let worlds: Vec<FullDeal> = belief.spread(&mut stream(5, &[])).take(24).collect();
        let judge = Assessment::of(&view, &worlds, &mut solver);
        let mean = |column| judge.tricks(column).map(f64::from).sum::<f64>() / 24.0;
        let means: Vec<f64> = (0..judge.cards().len()).map(mean).collect();
        let best = means.iter().copied().fold(0.0, f64::max);
        let seen = Glance::bundled().evaluate(&scene(&view, 64, 6));
        let first = seen.tricks.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let at = judge.cards().iter().position(|card| *card == first.0).unwrap();
        lost += best - means[at];
        by_chance += best - means.iter().sum::<f64>() / means.len() as f64;
    }
    assert!(lost < 0.25 * by_chance, "{lost} {by_chance}");
}

/// Whatever a mind goes by, its odds add up to 1 and are the same whenever it is asked.
#[test]
fn odds_add_up_whatever_it_goes_by() {
    let system = System::natural();
    for view in views().iter().step_by(4) {
        for by in JudgesBy::EACH {
            let mind = Mind { by, ..Mind::new(system, 4) };
            let odds = || mind.odds(view, &mut Solver::new(), &mut stream(1, &[])).unwrap();
            let one = odds();
            let all: f64 = one.iter().map(|(_, odds)| odds).sum();
            assert!((all - 1.0).abs() < 1e-9, "{all}");
            assert_eq!(one, odds());
            assert!(one.iter().all(|(card, _)| view.legal().contains(*card)));
        }
    }
}
