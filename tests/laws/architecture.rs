//! The house rules of ARCHITECTURE.md, enforced: imports run one way, a name has one meaning,
//! searches are registered, and no file grows past its room.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, and in each the layers from the bottom up. A module imports only from layers below
/// its own; which crates a crate may use its `Cargo.toml` says, and the compiler sees to it.
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

/// No line may be longer, comments and texts included; in columns.
const COLUMNS: usize = 100;

/// The room whose texts for people stand in longer lines.
const LONGER_LINES: [&str; 1] = ["program/cli"];

/// The source of a crate.
fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src")
}

/// All files of all crates, each with the name of its crate and its path there, as in
/// `engine/search/mod.rs`.
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

/// A file, as far as others import from it and it from others.
struct SourceFile {
    name: String,
    /// What it defines at its top level.
    items: BTreeSet<String>,
    /// The names that it imports or hands on, with their paths.
    uses: Vec<Import>,
    /// The paths in its code, such as `minimax::Minimax`.
    paths: BTreeSet<Vec<String>>,
    /// The words of its code.
    words: BTreeSet<String>,
}

struct Import {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

/// The files of a crate, by the paths of their modules.
type Modules = BTreeMap<Vec<String>, SourceFile>;

/// The words and signs of a code, without comments and texts; `::` is one sign.
fn tokens(code: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        let raw = rest[word.len()..].trim_start_matches('#');
        let taken = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if matches!(word, "r" | "br") && raw.starts_with('"') {
            let hashes = rest.len() - word.len() - raw.len();
            let end = format!("\"{}", "#".repeat(hashes));
            let start = word.len() + hashes + 1;
            start + rest[start..].find(&end).unwrap() + end.len()
        } else if first == '"' {
            let mut ends = rest.char_indices().skip(1);
            loop {
                match ends.next().unwrap() {
                    (at, '"') => break at + 1,
                    (_, '\\') => drop(ends.next()),
                    _ => {}
                }
            }
        } else if let Some(sign) = rest.strip_prefix('\'') {
            // A letter in quotes, or a lifetime.
            let letter = match sign.strip_prefix('\\') {
                Some(escaped) => escaped[1..].find('\'').map(|at| at + 2),
                None => sign.chars().next().map(char::len_utf8),
            };
            let letter = letter.filter(|at| sign[*at..].starts_with('\''));
            let lifetime = || sign.find(|c| !is_word(c)).unwrap_or(sign.len());
            letter.map_or_else(|| 1 + lifetime(), |letter| letter + 2)
        } else if !word.is_empty() {
            found.push(word.to_owned());
            word.len()
        } else if rest.starts_with("::") {
            found.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[taken..];
    }
    found
}

/// The paths of a `use`, each with the name that it has from then on.
fn leaves(tree: &[String], before: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let mut path = before.to_vec();
    let mut at = 0;
    while at < tree.len() {
        match tree[at].as_str() {
            "::" => at += 1,
            "{" => {
                let (mut depth, mut from) = (0, at + 1);
                for (end, token) in tree.iter().enumerate().skip(at) {
                    depth += i32::from(token == "{") - i32::from(token == "}");
                    if depth == 0 || depth == 1 && token == "," {
                        leaves(&tree[from..end], &path, found);
                        from = end + 1;
                    }
                }
                return;
            }
            "as" => return found.push((path, tree[at + 1].clone())),
            "self" if !path.is_empty() => at += 1,
            word => {
                assert!(word != "*" || path[0] != "crate" && path[0] != "super", "{path:?}::*");
                path.push(word.to_owned());
                at += 1;
            }
        }
    }
    if let Some(name) = path.last().cloned().filter(|_| !tree.is_empty()) {
        found.push((path, name));
    }
}

/// Reads a file: without its tests, and with the files that are there for tests alone.
fn source_file(name: &str, text: &str) -> (SourceFile, Vec<String>) {
    const TEST: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    const ITEMS: [&str; 8] =
        ["struct", "enum", "trait", "type", "fn", "const", "static", "macro_rules"];
    let all = tokens(text);
    let is_test = |at: usize| all[at..].iter().zip(TEST).filter(|(a, b)| *a == b).count() == 8;
    let mut file = SourceFile {
        name: name.to_owned(),
        items: BTreeSet::new(),
        uses: Vec::new(),
        paths: BTreeSet::new(),
        words: BTreeSet::new(),
    };
    let (mut for_tests, mut depth, mut at) = (Vec::new(), 0, 0);
    let is_word = |token: &str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    while at < all.len() {
        let next = |more: usize| all.get(at + more).map_or("", String::as_str);
        match all[at].as_str() {
            "#" if is_test(at) && next(9) == "{" => break,
            "#" if is_test(at) => {
                for_tests.push(next(8).to_owned());
                at += 9;
            }
            "mod" if next(2) == ";" => at += 2,
            "use" => {
                let end = at + all[at..].iter().position(|token| token == ";").unwrap();
                let is_public = at > 0 && (all[at - 1] == "pub" || all[at - 1] == ")");
                let mut found = Vec::new();
                leaves(&all[at + 1..end], &[], &mut found);
                let import = |(path, name)| Import { path, name, is_public };
                file.uses.extend(found.into_iter().map(import));
                at = end;
            }
            word if is_word(word) => {
                if depth == 0 && (ITEMS.contains(&word) || word == "mod" && next(2) == "{") {
                    let name = if next(1) == "!" { next(2) } else { next(1) };
                    file.items.insert(name.to_owned());
                }
                let mut path = vec![word.to_owned()];
                while next(2 * path.len() - 1) == "::" && is_word(next(2 * path.len())) {
                    path.push(next(2 * path.len()).to_owned());
                }
                file.words.extend(path.iter().cloned());
                at += 2 * (path.len() - 1);
                if path.len() > 1 {
                    file.paths.insert(path);
                }
            }
            sign => depth += i32::from(sign == "{") - i32::from(sign == "}"),
        }
        at += 1;
    }
    (file, for_tests)
}

/// The files of a crate from their names, as in `search/mod.rs`, and their texts.
fn modules<'a>(files: impl IntoIterator<Item = (&'a str, String)>) -> Modules {
    let (mut modules, mut for_tests) = (Modules::new(), Vec::new());
    for (name, text) in files {
        let mut path: Vec<String> =
            name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if matches!(path.last().unwrap().as_str(), "mod" | "lib") {
            path.pop();
        }
        let (file, own) = source_file(name, &text);
        for_tests.extend(own.into_iter().map(|it| [path.clone(), vec![it]].concat()));
        modules.insert(path, file);
    }
    modules.retain(|path, _| !for_tests.contains(path));
    modules
}

