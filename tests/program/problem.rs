//! The collection and the runner: what comes with the program, what a run remembers, what it says
//! of bad files, what it says has changed.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use falsecard::cards::Side;
use falsecard::constraint::System;
use falsecard::notation::{pbn, problem};
use falsecard::problem::{
    Changes, Maker, Summary, Verdict, collect, double_dummy, folders, index, played_choices, set,
    sets,
};
use falsecard::search::{Settings, UNTIL_DONE, named};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of this test alone that does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// `falsecard run` with little work, remembering in `cache`.
fn run(cache: &Path, args: &[&str]) -> Output {
    falsecard("run", cache, args)
}

fn falsecard(verb: &str, cache: &Path, args: &[&str]) -> Output {
    let worlds: &[&str] = if args.contains(&"--worlds") { &[] } else { &["--worlds", "1"] };
    let engine: &[&str] = if args.contains(&"--engine") { &[] } else { &["--engine", "minimax"] };
    Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .arg(verb)
        .args(args)
        .args(worlds)
        .args(engine)
        .arg("--cache")
        .arg(cache)
        .current_dir(root())
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

fn stdout(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The program carries the files of the folder, all of them good, each under a name of its own.
#[test]
fn what_is_carried_is_the_folder() {
    let folder = collect(&[root().join("problems")]);
    assert!(folder.troubles.is_empty(), "{:?}", folder.troubles);
    let ids = |problems: &[falsecard::notation::Problem]| -> HashSet<String> {
        problems.iter().map(|problem| problem.id().to_owned()).collect()
    };
    let carried = set("all").unwrap();
    assert_eq!(ids(&folder.problems), ids(&carried));
    assert_eq!(folder.problems.len(), carried.len(), "every name is one problem's");
}

/// Every problem stands in the folder of its category (the paper's in its own), says where it comes
/// from and why the answer is right; its category is one that is explained.
#[test]
fn problems_say_what_they_are() {
    for problem in set("all").unwrap() {
        let id = problem.id();
        assert!(problem.source().is_some_and(|source| !source.is_empty()), "{id}");
        assert!(problem.why().is_some_and(|why| why.len() > 20), "{id}");
        for category in problem.categories() {
            assert!(falsecard::problem::about(category).is_some(), "{id}: {category}");
            let own = root().join(format!("problems/{category}/{id}.pbn"));
            assert!(
                own.exists() || root().join(format!("problems/paper/{id}.pbn")).exists(),
                "{id}"
            );
        }
    }
}

/// A set is what its name says; the two sides share out the whole.
#[test]
fn sets_are_parts_of_the_whole() {
    let all = set("all").unwrap().len();
    for listed in sets() {
        assert_eq!(set(&listed.name).unwrap().len(), listed.problems, "{}", listed.name);
        assert!(listed.problems <= all && !listed.about.is_empty());
    }
    let defence = set("defence").unwrap();
    for problem in &defence {
        let declaring = problem.view().bidding().contract().declaring_side();
        assert_eq!(Side::of(problem.decider()), declaring.other(), "{}", problem.id());
    }
    assert_eq!(defence.len() + set("declaring").unwrap().len(), all);
}

/// Whatever is wrong with a file, it is named with its line and the rule, and the rest is solved.
#[test]
fn bad_files_are_named_and_the_rest_runs() {
    let bad = root().join("tests/data/pbn/bad");
    let output = run(&scratch("bad.jsonl"), &["tests/data/pbn/bad", "paper"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: String = errors.split_whitespace().filter(|word| *word != "│").collect();
    let mut kinds = 0;
    for entry in fs::read_dir(&bad).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let line = format!("tests/data/pbn/bad/{name}:");
        let place = errors.find(&line).unwrap_or_else(|| panic!("{name} is not named"));
        let rest = &errors[place + line.len()..];
        assert!(rest.starts_with(|c: char| c.is_ascii_digit()), "{name} has no line");
        kinds += 1;
    }
    assert!(kinds >= 13, "{kinds} kinds of bad files");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("paper-ex1") && text.contains("paper-ex4"), "{text}");
}

/// A run that was stopped goes on where it was: what is remembered is not worked out again, and
/// what is printed is the same to the byte, times included, but for the word that it is recalled.
#[test]
fn a_stopped_run_goes_on() {
    let cache = scratch("resume.jsonl");
    let first = stdout(run(&cache, &["paper", "duck", "--json"]));
    assert!(!first.contains("\"recalled\":true"), "there is nothing to recall");
    let whole = first.replace("\"recalled\":false", "\"recalled\":true");
    assert_eq!(stdout(run(&cache, &["paper", "duck", "--json"])), whole, "all from memory");

    // As a kill leaves it: the first line, five answers, and a torn one.
    let remembered = fs::read_to_string(&cache).unwrap();
    let (kept, torn) = remembered.split_at(remembered.match_indices('\n').nth(5).unwrap().0 + 1);
    fs::write(&cache, format!("{kept}{}", &torn[..40])).unwrap();
    let resumed = stdout(run(&cache, &["paper", "duck", "--json"]));
    let lines = |text: &str| -> Vec<Verdict> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    assert_eq!(lines(&resumed)[..5], lines(&whole)[..5], "the five finished ones are not lost");
    assert!(lines(&resumed)[5..].iter().all(|verdict| !verdict.recalled), "the rest is new");
    let cards = |text| lines(text).into_iter().map(|v| v.card).collect::<Vec<_>>();
    assert_eq!(cards(&resumed), cards(&whole));
    assert_eq!(
        stdout(run(&cache, &["paper", "duck", "--json"])),
        resumed.replace("\"recalled\":false", "\"recalled\":true"),
        "the torn line is passed over"
    );
}

/// The filters choose among the problems, and what failed is what is not solved.
#[test]
fn filters_choose() {
    let cache = scratch("filter.jsonl");
    let old = scratch("old.json");
    let verdicts = |args: &[&str]| -> Vec<Verdict> {
        let text = stdout(run(&cache, &[args, &["--json"]].concat()));
        let verdicts = text.lines().map(|line| serde_json::from_str::<Verdict>(line).unwrap());
        verdicts.map(|verdict| Verdict { recalled: false, ..verdict }).collect()
    };
    let duck = verdicts(&["duck"]);
    assert_eq!(verdicts(&["all", "--category", "duck"]), duck);
    assert_eq!(verdicts(&["duck", "--only", &format!("{}, x*", duck[0].problem)]), duck[..1]);
    assert_eq!(verdicts(&["duck", "problems/duck"]), duck, "once each");
    let failed: Vec<Verdict> = duck.iter().filter(|v| !v.solved).cloned().collect();
    assert_eq!(verdicts(&["duck", "--failed"]), failed);
    fs::write(&old, stdout(run(&cache, &["duck", "--json"]))).unwrap();
    assert_eq!(verdicts(&["duck", &format!("--failed={}", old.display())]), failed);
}

/// The same results in every form: as many rows as trials, one head.
#[test]
fn forms_agree() {
    let cache = scratch("forms.jsonl");
    let csv = stdout(run(&cache, &["paper", "--format", "csv"]));
    assert_eq!(csv.lines().count(), 5);
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| columns(line) == columns(csv.lines().next().unwrap())));
    let markdown = stdout(run(&cache, &["paper", "--format", "markdown"]));
    assert_eq!(markdown.lines().filter(|line| line.starts_with("| paper-ex")).count(), 4);
}

