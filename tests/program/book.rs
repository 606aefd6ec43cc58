//! The pages for people: their links lead somewhere, their transcripts are what the program prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|fault| panic!("{}: {fault}", page.display()))
}

/// The pages in a folder, not those in its folders.
fn pages_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

/// Everything that is written for people, but the index pages of the problems, which the program
/// writes.
fn pages() -> Vec<PathBuf> {
    ["", "docs", "problems", "research"].into_iter().flat_map(pages_in).collect()
}

/// The lines of a page that are prose, and no code.
fn prose(page: &str) -> impl Iterator<Item = String> {
    let mut is_code = false;
    page.lines().filter_map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let outside: Vec<&str> = line.split('`').step_by(2).collect();
        (!is_code && !is_fence).then(|| outside.join("`"))
    })
}

/// Where the links and pictures of a page lead to.
fn links(page: &str) -> Vec<String> {
    let targets = |line: String| -> Vec<String> {
        let behind = line.split("](").skip(1);
        behind.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
    };
    prose(page).flat_map(targets).collect()
}

/// The names that headings go by in addresses.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let headings = page.lines().filter(move |line| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code && line.starts_with('#')
    });
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// What is wrong with a link of a page, if anything.
fn fault(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    let book = root().join("docs").canonicalize().unwrap();
    let in_book = |path: &Path| path.canonicalize().is_ok_and(|path| path.starts_with(&book));
    if !target.exists() {
        Some("leads nowhere".to_owned())
    } else if in_book(page) && !in_book(&target) {
        Some("leads out of the book".to_owned())
    } else if !heading.is_empty() && !anchors(&text(&target)).contains(heading) {
        Some("names no heading".to_owned())
    } else {
        None
    }
}

#[test]
fn every_link_leads_somewhere() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for page in pages() {
        for link in links(&text(&page)) {
            seen += 1;
            let fault = fault(&page, &link);
            wrong.extend(fault.map(|fault| format!("{}: {link} {fault}", page.display())));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seen > 50, "only {seen} links");
}

#[test]
fn the_book_has_every_page_once() {
    let mut listed = links(&text(&root().join("docs/SUMMARY.md")));
    let all = pages_in("docs");
    let names = all.iter().map(|page| page.file_name().unwrap().to_str().unwrap().to_owned());
    listed.sort();
    assert_eq!(listed, names.filter(|name| name != "SUMMARY.md").collect::<Vec<_>>());
}

#[test]
fn the_readme_is_short() {
    let lines = text(&root().join("README.md")).lines().count();
    assert!(
        lines <= 150,
        "{lines} lines: what is measured or explained at length belongs to docs/"
    );
}

/// The arguments of a command as a shell divides them: at blanks that are not between quotation
/// marks.
fn arguments(command: &str) -> Vec<String> {
    let mut is_quoted = false;
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        c == ' ' && !is_quoted
    };
    command.split(is_end).map(|it| it.replace('"', "")).collect()
}

/// A command with what a page shows of its answer.
struct Transcript {
    page: PathBuf,
    command: String,
    shown: Vec<String>,
}

impl Transcript {
    /// Those of a page: a block that begins with `$ falsecard`, and what stands below in the block.
    fn all_of(page: &Path) -> Vec<Self> {
        let text = text(page);
        let blocks =
            text.split("\n```").skip(1).step_by(2).map(|block| block.split_once('\n').unwrap().1);
        let whole = |block: &str| {
            let (head, shown) = block.split_once('\n').unwrap_or((block, ""));
            let command = head.strip_prefix("$ falsecard ")?.to_owned();
            let shown: Vec<String> = shown.lines().map(str::to_owned).collect();
            (!shown.is_empty()).then(|| Self { page: page.to_owned(), command, shown })
        };
        blocks.filter_map(whole).collect()
    }

    /// What the program answers today.
    fn answer(&self) -> Vec<String> {
        let output = Command::new(env!("CARGO_BIN_EXE_falsecard"))
            .args(arguments(&self.command))
            .current_dir(root())
            .envs([("NO_COLOR", "1"), ("COLUMNS", "80")])
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// The first piece shown that the answer has not, or not in this order. Between pieces stands
    /// "…"; the first begins the answer and the last ends it, unless it stands there too.
    fn missing(&self, answer: &[String]) -> Option<String> {
        let is_gap = |line: &String| line.trim() == "…";
        let pieces: Vec<&[String]> = self.shown.split(is_gap).collect();
        let mut from = 0;
        for (place, piece) in pieces.iter().enumerate() {
            let rest = &answer[from..];
            let found = if place + 1 == pieces.len() && !piece.is_empty() {
                rest.ends_with(piece).then(|| rest.len() - piece.len())
            } else {
                (0..=rest.len()).find(|&n| rest[n..].starts_with(piece))
            };
            let found = found.filter(|&n| place > 0 || n == 0);
            let Some(found) = found else { return Some(piece.join("\n")) };
            from += found + piece.len();
        }
        None
    }
}

#[test]
fn transcripts_are_what_the_program_prints() {
    let readme = root().join("README.md");
    let json = root().join("docs/json.md");
    let of_people = pages_in("docs").into_iter().filter(|page| *page != json).chain([readme]);
    let all: Vec<Transcript> = of_people.flat_map(|page| Transcript::all_of(&page)).collect();
    let mut wrong = Vec::new();
    for transcript in &all {
        let answer = transcript.answer();
        if let Some(missing) = transcript.missing(&answer) {
            let place = format!("{}: falsecard {}", transcript.page.display(), transcript.command);
            wrong.push(format!(
                "{place}\n-- is not printed so:\n{missing}\n-- but:\n{}",
                answer.join("\n")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(all.len() >= 10, "only {} transcripts", all.len());
}

/// The measures themselves: what is shown otherwise than it is printed is found.
#[test]
fn a_transcript_is_compared_line_by_line() {
    let missing = |shown: &str, answer: &str| {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let transcript =
            Transcript { page: PathBuf::new(), command: String::new(), shown: lines(shown) };
        transcript.missing(&lines(answer))
    };
    assert_eq!(missing("a\n…\nc\nd", "a\nb\nc\nd"), None);
    assert_eq!(missing("…\nb\n…", "a\nb\nc"), None);
    assert_eq!(missing("b\n…", "a\nb\nc"), Some("b".to_owned()));
    assert_eq!(missing("a\n…\nb", "a\nb\nc"), Some("b".to_owned()));
    assert_eq!(missing("…\nc\n…\nb\n…", "a\nb\nc"), Some("b".to_owned()));
    assert_eq!(anchor("How it bids"), "how-it-bids");
    assert_eq!(links("see [a](b.md#c) and `[d](e)`"), ["b.md#c"]);
}
