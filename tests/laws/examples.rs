//! The examples run, and print what they say they do.

use std::env;
use std::process::Command;

/// What an example prints, built as this test was.
fn printed(name: &str) -> String {
    let test = env::current_exe().unwrap();
    let built = test.ancestors().nth(2).unwrap();
    let profile = match built.file_name().unwrap().to_str().unwrap() {
        "debug" => "dev",
        profile => profile,
    };
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--profile", profile, "--example", name, "--target-dir"])
        .arg(built.parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_card_is_chosen() {
    let said = printed("choose_card");
    assert!(said.starts_with("E: ♣2 (fused, "), "{said}");
    assert!(said.trim_end().ends_with("points ahead of ♣K)"), "{said}");
}

#[test]
fn a_belief_is_counted() {
    let said = printed("count_belief");
    assert!(said.contains(" layouts are possible"), "{said}");
    let percent = |line: &str| line.split_once("♠K ")?.1.split_once(" %")?.0.parse::<u32>().ok();
    assert_eq!(said.lines().filter_map(percent).sum::<u32>(), 100, "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("N:")).count(), 3, "{said}");
}

#[test]
fn a_table_is_solved() {
    let said = printed("solve_table");
    assert!(said.contains("South takes "), "{said}");
    assert!(said.contains("♠J: 2 of 3 tricks"), "{said}");
}

#[test]
fn a_convention_is_written() {
    let said = printed("write_convention");
    assert!(said.contains("from KQ5: K 0.03, Q 0.93, 5 0.03"), "{said}");
}

#[test]
fn a_match_is_run() {
    let said = printed("run_match");
    assert!(said.starts_with("minimax gains "), "{said}");
}

#[test]
fn an_engine_of_ones_own_plays_a_match() {
    let said = printed("own_engine");
    assert!(said.starts_with("cheap gains "), "{said}");
}
