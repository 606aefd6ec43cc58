//! Text for people fits the page: eighty columns, or as many as the terminal has.

use std::process::Command;

/// The commands whose text is measured: every verb, in most of what it can say.
const COMMANDS: [&[&str]; 37] = [
    &["--help"],
    &["run", "--help"],
    &["choose", "--help"],
    &["explain", "--help"],
    &["believe", "--help"],
    &["signal", "--help"],
    &["problem", "--help"],
    &["problem", "make", "--help"],
    &["lint", "--help"],
    &["convert", "--help"],
    &["dd", "--help"],
    &["help", "terms"],
    &["terms"],
    &["choose", "problems/paper/paper-ex3.pbn", "--engine", "all", "--worlds", "1", "--verbose"],
    &["choose", "problems/paper/paper-ex1.pbn", "--worlds", "8", "--scoring", "matchpoints"],
    &["explain", "problems/paper/paper-ex1.pbn", "--worlds", "2", "--scoring", "points"],
    &["choose", "problems/paper/paper-ex3.pbn", "--engine", "all", "--worlds", "1"],
    &["choose", "problems/signal/bb-signals-17.pbn", "--worlds", "8"],
    &["choose", "problems/entries/bb-secondhand-10.pbn", "--worlds", "4"],
    &["explain", "problems/paper/paper-ex1.pbn", "--worlds", "2"],
    &["believe", "problems/entries/bb-secondhand-10.pbn", "--variables"],
    &["believe", "problems/paper/paper-ex1.pbn", "--seat", "S", "--after", "C2"],
    &["believe", "problems/paper/paper-ex1.pbn", "--hint", "W: hcp 30+"],
    &["believe", "tests/data/bidding/competitive.pbn"],
    &["believe", "tests/data/formats/bbo.lin", "--seat", "W"],
    &["signal", "problems/paper/paper-ex4.pbn", "--worlds", "2", "--set", "mind-worlds=1"],
    &["signal", "--read", "problems/signal/bb-signals-07b.pbn", "--worlds", "2"],
    &["signal", "--problems", "problems/signal/bb-signals-07b.pbn", "--worlds", "2"],
    &["run", "--engine", "minimax,fused", "--worlds", "1", "--seeds", "2", "--cache=off"],
    &["run", "--sets"],
    &["review", "tests/data/played.pbn", "--engine", "minimax", "--worlds", "1"],
    &["lint", "tests/data/rules/faulty.rules"],
    &["lint", "tests/data/formats/spellings.pbn"],
    &["dd", "problems/paper/paper-ex1.pbn"],
    &["dd", "--cards", "problems/paper/paper-ex1.pbn"],
    &["choose", "problems/paper/paper-ex1.pbn", "--set", "allocation=magic"],
    &["choose", "problems/paper/paper-ex1.pbn", "--system", "magic"],
];

/// What the command prints, faults included. Imagined players think as little as they can.
fn printed(args: &[&str], columns: usize) -> String {
    let thinks =
        ["choose", "explain", "review", "run"].contains(&args[0]) && !args.contains(&"--help");
    let work: &[&str] = match thinks {
        true if args.contains(&"--worlds") => &["--set", "mind-worlds=1"],
        true => &["--set", "mind-worlds=1", "--worlds", "4"],
        false => &[],
    };
    let output = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .args(args)
        .args(work)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .env("COLUMNS", columns.to_string())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let [text, faults] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    text + &faults
}

fn fits(args: &[&str], columns: usize) {
    let text = printed(args, columns);
    assert!(!text.is_empty(), "{args:?} prints nothing");
    for line in text.lines() {
        let width = line.chars().count();
        assert!(width <= columns, "{args:?}: {width} columns of {columns}:\n{line}");
    }
}

/// There are no exceptions. (At fifty columns the cards of a suit of twelve in East's hand would go
/// on below.)
#[test]
fn no_line_is_wider_than_the_page() {
    for columns in [80, 50] {
        for args in COMMANDS {
            fits(args, columns);
        }
    }
}

/// A line at fault is cut about the place where it is so wide.
#[test]
fn faults_fit_the_page() {
    let folder = format!("{}/tests/data/pbn/bad", env!("CARGO_MANIFEST_DIR"));
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = format!("tests/data/pbn/bad/{}", entry.unwrap().file_name().to_string_lossy());
        for columns in [80, 50] {
            fits(&["dd", &path], columns);
        }
        files += 1;
    }
    assert!(files > 20);
}
