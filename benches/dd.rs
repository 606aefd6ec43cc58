//! The double-dummy solver beside `pons-dds` 0.2 (a Rust port of DDS 2.9), on the project's
//! corpora, every answer of both checked.
//!
//! `cargo bench --bench dd` prints for each corpus the mean time of both and the geometric mean of
//! the ratios of each position: below 1, ours is faster. One thread; the two take turns on each
//! position, and a time is the shortest of some passes. Then come the hard deals, which the peer
//! does not finish, what a second thread brings, and what it brings to remember the layouts of one
//! view from each other. `cargo bench --bench dd -- rand200` runs the corpora whose name contains a
//! word.

#[path = "../tests/dd/corpus.rs"]
mod corpus;

use std::time::{Duration, Instant};

use corpus::{Entry, answers, corpus};
use falsecard::cards::{Builder, BySeat, Card, FullDeal, Hand, Seat, Strain, clockwise, pbn_name};
use falsecard::dd::{Solver, Table, batch};
use falsecard::play::Position;
use itertools::Itertools;
use pons_dds::{Board, CurrentTrick, Objective, Target};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What is asked of a position; the names are those of the answer files.
#[derive(Debug, Clone, Copy)]
enum Question {
    /// The tricks of the side to play.
    One,
    /// The value of every legal card.
    All,
    /// The twenty results of the deal.
    Table,
}

impl Question {
    const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::All => "all",
            Self::Table => "table",
        }
    }
}

/// The corpora with how many passes each takes.
const RUNS: [(&str, Question, usize); 13] = [
    ("rand200", Question::Table, 1),
    ("flatnt60", Question::Table, 1),
    ("rand200", Question::One, 2),
    ("flatnt60", Question::One, 2),
    ("rand200", Question::All, 2),
    ("mid3", Question::One, 3),
    ("mid3", Question::All, 3),
    ("mid3k", Question::All, 3),
    ("mid6", Question::One, 5),
    ("mid6", Question::All, 5),
    ("optmix", Question::All, 3),
    ("mc_t1", Question::All, 2),
    ("mc_t4", Question::All, 2),
];

fn main() {
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| word.as_ref().is_none_or(|word| name.contains(word.as_str()));
    println!("corpus    question  positions   ours ms   pons ms   ratio (geometric mean)");
    for (name, question, passes) in RUNS {
        if wanted(name) {
            compare(name, question, passes);
        }
    }
    if wanted("hard_mx") {
        hard_deals();
    }
    if wanted("threads") {
        second_thread();
    }
    if wanted("views") {
        views();
    }
}

/// Both solvers on a corpus.
fn compare(name: &str, question: Question, passes: usize) {
    let known = answers(question.name(), name);
    let entries = corpus(name);
    let mut ours = Solver::new();
    let mut pons = pons_dds::Solver::new(Strain::Notrump);
    let mut sums = [0.0; 2];
    let mut logarithms = 0.0;
    for Entry { id, position } in &entries {
        let mut shortest = [Duration::MAX; 2];
        for _ in 0..passes {
            let (our_answer, our_time) = ask_ours(&mut ours, question, position);
            let (pons_answer, pons_time) = ask_pons(&mut pons, question, position);
            assert_eq!(our_answer, known[id], "ours, {id}");
            assert_eq!(pons_answer, known[id], "pons, {id}");
            shortest = [shortest[0].min(our_time), shortest[1].min(pons_time)];
        }
        let millis = shortest.map(|time| time.as_secs_f64() * 1e3);
        logarithms += (millis[0] / millis[1]).ln();
        sums = [sums[0] + millis[0], sums[1] + millis[1]];
    }
    let n = entries.len() as f64;
    let [our_mean, pons_mean] = sums.map(|sum| sum / n);
    let ratio = (logarithms / n).exp();
    println!("{name:10}{:9}{n:>9} {our_mean:>10.3}{pons_mean:>10.3}{ratio:>8.2}", question.name());
}

/// The tables of hard deals.
fn hard_deals() {
    let known = answers("table", "hard_mx");
    let mut solver = Solver::new();
    let mut total = Duration::ZERO;
    let mut slowest = (Duration::ZERO, String::new());
    for Entry { id, position } in corpus("hard_mx") {
        let deal = full_deal(&position);
        let (table, time) = timed(|| solver.table(&deal));
        assert_eq!(our_table(&table), known[&id], "{id}");
        total += time;
        slowest = slowest.max((time, id));
    }
    let (time, id) = slowest;
    println!("hard_mx   table    19 deals in {total:.1?}, the slowest, {id}, in {time:.1?}");
}

/// A batch on one thread and on two.
fn second_thread() {
    let deals: Vec<FullDeal> =
        corpus("rand200").iter().step_by(4).map(|entry| full_deal(&entry.position)).collect();
    let [one, two] = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        timed(|| pool.install(|| batch::tables(&deals)))
    });
    assert_eq!(one.0, two.0);
    let ratio = one.1.as_secs_f64() / two.1.as_secs_f64();
    println!("two threads on a batch of {} tables: {ratio:.2} times one", deals.len());
}

