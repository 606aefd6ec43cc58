//! The house rules of ARCHITECTURE.md, enforced: imports run one way, a name has one meaning, searches are
//! registered, and no file grows past its room.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, and in each the layers from the bottom up. A module imports only from layers below its own; which crates a crate
/// may use its `Cargo.toml` says, and the compiler sees to it.
const CRATES: [(&str, &[&[&str]]); 7] = [
    ("bridge", &[&["cards", "text"], &["play"]]),
    (
        "engine",
        &[
            &["real"],
            &["network"],
            &["carding"],
            &["constraint"],
            &["belief", "dd", "suit"],
            &["work"],
            &["mind", "bidding"],
            &["search"],
        ],
    ),
    ("notation", &[]),
    ("laboratory", &[&["files"], &["store"], &["records"], &["signal", "problem"], &["table"]]),
    ("protocol", &[]),
    ("program", &[&["wording"], &["web"], &["cli"]]),
    ("lab", &[&["learn"], &["departure"], &["cli"]]),
];

/// No file may be longer, unit tests included.
const LINES: usize = 600;

/// The source of a crate.
fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src")
}

/// All files of all crates, each with the name of its crate and its path there, as in `engine/search/mod.rs`.
fn all_files() -> Vec<(String, PathBuf)> {
    let of_crate = |name: &str| {
        let (source, name) = (source(name), name.to_owned());
        files(&source).into_iter().map(move |path| {
            let inside = path.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
            (format!("{name}/{inside}"), path)
        })
    };
    CRATES.iter().flat_map(|(name, _)| of_crate(name)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The top-level module that a file belongs to.
fn module_of(name: &str) -> &str {
    name.split('/').nth(1).unwrap().trim_end_matches(".rs")
}

/// The modules that a file names as `crate::module`, whole lines of comment left out.
fn imports(text: &str) -> Vec<String> {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.join("\n").split("crate::").skip(1).flat_map(heads).collect()
}

/// The first name of a path, or of every path of a group in braces.
fn heads(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else { return vec![first_name(path)] };
    let (mut paths, mut depth) = (vec![String::new()], 0);
    for c in group.chars() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => paths.push(String::new()),
            _ if depth == 0 => paths.last_mut().unwrap().push(c),
            _ => {}
        }
    }
    paths.iter().map(|path| first_name(path)).filter(|name| !name.is_empty()).collect()
}