fn verdict(problem: &str, engine: &str, seed: u64, solved: bool) -> Verdict {
    let card = if solved { "SA" } else { "S2" };
    let line = serde_json::json!({
        "problem": problem, "category": "duck", "engine": engine, "card": card,
        "answer": ["SA"], "solved": solved, "seed": seed,
    });
    serde_json::from_value(line).unwrap()
}

/// Both, first only, second only and neither add up, and problems count once however many seeds.
#[test]
fn the_comparison_is_paired_by_problem() {
    let trials = |seeds: u64| -> Summary {
        let outcomes =
            [("a", true, true), ("b", false, true), ("c", false, true), ("d", false, false)];
        let verdicts = outcomes.into_iter().flat_map(|(problem, first, second)| {
            (0..seeds).flat_map(move |seed| {
                [verdict(problem, "one", seed, first), verdict(problem, "two", seed, second)]
            })
        });
        Summary::new(vec!["one".to_owned(), "two".to_owned()], verdicts.collect())
    };
    let [once, often] = [1, 7].map(|seeds| trials(seeds).tallies().pop().unwrap());
    assert_eq!(once.duels[0].split, [1, 0, 2, 1]);
    assert_eq!(often.duels[0].split, [7, 0, 14, 7]);
    assert_eq!(once.duels[0].difference, often.duels[0].difference, "seeds are not problems");
    assert!((once.duels[0].difference.found - 0.5).abs() < 1e-12);
}