/// All cards in layouts of one view: of random deals, with the hands of the two others dealt anew.
/// Cards are played at random.
fn views() {
    for left in [12, 11, 10, 9, 8, 7, 6] {
        let mut rng = ChaCha8Rng::seed_from_u64(left as u64);
        let layouts: Vec<Vec<Position>> =
            (0..VIEWS).map(|_| layouts_of_a_view(left, &mut rng)).collect();
        let mut solver = Solver::new();
        let mut ask = |forgets: bool| {
            let mut one = |position| {
                if forgets {
                    solver.forget();
                }
                solver.cards(position)
            };
            timed(|| layouts.iter().flatten().map(&mut one).collect_vec())
        };
        let [(each, apart), (all, together)] = [true, false].map(&mut ask);
        assert_eq!(each, all);
        let millis = [apart, together].map(|time| time.as_secs_f64() * 1e3 / VIEWS as f64);
        println!(
            "{LAYOUTS} layouts of a view with {left} tricks left: {:.1} ms each by itself, {:.1} ms remembered",
            millis[0], millis[1]
        );
    }
}

/// So many views, and layouts of each.
const VIEWS: usize = 24;
const LAYOUTS: usize = 80;

fn layouts_of_a_view(left: usize, rng: &mut ChaCha8Rng) -> Vec<Position> {
    let mut pack: Vec<Card> = Hand::ALL.iter().collect();
    pack.shuffle(rng);
    let hands = BySeat::from_fn(|seat| {
        pack[13 * seat as usize..][..left].iter().copied().collect::<Hand>()
    });
    let strain = Strain::ASC[rng.random_range(0..5)];
    let leader = Seat::ALL[rng.random_range(0..4)];
    let unseen: Vec<Card> =
        (hands[clockwise(leader, 1)] | hands[clockwise(leader, 3)]).iter().collect();
    let layout = |_| {
        let mut cards = unseen.clone();
        cards.shuffle(rng);
        let mut hands = hands;
        for (steps, cards) in [1, 3].into_iter().zip(cards.chunks(left)) {
            hands[clockwise(leader, steps)] = cards.iter().copied().collect();
        }
        Position::new(hands, strain, leader).expect("as many cards in each hand")
    };
    (0..LAYOUTS).map(layout).collect()
}

fn timed<T>(ask: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let answer = ask();
    (answer, start.elapsed())
}

/// The answer as the files write it, and the time it took.
fn ask_ours(solver: &mut Solver, question: Question, position: &Position) -> (String, Duration) {
    // Neither solver may know the position from the pass before.
    solver.forget();
    match question {
        Question::One => {
            let (tricks, time) = timed(|| solver.tricks(position));
            (tricks.to_string(), time)
        }
        Question::All => {
            let (values, time) = timed(|| solver.cards(position));
            let text = |(card, value)| format!("{}={value}", pbn_name(card));
            (values.iter().map(text).join(" "), time)
        }
        Question::Table => {
            let deal = full_deal(position);
            let (table, time) = timed(|| solver.table(&deal));
            (our_table(&table), time)
        }
    }
}

fn our_table(table: &Table) -> String {
    results().map(|(strain, seat)| table.tricks(seat, strain)).join(" ")
}

/// The answer of the peer in the same form. It gives one card of those that are equal.
fn ask_pons(
    solver: &mut pons_dds::Solver,
    question: Question,
    position: &Position,
) -> (String, Duration) {
    match question {
        Question::One => {
            let objective = objective(position, Target::Any(None));
            let (found, time) = timed(|| solver.solve_board(&objective));
            (found.plays[0].score.get().to_string(), time)
        }
        Question::All => {
            let objective = objective(position, Target::Legal);
            let (found, time) = timed(|| solver.solve_board(&objective));
            let text = |card: Card| {
                let stands_for = |play: &&pons_dds::Play| {
                    let equal = play.equals.contains(card.rank);
                    play.card.suit == card.suit && (play.card.rank == card.rank || equal)
                };
                let play = found.plays.iter().find(stands_for).expect("a value for each card");
                format!("{}={}", pbn_name(card), play.score.get())
            };
            (position.legal().iter().map(text).join(" "), time)
        }
        Question::Table => {
            let deal = full_deal(position);
            let (table, time) = timed(|| pons_dds::solve_deal_on(solver, deal));
            (results().map(|(strain, seat)| table[strain].get(seat).get()).join(" "), time)
        }
    }
}

/// The twenty results in the order of the answer files.
fn results() -> impl Iterator<Item = (Strain, Seat)> {
    let strains = Strain::DESC.into_iter().skip(1).chain([Strain::Notrump]);
    strains.cartesian_product(Seat::ALL)
}

fn objective(position: &Position, target: Target) -> Objective {
    let trick = position.trick();
    let cards: Vec<Card> = trick.cards().map(|(_, card)| card).collect();
    let current = CurrentTrick::from_slice(position.strain(), trick.leader(), &cards)
        .expect("at most three cards");
    let remaining = hands(position).build_partial().expect("disjoint hands");
    Objective { board: Board::try_new(remaining, current).expect("a legal position"), target }
}

fn full_deal(position: &Position) -> FullDeal {
    hands(position).build_full().expect("thirteen cards each")
}

fn hands(position: &Position) -> Builder {
    let mut builder = Builder::new();
    for (seat, &hand) in position.hands().iter() {
        builder[seat] = hand;
    }
    builder
}
