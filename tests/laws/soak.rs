//! No input makes the program panic: every verb at every seat of problems and at every card of
//! played boards, mutated files, and the laws of the fuzz targets on seeded mutations of our own
//! files.
//!
//! With every `cargo test` a sample is tried. The whole takes an hour and a half of two cores:
//!
//! ```text
//! cargo test --profile quick --test laws soak:: -- --ignored --nocapture
//! FALSECARD_RECORDS=FOLDER cargo test --profile quick --test laws soak::every_card -- --ignored
//! FALSECARD_SOAK=300-600 cargo test --profile quick --test laws soak::mutated_files -- --ignored
//! ```
//!
//! `FALSECARD_RECORDS` names a folder of PBN files with played boards, instead of the one board
//! that lies here; `FALSECARD_SOAK` picks inputs by number. An input depends on its number alone.
#![cfg(feature = "cli")]

#[path = "../../fuzz/laws.rs"]
mod laws;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use falsecard::cards::{Card, Seat, clockwise, pbn_name};
use falsecard::cli;
use falsecard::notation::{DiagramStyle, Format, Game, pbn};
use falsecard::play::Play;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// As little thought as a verb can be asked for.
const THOUGHT: [&str; 6] = ["--worlds", "1", "--set", "mind-worlds=1", "--set", "lookahead=1"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder and the folders in it with one of these endings, in order.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let is_wanted = |path: &Path| {
        path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending))
    };
    let each = entries
        .into_iter()
        .flat_map(|path| if path.is_dir() { files(&path, endings) } else { vec![path] });
    each.filter(|path| is_wanted(path)).collect()
}

/// The inputs that `FALSECARD_SOAK` asks for, as "300-600", by number.
fn asked_for(all: u64) -> Range<u64> {
    let Ok(text) = std::env::var("FALSECARD_SOAK") else { return 0..all };
    let (from, to) = text.split_once('-').expect("FALSECARD_SOAK: FROM-TO");
    from.parse().unwrap()..to.parse().unwrap()
}

/// Tries inputs by number on all threads; none may panic.
fn assert_none_panics(what: &str, numbers: &[u64], work: impl Fn(u64) + Sync) {
    let panics = |number: &u64| catch_unwind(AssertUnwindSafe(|| work(*number))).is_err();
    let failed: Vec<u64> = numbers.par_iter().copied().filter(panics).collect();
    println!("{what}: {} inputs, {} panics", numbers.len(), failed.len());
    assert!(failed.is_empty(), "{what}: input {failed:?} panics");
}

/// Runs a verb. What it answers does not matter, nor whether it refuses.
fn falsecard(words: &[&str]) {
    let all = ["falsecard"].iter().chain(words).copied();
    let ran = catch_unwind(AssertUnwindSafe(|| drop(cli::run(all, &mut io::sink()))));
    assert!(ran.is_ok(), "falsecard {}", words.join(" "));
}

/// What a player asks at the table: what he can infer and read, what to play, what to tell, and
/// why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    Believe,
    Read,
    Choose,
    Signal,
    Explain,
}

impl Question {
    const ALL: [Self; 5] = [Self::Believe, Self::Read, Self::Choose, Self::Signal, Self::Explain];

    /// Whether any seat may ask, and not only the one whose turn it is.
    fn is_for_any_seat(self) -> bool {
        matches!(self, Self::Believe | Self::Read)
    }

    /// Asks it for a seat; of what is only for the player on turn the seat says nothing.
    fn ask(self, path: &str, seat: Seat) {
        let seat = seat.letter().to_string();
        let thinking = |words: &[&str]| falsecard(&[words, &THOUGHT[..]].concat());
        match self {
            Self::Believe => falsecard(&["believe", path, "--seat", &seat]),
            Self::Read => thinking(&["signal", path, &format!("--read={seat}")]),
            Self::Choose => thinking(&["choose", path, "--engine", "all"]),
            Self::Signal => thinking(&["signal", path]),
            Self::Explain => thinking(&["explain", path]),
        }
    }
}