fn first_name(path: &str) -> String {
    path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn imports_are_found() {
    let text =
        "use crate::a::{x, y};\n// use crate::b;\nuse crate::{\n    c::{self, x},\n    d,\n};";
    assert_eq!(imports(text), ["a", "c", "d"]);
}

#[test]
fn imports_run_one_way() {
    let mut wrong = Vec::new();
    for (name, path) in all_files() {
        let (_, layers) = CRATES.iter().find(|(it, _)| name.starts_with(it)).unwrap();
        let layer = |module: &str| layers.iter().position(|modules| modules.contains(&module));
        let module = module_of(&name);
        if layers.is_empty() || ["lib", "main"].contains(&module) {
            continue;
        }
        let own = layer(module).unwrap_or_else(|| panic!("{name} is in no layer"));
        for import in imports(&fs::read_to_string(&path).unwrap()) {
            if import != module && layer(&import).is_some_and(|other| other >= own) {
                wrong.push(format!("{name}: crate::{import}"));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that run the wrong way:\n{}", wrong.join("\n"));
}

/// The rooms of `constraint` from the bottom up: a file imports from its own and from those before it, by their doors.
#[test]
fn rooms_have_doors() {
    const ROOMS: [&str; 3] = ["language", "calls", "linear"];
    let constraint = source("engine").join("constraint");
    for (own, room) in ROOMS.iter().enumerate() {
        for path in files(&constraint.join(room)) {
            let text = fs::read_to_string(&path).unwrap();
            let code =
                text.split("mod tests {").next().unwrap().replace("crate::constraint::", "crate::");
            for import in imports(&code) {
                let later = ROOMS.iter().position(|other| *other == import).filter(|at| *at > own);
                assert!(later.is_none(), "{}: constraint::{import}", path.display());
            }
        }
    }
}

#[test]
fn no_file_outgrows_its_room() {
    let long: Vec<_> = all_files()
        .into_iter()
        .filter(|(_, path)| fs::read_to_string(path).unwrap().lines().count() > LINES)
        .collect();
    assert!(long.is_empty(), "files of more than {LINES} lines: {long:?}");
}

/// What the library offers by name, file by file: types, traits, functions and constants (the command line has its own
/// pages). What is added, renamed or taken away is seen in the diff: `INSTA_UPDATE=always cargo test --profile quick
/// --test architecture` writes it anew.
#[test]
fn what_the_library_offers() {
    let mut listing = String::new();
    for (name, path) in all_files().into_iter().filter(|(name, _)| module_of(name) != "cli") {
        let text = fs::read_to_string(&path).unwrap();
        let items: Vec<String> = text.lines().filter_map(public_item).collect();
        if !items.is_empty() {
            writeln!(listing, "{name}: {}", items.join(", ")).unwrap();
        }
    }
    insta::assert_snapshot!("public_items", listing);
}

/// What a line of a file makes public, as in `struct View`; items within others are left out.
fn public_item(line: &str) -> Option<String> {
    let item = line.strip_prefix("pub ")?;
    let item =
        item.strip_prefix("const fn").map_or_else(|| item.to_owned(), |it| format!("fn{it}"));
    let (kind, rest) = item.split_once(' ')?;
    let kinds = ["struct", "enum", "trait", "type", "fn", "const", "static"];
    kinds.contains(&kind).then(|| format!("{kind} {}", first_name(rest)))
}

/// A name stands for one public type: who reads `Role` in a signature need not ask whose. Allowed are the
/// iterators over the games of a file, which every format has, as every container of the standard library has its
/// `Iter`. (The command line names its verbs' arguments as it likes.)
#[test]
fn a_name_has_one_meaning() {
    const ALLOWED: [&str; 1] = ["Games"];
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, path) in all_files().into_iter().filter(|(name, _)| module_of(name) != "cli") {
        for item in fs::read_to_string(&path).unwrap().lines().filter_map(public_item) {
            let (kind, name) = item.split_once(' ').unwrap();
            if ["struct", "enum", "trait", "type"].contains(&kind) && !ALLOWED.contains(&name) {
                seen.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    seen.retain(|_, places| places.len() > 1);
    assert!(seen.is_empty(), "names of several public types: {seen:#?}");
}

/// Every file with a search in it is named by the registry.
#[test]
fn searches_are_registered() {
    let registry = fs::read_to_string(source("engine").join("search/mod.rs")).unwrap();
    let registry = registry.split("pub const SEARCHES").nth(1).unwrap();
    for path in files(&source("engine").join("search")) {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if fs::read_to_string(&path).unwrap().contains("impl Search for") {
            assert!(registry.contains(&format!("{name}::")), "{name} is not in SEARCHES");
        }
    }
}

/// Only one place writes to the terminal and one to files, where it is seen to that no text is obeyed
/// by the one and no half is left of the others. The memory of answers appends to a file of its own.
#[test]
fn everything_goes_out_by_one_door() {
    const WAYS: [&str; 12] = [
        "print!(",
        "println!(",
        "dbg!(",
        "io::stdout(",
        "io::stderr(",
        "fs::write(",
        "fs::rename(",
        "fs::copy(",
        "create_dir",
        "OpenOptions",
        " File::create",
        "File::options(",
    ];
    let doors = [
        ("program/cli/program.rs", &["io::stdout(", "io::stderr("][..]),
        // It asks how wide they are.
        ("program/cli/page.rs", &["io::stdout(", "io::stderr("]),
        ("laboratory/files.rs", &["File::options("]),
        ("laboratory/store.rs", &["File::options(", "create_dir"]),
    ];
    for (name, path) in all_files() {
        let door = doors.iter().find(|(door, _)| *door == name);
        let allowed = door.map_or(&[][..], |(_, ways)| ways);
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("mod tests {").next().unwrap().lines();
        for line in code.filter(|line| !line.trim_start().starts_with("//")) {
            let found = WAYS.iter().find(|way| line.contains(**way) && !allowed.contains(way));
            assert!(found.is_none(), "{name} writes by itself: {line}");
        }
    }
}
