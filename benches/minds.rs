//! How well imagined players play: boards of people's records played out by minds on both sides, and the double-dummy
//! tricks that each role loses a board, beside what the people at the table lost from the same moment on.
//!
//! ```text
//! FALSECARD_RECORDS=FILE cargo bench --bench minds            # up to 800 boards of a PBN file
//! FALSECARD_RECORDS=FILE cargo bench --bench minds -- textbook 8
//! ```
//!
//! After the file's name, the agreements (`natural` if none are named) and how many worlds a mind looks at (4). Without a file,
//! the board that comes with the tests.

use std::env;
use std::time::Instant;

use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::learn::{Record, Sum};
use falsecard::mind::Mind;
use falsecard::notation::pbn;
use falsecard::play::Play;
use falsecard::work::stream;
use rayon::prelude::*;

/// So many boards are played at most.
const BOARDS: usize = 800;

/// They begin with the third trick.
const CARDS: usize = 8;

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    let system = arguments.next().unwrap_or_else(|| "natural".to_owned());
    let system = System::bundled(&system).expect("agreements that come with the program");
    let worlds = arguments.next().map_or(4, |text| text.parse().expect("a number of worlds"));
    let file = env::var("FALSECARD_RECORDS")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/played.pbn").into());
    let bytes = std::fs::read(&file).expect("FALSECARD_RECORDS names a PBN file");
    let games = pbn::read(&file, &bytes).good;
    let records = games.iter().filter_map(|game| Record::of(game).ok());
    let is_long = |record: &Record| record.play.history().played().len() > CARDS + 20;
    let records: Vec<Record> = records.filter(is_long).take(BOARDS).collect();
    let start = Instant::now();
    let lost: Vec<[[f64; 2]; 2]> = records
        .par_iter()
        .map_init(Solver::new, |solver, record| {
            [by_minds(record, &system, worlds, solver), by_people(record, solver)]
        })
        .collect();
    println!("{} boards, {worlds} worlds, {:.1?}", lost.len(), start.elapsed());
    for (who, name) in ["minds", "people"].into_iter().enumerate() {
        let [declarer, defence] = [0, 1].map(|role| {
            let mut sum = Sum::default();
            for lost in &lost {
                sum.add(lost[who][role]);
            }
            format!("{:.2} ± {:.2}", sum.mean(), sum.error().unwrap_or_default())
        });
        println!("{name}: declarer loses {declarer}, the defence {defence} tricks a board");
    }
}

/// What the cards cost each side when minds play the rest of a board.
fn by_minds(record: &Record, system: &System, worlds: usize, solver: &mut Solver) -> [f64; 2] {
    let mut play = record.after(CARDS);
    let mut lost = [0.0; 2];
    while !play.is_over() {
        let view = play.view(play.history().decider());
        let mind = Mind::new(system, worlds);
        let key = [record.number as u64, play.history().played().len() as u64];
        let card = mind.choose(&view, solver, &mut stream(1, &key)).expect("a view has a belief");
        lose(&mut lost, &play, card, solver);
        play.play(card).expect("minds play legal cards");
    }
    lost
}

/// What the cards cost each side when the board went on as it did.
fn by_people(record: &Record, solver: &mut Solver) -> [f64; 2] {
    let played = record.play.history().played();
    let mut play = record.after(CARDS);
    let mut lost = [0.0; 2];
    for played in &played[CARDS..] {
        lose(&mut lost, &play, played.card, solver);
        play.play(played.card).expect("it was played");
    }
    lost
}

fn lose(lost: &mut [f64; 2], play: &Play, card: falsecard::cards::Card, solver: &mut Solver) {
    let values = solver.cards(play.position());
    let declares = play.bidding().contract().declaring_side().has(play.history().to_play());
    lost[usize::from(!declares)] +=
        f64::from(values.best() - values.value(card).unwrap_or(values.best()));
}