/// Asks everything, for every seat.
fn ask_all(path: &str) {
    for question in Question::ALL {
        let seats = if question.is_for_any_seat() { &Seat::ALL[..] } else { &Seat::ALL[..1] };
        for &seat in seats {
            question.ask(path, seat);
        }
    }
}

fn walk_through(path: &str) {
    let engines = ["review", path, "--cache=off", "--engine", "minimax,abc"];
    falsecard(&[&engines[..], &THOUGHT[..]].concat());
}

/// A file that is there as long as it is used.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, bytes).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

fn problems() -> Vec<PathBuf> {
    files(&root().join("problems"), &["pbn"])
}

/// Every verb for every seat of a problem.
fn at_problem(path: &Path) {
    ask_all(path.to_str().unwrap());
    walk_through(path.to_str().unwrap());
}

#[test]
fn some_problems() {
    let (all, numbers) = (problems(), [2]);
    assert_none_panics("problems", &numbers, |number| at_problem(&all[number as usize]));
}

#[test]
#[ignore = "every verb for every seat of 181 problems: twenty minutes"]
fn every_problem() {
    let all = problems();
    let numbers: Vec<u64> = asked_for(all.len() as u64).collect();
    assert_none_panics("problems", &numbers, |number| at_problem(&all[number as usize]));
}

/// A play after a number of cards, as a file.
fn first_cards(game: &Game, play: &Play, cards: usize) -> String {
    let text = game.to_pbn();
    let tags = text.lines().take_while(|line| !line.starts_with("[Play "));
    let tags: Vec<&str> = tags.filter(|line| !line.starts_with("[Result")).collect();
    let leader = play.bidding().contract().opening_leader();
    let played = &play.history().played()[..cards];
    let rows = played.chunks(4).map(|trick| {
        let card = |seat| trick.iter().find(|played| played.seat == seat).map(|it| it.card);
        let name = |card: Option<Card>| card.map_or_else(|| "-".to_owned(), pbn_name);
        (0..4).map(|step| name(card(clockwise(leader, step)))).collect::<Vec<_>>().join(" ")
    });
    let rows: Vec<String> = rows.collect();
    let end = if cards == 52 { "" } else { "*\n" };
    format!("{}\n[Play \"{}\"]\n{}\n{end}", tags.join("\n"), leader.letter(), rows.join("\n"))
}

/// The played boards of a folder, or of the file that lies here.
fn boards() -> Vec<(Game, Play)> {
    let folder = std::env::var_os("FALSECARD_RECORDS").map(PathBuf::from);
    let paths = match folder {
        Some(folder) => files(&folder, &["pbn"]),
        None => vec![root().join("tests/data/played.pbn")],
    };
    let games = paths
        .iter()
        .flat_map(|path| pbn::read(&path.to_string_lossy(), &fs::read(path).unwrap()).good);
    games.filter_map(|game| game.play().ok().map(|play| (game, play))).collect()
}

/// A board after a number of cards, and what is asked there for whom.
struct Spot {
    board: usize,
    cards: usize,
    asked: Vec<(Question, Seat)>,
}

impl Spot {
    fn ask(&self, name: &str, boards: &[(Game, Play)]) {
        let (game, play) = &boards[self.board];
        let scratch = Scratch::new(name, first_cards(game, play, self.cards).as_bytes());
        self.asked.iter().for_each(|(question, seat)| question.ask(scratch.path(), *seat));
    }
}

/// A seat by what it does: 0 is declarer, 1 leads first, 2 is dummy.
fn role(seat: Seat, play: &Play) -> usize {
    let declarer = play.bidding().contract().declarer;
    (0..4).find(|role| clockwise(declarer, *role) == seat).unwrap()
}

/// So many questions at every card, or more where that would leave one out.
const AT_EACH: usize = 2;

