//! The page in a real browser: what a person does there, and pictures of it. It needs node,
//! Chromium and the packages of `npm ci --prefix tests/browser`; `.ci/run browser` installs what is
//! missing.
//!
//! `FALSECARD_PICTURES=docs/pictures cargo test --profile quick --test program browser:: --
//! --ignored` makes the pictures anew.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the test needs beside the program, and how to see that it is there.
const NEEDED: [(&str, &[&str]); 2] =
    [("node", &["node", "--version"]), ("chromium", &["chromium", "--version"])];

#[test]
#[ignore = "needs node and Chromium: .ci/run browser"]
fn the_page_does_what_a_person_asks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_there = |words: &[&str]| {
        let mut command = Command::new(words[0]);
        let quiet = command.args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    let packages = root.join("tests/browser/node_modules/playwright-core");
    let missing = NEEDED.iter().find(|(_, words)| !is_there(words)).map(|(name, _)| *name);
    let missing = missing.or((!packages.exists()).then_some("npm ci --prefix tests/browser"));
    assert_eq!(missing, None, "not installed");
    let scratch = tempfile::tempdir().unwrap();
    let pictures = env::var_os("FALSECARD_PICTURES");
    let pictures = pictures.map_or_else(|| scratch.path().to_owned(), |path| root.join(path));
    let mut page = Command::new("node");
    page.arg(root.join("tests/browser/page.mjs"));
    let status = page.arg(env!("CARGO_BIN_EXE_falsecard")).arg(pictures).status().unwrap();
    assert!(status.success());
}
