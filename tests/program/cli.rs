//! The program as a user meets it: what it prints, and its exit status.

use crate::command::{falsecard, stdout};

use std::io::Write as _;
use std::process::{Command, Stdio};

const EXAMPLE: &str = "problems/paper/paper-ex1.pbn";

#[test]
fn believe_shows_what_east_can_infer() {
    insta::assert_snapshot!("believe", stdout(&["believe", EXAMPLE]));
}

#[test]
fn believe_shows_what_south_makes_of_the_duck() {
    insta::assert_snapshot!(
        "believe-after",
        stdout(&["believe", EXAMPLE, "--seat", "S", "--after", "C2"])
    );
}

/// What the line says: which cards count against worlds in which they cost a trick, what the sample
/// is worth then, and what becomes of the missing cards.
#[test]
fn believe_tells_what_the_line_says() {
    const HELD_UP: &str = "problems/avoid-endplay/fs-20050911.pbn";
    let text = stdout(&["believe", HELD_UP, "--system", "natural"]);
    let from = text.find("The shares above").expect("the line says something");
    insta::assert_snapshot!("believe-line", &text[from..]);
    let json = stdout(&["believe", HELD_UP, "--json"]);
    let line = &serde_json::from_str::<serde_json::Value>(&json).unwrap()["line"];
    assert!(!line["cards"].as_array().unwrap().is_empty());
    let share = &line["shares"]["DA"]["S"];
    assert!(share["se"].as_f64().unwrap() > 0.0 && share["share"].as_f64().unwrap() > 0.5);
}

#[test]
fn dd_prints_the_table_and_the_cards() {
    insta::assert_snapshot!("dd", stdout(&["dd", EXAMPLE]));
    insta::assert_snapshot!("dd-cards", stdout(&["dd", "--cards", EXAMPLE, "--ascii"]));
    let line = stdout(&["dd", "--json", EXAMPLE]);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["game"], &line["board"]), (&1.into(), &"paper-ex1".into()));
    assert_eq!((&line["tricks"]["N"]["NT"], &line["tricks"]["W"]["S"]), (&12.into(), &3.into()));
}

/// Par for every vulnerability where the deal names none, and one line where it and the dealer are
/// given.
#[test]
fn dd_says_what_par_is() {
    const DEAL: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";
    let text = stdout(&["dd", DEAL]);
    let par: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("vulnerable")).collect();
    assert_eq!(par.len() - 1, 5, "a head, four lines and a blank one: {text}");
    assert!(par[1].starts_with("None        any     NS +990"), "{text}");
    let line = |options: &[&str]| -> serde_json::Value {
        serde_json::from_str(&stdout(&[&["dd", DEAL, "--json"], options].concat())).unwrap()
    };
    assert_eq!(line(&[])["par"].as_array().unwrap().len(), 4);
    let given = line(&["--vul", "NS", "--dealer", "E"]);
    let [case] = &given["par"].as_array().unwrap()[..] else { panic!("{given}") };
    assert_eq!((&case["vulnerable"], &case["score"]), (&"NS".into(), &1440.into()));
    assert_eq!(case["dealers"], serde_json::json!(["E"]));
    assert_eq!(case["contracts"][0], serde_json::json!({"contract": "6NT", "declarer": "N"}));
}