/// Every card of boards, where the questions take turns. Positions are alike if as many cards have
/// been played and the same role is on turn; every question is asked at some of those alike. Of
/// each question at each number of cards the four roles take turns, where any seat may ask.
fn spots(boards: &[(Game, Play)]) -> Vec<Spot> {
    let mut alike: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (board, (_, play)) in boards.iter().enumerate() {
        for cards in 0..play.history().played().len() {
            let on_turn = role(play.history().first(cards).to_play(), play);
            alike.entry((cards, on_turn)).or_default().push(board);
        }
    }
    let mut times: BTreeMap<(Question, usize), usize> = BTreeMap::new();
    let mut spots = Vec::new();
    for ((cards, _), members) in alike {
        let number = AT_EACH.max(Question::ALL.len().div_ceil(members.len()));
        for (place, board) in members.into_iter().enumerate() {
            let declarer = boards[board].1.bidding().contract().declarer;
            let questions = (0..number).map(|n| Question::ALL[(number * place + n) % 5]);
            let asked = questions.map(|question| {
                let time = times.entry((question, cards)).or_default();
                *time += 1;
                (question, clockwise(declarer, *time))
            });
            spots.push(Spot { board, cards, asked: asked.collect() });
        }
    }
    spots
}

#[test]
fn some_cards_of_a_board() {
    let boards = boards();
    let (game, play) = &boards[0];
    assert_eq!(first_cards(game, play, 6).lines().last(), Some("*"));
    let again = pbn::read("cut", first_cards(game, play, 6).as_bytes());
    assert_eq!(again.good[0].play().unwrap().history(), &play.history().first(6));
    let (all, numbers) = (spots(&boards), [30, 46]);
    assert_none_panics("cards of a board", &numbers, |number| {
        all[number as usize].ask(&format!("card-{number}.pbn"), &boards);
    });
}

/// Whoever is on turn, after any number of cards, every question is asked, and those that any seat
/// may ask are asked by every role.
#[test]
fn the_questions_at_the_cards_take_turns() {
    let one = boards();
    for copies in [1, 2, 3, 10, 41] {
        let boards: Vec<(Game, Play)> = one.iter().cycle().take(copies).cloned().collect();
        let all = spots(&boards);
        let length = one[0].1.history().played().len();
        assert_eq!(all.len(), copies * length);
        for cards in 0..length {
            for question in Question::ALL {
                let here = all.iter().filter(|spot| spot.cards == cards);
                let asked = here.flat_map(|spot| &spot.asked).filter(|asked| asked.0 == question);
                let roles: Vec<usize> = asked.map(|asked| role(asked.1, &one[0].1)).collect();
                assert!(roles.len() >= (2 * copies / 5).max(1), "{question:?} at {cards}");
                let different: BTreeSet<usize> = roles.iter().copied().collect();
                assert_eq!(different.len(), roles.len().min(4), "{question:?} at {cards}");
            }
        }
    }
}

/// So many boards of a folder of many are looked at.
const BOARDS: usize = 200;

/// Boards that are spread over all of them.
fn spread(all: Vec<(Game, Play)>) -> Vec<(Game, Play)> {
    let (step, number) = ((all.len() / BOARDS).max(1), BOARDS.min(all.len()));
    all.into_iter().step_by(step).take(number).collect()
}

/// At every card of 200 boards two of the five questions are asked, in turn ([`spots`]), with one
/// world and one world a mind; `believe`, which has no such setting, with all its thought. So each
/// question is asked after any number of cards, with each role on turn, and for each role, but not
/// at every card of one board. Not asked here: `review`, which has
/// [`every_decision_of_the_records`], and the verbs that know no player, `dd` and `convert` and
/// their like.
#[test]
#[ignore = "two of five questions at every card of 200 boards of FALSECARD_RECORDS: 40 minutes"]
fn every_card_of_the_records() {
    let boards = spread(boards());
    let all = spots(&boards);
    let asked: usize = all.iter().map(|spot| spot.asked.len()).sum();
    println!("{} boards, {} cards, {asked} questions", boards.len(), all.len());
    let wanted = asked_for(all.len() as u64);
    let numbers: Vec<u64> = wanted.filter(|number| *number < all.len() as u64).collect();
    assert_none_panics("cards of the records", &numbers, |number| {
        all[number as usize].ask(&format!("record-{number}.pbn"), &boards);
    });
}

