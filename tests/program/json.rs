//! `docs/json.md` and the program are held together: its tables are made from the types that are
//! printed, and every command of the page prints what the page shows. `INSTA_UPDATE=always` writes
//! the tables anew.

#[path = "../common/page.rs"]
mod page;
use crate::schemas;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use schemas::{Schemas, against, hold, plain};
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What a command prints, standard output first; of `falsecard-lab` standard output alone.
fn printed(program: &str, args: &[&str]) -> [Vec<Value>; 2] {
    let said = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        let parsed = |line: &str| {
            serde_json::from_str(line).unwrap_or_else(|_| panic!("{args:?} prints {line}"))
        };
        text.lines().map(parsed).collect()
    };
    if program == "falsecard-lab" {
        let mut printed = Vec::new();
        falsecard_lab::cli::run([&[program], args].concat(), &mut printed).unwrap();
        return [said(printed), Vec::new()];
    }
    let output = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .args(args)
        .current_dir(root())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    [output.stdout, output.stderr].map(said)
}

/// A card, a seat, a suit or a strain as a key is data.
fn is_data(key: &str) -> bool {
    let is_card = |key: &str| key.len() == 2 && key.parse::<falsecard::cards::Card>().is_ok();
    ["N", "E", "S", "W", "C", "D", "H", "NT"].contains(&key) || is_card(key)
}

/// The keys of a value, with those of the objects within it.
fn keys(value: &Value) -> BTreeSet<String> {
    let within: Vec<BTreeSet<String>> = match value {
        Value::Array(items) => items.iter().map(keys).collect(),
        Value::Object(fields) => {
            let own = fields.keys().filter(|key| !is_data(key)).cloned().collect();
            fields.values().map(keys).chain([own]).collect()
        }
        _ => Vec::new(),
    };
    within.into_iter().flatten().collect()
}

/// A part of the page: the objects that it describes, and the command with the line that it shows.
struct Section {
    title: String,
    objects: Vec<String>,
    /// The keys of tables that were written by hand.
    keys: BTreeSet<String>,
    command: Option<(Vec<String>, String)>,
}

impl Section {
    /// What a line has against all that is described here.
    fn against(&self, schemas: &Value, line: &Value) -> Vec<String> {
        if self.objects.is_empty() {
            let unsaid = keys(line).into_iter().filter(|key| !self.keys.contains(key));
            return unsaid.map(|key| format!("{key} is not described")).collect();
        }
        let refer = |name: &String| json!({ "$ref": format!("#/components/schemas/{name}") });
        let ways: Vec<Value> = self.objects.iter().map(refer).collect();
        against(schemas, &json!({ "anyOf": ways }), line, &self.title)
    }
}

fn page_text() -> String {
    fs::read_to_string(root().join("docs/json.md")).unwrap()
}

fn described() -> Schemas {
    plain(falsecard::cli::schemas::printed())
}

fn schemas_as_described() -> Value {
    json!({ "components": { "schemas": described() } })
}

fn sections() -> Vec<Section> {
    let text = page_text();
    let mut sections: Vec<Section> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if ["# ", "## ", "### "].iter().any(|mark| line.starts_with(mark)) {
            let title = line.trim_start_matches('#').trim().replace('`', "");
            let (objects, keys) = (Vec::new(), BTreeSet::new());
            sections.push(Section { title, objects, keys, command: None });
        }
        let Some(section) = sections.last_mut() else { continue };
        section.objects.extend(page::named(line).map(str::to_owned));
        if let Some((key, _)) = line.strip_prefix("| `").and_then(|row| row.split_once("` | ")) {
            section.keys.insert(key.to_owned());
        }
        if let Some(command) = line.strip_prefix("$ ") {
            let shown = lines.by_ref().find(|line| line.starts_with('{')).unwrap().to_owned();
            section.command = Some((command.split(' ').map(str::to_owned).collect(), shown));
        }
    }
    sections
}

fn section(title: &str) -> Section {
    let found = sections().into_iter().find(|section| section.title == title);
    found.unwrap_or_else(|| panic!("docs/json.md does not speak of {title}"))
}

#[test]
fn the_tables_are_those_of_the_types() {
    hold(&root().join("docs/json.md"), &page::with_tables(&page_text(), &described()));
}

/// Every command of the page is run: all that it prints is described, with all keys that may not be
/// absent, and the line shown has the keys of one that is printed.
#[test]
fn the_page_says_what_is_printed() {
    let schemas = schemas_as_described();
    let (mut shown, mut wrong) = (0, Vec::new());
    for section in sections() {
        let (title, Some((command, example))) = (&section.title, &section.command) else {
            continue;
        };
        shown += 1;
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let [answers, faults] = printed(words[0], &words[1..]);
        let lines = if title == "Faults" { faults } else { answers };
        wrong.extend(lines.iter().flat_map(|line| section.against(&schemas, line)));
        let example: Value = serde_json::from_str(example).unwrap();
        if !lines.iter().any(|line| keys(line) == keys(&example)) {
            wrong.push(format!("{title}: no line has the keys of the one that is shown"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(shown >= 13, "only {shown} commands are shown");
}

/// What the examples of the page do not have is described all the same, and every fault is an
/// object.
#[test]
fn what_is_rarely_printed_is_described() {
    const EXAMPLE: &str = "problems/paper/paper-ex1.pbn";
    const TWO: [&str; 2] = ["--worlds", "2"];
    let cases: [(&str, &[&str]); 18] = [
        ("choose", &["choose", "problems/signal/bb-signals-17.pbn", "--engine", "all"]),
        ("choose", &["choose", "problems/entries/bb-secondhand-10.pbn", "--engine", "minimax"]),
        ("explain", &["explain", EXAMPLE, "--budget", "1ms"]),
        ("believe", &["believe", EXAMPLE, "--seat", "S", "--after", "C2"]),
        ("believe", &["believe", "problems/entries/bb-secondhand-10.pbn"]),
        ("believe", &["believe", EXAMPLE, "--hint", "W: hcp 30+"]),
        ("signal", &["signal", EXAMPLE, "--budget", "1ms"]),
        ("dd", &["dd", EXAMPLE, "--cards"]),
        ("convert", &["convert", "tests/data/formats/swapped-declarer.pbn", "-", "--to", "json"]),
        ("Faults", &["choose", EXAMPLE, "--engine", "magic"]),
        ("Faults", &["choose", EXAMPLE, "--colour"]),
        ("Faults", &["choose"]),
        ("Faults", &["run", "--only", "zzz"]),
        ("Faults", &["run", "--category", "zzz"]),
        ("Faults", &["lint", "no-such-file"]),
        ("Faults", &["convert", "no-such-file", "-", "--to", "pbn"]),
        ("Faults", &["explain", EXAMPLE, "--hint", "W: hcp 30+"]),
        ("Faults", &["signal", EXAMPLE, "--card", "HA"]),
    ];
    let (schemas, mut wrong) = (schemas_as_described(), Vec::new());
    for (title, args) in cases {
        let work: &[&str] = if title == "choose" { &TWO } else { &[] };
        let [answers, faults] = printed("falsecard", &[args, work, &["--json"]].concat());
        let told = if title == "Faults" {
            assert!(answers.is_empty(), "{args:?} prints {answers:?}");
            faults
        } else {
            answers
        };
        assert!(!told.is_empty(), "{args:?} prints nothing");
        let section = section(title);
        let found = told.iter().flat_map(|line| section.against(&schemas, line));
        wrong.extend(found.map(|wrong| format!("{args:?}: {wrong}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