/// The file that defines what a path names in a module: what a door hands on is of the file behind
/// it. `None` of other crates, and of a module as a whole.
fn definition<'a>(modules: &'a Modules, module: &[String], path: &[String]) -> Option<&'a str> {
    let mut at = module.to_vec();
    let mut rest = path;
    let mut is_first = true;
    while let Some((first, more)) = rest.split_first() {
        match first.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name => {
                let child = [&at[..], &[name.to_owned()]].concat();
                let file = &modules[&at];
                if modules.contains_key(&child) {
                    at = child;
                } else if file.items.contains(name) {
                    return Some(&file.name);
                } else {
                    let is_it = |it: &&Import| it.name == name && it.path[0] != name;
                    let import = file.uses.iter().find(is_it)?;
                    let is_here = is_first && import.path == path;
                    let path = [&import.path[..], more].concat();
                    return if is_here { None } else { definition(modules, &at, &path) };
                }
            }
        }
        is_first = false;
        rest = more;
    }
    None
}

/// From which files each file imports, and what. What a door only hands on it does not import.
fn imports_of_files(modules: &Modules) -> BTreeMap<&str, BTreeMap<&str, BTreeSet<String>>> {
    let of_file = |(module, file): (&Vec<String>, &'_ SourceFile)| {
        let uses = file.uses.iter().filter(|it| !it.is_public || file.words.contains(&it.name));
        let mut from: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for path in uses.map(|it| &it.path).chain(&file.paths) {
            let found = definition(modules, module, path).filter(|other| *other != file.name);
            if let Some(other) = found {
                from.entry(other).or_default().insert(path.join("::"));
            }
        }
        from
    };
    modules.iter().map(|it| (it.1.name.as_str(), of_file(it))).collect()
}