#[test]
fn changes_are_named() {
    let before = [verdict("a", "one", 1, true), verdict("b", "one", 1, false)];
    let after =
        [verdict("a", "one", 1, false), verdict("b", "one", 1, true), verdict("c", "one", 1, true)];
    let changes = Changes::between(&before, &after);
    let column =
        |n: usize| changes.trials().rows.iter().map(|row| row[n].clone()).collect::<Vec<_>>();
    assert_eq!(
        (column(0), column(6)),
        (vec!["a".into(), "b".into()], vec!["lost".into(), "gained".into()])
    );
    assert_eq!(changes.engines().rows[0][..6], ["one", "2", "1", "1", "1", "1"]);
    assert!(Changes::between(&after, &after).trials().rows.is_empty());
}

/// The trials of minimax with few worlds on the whole collection, reviewed: a change of strength is
/// a change of this file. `INSTA_UPDATE=always cargo test --test program problem::` writes it anew.
#[test]
fn blessed_results() {
    let output = run(&scratch("blessed.jsonl"), &["all", "--format", "csv", "--worlds", "4"]);
    let csv = stdout(output);
    // The time and the version are not a matter of strength.
    let lines = csv.lines().map(|line| line.split(',').take(7).collect::<Vec<_>>().join(","));
    insta::assert_snapshot!("blessed-minimax", lines.collect::<Vec<_>>().join("\n"));
}

/// What the problems of our own say of the deal as it lies is what the solver says.
#[test]
fn recorded_double_dummy_values_are_right() {
    let mut checked = 0;
    for problem in set("all").unwrap() {
        let Some(recorded) = problem.game().tag("DoubleDummy") else { continue };
        assert_eq!(double_dummy(&problem.play().unwrap()), recorded, "{}", problem.id());
        checked += 1;
    }
    assert!(checked >= 60, "{checked} problems of our own");
}

/// The index pages are those that the program writes.
#[test]
fn index_pages_are_up_to_date() {
    let folders = folders(&root().join("problems")).unwrap();
    let page = |path: &str| fs::read_to_string(root().join("problems").join(path)).unwrap();
    let hint = "run \"falsecard problem index problems\"";
    assert_eq!(page("README.md"), index::contents(&folders), "{hint}");
    for (name, problems) in &folders {
        assert_eq!(page(&format!("{name}/README.md")), index::page(name, problems), "{hint}");
    }
}

