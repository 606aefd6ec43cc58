//! No input makes the program panic: every verb at every seat of problems and at every card of played
//! boards, mutated files, and the laws of the fuzz targets on seeded mutations of our own files.
//!
//! With every `cargo test` a sample is tried. The whole takes hours:
//!
//! ```text
//! cargo test --profile quick --test soak -- --ignored --nocapture
//! FALSECARD_RECORDS=FOLDER cargo test --profile quick --test soak every_card -- --ignored
//! FALSECARD_SOAK=300-600 cargo test --profile quick --test soak mutated_files -- --ignored
//! ```
//!
//! `FALSECARD_RECORDS` names a folder of PBN files with played boards, instead of the one board that
//! lies here; `FALSECARD_SOAK` picks inputs by number. An input depends on its number alone.

#[path = "../fuzz/laws.rs"]
mod laws;

use std::fs;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use falsecard::cards::{Card, Seat, clockwise, pbn_name};
use falsecard::cli;
use falsecard::notation::{Format, Game, Style, pbn};
use falsecard::play::Play;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// As little thought as a verb can be asked for.
const THOUGHT: [&str; 6] = ["--worlds", "1", "--mind-worlds", "1", "--lookahead", "1"];

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

/// What a player asks at the table: what he can infer, what to play, why, and what to tell.
fn ask_all(path: &str, seats: &[Seat]) {
    for seat in seats {
        let seat = seat.letter().to_string();
        falsecard(&["believe", path, "--seat", &seat]);
        falsecard(&[&["signal", path, "--read", "--seat", &seat], &THOUGHT[..]].concat());
    }
    falsecard(&[&["choose", path, "--engine", "all"], &THOUGHT[..]].concat());
    falsecard(&[&["signal", path], &THOUGHT[..]].concat());
    falsecard(&[&["explain", path], &THOUGHT[..]].concat());
}

fn walk_through(path: &str) {
    let engines = ["run", "--every-decision", path, "--no-cache", "--engine", "minimax,abc"];
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
    ask_all(path.to_str().unwrap(), &Seat::ALL);
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

/// The verbs of one player at a card of a board: whose turn it is, or another's.
fn at_card(name: &str, (game, play): &(Game, Play), cards: usize) {
    let scratch = Scratch::new(name, first_cards(game, play, cards).as_bytes());
    ask_all(scratch.path(), &[Seat::ALL[cards % 4]]);
}

#[test]
fn some_cards_of_a_board() {
    let board = &boards()[0];
    assert_eq!(first_cards(&board.0, &board.1, 6).lines().last(), Some("*"));
    let again = pbn::read("cut", first_cards(&board.0, &board.1, 6).as_bytes());
    assert_eq!(again.good[0].play().unwrap().history(), &board.1.history().first(6));
    let numbers = [30, 46];
    assert_none_panics("cards of a board", &numbers, |cards| {
        at_card(&format!("card-{cards}.pbn"), board, cards as usize);
    });
}

/// So many boards of a folder of many are looked at.
const BOARDS: usize = 200;

/// Boards that are spread over all of them.
fn spread(all: Vec<(Game, Play)>) -> Vec<(Game, Play)> {
    let (step, number) = ((all.len() / BOARDS).max(1), BOARDS.min(all.len()));
    all.into_iter().step_by(step).take(number).collect()
}

#[test]
#[ignore = "every verb at every card of 200 boards of FALSECARD_RECORDS: hours"]
fn every_card_of_the_records() {
    let chosen = spread(boards());
    let positions: Vec<(usize, usize)> = (0..chosen.len())
        .flat_map(|board| (0..chosen[board].1.history().played().len()).map(move |n| (board, n)))
        .collect();
    println!("{} boards, {} cards", chosen.len(), positions.len());
    let wanted = asked_for(positions.len() as u64);
    let numbers: Vec<u64> = wanted.filter(|number| *number < positions.len() as u64).collect();
    assert_none_panics("cards of the records", &numbers, |number| {
        let (board, cards) = positions[number as usize];
        at_card(&format!("record-{number}.pbn"), &chosen[board], cards);
    });
}

#[test]
#[ignore = "run --every-decision on 200 boards of FALSECARD_RECORDS: an hour"]
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
    ask_all(path, &Seat::ALL);
    walk_through(path);
    falsecard(&[&["run", path, "--no-cache", "--engine", "minimax"], &THOUGHT[..]].concat());
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
    // Diagrams as we draw them, and those of the newspapers in `tests/typed.rs`.
    let drawn = |bytes: Vec<u8>| {
        let games = pbn::read("x", &bytes).good;
        games.iter().map(|game| Format::Text.write(game, Style::default())).collect::<String>()
    };
    let of_typed =
        read_all(&problems()).into_iter().take(20).map(|bytes| drawn(bytes).into_bytes());
    let printed = include_str!("typed.rs").split("\",\n").map(|text| text.as_bytes().to_vec());
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
