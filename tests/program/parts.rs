//! The laws of parts: however a job is divided, what is printed in the end is the same; and what is
//! not all of one job is not joined.

use crate::command::{falsecard, text};

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

fn said(output: &Output) -> String {
    text(&output.stderr).replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts of a job, each in a file of its own.
struct Parts {
    folder: tempfile::TempDir,
    paths: Vec<PathBuf>,
}

impl Parts {
    fn of(job: &[&str], among: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let part = |number: usize| {
            let output = falsecard(&[job, &["--shard", &format!("{number}/{among}")]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            let path = folder.path().join(format!("part-{number}.jsonl"));
            fs::write(&path, output.stdout).unwrap();
            path
        };
        let paths = (1..=among).map(part).collect();
        Self { folder, paths }
    }

    fn names(&self) -> Vec<&str> {
        self.paths.iter().map(|path| path.to_str().unwrap()).collect()
    }

    fn merged(&self, more: &[&str]) -> Output {
        let backwards: Vec<&str> = self.names().into_iter().rev().collect();
        falsecard(&[&["merge"], &backwards[..], more].concat())
    }
}

const MATCH: [&str; 7] = ["match", "--a", "open", "--b", "random", "-n", "7"];

/// One part, a few, and more than there are games to look at: the same bytes as without parts, as
/// text and as data.
#[test]
fn parts_make_the_whole() {
    let wholes = [&[][..], &["--json"]].map(|form| (form, falsecard(&[&MATCH, form].concat())));
    for among in [1, 4] {
        let parts = Parts::of(&MATCH, among);
        for (form, whole) in &wholes {
            assert_eq!(whole.status.code(), Some(0), "{}", said(whole));
            let merged = parts.merged(form);
            assert_eq!(merged.status.code(), Some(0), "{}", said(&merged));
            assert_eq!(text(&merged.stdout), text(&whole.stdout), "in {among}");
        }
    }
}

/// The same for problems, but for the times, which are those of the parts.
#[test]
fn parts_of_a_run_make_the_whole() {
    let job = [
        "run",
        "--engine",
        "minimax,abc",
        "--worlds",
        "1",
        "--set",
        "mind-worlds=1",
        "--cache=off",
    ];
    let timeless = |output: &Output| -> Vec<Value> {
        let of = |line: &str| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            assert!(line.as_object_mut().unwrap().remove("ms").is_some());
            line
        };
        text(&output.stdout).lines().map(of).collect()
    };
    let parts = Parts::of(&job, 3);
    let whole = falsecard(&[&job[..], &["--json"]].concat());
    assert_eq!(timeless(&parts.merged(&["--json"])), timeless(&whole));
    // Of the tables those have no times that count what was solved.
    let counted = |output: &Output| {
        let text = text(&output.stdout);
        text[text.find("Solved by category").unwrap()..].to_owned()
    };
    assert_eq!(counted(&parts.merged(&[])), counted(&falsecard(&job)));
    assert!(text(&parts.merged(&["--format", "csv"]).stdout).starts_with("problem,category"));
}

/// A part of a match goes on from what `--out` has kept.
#[test]
fn a_part_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.jsonl");
    let part = || {
        let more = ["--shard", "2/3", "--out", kept.to_str().unwrap()];
        text(&falsecard(&[&MATCH[..], &more].concat()).stdout)
    };
    let whole = part();
    let all = fs::read(&kept).unwrap();
    fs::write(&kept, &all[..all.len() / 2]).unwrap();
    assert_eq!(part(), whole);
}

fn refused(parts: &[&str], why: &str) {
    let output = falsecard(&[&["merge"], parts].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(output.stdout.is_empty(), "nothing is printed of what is not whole");
    assert!(said(&output).contains(why), "{why}: {}", said(&output));
}

/// What is missing, twice there, of another job, broken off or no part at all is refused, and
/// nothing is printed.
#[test]
fn only_all_of_one_job_is_joined() {
    let parts = Parts::of(&MATCH, 3);
    let [one, two, three] = parts.names()[..] else { panic!("three parts") };
    refused(&[one, three], "1 of 3 parts are missing: 2/3");
    refused(&[one, two, three, one], "are the same part");
    let more_boards = Parts::of(&["match", "--a", "open", "--b", "random", "-n", "8"], 3);
    refused(&[one, two, more_boards.names()[2]], "are not parts of one job");
    let other_engine = Parts::of(&["match", "--a", "random", "--b", "random", "-n", "7"], 3);
    refused(&[one, two, other_engine.names()[2]], "are not parts of one job");
    let other_seed = [&MATCH[..], &["--seed", "2"]].concat();
    refused(&[one, two, Parts::of(&other_seed, 3).names()[2]], "are not parts of one job");
    refused(&[one, "problems/paper/paper-ex1.pbn", three], "is no part of a job");
    refused(&[one, "no-such-file", three], "no-such-file");
    let whole = fs::read(two).unwrap();
    for share in [0.2, 0.5, 0.9] {
        fs::write(two, &whole[..(share * whole.len() as f64) as usize]).unwrap();
        refused(&[one, two, three], "was not finished");
    }
    fs::write(two, "").unwrap();
    refused(&[one, two, three], "is no part of a job");
    let without_a_line = |path: &Path| {
        let all = text(&whole);
        let lines: Vec<&str> = all.lines().collect();
        fs::write(path, [&lines[..1], &lines[2..]].concat().join("\n")).unwrap();
    };
    without_a_line(Path::new(two));
    let output = falsecard(&["merge", one, two, three]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("there is no result of piece 2"), "{}", said(&output));
    drop(parts.folder);
}

/// What cannot be is refused with what would be right.
#[test]
fn bad_parts_are_refused() {
    let cases: [&[&str]; 6] = [
        &["--shard", "0/3"],
        &["--shard", "4/3"],
        &["--shard", "3"],
        &["--shard", "1/0"],
        &["--shard", "1/2", "--swings", "swings.pbn"],
        &["--shard", "-1/3"],
    ];
    for more in cases {
        let output = falsecard(&[&MATCH[..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
    }
    let output = falsecard(&[&MATCH[..], &["--shard", "4/3"]].concat());
    assert!(said(&output).contains("such as 3/40"), "{}", said(&output));
}
