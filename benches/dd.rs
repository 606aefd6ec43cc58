//! The double-dummy solver beside `pons-dds` 0.2 (a Rust port of DDS 2.9), on the project's
//! corpora, one thread each, every answer checked.
//!
//! `cargo bench --bench dd` prints for each corpus the mean time of both and the geometric mean of
//! the ratios of each position: below 1, ours is faster. A time is the shortest of some passes.

#[path = "../tests/dd/corpus.rs"]
mod corpus;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use corpus::{Entry, answers, corpus};
use falsecard::cards::{Builder, Card, FullDeal, Seat, Strain, pbn_name};
use falsecard::dd::Solver;
use falsecard::play::Position;
use itertools::Itertools;
use pons_dds::{Board, CurrentTrick, Objective, Target};

/// What is asked of a position; the names are those of the answer files.
#[derive(Clone, Copy)]
enum Question {
    /// The tricks of the side to play.
    One,
    /// The value of every legal card.
    All,
    /// The twenty results of the deal.
    Table,
}

/// The corpora with how many passes each takes, and every how manyth position is asked.
const RUNS: [(&str, Question, usize, usize); 11] = [
    ("rand200", Question::Table, 1, 8),
    ("flatnt60", Question::Table, 1, 8),
    ("rand200", Question::One, 1, 1),
    ("flatnt60", Question::One, 1, 1),
    ("rand200", Question::All, 1, 2),
    ("mid3", Question::One, 3, 1),
    ("mid3", Question::All, 3, 1),
    ("mid3k", Question::All, 3, 1),
    ("mid6", Question::One, 5, 1),
    ("mid6", Question::All, 5, 1),
    ("optmix", Question::All, 3, 1),
];

fn main() {
    println!("corpus    question  positions   ours ms   pons ms   ratio (geometric mean)");
    let mut ours = Solver::new();
    let mut pons = pons_dds::Solver::new(Strain::Notrump);
    for (name, question, passes, step) in RUNS {
        let kind = ["one", "all", "table"][question as usize];
        let known = answers(kind, name);
        let entries: Vec<Entry> = corpus(name).into_iter().step_by(step).collect();
        let mut sums = [0.0; 2];
        let mut logarithms = 0.0;
        for entry in &entries {
            let times = match question {
                Question::One => time_one(&mut ours, &mut pons, entry, &known, passes),
                Question::All => time_all(&mut ours, &mut pons, entry, &known, passes),
                Question::Table => time_table(&mut ours, &mut pons, entry, &known, passes),
            };
            let millis = times.map(|time| time.as_secs_f64() * 1e3);
            logarithms += (millis[0] / millis[1]).ln();
            sums = [sums[0] + millis[0], sums[1] + millis[1]];
        }
        let n = entries.len() as f64;
        let [our_mean, pons_mean] = sums.map(|sum| sum / n);
        let ratio = (logarithms / n).exp();
        println!("{name:10}{kind:9}{n:>9} {our_mean:>10.3}{pons_mean:>10.3}{ratio:>8.2}");
    }
}

type Known = HashMap<String, String>;

/// The answer, and the shortest time that it took.
fn timed<T>(passes: usize, mut ask: impl FnMut() -> T) -> (T, Duration) {
    let pass = || {
        let start = Instant::now();
        let answer = ask();
        (answer, start.elapsed())
    };
    std::iter::repeat_with(pass)
        .take(passes)
        .min_by_key(|(_, time)| *time)
        .expect("there is a pass")
}

fn objective(position: &Position, target: Target) -> Objective {
    let trick = position.trick();
    let cards: Vec<Card> = trick.cards().map(|(_, card)| card).collect();
    let current = CurrentTrick::from_slice(position.strain(), trick.leader(), &cards)
        .expect("at most three cards");
    let remaining = hands(position).build_partial().expect("disjoint hands");
    Objective { board: Board::try_new(remaining, current).expect("a legal position"), target }
}

fn hands(position: &Position) -> Builder {
    let mut builder = Builder::new();
    for (seat, &hand) in position.hands().iter() {
        builder[seat] = hand;
    }
    builder
}

fn time_one(
    ours: &mut Solver,
    pons: &mut pons_dds::Solver,
    Entry { id, position }: &Entry,
    known: &Known,
    passes: usize,
) -> [Duration; 2] {
    let (tricks, our_time) = timed(passes, || ours.tricks(position));
    let objective = objective(position, Target::Any(None));
    let (found, pons_time) = timed(passes, || pons.solve_board(&objective));
    assert_eq!(tricks.to_string(), known[id], "{id}");
    assert_eq!(tricks, found.plays[0].score.get(), "{id}");
    [our_time, pons_time]
}

fn time_all(
    ours: &mut Solver,
    pons: &mut pons_dds::Solver,
    Entry { id, position }: &Entry,
    known: &Known,
    passes: usize,
) -> [Duration; 2] {
    let (values, our_time) = timed(passes, || ours.cards(position));
    let objective = objective(position, Target::Legal);
    let (found, pons_time) = timed(passes, || pons.solve_board(&objective));
    let text = values.iter().map(|(card, value)| format!("{}={value}", pbn_name(card))).join(" ");
    assert_eq!(text, known[id], "{id}");
    for play in &found.plays {
        assert_eq!(values.value(play.card), Some(play.score.get()), "{id}");
    }
    [our_time, pons_time]
}

fn time_table(
    ours: &mut Solver,
    pons: &mut pons_dds::Solver,
    Entry { id, position }: &Entry,
    known: &Known,
    passes: usize,
) -> [Duration; 2] {
    let deal: FullDeal = hands(position).build_full().expect("thirteen cards each");
    let (table, our_time) = timed(passes, || ours.table(&deal));
    let (theirs, pons_time) = timed(passes, || pons_dds::solve_deal_on(pons, deal));
    let strains = Strain::DESC.into_iter().skip(1).chain([Strain::Notrump]);
    let results = strains.cartesian_product(Seat::ALL);
    let text = results.clone().map(|(strain, seat)| table.tricks(seat, strain)).join(" ");
    assert_eq!(text, known[id], "{id}");
    let pons_text = results.map(|(strain, seat)| theirs[strain].get(seat).get()).join(" ");
    assert_eq!(pons_text, known[id], "{id}");
    [our_time, pons_time]
}
