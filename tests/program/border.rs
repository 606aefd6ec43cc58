//! What goes out of the program: files are written whole or not at all, a cache helps and never
//! harms, and nothing that a file says is obeyed by the terminal.

use crate::command::text;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use falsecard::problem::Verdict;
use tempfile::TempDir;

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_falsecard"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1");
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

fn falsecard(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// Whether a run ended well; what it said is shown if it did not.
fn done(output: &Output) -> bool {
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    output.status.success()
}

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/paper/paper-ex1.pbn");
    fs::read_to_string(path).unwrap()
}

/// A folder with a good file, one in which a second game is faulty, one without a game, one that
/// somebody wants to keep, and a set of problems.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let faulty = example().replace("N:432.32.32", "N:432.32.2");
    file("good.pbn", &example());
    file("half.pbn", &format!("{}\n{faulty}", example()));
    file("bad.txt", "this is no game\n");
    file("keep.pbn", "keep me\n");
    fs::create_dir_all(folder.path().join("set/duck")).unwrap();
    file("set/duck/a.pbn", &example());
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Whatever goes wrong, the file that stood there stands there still, and nothing is left over.
#[test]
fn a_file_is_replaced_by_a_whole_one_or_not_at_all() {
    let folder = folder();
    let before = names(folder.path());
    for args in [
        &["convert", "bad.txt", "keep.pbn"][..],
        &["convert", "no-such-file", "keep.pbn"],
        &["convert", "good.pbn", "keep.pbn", "--game", "9"],
        &["convert", "/dev/zero", "keep.pbn"],
        &["convert", "good.pbn", "no-such-folder/keep.pbn"],
        &["convert", "good.pbn", "."],
    ] {
        let output = falsecard(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(fs::read_to_string(folder.path().join("keep.pbn")).unwrap(), "keep me\n");
        assert_eq!(names(folder.path()), before, "{args:?}");
    }
    // The good games of a file are written although others are faulty, as they always were.
    let output = falsecard(folder.path(), &["convert", "half.pbn", "keep.pbn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(fs::read_to_string(folder.path().join("keep.pbn")).unwrap().contains("paper-ex1"));
    assert_eq!(names(folder.path()), before);
}

/// A file may be converted onto itself, by whatever name, unless something in it would be lost.
#[test]
fn a_file_may_be_converted_onto_itself() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let wanted = falsecard(folder.path(), &["convert", "good.pbn", "-", "--to", "pbn"]).stdout;
    let mut others = vec!["good.pbn", "./good.pbn"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("good.pbn", path("link.pbn")).unwrap();
        others.push("link.pbn");
    }
    for name in others {
        fs::write(path("good.pbn"), example()).unwrap();
        assert!(done(&falsecard(folder.path(), &["convert", "good.pbn", name])), "{name}");
        assert_eq!(fs::read(path("good.pbn")).unwrap(), wanted, "{name}");
    }
    let half = fs::read(path("half.pbn")).unwrap();
    let output = falsecard(folder.path(), &["convert", "half.pbn", "half.pbn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("half.pbn: nothing was written"));
    assert_eq!(fs::read(path("half.pbn")).unwrap(), half);

    // Another name of the same file is another file from then on.
    fs::hard_link(path("half.pbn"), path("other.pbn")).unwrap();
    falsecard(folder.path(), &["convert", "half.pbn", "other.pbn"]);
    assert_eq!(fs::read(path("half.pbn")).unwrap(), half);
    assert_eq!(fs::read(path("other.pbn")).unwrap(), wanted);
}

/// The pages of an index are files like all others.
#[test]
fn an_index_is_written_the_same_way() {
    let folder = folder();
    assert!(done(&falsecard(folder.path(), &["problem", "index", "set"])));
    assert_eq!(names(&folder.path().join("set")), ["README.md", "duck"]);
    assert_eq!(names(&folder.path().join("set/duck")), ["README.md", "a.pbn"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_and_links_are_kept() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::set_permissions(path("keep.pbn"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("keep.pbn", path("link.pbn")).unwrap();
        symlink("not-yet.pbn", path("dangling.pbn")).unwrap();
        for name in ["link.pbn", "dangling.pbn", "new.pbn"] {
            assert!(done(&falsecard(folder.path(), &["convert", "good.pbn", name])), "{name}");
            assert!(fs::read_to_string(path(name)).unwrap().contains("paper-ex1"), "{name}");
        }
        assert_eq!(mode(&path("keep.pbn")), 0o640);
        assert_eq!(fs::read_link(path("link.pbn")).unwrap(), Path::new("keep.pbn"));
        assert!(path("not-yet.pbn").is_file() && path("dangling.pbn").is_symlink());
        assert_eq!(mode(&path("new.pbn")), mode(&path("good.pbn")), "new files are as all are");
    }

    /// What is no file on a disk takes the bytes as they come; so does a file that the shell has
    /// opened, behind what it holds.
    #[test]
    fn special_files_are_written_as_they_are() {
        let folder = folder();
        let convert =
            |to: &str| command(folder.path(), &["convert", "good.pbn", to, "--to", "pbn"]);
        let wanted = text(&convert("-").output().unwrap().stdout);
        assert!(done(&convert("/dev/null").output().unwrap()));
        assert_eq!(text(&convert("/dev/stdout").output().unwrap().stdout), wanted);
        let log = fs::File::options().append(true).open(folder.path().join("keep.pbn")).unwrap();
        assert!(convert("/dev/stdout").stdout(log).status().unwrap().success());
        let log = fs::read_to_string(folder.path().join("keep.pbn")).unwrap();
        assert_eq!(log, format!("keep me\n{wanted}"));
    }

    /// Ctrl-C in the middle of it: exit status 130, and nothing has changed.
    #[test]
    fn ctrl_c_leaves_nothing_behind() {
        let folder = folder();
        let before = names(folder.path());
        let mut child = command(folder.path(), &["convert", "-", "keep.pbn"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(example().as_bytes()).unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        while names(folder.path()) == before && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_ne!(names(folder.path()), before, "the file is being written beside the other");
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        drop(input);
        assert_eq!(names(folder.path()), before);
        assert_eq!(fs::read_to_string(folder.path().join("keep.pbn")).unwrap(), "keep me\n");
    }
}

/// The paper's examples, quickly.
const RUN: [&str; 8] =
    ["run", "--engine", "minimax", "--worlds", "1", "--set", "mind-worlds=1", "--json"];

fn run(folder: &Path, args: &[&str]) -> Output {
    falsecard(folder, &[&RUN, args].concat())
}

fn verdicts(output: &Output) -> Vec<Verdict> {
    assert!(done(output));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file that is none of remembered answers is refused, and not touched.
#[test]
fn a_cache_is_known_by_its_first_line() {
    let folder = folder();
    let mut foreign = vec!["keep.pbn", "good.pbn", "."];
    if cfg!(target_os = "linux") {
        foreign.extend(["/dev/full", "/dev/zero", "/dev/null"]);
    }
    for name in foreign {
        let output = run(folder.path(), &["--cache", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains("no file of remembered answers"), "{name}");
        assert!(output.stdout.is_empty(), "{name}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("keep.pbn")).unwrap(), "keep me\n");
    fs::write(folder.path().join("empty"), "").unwrap();
    for name in ["empty", "missing", "in/new/folders"] {
        assert!(done(&run(folder.path(), &["--cache", name])), "{name}");
        let again = verdicts(&run(folder.path(), &["--cache", name]));
        assert!(again.len() == 4 && again.iter().all(|verdict| verdict.recalled), "{name}");
    }
}

/// Where nothing can be remembered, every answer is printed all the same, and one warning.
#[test]
fn a_cache_never_harms() {
    let folder = folder();
    let home = |home: &str| {
        let mut command = command(folder.path(), &RUN);
        command.env("XDG_CACHE_HOME", folder.path().join(home)).output().unwrap()
    };
    fs::create_dir_all(folder.path().join("strange/falsecard")).unwrap();
    fs::write(folder.path().join("strange/falsecard/answers.jsonl"), "keep me\n").unwrap();
    let mut homes = vec!["keep.pbn", "strange"];
    if cfg!(target_os = "linux") {
        homes.push("/proc/no-such-home");
        let full = folder.path().join("full/falsecard");
        fs::create_dir_all(&full).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("/dev/full", full.join("answers.jsonl")).unwrap();
        homes.push("full");
    }
    for name in homes {
        let output = home(name);
        let answers = verdicts(&output);
        assert!(answers.len() == 4 && answers.iter().all(|verdict| !verdict.recalled), "{name}");
        let said = text(&output.stderr);
        assert_eq!(said.matches("Nothing is remembered").count(), 1, "{name}: {said}");
    }
    let kept = fs::read_to_string(folder.path().join("strange/falsecard/answers.jsonl")).unwrap();
    assert_eq!(kept, "keep me\n");
}

/// Runs at once share a cache: each finds all that the others have remembered.
#[test]
fn runs_share_a_cache() {
    let folder = folder();
    let args = |set| [&RUN[..], &["--cache", "shared", "--seeds", "2", set]].concat();
    let sets = ["paper", "duck", "paper"];
    let runs: Vec<_> = sets
        .iter()
        .map(|set| command(folder.path(), &args(set)).stdout(Stdio::null()).spawn().unwrap())
        .collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    for set in sets {
        let recalled = verdicts(&falsecard(folder.path(), &args(set)));
        assert!(recalled.iter().all(|verdict| verdict.recalled), "{set}");
    }
    let kept = fs::read_to_string(folder.path().join("shared")).unwrap();
    let is_json = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    assert!(kept.lines().all(is_json), "no line is torn");
}

/// A time is of the run that took it, and an answer within a budget of that run alone.
#[test]
fn recalled_answers_are_told_from_new_ones() {
    let folder = folder();
    let args = ["run", "--engine", "minimax", "--worlds", "1", "--cache", "answers"];
    let said = |more: &[&str]| {
        let output = falsecard(folder.path(), &[&args, more].concat());
        assert!(done(&output));
        text(&output.stdout)
    };
    assert!(!said(&[]).contains("recalled"));
    let again = said(&[]);
    assert!(again.contains("4 of the answers are recalled from answers;"), "{again}");
    assert!(again.contains(" 0 s of thought"), "{again}");
    let times = again.lines().filter(|line| line.starts_with("paper-ex") && line.ends_with(')'));
    assert_eq!(times.count(), 4, "{again}");
    let half = said(&["--seeds", "2"]);
    assert!(half.contains("4 of the answers are recalled") && !half.contains("(0."), "{half}");

    let kept = fs::read(folder.path().join("answers")).unwrap();
    for _ in 0..2 {
        assert!(!said(&["--budget", "1s"]).contains("recalled"));
    }
    assert_eq!(fs::read(folder.path().join("answers")).unwrap(), kept);
    let refused = falsecard(folder.path(), &["run", "--budget", "1s", "--failed"]);
    assert_eq!(refused.status.code(), Some(2), "what is not remembered cannot be asked for");
}

/// Input is read within bounds, wherever it comes from.
#[test]
#[cfg(target_os = "linux")]
fn endless_input_is_refused() {
    let folder = folder();
    for args in [
        &["run", "--compare", "/dev/zero"][..],
        &["run", "--failed=/dev/zero"],
        &["run", "/dev/zero"],
        &["review", "/dev/zero"],
        &["believe", "/dev/zero"],
        &["believe", "good.pbn", "--system", "/dev/zero"],
        &["lint", "/dev/zero"],
        &["convert", "/dev/zero", "--to", "pbn"],
    ] {
        let start = Instant::now();
        assert_eq!(falsecard(folder.path(), args).status.code(), Some(2), "{args:?}");
        assert!(start.elapsed() < Duration::from_secs(20), "{args:?}");
    }
}

/// What a terminal would obey, or show in another order, or not at all.
const HOSTILE: &str =
    "\u{1b}[2J\u{1b}]0;gone\u{7}\u{9b}31m\u{7f}\u{8}\u{202e}\u{2066}\u{200b}\u{feff}";

/// Whether every character is seen.
fn is_clean(bytes: &[u8]) -> bool {
    let hidden = |c: char| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || c == '\u{feff}'
    };
    !text(bytes).contains(hidden)
}

/// A game of which every text is hostile, as a problem, and the same as JSON; names of files that
/// are, and rule files with such names in them.
fn hostile_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let mut game = example()
        .replace("[Event \"", &format!("[Event \"{HOSTILE}"))
        .replace("[Board \"", &format!("[Board \"{HOSTILE}"))
        .replace("[Problem \"", &format!("[Problem \"{HOSTILE}"))
        .replace("[Category \"", &format!("[Role \"give\"]\n[Category \"{HOSTILE}"))
        .replace("2NT Pass", "2NT =1= Pass")
        .replace("[Play \"W\"]", &format!("[Note \"1:20-21 HCP; {HOSTILE}\"]\n[Play \"W\"]"))
        .replace("[Why \"", &format!("{{{HOSTILE}}}\n[Why \"{HOSTILE}"));
    for seat in ["West", "North", "East", "South"] {
        game = game.replace(&format!("[{seat} \"?"), &format!("[{seat} \"{HOSTILE}"));
    }
    let rules =
        format!("system mine\nsource {HOSTILE}\nuse natural\nopening 2NT: hcp 20-21 @ 95%\n");
    file("good.pbn", &game);
    file(&format!("{HOSTILE}.pbn"), &game);
    file(&format!("{HOSTILE}.rules"), &rules);
    file("system.pbn", &game.replace("[System \"paper", &format!("[System \"{HOSTILE}")));
    file("faulty.pbn", &game.replace("2NT =1= Pass", &format!("2NT =1= {HOSTILE}Pass")));
    file("deal.pbn", &game.replace("N:432", &format!("N:{HOSTILE}432")));
    file("faulty.rules", &format!("{rules}{HOSTILE}opening 2C: hcp 22+ @ 95%\n"));
    file("name.rules", &format!("system mine\ncard {HOSTILE}: off\n"));
    let results = serde_json::json!({
        "problem": HOSTILE, "category": HOSTILE, "engine": "minimax", "card": HOSTILE,
        "answer": [HOSTILE], "solved": false, "seed": 1,
    });
    file("old.json", &format!("{results}\n"));
    file("bad.json", &format!("{{\"board\":\"{HOSTILE}\"}}\n{{\"{HOSTILE}\":1}}\n"));
    let record = falsecard(folder.path(), &["convert", "good.pbn", "-", "--to", "json"]).stdout;
    file("good.json", &text(&record));
    folder
}

/// Nothing of what a file says or is called reaches the terminal as anything but text: whatever is
/// asked, whether it goes well or not.
#[test]
fn what_a_file_says_is_shown_and_not_obeyed() {
    let folder = hostile_folder();
    let [games, rules] = ["pbn", "rules"].map(|ending| format!("{HOSTILE}.{ending}"));
    let missing = format!("no{HOSTILE}.pbn");
    let quick = ["--worlds", "1", "--set", "mind-worlds=1"];
    let mut asked: Vec<Vec<&str>> = Vec::new();
    for verb in [
        &["choose", "--engine", "minimax"][..],
        &["choose", "--engine", "minimax", "--system", &rules],
        &["explain", "--card", "C2", "--against", "CK"],
        &["signal"],
        &["signal", "--read"],
        &["signal", "--problems"],
        &["run", "--engine", "minimax"],
        &["run", "--engine", "minimax", "--compare", "old.json"],
        &["run", "--engine", "minimax", "--format", "markdown"],
        &["run", "--engine", "minimax", "--format", "csv"],
        &["review", "--engine", "minimax"],
    ] {
        asked.extend([&games[..], &missing].map(|file| [verb, &[file], &quick].concat()));
    }
    let files = [&games, "good.pbn", "good.json", "system.pbn", "faulty.pbn", "deal.pbn", &missing];
    for file in files {
        for verb in [
            &["believe"][..],
            &["believe", "--system", &rules],
            &["believe", "--system", "faulty.rules"],
            &["believe", "--system", "name.rules"],
            &["believe", "--system", &missing],
            &["lint"],
            &["lint", "--strict"],
            &["dd"],
            &["dd", "--cards"],
            &["convert", "--to", "text"],
            &["convert", "--to", "json"],
        ] {
            asked.push([verb, &[file]].concat());
        }
    }
    for file in [&rules[..], "faulty.rules", "name.rules", "bad.json"] {
        asked.push(vec!["lint", file]);
    }
    asked.push(vec!["dd", "bad.json"]);
    asked.push(vec!["run", "good.pbn", "--compare", &missing]);
    asked.push(vec!["run", "good.pbn", "--compare", "good.pbn"]);
    asked.push(vec!["run", "good.pbn", "--cache", &games]);
    asked.push(vec!["problem", "make", "--deals", "1", "--system", &rules, "--worlds", "1"]);
    asked.push(vec!["problem", "index", "."]);
    asked.push(vec!["dd", "good.pbn", &games]);
    asked.push(vec![&games]);
    asked.push(vec!["convert", "good.pbn", "-", "--to", &games]);
    asked.push(vec!["believe", "good.pbn", "--hint", &games]);
    for args in asked {
        for json in [&[][..], &["--json"]] {
            let output = falsecard(folder.path(), &[&args[..], json].concat());
            assert!(output.status.code().is_some_and(|code| code <= 2), "{args:?}: {output:?}");
            assert!(is_clean(&output.stdout), "{args:?} {json:?}: {}", text(&output.stdout));
            assert!(is_clean(&output.stderr), "{args:?} {json:?}: {}", text(&output.stderr));
        }
    }
}

/// What is written for programs is what was read: the very same characters, in every format.
#[test]
fn data_stay_what_they_are() {
    let folder = hostile_folder();
    let pbn = |file: &str| falsecard(folder.path(), &["convert", file, "-", "--to", "pbn"]).stdout;
    let wanted = pbn("good.pbn");
    assert!(text(&wanted).contains(&format!("[Board \"{HOSTILE}paper-ex1\"]")));
    assert_eq!(pbn("good.json"), wanted, "JSON says the same in letters that are seen");
}

/// However long a line is, no more of it is shown than is worth looking at.
#[test]
fn a_long_line_is_not_echoed() {
    let folder = tempfile::tempdir().unwrap();
    let long = |text: &str| text.repeat(900_000 / text.len());
    let rules = [
        long("x"),
        format!("opening {}: hcp 12+ @ 90%", long("1C-")),
        format!("opening 1C: {} @ 90%", long("hcp 12+ ")),
        format!("opening 1C: hcp 12+ {} @ 90%", long("x")),
        format!("opening 1C: hcp 12+ @ {}", long("9")),
        format!("use {}", long("x")),
        format!("card {}: off", long("x")),
        format!("general {}: hcp 12+ @ 90%", long("x")),
        format!("opening 1C: hcp 12+ @ 90%\nyes {}", long("A.")),
    ];
    for rule in rules {
        fs::write(folder.path().join("long.rules"), format!("system mine\n{rule}\n")).unwrap();
        for args in [&["lint", "long.rules"][..], &["run", "--system", "long.rules"]] {
            let output = falsecard(folder.path(), args);
            assert_eq!(output.status.code(), Some(2), "{}", &rule[..30]);
            assert!(output.stderr.len() < 8_000, "{}: {}", &rule[..30], output.stderr.len());
        }
    }
    for game in [format!("[Deal \"N:{}\"]", long("A.")), format!("[Auction \"N\"]\n{}", long("Z"))]
    {
        fs::write(folder.path().join("long.pbn"), game).unwrap();
        let output = falsecard(folder.path(), &["dd", "long.pbn"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.len() < 8_000, "{}", output.stderr.len());
    }
}

/// Every verb with much to say on either side.
const SAID: [&[&str]; 14] = [
    &["--help"],
    &["--version"],
    &["run", "--sets"],
    &["run", "--engine", "minimax", "--worlds", "1", "half.pbn"],
    &["run", "--engine", "minimax", "--worlds", "1", "--json", "half.pbn"],
    &["choose", "--engine", "minimax", "--worlds", "1", "good.pbn"],
    &["explain", "--card", "C2", "--against", "CK", "--worlds", "1", "good.pbn"],
    &["believe", "good.pbn"],
    &["signal", "--worlds", "1", "--set", "mind-worlds=1", "good.pbn"],
    &["lint", "half.pbn", "bad.txt"],
    &["dd", "half.pbn"],
    &["convert", "half.pbn", "--to", "pbn"],
    &["convert", "good.pbn", "/dev/stdout", "--to", "pbn"],
    &["problem", "index", "set"],
];

/// Where standard output takes no more, that is said, once, and the exit status is 2.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_told() {
    let folder = folder();
    for args in SAID {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(folder.path(), args).stdout(full).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.matches("No space left").count(), 1, "{args:?}: {said}");
    }
}

/// Where standard error takes no more, nothing changes but that nobody reads it.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_error_changes_nothing() {
    let folder = folder();
    let wrong: [&[&str]; 5] = [
        &["--no-such-option"],
        &["dd", "no-such-file"],
        &["lint", "bad.txt", "no-such-file"],
        &["convert", "half.pbn", "new.pbn"],
        &["run", "--engine", "minimax", "--worlds", "1", "--cache", "."],
    ];
    for args in SAID.into_iter().chain(wrong) {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let told = falsecard(folder.path(), args);
        let untold = command(folder.path(), args).stderr(full).output().unwrap();
        assert_eq!(untold.status.code(), told.status.code(), "{args:?}");
        assert!(told.status.code().is_some_and(|code| code <= 2), "{args:?}");
        assert_eq!(untold.stdout.is_empty(), told.stdout.is_empty(), "{args:?}");
    }
}