/// Of a board that is played to the end every trick is told with what its cards gave away, and the
/// tricks of declarer go from what the deal is worth to what was taken.
#[test]
fn dd_goes_through_a_finished_board() {
    const PLAYED: &str = "tests/data/formats/full-play.pbn";
    let text = stdout(&["dd", "--cards", PLAYED]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    insta::assert_snapshot!("dd-played", text);
    let line = stdout(&["dd", "--cards", PLAYED, "--json"]);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let tricks = line["play"].as_array().unwrap();
    assert_eq!(tricks.len(), 13);
    let number = |value: &serde_json::Value| value.as_i64().unwrap();
    for pair in tricks.windows(2) {
        assert_eq!(pair[0]["after"], pair[1]["before"]);
    }
    assert_eq!(number(&tricks[12]["after"]), 8, "the result of the board");
    for trick in tricks {
        let change = |card: &serde_json::Value| {
            let is_declarers = ["N", "S"].contains(&card["seat"].as_str().unwrap());
            if is_declarers { -number(&card["cost"]) } else { number(&card["cost"]) }
        };
        let changes: i64 = trick["cards"].as_array().unwrap().iter().map(change).sum();
        assert_eq!(number(&trick["after"]) - number(&trick["before"]), changes, "{trick}");
    }
}

#[test]
fn choose_sets_the_candidates_side_by_side() {
    let text = stdout(&["choose", EXAMPLE, "--engine", "minimax", "--worlds", "8"]);
    let untimed = text.lines().filter(|line| !line.contains(" s)") && !line.contains(" s,"));
    insta::assert_snapshot!("choose", untimed.collect::<Vec<_>>().join("\n"));
}

/// Before the table a sentence, and with `--verbose` all that the engines found.
#[test]
fn choose_answers_first() {
    // With 20 worlds it may be unsure where declarer will place the king.
    let both = ["choose", EXAMPLE, "--worlds", "40"];
    let text = stdout(&both);
    let first: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let first = first.join(" ");
    assert!(first.starts_with("Play the ♣2: it sets 3NT in "), "{first}");
    assert!(first.contains(", ♣K in "), "{first}");
    assert!(first.ends_with("; declarer will place the ♣K with West."), "{first}");
    assert!(text.contains("minimax would play ♣K: with all hands open it takes "), "{text}");
    assert!(!text.contains("worst 10%") && text.contains("falsecard help terms"), "{text}");
    let widest = text.lines().filter(|line| line.starts_with('♣')).map(|it| it.split("  ").count());
    assert!(widest.max().unwrap() > 2, "{text}");
    let verbose = stdout(&[&both[..], &["--verbose"]].concat());
    assert!(verbose.replace('\n', " ").starts_with(&first), "{verbose}");
    assert!(
        verbose.contains("worst 10%") && verbose.contains("minimax: East plays ♣K"),
        "{verbose}"
    );
    let minimax = stdout(&[&both[..], &["--engine", "minimax,fused"]].concat());
    assert!(minimax.starts_with("Play the ♣K: it takes "), "the first engine named:\n{minimax}");
    assert!(minimax.contains("fused would play ♣2: it sets 3NT in "), "{minimax}");
}

/// Equal cards are one row, and what cannot be told apart is not told apart; who has no choice is
/// told so.
#[test]
fn choose_claims_no_more_than_it_knows() {
    let lead = lead("paper-ex1");
    let text = stdout(&["choose", &lead, "--engine", "minimax", "--worlds", "40"]);
    let head = text.lines().find(|line| line.starts_with("card")).unwrap();
    assert_eq!(
        head.split_whitespace().collect::<Vec<_>>(),
        ["card", "sets", "tricks", "IMPs", "matchpoints", "behind"]
    );
    let first = text.split("\n\n").next().unwrap().replace('\n', " ");
    assert!(first.contains(" (or "), "{first}");
    let row = text.lines().find(|line| line.starts_with("♣54")).unwrap();
    assert!(row.contains('%'), "{row}");
}

/// The problem of that name before its opening lead.
fn lead(name: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let text = std::fs::read_to_string(format!("{root}/problems/paper/{name}.pbn")).unwrap();
    let (before, _) = text.split_once("[Play").unwrap();
    let path = format!("{}/{name}-lead.pbn", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, before).unwrap();
    path
}

/// Every word that the tables use is in the glossary, which `help terms` and `terms` print.
#[test]
fn the_terms_are_explained() {
    let terms = stdout(&["help", "terms"]);
    assert_eq!(terms.trim(), stdout(&["terms"]).trim());
    for word in [
        "layout",
        "double dummy",
        "sets",
        "makes",
        "tricks",
        "IMPs",
        "matchpoints",
        "behind",
        "gain",
        "worst 10%",
        "stake",
        "belief",
        "seed",
        "±",
        "resolved",
        "the opposite",
        "price",
        "minimax",
    ] {
        assert!(terms.contains(word), "{word} is not explained");
    }
    assert!(stdout(&["help"]).contains("Usage: falsecard"));
}

/// What the others will make of the duck, what it gains against them and what it costs if all hands
/// are open; and without time, that nothing is known of it.
#[test]
fn explain_says_why() {
    insta::assert_snapshot!("explain", stdout(&["explain", EXAMPLE, "--worlds", "8"]));
    let hurried = stdout(&["explain", EXAMPLE, "--budget", "1ms"]).replace('\n', " ");
    for said in
        ["After ♣K: ", "The time was up before both cards had been played out", "(double dummy) "]
    {
        assert!(hurried.contains(said), "{said} is missing:\n{hurried}");
    }
}

/// In the worlds of `explain` each player's name stands above the hands that he has in mind.
#[test]
fn what_each_player_thinks_stands_below_his_name() {
    let text = stdout(&["explain", EXAMPLE, "--worlds", "8"]);
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let mut heads = 0;
    for (head, seats) in lines.iter().zip(&lines[1..]) {
        if !head.starts_with(&['W', 'o', 'r', 'l', 'd', ' ']) {
            continue;
        }
        let words = |line: &[char]| -> Vec<usize> {
            let begins = |&at: &usize| {
                line[at] != ' ' && (at == 0 || at > 1 && line[at - 1] == ' ' && line[at - 2] == ' ')
            };
            (0..line.len()).filter(begins).collect()
        };
        let names = &words(head)[1..];
        assert_eq!(names.len(), 3, "{text}");
        assert!(names.iter().all(|at| words(seats).contains(at)), "{text}");
        heads += 1;
    }
    assert!(heads > 0, "{text}");
}

#[test]
fn run_solves_the_bundled_examples() {
    let args = ["run", "--worlds", "2", "--set", "mind-worlds=2", "--json", "--engine", "minimax"];
    let lines = stdout(&args);
    let verdicts: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(verdicts.len(), 4);
    for verdict in &verdicts {
        for key in ["problem", "category", "engine", "card", "answer", "solved", "ms", "seed"] {
            assert!(!verdict[key].is_null(), "{key} is missing");
        }
    }
    assert_eq!(verdicts[0]["card"], "CK", "minimax takes the king in example 1");
}

const VERBS: [&str; 9] =
    ["run", "choose", "explain", "believe", "signal", "problem", "lint", "convert", "dd"];

#[test]
fn every_verb_explains_itself() {
    for verb in VERBS {
        assert!(stdout(&[verb, "--help"]).contains("Usage: falsecard"));
    }
}

/// A hint may be of one hand, with a weight or in the words of `dealer`, or of two hands.
#[test]
fn hints_are_counted() {
    let layouts = |hint: &str| {
        let line = stdout(&["believe", EXAMPLE, "--json", "--hint", hint]);
        serde_json::from_str::<serde_json::Value>(&line).unwrap()["fit"].as_u64().unwrap()
    };
    assert_eq!(layouts("W: clubs 3"), layouts("clubs(west) == 3"));
    assert_eq!(layouts("W: clubs 3 @ 90%"), layouts("W: clubs 3"));
    let sides = ["west.clubs > south.clubs", "west.clubs <= south.clubs"].map(layouts);
    assert_eq!(sides.iter().sum::<u64>(), 4_840);
}

#[test]
fn lint_finds_what_cannot_fire() {
    let output = falsecard(&["lint", "tests/data/rules/faulty.rules"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("lint", String::from_utf8(output.stdout).unwrap());
    assert!(stdout(&["lint"]).lines().all(|line| line.ends_with("no fault found")));
}

#[test]
fn lint_says_where_a_file_of_games_departs_from_its_format() {
    let output = falsecard(&["lint", "tests/data/formats/spellings.pbn"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("spellings.pbn:2: the tag is written [Board]"), "{text}");
    let folder = std::env::temp_dir().join(format!("falsecard-lint-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let exported = folder.join("exported.pbn");
    let path = exported.to_str().unwrap();
    stdout(&["convert", "tests/data/formats/full-play.pbn", path]);
    let strict = stdout(&["lint", "--strict", path]);
    // What is no export format is held to it where it claims to be.
    let loose = "tests/data/formats/full-play.pbn";
    let unclaimed = stdout(&["lint", "--strict", loose]);
    let text = std::fs::read_to_string(loose).unwrap();
    std::fs::write(&exported, format!("% EXPORT\n{text}")).unwrap();
    let claimed = falsecard(&["lint", "--strict", path]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(strict.ends_with("no fault found\n"), "{strict}");
    assert!(unclaimed.ends_with("no fault found\n"), "{unclaimed}");
    assert_eq!(claimed.status.code(), Some(1));
}

/// What is good of a game is worked with, and what was left out is said beside the answer.
#[test]
fn a_faulty_play_is_a_warning() {
    let file = "tests/data/pbn/bad/revoke.pbn";
    for verb in [&["dd", "--cards", "--game", "1"][..], &["convert", "--to", "pbn", "--game", "1"]]
    {
        let output = falsecard(&[&[verb[0], file], &verb[1..]].concat());
        assert_eq!(output.status.code(), Some(0));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("law 44C") && told.contains("up to its 2nd card, ♥2"), "{told}");
        let answer = String::from_utf8(output.stdout).unwrap();
        assert!(answer.contains("East to play") || answer.contains("H6 H2 DQ HA"), "{answer}");
    }
    assert_eq!(falsecard(&["lint", file]).status.code(), Some(1));
}

/// From standard input to standard output, through every format and back.
#[test]
fn convert_goes_there_and_back() {
    let original = "tests/data/formats/full-play.pbn";
    let pbn = stdout(&["convert", original, "--to", "pbn"]);
    for format in ["json", "lin", "url"] {
        let there = stdout(&["convert", original, "-", "--to", format]);
        let mut child = Command::new(env!("CARGO_BIN_EXE_falsecard"))
            .args(["convert", "-", "-", "--to", "json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(there.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{format}");
        let record = String::from_utf8(output.stdout).unwrap();
        let keys = |text: &str| {
            let record: serde_json::Value = serde_json::from_str(text).unwrap();
            ["board", "dealer", "vulnerable", "deal", "auction", "play", "result"]
                .map(|key| record[key].clone())
        };
        assert_eq!(
            keys(&record),
            keys(&stdout(&["convert", original, "--to", "json"])),
            "{format}"
        );
    }
    assert!(pbn.starts_with("% PBN 2.1\r\n% EXPORT\r\n[Event \"Club\"]"), "{pbn}");
    assert!(stdout(&["convert", original, "--to", "text"]).contains("♣ AJ10987"));
}

/// What a player said of his call outranks the rule file, and is named as the source.
#[test]
fn believe_shows_what_was_explained() {
    let text = stdout(&["believe", "tests/data/formats/bbo.lin", "--seat", "W"]);
    assert!(text.contains("South 2NT  explained: notrump opener -- 2-5 !C;"), "{text}");
}

/// The reading of an auction that no paper has worked out, within eighty columns.
#[test]
fn believe_reads_an_auction_call_by_call() {
    let deal = "tests/data/bidding/competitive.pbn";
    let text = stdout(&["believe", deal, "--system", "natural"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    insta::assert_snapshot!("believe-auction", text);
}

/// Bad input: exit status 2, and the file, the line and the rule on standard error.
#[test]
fn bad_input_is_refused() {
    const DEALT: &str = "N:AQ2.K43.QJ32.A54 J76.Q852.T96.T98 543.A96.AK74.K62 KT98.JT7.85.QJ73";
    let bad: [(&[&str], &str); 19] = [
        (&["dd", "no-such-file.pbn"], "no-such-file.pbn"),
        (&["run", "no-such-folder"], "no-such-folder"),
        (&["run", "src"], "no problem found"),
        (&["choose", EXAMPLE, "--engine", "magic"], "no engine magic"),
        (&["choose", EXAMPLE, "--system", "magic"], "no rule file magic"),
        (&["choose", EXAMPLE, "--game", "2"], "there is no game 2"),
        (&["choose", EXAMPLE, "--hint", "W: hcp many"], "expected a number"),
        (&["choose", EXAMPLE, "--hint", "hcp(west) > hcp(east)"], "only believe counts"),
        (&["believe", EXAMPLE, "--after", "CA"], "law 44A: East does not hold"),
        (&["signal", "--problems", "no-such-file.pbn"], "no-such-file.pbn"),
        (&["--json", "run", EXAMPLE, "--compare", "old.json"], "not with --json"),
        (&["learn", EXAMPLE, "--json"], "falsecard-lab learn"),
        (&["suit", "AK2 / A3"], "the A stands twice"),
        (&["suit", "AZ / Q"], "'Z' is no card"),
        (&["suit", EXAMPLE], "of a file or a deal --suit S asks for its spades"),
        (&["suit", "AQ2 / 43", "--need", "9"], "expected a number of tricks from 1 to 3"),
        (&["suit", "AQ2 / 43", "--vacant", "3-3"], "8 cards are missing"),
        (&["suit", "AQ2 / 43", "--lead-from", "west"], "expected north or south"),
        (&["suit", DEALT, "--contract", "3NTS", "--suit", "S"], "declarer sees dummy from"),
    ];
    for (args, said) in bad {
        let output = falsecard(args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let flat = errors.split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
        assert!(flat.contains(said), "{args:?} said: {errors}");
    }
}

#[test]
fn a_bad_problem_names_file_line_and_rule() {
    let text = std::fs::read_to_string(format!("{}/{EXAMPLE}", env!("CARGO_MANIFEST_DIR")));
    let text = text.unwrap().replace("[Answer \"C2\"]", "[Answer \"D2\"]");
    let mut child = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .args(["choose", "-", "--engine", "minimax", "--worlds", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait_with_output().unwrap().status.success(), "choose needs no answer");

    let folder = std::env::temp_dir().join(format!("falsecard-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("bad.pbn");
    std::fs::write(&file, text).unwrap();
    let output = falsecard(&["run", file.to_str().unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("bad.pbn"), "{errors}");
    assert!(errors.contains("law 44"), "{errors}");
}

/// The reader of a pipe may go away, as `head` does.
#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .args(["believe", EXAMPLE])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Nothing fits: the answer is "no", exit status 1, and the contradiction is named.
#[test]
fn a_contradiction_is_named() {
    let impossible = ["--hint", "W: hcp 30+"];
    let refused = falsecard(&["choose", EXAMPLE, impossible[0], impossible[1]]);
    assert_eq!(refused.status.code(), Some(1));
    let output = falsecard(&["believe", EXAMPLE, impossible[0], impossible[1]]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("no deal fits"), "{text}");
    assert!(text.contains("West: 30+ points (given on the command line)"), "{text}");
}

/// What each card says, what has been read, and what cannot be asked.
#[test]
fn signal_tells_and_reads() {
    const COUNT: &str = "problems/signal/own-give-count-1.pbn";
    let args = ["signal", COUNT, "--ascii", "--worlds", "1", "--set", "mind-worlds=1"];
    let text = stdout(&args);
    for said in ["an even number of cards     the truth", "an odd number of cards  the opposite"] {
        assert!(text.contains(said), "{text}");
    }
    let text = stdout(&["signal", "--read", "problems/signal/bb-signals-07b.pbn", "--ascii"]);
    assert!(text.contains("by count, trusted 80 %: an odd number of cards"), "{text}");
    assert!(text.contains("East plays DA"), "{text}");
    for (args, says) in [
        (["signal", EXAMPLE, "--card", "HA"], "HA cannot be played here"),
        (["signal", EXAMPLE, EXAMPLE, "--ascii"], "expected one file, not 2"),
        (["signal", "problems/declarer/ac-20130327.pbn", "--worlds", "1"], "is declarer"),
    ] {
        let output = falsecard(&args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(errors.contains(says), "{args:?}: {errors}");
    }
}

/// Hints that nothing fits are a "no" of every verb that takes them, in text and as data.
#[test]
fn hints_that_nothing_fits_are_a_no() {
    for verb in ["choose", "explain", "signal", "believe"] {
        for more in [&[][..], &["--json"]] {
            let args = [&[verb, EXAMPLE, "--hint", "W: hcp 30+"], more].concat();
            assert_eq!(falsecard(&args).status.code(), Some(1), "{args:?}");
        }
    }
}

/// Relations between hands that contradict each other are named, and no more than those.
#[test]
fn contradicting_relations_are_named() {
    let relations = ["hcp(west) > hcp(south)", "hcp(west) < hcp(south)", "clubs(west) > 0"];
    let hints = relations.iter().flat_map(|relation| ["--hint", relation]);
    let args: Vec<&str> = ["believe", EXAMPLE].into_iter().chain(hints).collect();
    let output = falsecard(&args);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    for said in ["no deal fits", "west.hcp > south.hcp", "west.hcp < south.hcp"] {
        assert!(text.contains(said), "{said} is missing:\n{text}");
    }
    assert!(!text.contains("clubs"), "{text}");
}

/// What is not there is said, with what there is.
#[test]
fn what_is_not_there_is_said() {
    let cases: [(&[&str], &str, i32); 8] = [
        (&["run", "--only", "paper-exx1"], "nearest to it are paper-ex1", 1),
        (&["run", "--category", "zzz"], "categories of these problems are falsecard-declarer", 2),
        (&["run", "--category", "entries"], "none of 4 problems is all that is asked for", 1),
        (&["run", "--failed", "--cache=off"], "no problem is remembered to have failed", 1),
        (&["signal", "--problems", "duck"], "there is no signal problem among these", 1),
        (&["review", EXAMPLE, "--engine", "none"], "no engine none", 2),
        (&["review", "tests/data/formats/passed-out.pbn"], "", 2),
        (&["run", "--every-decision", EXAMPLE], "'falsecard review FILE'", 2),
    ];
    for (args, said, status) in cases {
        let output = falsecard(args);
        let faults = String::from_utf8(output.stderr).unwrap().replace('│', " ");
        let flat = faults.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(status), "{args:?}: {faults}");
        assert!(flat.contains(said) && !flat.is_empty(), "{args:?} said: {faults}");
    }
}

/// A game or a board that is not there is said to be missing, with what there is.
#[test]
fn games_that_are_not_there_are_said_to_be_missing() {
    const PLAYED: &str = "tests/data/played.pbn";
    for verb in ["choose", "explain", "believe", "signal", "review"] {
        let output = falsecard(&[verb, PLAYED, "--board", "99"]);
        let faults = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{verb}: {faults}");
        assert!(faults.contains("there is no board 99"), "{verb}: {faults}");
        assert!(faults.contains("the only board is 1"), "{verb}: {faults}");
    }
    for verb in ["choose", "explain", "believe", "signal", "review", "dd", "convert"] {
        let to: &[&str] = if verb == "convert" { &["--to", "pbn"] } else { &[] };
        let output = falsecard(&[&[verb, PLAYED, "--game", "99"], to].concat());
        let faults = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{verb}: {faults}");
        assert!(faults.contains("there is no game 99, the file has 1"), "{verb}: {faults}");
        assert!(output.stdout.is_empty(), "{verb}");
    }
    let output = falsecard(&["review", PLAYED, EXAMPLE, "--board", "99"]);
    let faults = String::from_utf8(output.stderr).unwrap();
    assert!(faults.contains("the only board is paper-ex1"), "of each file: {faults}");
}

/// Of one game no other is read.
#[test]
fn convert_reads_no_further_than_asked() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    let good = read("tests/data/formats/full-play.pbn");
    let bad = read("tests/data/pbn/bad/unknown-rank.pbn");
    let file = std::env::temp_dir().join(format!("falsecard-later-{}.pbn", std::process::id()));
    std::fs::write(&file, format!("{}\n\n{bad}", good.trim_end())).unwrap();
    let path = file.to_str().unwrap();
    let all = falsecard(&["convert", path, "-", "--to", "json"]);
    let first = falsecard(&["convert", path, "-", "--to", "json", "--game", "1"]);
    let none = falsecard(&["convert", path, "-", "--to", "json", "--game", "9"]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!([&all, &first, &none].map(|output| output.status.code()), [2, 0, 2].map(Some));
    assert_eq!(String::from_utf8(first.stdout).unwrap().lines().count(), 1);
    assert!(!String::from_utf8_lossy(&first.stderr).contains("rank"));
}

/// Every form has every choice, in the order of play, and the same bytes for any number of threads.
#[test]
fn every_decision_comes_in_every_form() {
    let cache = format!("{}/every-decision.jsonl", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&cache);
    let work = ["--engine", "minimax", "--worlds", "1", "--player", "Ada"];
    let asked = |more: &[&str]| {
        let args = [&["review", "tests/data/played.pbn"], &work[..], more];
        stdout(&args.concat())
    };
    let [one, three] = ["1", "3"].map(|threads| ["--json", "--threads", threads]);
    assert_eq!(
        asked(&[&one[..], &["--cache", &cache]].concat()),
        asked(&[&three[..], &["--cache=off"]].concat())
    );
    let review = |more: &[&str]| asked(&[&["--cache", &cache], more].concat());
    let json = review(&["--json"]);
    let csv = review(&["--format", "csv"]);
    assert_eq!(csv.lines().count(), json.lines().count() + 1, "one head");
    let commas = |line: &str| line.matches(',').count();
    assert!(csv.lines().all(|line| commas(line) == commas(csv.lines().next().unwrap())));
    let is_row = |line: &&str| line.starts_with("| ") && line.contains(" minimax ");
    let markdown = review(&["--format", "markdown"]);
    let choices = markdown.lines().filter(is_row).filter(|line| line.matches('|').count() == 8);
    assert_eq!(choices.count(), json.lines().count());
}

/// One game that cannot be used among others is left out, counted and named, whoever goes through
/// the file; with `--strict` it ends the work, and where no game can be used nothing is done.
#[test]
fn games_that_cannot_be_used_are_left_out_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let records = std::fs::read_to_string("tests/data/records.pbn").unwrap();
    let good = records.split_inclusive("\n\n").find(|it| it.contains("P2033")).unwrap();
    let bad =
        "[Board \"99\"]\n[Contract \"3NT\"]\n[Declarer \"S\"]\n[Auction \"S\"]\n1NT P 3NT AP\n";
    let (some, all) = (path("some.pbn"), path("all.pbn"));
    std::fs::write(&some, format!("{bad}\n{good}")).unwrap();
    std::fs::write(&all, format!("{bad}\n{bad}\n{bad}\n{bad}\n{bad}")).unwrap();
    let verbs: [&[&str]; 7] = [
        &["dd"],
        &["review", "--player", "P2033", "--engine", "minimax", "--worlds", "1", "--cache=off"],
        &["match", "--a", "random", "--b", "random"],
        &["match", "--bid", "--a", "random", "--b", "random"],
        &["match", "--a", "random", "--against-people"],
        &["bid", "--review"],
        &["bid", "--contracts"],
    ];
    for verb in verbs {
        let told = |file: &str, more: &[&str]| {
            let output = falsecard(&[verb, &[file], more].concat());
            let said = String::from_utf8(output.stderr).unwrap().replace('│', " ");
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            (output.status.code().unwrap(), said)
        };
        let (status, said) = told(&some, &[]);
        assert_eq!(status, 0, "{verb:?}: {said}");
        assert!(said.contains("1 game is left out, "), "{verb:?}: {said}");
        assert!(said.contains("some.pbn:"), "{verb:?}: {said}");
        let (status, said) = told(&some, &["--strict"]);
        assert!(status == 2 && !said.contains("left out"), "{verb:?}: {said}");
        let (status, said) = told(&all, &[]);
        assert!(status == 2 && said.contains("2 more cannot be used"), "{verb:?}: {said}");
    }
}