/// A played deal is judged card by card, by what each player could know: the same judgement for a
/// card wherever the hidden cards lie.
#[test]
fn every_decision_is_remarked() {
    let cache = scratch("review.jsonl");
    let lines = |file: &str| -> Vec<serde_json::Value> {
        let text = stdout(falsecard("review", &cache, &[file, "--json"]));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let remarks = lines("tests/data/played.pbn");
    let text = fs::read_to_string(root().join("tests/data/played.pbn")).unwrap();
    let games = falsecard::notation::pbn::read("played.pbn", text.as_bytes()).all().unwrap();
    let choices: usize = games.iter().map(|game| played_choices(game).unwrap().len()).sum();
    assert_eq!(remarks.len(), choices, "one remark a choice");
    for remark in &remarks {
        if remark["played"] == remark["card"] {
            assert_eq!(remark["behind"], 0.0);
        }
        assert!(
            !remark["mistake"].as_bool().unwrap() || remark["behind"].as_f64().unwrap() >= 20.0
        );
    }
    let named = stdout(falsecard("review", &cache, &["tests/data/played.pbn"]));
    assert!(named.contains("Ada") && named.contains("choices"), "{named}");
}

/// What players made of an evening is the sum of their choices; their mistakes are problems, of
/// which each has the engine's card among its answers and the player's among what tempts.
#[test]
fn an_evening_is_summed_up_by_player() {
    let [cache, page, quiz] = ["evening.jsonl", "evening.html", "evening.pbn"].map(scratch);
    let [page, quiz] = [&page, &quiz].map(|path| path.to_str().unwrap());
    let file = "tests/data/records.pbn";
    let work = ["--worlds", "24", "--scoring", "points", "--game", "1"];
    let asked = |more: &[&str]| {
        stdout(falsecard(
            "review",
            &cache,
            &[&[file, "tests/data/played.pbn"], &work[..], more].concat(),
        ))
    };
    let lines = asked(&["--json"]);
    let said = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    // The other lines tell the calls that cost the board.
    let remarks: Vec<serde_json::Value> =
        said.filter(|said: &serde_json::Value| said["played"].is_string()).collect();
    let text = asked(&["--html", page, "--quiz", quiz]);
    let sheet = text.split("who gave up least first").nth(1).unwrap();
    for player in remarks.iter().map(|remark| remark["player"].as_str().unwrap()) {
        let own = || remarks.iter().filter(|remark| remark["player"] == player);
        let mistakes = own().filter(|remark| remark["mistake"] == true).count();
        let row = sheet.lines().find(|line| line.starts_with(player)).unwrap();
        let cells: Vec<&str> = row[player.len()..].split_whitespace().collect();
        assert_eq!(
            [cells[1], cells[3]],
            [own().count().to_string(), mistakes.to_string()],
            "{row}"
        );
    }
    let html = fs::read_to_string(page).unwrap();
    for link in html.split("href=\"#").skip(1) {
        let anchor = link.split('"').next().unwrap();
        assert!(html.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    let mistakes: Vec<_> = remarks.iter().filter(|remark| remark["mistake"] == true).collect();
    assert!(!mistakes.is_empty() && html.matches("<li><a href=\"#game-").count() == mistakes.len());
    let problems = problem::read("quiz", &fs::read(quiz).unwrap()).all().unwrap();
    assert_eq!(problems.len(), mistakes.len());
    for (problem, remark) in problems.iter().zip(mistakes) {
        let card = |field: &str| remark[field].as_str().unwrap().parse().unwrap();
        assert!(problem.is_answer(card("card")) && problem.tempting() == [card("played")]);
    }
}

/// Points and matchpoints are not added up.
#[test]
fn each_kind_of_scoring_has_an_evening_of_its_own() {
    let [cache, file] = ["scorings.jsonl", "matchpoints.pbn"].map(scratch);
    let played = fs::read_to_string(root().join("tests/data/played.pbn")).unwrap();
    fs::write(&file, played.replace("[Scoring \"IMP\"]", "[Scoring \"MP\"]")).unwrap();
    let both = ["tests/data/played.pbn", file.to_str().unwrap()];
    let asked = |more: &[&str]| stdout(falsecard("review", &cache, &[&both[..], more].concat()));
    let text = asked(&[]);
    for kind in ["imps", "matchpoints"] {
        assert!(text.contains(&format!("The boards played for {kind}, who gave up")), "{text}");
    }
    let one = asked(&["--scoring", "imps"]);
    assert!(one.contains("All 2 boards, who gave up least first"), "{one}");
}

/// What fused says of a card that it hardly played out rests on all worlds that it solved, like
/// what minimax says: so a clear mistake counts as one.
#[test]
fn the_price_of_fused_rests_on_all_solved_worlds() {
    let cache = scratch("worlds.jsonl");
    let work = ["tests/data/played.pbn", "--player", "Dan", "--worlds", "12", "--json"];
    let worlds = |engine: &str| -> Vec<u64> {
        let args = [&work[..], &["--engine", engine]].concat();
        stdout(falsecard("review", &cache, &args))
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|remark| remark["worlds"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(worlds("fused"), worlds("minimax"));
}

/// The search for problems finds the same with the same seed, and what it writes is a problem.
#[test]
fn candidates_are_problems() {
    let settings = Settings::builder().worlds(2).mind_worlds(2).build().unwrap();
    let maker = Maker {
        engine: named("abc").unwrap(),
        system: &System::bundled("textbook").unwrap(),
        settings,
        stop: &UNTIL_DONE,
    };
    let look = || -> Vec<_> {
        (0..6).flat_map(|deal| maker.look(deal).unwrap()).map(|found| found.game("found")).collect()
    };
    let (first, second) = (look(), look());
    assert_eq!(pbn::write(&first), pbn::write(&second));
    for game in first {
        let text = pbn::write([&game]);
        let problems = problem::read("found.pbn", text.as_bytes()).all().unwrap();
        assert_ne!(problems[0].answer(), problems[0].tempting());
    }
}