#[test]
#[ignore = "review on 200 boards of FALSECARD_RECORDS: ten minutes"]
fn every_decision_of_the_records() {
    let chosen = spread(boards());
    let numbers: Vec<u64> = asked_for(chosen.len() as u64).collect();
    assert_none_panics("boards of the records", &numbers, |number| {
        let name = format!("decisions-{number}.pbn");
        let scratch = Scratch::new(&name, chosen[number as usize].0.to_pbn().as_bytes());
        walk_through(scratch.path());
    });
}

/// What a file may be mended with: words of the formats, and what none of them expects.
const WORDS: [&str; 24] = [
    "[Deal \"N:... ... ... ...\"]",
    "[Auction \"W\"]",
    "[Play \"N\"]",
    "[Note \"1:\"]",
    "[Contract \"7NTXX\"]",
    "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]",
    "1C P P X XX 7NT AP *",
    "=1=",
    "$256",
    "+ - * ^S",
    "{",
    "}",
    ";",
    "%",
    "\"",
    "\u{feff}",
    "\0",
    "♠♥♦♣",
    "|md|1S,H,D,C|",
    "|pc|SA|pg||",
    "99999999999999999999",
    "-1",
    "opening 1M-2M: M 3+, hcp 6-9 @ 90% within M 2+",
    "not (((hcp 10+ or shape 4=3=3=3) and spades has AKQ",
];

/// A file with some faults.
fn mutated(corpus: &[Vec<u8>], most: usize, number: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut bytes = corpus.choose(&mut rng).unwrap().clone();
    for _ in 0..rng.random_range(1..=8) {
        mutate(&mut bytes, corpus, &mut rng);
    }
    bytes.truncate(most);
    bytes
}

