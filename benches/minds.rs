//! How well imagined players play, and how fast: boards of people's records played out by minds on
//! both sides. The double-dummy tricks that each role loses a board, beside what the people at the
//! table lost from the same moment on; and how many playouts of a decision one thread makes in a
//! second, as fused asks for them: in layouts of the decider's belief, by the trick that he leads
//! to.
//!
//! ```text
//! FALSECARD_RECORDS=FILE cargo bench --bench minds            # up to 800 boards of a PBN file
//! FALSECARD_RECORDS=FILE cargo bench --bench minds -- textbook 8
//! ```
//!
//! After the file's name, the agreements (`natural` if none are named) and how many worlds a mind
//! looks at (4), by each of what minds judge cards by. Without a file, the board that comes with
//! the tests.

use std::env;
use std::time::{Duration, Instant};

use falsecard::cards::{Card, FullDeal};
use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::mind::{JudgesBy, Mind};
use falsecard::notation::pbn;
use falsecard::play::Play;
use falsecard::records::{GameRecord, RunningMean};
use falsecard::search::{Cast, UNTIL_DONE};
use falsecard::work::{Clock, stream};
use rayon::prelude::*;

/// So many boards are played at most.
const BOARDS: usize = 800;

/// They begin with the third trick.
const CARDS: usize = 8;

/// Playouts are timed of decisions at the leads to these tricks: so many boards, and so many
/// playouts of each decision. (Fused makes a hundred at half of its decisions. What the calls say
/// of each shape is worked out in the first ones.)
const TRICKS: [usize; 6] = [2, 3, 4, 6, 8, 10];
const TIMED: usize = 12;
const PLAYOUTS: usize = 50;

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    let system = arguments.next().unwrap_or_else(|| "natural".to_owned());
    let system = System::bundled(&system).expect("agreements that come with the program");
    let worlds = arguments.next().map_or(4, |text| text.parse().expect("a number of worlds"));
    let file = env::var("FALSECARD_RECORDS")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/played.pbn").into());
    let bytes = std::fs::read(&file).expect("FALSECARD_RECORDS names a PBN file");
    let games = pbn::read(&file, &bytes).good;
    let records = games.iter().filter_map(|game| GameRecord::of(game).ok());
    let is_long = |record: &GameRecord| record.play.history().played().len() > CARDS + 20;
    let records: Vec<GameRecord> = records.filter(is_long).take(BOARDS).collect();
    let minds = JudgesBy::EACH.map(|by| Mind { by, ..Mind::new(&system, worlds) });
    println!("{} boards, {worlds} worlds", records.len());
    let people = records.par_iter().map_init(Solver::new, |solver, it| by_people(it, solver));
    tell("people", &people.collect::<Vec<_>>(), "");
    for mind in minds {
        let start = Instant::now();
        let lost =
            records.par_iter().map_init(Solver::new, |solver, it| by_minds(it, mind, solver));
        let lost: Vec<[f64; 2]> = lost.collect();
        tell(mind.by.name(), &lost, &format!(" ({:.0?})", start.elapsed()));
    }
    println!("\nplayouts of a decision a second on one thread, at the lead to trick {TRICKS:?}");
    for mind in minds {
        let rates = TRICKS.map(|trick| playouts_a_second(&records, mind, trick));
        let rates = rates.map(|rate| format!("{rate:>8.1}"));
        println!("{:8} {}", mind.by.name(), rates.concat());
    }
}

fn tell(who: &str, lost: &[[f64; 2]], more: &str) {
    let [declarer, defence] = [0, 1].map(|role| {
        let mut sum = RunningMean::default();
        for lost in lost {
            sum.add(lost[role]);
        }
        format!("{:.2} ± {:.2}", sum.mean(), sum.error().unwrap_or_default())
    });
    println!("{who:8} declarer loses {declarer}, the defence {defence} tricks a board{more}");
}

fn playouts_a_second(records: &[GameRecord], mind: Mind, trick: usize) -> f64 {
    let mut solver = Solver::new();
    let boards = records.iter().take(TIMED);
    let clock = Clock::start(None, &UNTIL_DONE);
    let mut spent = Duration::ZERO;
    for record in boards.clone() {
        let play = record.after(4 * (trick - 1));
        let view = play.view(play.history().decider());
        let cast = Cast::alike(Mind { on_trial: Some(4 * (trick - 1)), ..mind }, 1, clock);
        let belief = mind.belief(&view).expect("a view has a belief");
        let mut rng = stream(1, &[record.number as u64]);
        let layouts: Vec<FullDeal> = belief.spread(&mut rng).take(PLAYOUTS).collect();
        let start = Instant::now();
        for (world, &layout) in layouts.iter().enumerate() {
            let play = view.imagine(layout).expect("a layout of his belief fits his view");
            let card = view.legal().iter().cycle().nth(world).expect("he has a card to play");
            let over = cast.try_out(&play, card, world, &mut solver);
            assert!(over.expect("a view has a belief").is_some());
        }
        spent += start.elapsed();
    }
    (boards.len() * PLAYOUTS) as f64 / spent.as_secs_f64()
}

/// Minds play the rest of a board; `told` hears of each position, and of the card before it is
/// played.
fn play_on(
    play: &mut Play,
    board: usize,
    mind: Mind,
    solver: &mut Solver,
    told: &mut dyn FnMut(&Play, Card, &mut Solver),
) {
    while !play.is_over() {
        let view = play.view(play.history().decider());
        let key = [board as u64, play.history().played().len() as u64];
        let card = mind.choose(&view, solver, &mut stream(1, &key)).expect("a view has a belief");
        told(play, card, solver);
        play.play(card).expect("minds play legal cards");
    }
}

/// What the cards cost each side when minds play the rest of a board.
fn by_minds(record: &GameRecord, mind: Mind, solver: &mut Solver) -> [f64; 2] {
    let mut lost = [0.0; 2];
    let (mut play, board) = (record.after(CARDS), record.number);
    play_on(&mut play, board, mind, solver, &mut |play, card, solver| {
        lose(&mut lost, play, card, solver);
    });
    lost
}

/// What the cards cost each side when the board went on as it did.
fn by_people(record: &GameRecord, solver: &mut Solver) -> [f64; 2] {
    let played = record.play.history().played();
    let mut play = record.after(CARDS);
    let mut lost = [0.0; 2];
    for played in &played[CARDS..] {
        lose(&mut lost, &play, played.card, solver);
        play.play(played.card).expect("it was played");
    }
    lost
}

fn lose(lost: &mut [f64; 2], play: &Play, card: Card, solver: &mut Solver) {
    let values = solver.cards(play.position());
    let declares = play.bidding().contract().declaring_side().has(play.history().to_play());
    lost[usize::from(!declares)] +=
        f64::from(values.best() - values.value(card).unwrap_or(values.best()));
}
