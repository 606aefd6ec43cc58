//! A tripwire for strength: what the engines play in a small fixed set, with one seed and little
//! work.
//!
//! The cards are a snapshot, so that whoever changes how the engines think sees in the diff what
//! they now play otherwise, and whether more is solved. It is no measure: so few problems with so
//! few worlds are decided by chance as often as by skill. `falsecard run collected --seeds 5`
//! measures (docs/strength.md).
//!
//! `INSTA_UPDATE=always cargo test --profile quick --test program strength::` writes the snapshots
//! anew.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// From every category but the opening leads, which take too long: found by both engines, by one
/// alone, by none.
const PROBLEMS: [&str; 18] = [
    "avoid-endplay/bb-secondhand-20",
    "declarer/ac-20150204",
    "declarer/gb-20140710",
    "duck/bb-secondhand-14",
    "entries/bb-secondhand-10",
    "entry-to-lead/fs-20120909b",
    "falsecard-declarer/gb-20040423",
    "falsecard-defender/gb-20040225b",
    "falsecard-defender/own-j9-third-3",
    "holdings-234/bb-secondhand-17",
    "keep-control/own-hold-trump-ace-2",
    "learn-cards/own-discovery-1",
    "paper/paper-ex1",
    "paper/paper-ex2",
    "partner-safety/own-cash-first-1",
    "signal/bb-signals-04",
    "signal/bb-signals-17",
    "trump-ruff/bw-024",
];

/// Those that are tried among strangers too: what was learned from records decides there.
const AMONG_STRANGERS: [&str; 8] = [
    "duck/bb-secondhand-14",
    "falsecard-defender/gb-20040225b",
    "falsecard-defender/own-j9-third-3",
    "falsecard-defender/own-jt-third-3",
    "holdings-234/bb-secondhand-17",
    "partner-safety/own-cash-first-1",
    "signal/bb-signals-04",
    "signal/bb-signals-17",
];

/// The trials of both engines, minimax's and fused's in turn.
fn trials(problems: &[&str], system: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .arg("run")
        .args(problems.iter().map(|name| format!("problems/{name}.pbn")))
        .args(["--engine", "minimax,fused", "--worlds", "8", "--set", "mind-worlds=2"])
        .args(["--system", system, "--seed", "1", "--json", "--cache=off"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A line a problem: the cards that were played, those that are right with a `+`; and how many are
/// right.
fn sheet(trials: &[Value]) -> String {
    let mut text = String::new();
    for pair in trials.chunks_exact(2) {
        assert!(pair[0]["engine"] == "minimax" && pair[1]["engine"] == "fused", "in turn");
        assert_eq!(pair[0]["problem"], pair[1]["problem"]);
        let played = |trial: &Value| {
            let right = if trial["solved"] == true { "+" } else { " " };
            format!("{}{right}", trial["card"].as_str().unwrap())
        };
        let [minimax, fused] = [&pair[0], &pair[1]].map(played);
        let name = pair[0]["problem"].as_str().unwrap();
        writeln!(text, "{name:20} minimax {minimax}  fused {fused}").unwrap();
    }
    let solved = |engine: &str| {
        trials.iter().filter(|trial| trial["engine"] == engine && trial["solved"] == true).count()
    };
    let [minimax, fused] = ["minimax", "fused"].map(solved);
    writeln!(text, "solved of {}: minimax {minimax}, fused {fused}", trials.len() / 2).unwrap();
    text
}

#[test]
fn what_is_played_among_players_of_textbooks() {
    insta::assert_snapshot!("textbook", sheet(&trials(&PROBLEMS, "textbook")));
}

#[test]
fn what_is_played_among_strangers() {
    insta::assert_snapshot!("strangers", sheet(&trials(&AMONG_STRANGERS, "natural")));
}