/// Does one thing to a file that a bad disk, a bad program or a bad typist might do.
fn mutate(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &mut ChaCha8Rng) {
    let place = |bytes: &[u8], rng: &mut ChaCha8Rng| rng.random_range(0..=bytes.len());
    let at = place(bytes, rng);
    let range = |bytes: &[u8], rng: &mut ChaCha8Rng| {
        let from = place(bytes, rng);
        from..(from + rng.random_range(0..=40)).min(bytes.len())
    };
    match rng.random_range(0..8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
        1 if at < bytes.len() => bytes[at] = rng.random(),
        2 => drop(bytes.drain(range(bytes, rng))),
        3 => {
            let again = bytes[range(bytes, rng)].to_vec();
            bytes.splice(at..at, again);
        }
        4 => {
            let other = corpus.choose(rng).unwrap();
            let part = other[range(other, rng)].to_vec();
            bytes.splice(at..at, part);
        }
        5 => bytes.truncate(at),
        6 => {
            let mut lines: Vec<Vec<u8>> =
                bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let (one, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
            lines.swap(one, other);
            *bytes = lines.join(&b'\n');
        }
        _ => drop(bytes.splice(at..at, WORDS.choose(rng).unwrap().bytes())),
    }
}

fn read_all(paths: &[PathBuf]) -> Vec<Vec<u8>> {
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Every verb on a file with faults.
fn at_mutated_file(corpus: &[Vec<u8>], number: u64) {
    let bytes = mutated(corpus, 20_000, number);
    let scratch = Scratch::new(&format!("mutated-{number}.pbn"), &bytes);
    let path = scratch.path();
    for verb in ["lint", "dd"] {
        falsecard(&[verb, path]);
    }
    for format in ["pbn", "lin", "json", "text"] {
        falsecard(&["convert", path, "--to", format]);
    }
    ask_all(path);
    walk_through(path);
    falsecard(&[&["run", path, "--cache=off", "--engine", "minimax"], &THOUGHT[..]].concat());
}

fn game_files() -> Vec<Vec<u8>> {
    let data = root().join("tests/data");
    let mut paths = problems();
    paths.extend(files(&data.join("formats"), &["pbn", "lin", "jsonl", "url"]));
    paths.extend(files(&data.join("pbn"), &["pbn"]));
    read_all(&paths)
}

#[test]
fn some_mutated_files() {
    let (corpus, numbers): (_, Vec<u64>) = (game_files(), (0..3).collect());
    assert_none_panics("mutated files", &numbers, |number| at_mutated_file(&corpus, number));
}

#[test]
#[ignore = "every verb on 900 mutated files: five minutes"]
fn mutated_files() {
    let (corpus, numbers): (_, Vec<u64>) = (game_files(), asked_for(900).collect());
    assert_none_panics("mutated files", &numbers, |number| at_mutated_file(&corpus, number));
}

/// A fuzz target: its law, and the files whose mutations are fed to it.
struct Target {
    name: &'static str,
    law: fn(&[u8]),
    corpus: Vec<Vec<u8>>,
}

/// An input is cut to so many bytes.
const LONGEST: usize = 2_000;

fn targets() -> [Target; 5] {
    let data = root().join("tests/data");
    let mut of_pbn = files(&data.join("formats"), &["pbn"]);
    of_pbn.extend(files(&data.join("pbn"), &["pbn"]));
    let of_lin = files(&data.join("formats"), &["lin", "url", "jsonl"]);
    // Diagrams as we draw them, and those of the newspapers in `tests/program/typed.rs`.
    let drawn = |bytes: Vec<u8>| {
        let games = pbn::read("x", &bytes).good;
        games
            .iter()
            .map(|game| Format::Text.write(game, DiagramStyle::default()))
            .collect::<String>()
    };
    let of_typed =
        read_all(&problems()).into_iter().take(20).map(|bytes| drawn(bytes).into_bytes());
    let printed =
        include_str!("../program/typed.rs").split("\",\n").map(|text| text.as_bytes().to_vec());
    let tags = |bytes: Vec<u8>| {
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"["));
        lines.map(<[u8]>::to_vec).collect::<Vec<_>>().join(&b'\n')
    };
    let rules = read_all(&files(&root().join("constraints"), &["rules"]));
    let lines = rules.iter().flat_map(|text| text.split(|byte| *byte == b'\n'));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"use"));
    [
        Target { name: "pbn", law: laws::pbn, corpus: read_all(&of_pbn) },
        Target { name: "lin", law: laws::lin, corpus: read_all(&of_lin) },
        Target { name: "typed", law: laws::typed, corpus: of_typed.chain(printed).collect() },
        Target {
            name: "problem",
            law: laws::problem,
            corpus: read_all(&problems()).into_iter().map(tags).collect(),
        },
        Target {
            name: "rules",
            law: |bytes| laws::rules(&String::from_utf8_lossy(bytes)),
            corpus: lines.map(<[u8]>::to_vec).collect(),
        },
    ]
}

fn feed(target: &Target, numbers: Range<u64>) {
    let numbers: Vec<u64> = numbers.collect();
    assert_none_panics(target.name, &numbers, |number| {
        (target.law)(&mutated(&target.corpus, LONGEST, number));
    });
}

#[test]
fn some_inputs_of_every_fuzz_target() {
    for target in &targets() {
        feed(target, 0..1_000);
    }
}

#[test]
#[ignore = "a million inputs for every fuzz target: two minutes"]
fn a_million_inputs_of_every_fuzz_target() {
    for target in &targets() {
        feed(target, asked_for(1_000_000));
    }
}