/// The circles of files that import from each other, directly or by others, with what they import.
fn circles(modules: &Modules) -> Vec<String> {
    let imports = imports_of_files(modules);
    let reached = |from: &str| {
        let (mut all, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = next.pop() {
            let new = imports[file.as_str()].keys().filter(|it| all.insert((**it).to_owned()));
            next.extend(new.map(|it| (*it).to_owned()));
        }
        all
    };
    let reached: BTreeMap<&str, BTreeSet<String>> =
        imports.keys().map(|file| (*file, reached(file))).collect();
    let mut found = BTreeSet::new();
    for (file, others) in reached.iter().filter(|(file, others)| others.contains(**file)) {
        let circle = others.iter().filter(|other| reached[other.as_str()].contains(*file));
        let circle: BTreeSet<&String> = circle.collect();
        let mut told = circle.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
        for (one, other) in circle.iter().flat_map(|a| circle.iter().map(move |b| (a, b))) {
            if let Some(names) = imports[one.as_str()].get(other.as_str()) {
                write!(told, "\n    {one} from {other}: {names:?}").unwrap();
            }
        }
        found.insert(told);
    }
    found.into_iter().collect()
}

#[test]
fn circles_are_found() {
    let told = |low: &str| {
        let files = [
            ("lib.rs", "pub mod room;".to_owned()),
            ("room/mod.rs", "mod high;\nmod low;\npub use high::High;\npub use low::Low;".into()),
            ("room/high.rs", "use super::Low;\npub struct High(Low);".into()),
            ("room/low.rs", format!("pub struct Low;\n{low}")),
        ];
        circles(&modules(files)).concat()
    };
    assert_eq!(told("// crate::room::High\nconst NAME: &str = \"super::high::High\";"), "");
    assert_eq!(told("#[cfg(test)]\nmod tests {\n    use crate::room::High;\n}"), "");
    for low in ["use crate::room::{High as Higher};", "type Other = super::high::High;"] {
        assert!(told(low).starts_with("room/high.rs, room/low.rs\n"), "{low}: {}", told(low));
    }
}

/// Files of a crate import one way too, within a module as between modules.
#[test]
fn files_import_one_way() {
    let mut found = Vec::new();
    for (name, _) in CRATES {
        let source = source(name);
        let paths = files(&source);
        let names: Vec<String> = paths
            .iter()
            .map(|path| path.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/"))
            .collect();
        let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
        let modules = modules(names.iter().map(String::as_str).zip(texts));
        found.extend(circles(&modules).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(found.is_empty(), "files that import in circles:\n{}", found.join("\n"));
}

/// The rooms of `constraint` from the bottom up: a file imports from its own and from those before
/// it, by their doors.
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

#[test]
fn no_line_is_too_long() {
    let held = |name: &str| !LONGER_LINES.iter().any(|it| name.starts_with(it));
    for (name, path) in all_files().into_iter().filter(|(name, _)| held(name)) {
        for (line, at) in fs::read_to_string(&path).unwrap().lines().zip(1..) {
            assert!(line.chars().count() <= COLUMNS, "{name}:{at}: more than {COLUMNS} columns");
        }
    }
}

/// What the library offers by name, file by file: types, traits, functions and constants (the
/// command line has its own pages). What is added, renamed or taken away is seen in the diff:
/// `INSTA_UPDATE=always cargo test --profile quick --test laws architecture::` writes it anew.
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

/// A name stands for one public type: who reads `Role` in a signature need not ask whose. Allowed
/// are the iterators over the games of a file, which every format has, as every container of the
/// standard library has its `Iter`. (The command line names its verbs' arguments as it likes.)
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

/// Only one place writes to the terminal and one to files, where it is seen to that no text is
/// obeyed by the one and no half is left of the others. The memory of answers appends to a file of
/// its own.
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
        ("program/cli/program.rs", &["io::stdout("][..]),
        ("program/cli/aside.rs", &["io::stderr("]),
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
