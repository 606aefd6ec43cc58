//! What the program says when there is no time: that it is so, and no more than it knows.

use crate::command::command;

use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rayon::prelude::*;

const GIVE: &str = "problems/paper/paper-ex4.pbn";
const PLAYED: &str = "tests/data/played.pbn";

fn falsecard(args: &[&str]) -> Command {
    let mut command = command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// No figure comes of no world, and no percentage of one.
fn claims_nothing_more_than_it_knows(args: &[&str], text: &str) {
    for never in ["inf", "NaN", " 0 worlds", "(1 world, 1"] {
        assert!(!text.contains(never), "{args:?} says {never}:\n{text}");
    }
}

/// With hardly any time every verb says what it has not done, in text and as data.
#[test]
fn a_tiny_budget_claims_nothing() {
    let cases: [(&[&str], &[&str], i32); 5] = [
        (
            &["choose", GIVE],
            &["it is ahead so far, but no more than", "none of them played out"],
            0,
        ),
        (
            &["explain", GIVE],
            &["The time was up before both cards had been played out", "averaged over"],
            0,
        ),
        (&["signal", GIVE], &["Not played out", "No advice: the time was up"], 0),
        (
            &["run", "--cache=off"],
            &["no card was played out, since every other card was far behind or"],
            0,
        ),
        (&["problem", "make", "--deals", "1"], &["nothing found: in 1 of 1 deals"], 1),
    ];
    for (args, said, status) in cases {
        let output = falsecard(args).args(["--budget", "1ms"]).output().unwrap();
        let (text, faults) = texts(&output);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {faults}");
        let all = (text + &faults).replace(['\n', '│'], " ");
        let all = all.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in said {
            assert!(all.contains(said), "{args:?} does not say {said}:\n{all}");
        }
        claims_nothing_more_than_it_knows(args, &all);
    }
}

/// The same as data: what was not played out is null.
#[test]
fn a_tiny_budget_is_null_in_json() {
    let json = |args: &[&str]| -> serde_json::Value {
        let output = falsecard(args).args(["--json", "--budget", "1ms"]).output().unwrap();
        serde_json::from_slice(output.stdout.split(|b| *b == b'\n').next().unwrap()).unwrap()
    };
    let advice = json(&["signal", GIVE]);
    assert_eq!((&advice["worlds"], advice["counsel"].is_null()), (&0.into(), true));
    for option in advice["options"].as_array().unwrap() {
        assert!(option["gain"].is_null() && option["score"].is_null());
    }
    let explained = json(&["explain", GIVE]);
    assert_eq!(explained["worlds"], 0);
    assert!(explained["believed"].as_u64() >= Some(1));
    assert!(explained["accounts"][0]["readers"][0]["replies"][0].as_array().unwrap().is_empty());
}

/// Of one world no share is told as a percentage, and no error is known.
#[test]
fn one_world_is_called_one_world() {
    let few = ["--worlds", "1", "--set", "mind-worlds=1"];
    let text = |args: &[&str]| texts(&falsecard(args).args(few).output().unwrap()).0;
    let chosen = text(&["choose", GIVE, "--engine", "abc"]);
    assert!(chosen.contains("1 layout,") && chosen.contains(" of 1"), "{chosen}");
    assert!(chosen.contains("± ?"), "{chosen}");
    let explained = text(&["explain", GIVE, "--card", "C8", "--against", "C2"]);
    assert!(explained.contains("no more than 1 layout was looked at"), "{explained}");
    assert!(!explained.contains("1 layouts"), "{explained}");
    let advised = text(&["signal", GIVE, "--card", "C8", "--card", "C2"]);
    assert!(advised.contains("Advice, over 1 world:"), "{advised}");
    assert!(advised.contains("In so few worlds no gain is clear"), "{advised}");
    let reviewed = text(&["review", PLAYED, "--engine", "minimax", "--cache=off"]);
    assert!(!reviewed.lines().any(|line| line.ends_with(" mistake")), "{reviewed}");
    assert!(reviewed.contains("no card is called a mistake"), "{reviewed}");
}

/// Ctrl-C, when the work has begun. A machine under load may be so slow to begin that the signal
/// ends the program before it listens to it: then it gets more time.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> Output {
    use std::os::unix::process::ExitStatusExt;
    for wait in [1, 3, 9] {
        let child = falsecard(args).spawn().unwrap();
        sleep(Duration::from_secs(wait));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let since = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(sent.success(), "{args:?} had ended before: {:?}", texts(&output));
        if output.status.signal().is_none() {
            assert!(since.elapsed() < Duration::from_secs(30), "{args:?} did not stop");
            return output;
        }
    }
    panic!("{args:?} does not listen to Ctrl-C");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_there_is() {
    const MANY: [&str; 2] = ["--worlds", "100000"];
    let cases: [(&[&str], &str); 8] = [
        (&["match", "--a", "minimax", "--b", "random", "--boards", "500"], "broken off: 500 were"),
        (&["choose", GIVE, "--engine", "minimax,fused"], "interrupted)"),
        (&["explain", GIVE, "--card", "C8", "--against", "C2"], "averaged over"),
        (&["signal", GIVE], "dvice"),
        (&["signal", "--problems", "signal"], "Interrupted:"),
        (&["run", "--engine", "minimax", "--cache=off"], "finished"),
        (&["review", PLAYED, "--cache=off"], "Broken off:"),
        (&["problem", "make", "--deals", "100000"], ""),
    ];
    cases.par_iter().for_each(|&(args, said)| {
        let output = interrupted(&[args, &MANY].concat());
        let (text, faults) = texts(&output);
        assert_eq!(output.status.code(), Some(130), "{args:?}: {text}{faults}");
        assert!(faults.contains("interrupted"), "{args:?}: {faults}");
        assert!(text.contains(said), "{args:?} does not say {said}:\n{text}");
        claims_nothing_more_than_it_knows(args, &text);
    });
}

/// As data the interruption is an object on standard error, and what is printed is marked.
#[cfg(unix)]
#[test]
fn ctrl_c_is_an_object_with_json() {
    let output = interrupted(&["choose", GIVE, "--json", "--worlds", "100000"]);
    let (text, faults) = texts(&output);
    assert_eq!(output.status.code(), Some(130));
    let fault: serde_json::Value = serde_json::from_str(faults.lines().last().unwrap()).unwrap();
    assert_eq!(fault["error"]["status"], 130);
    let decision: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(decision["interrupted"], true);
}
