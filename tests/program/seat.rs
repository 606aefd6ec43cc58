//! The player's own seat: his hand, dummy's, the calls and the cards are all that a question needs.

use crate::command::{falsecard, stdout};

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use falsecard::cards::{Card, Hand, Seat};
use falsecard::cli;
use falsecard::notation::{DiagramStyle, Format, Game, Games, Problem};
use falsecard::play::{IllegalPlay, IllegalView, PartialPlay, Play, View};
use falsecard::problem::set;

fn problems() -> Vec<Problem> {
    set("all").unwrap()
}

/// The view that a player makes of what he has before him.
fn made(play: &Play, seat: Seat) -> Result<View, IllegalView> {
    let contract = play.bidding().contract();
    let faced = play.history().dummy_is_faced();
    let dummy = faced.then(|| play.deal()[contract.dummy()]);
    let cards: Vec<Card> = play.history().played().iter().map(|played| played.card).collect();
    View::new(seat, play.deal()[seat], dummy, Arc::clone(play.bidding()), &cards)
}

/// The play before each of its cards, and when it is over.
fn moments(all: &Play) -> impl Iterator<Item = Play> + '_ {
    let cards = 0..=all.history().played().len();
    cards.map(move |n| PartialPlay::from(all).first(n).complete().unwrap())
}

/// Whatever the moment and whoever the player: what he has before him makes his view, and no more
/// of a deal than that is needed for it.
#[test]
fn a_view_is_what_a_player_has_before_him() {
    for problem in problems() {
        let all = problem.play().unwrap();
        for (n, play) in moments(&all).enumerate() {
            for seat in Seat::ALL {
                if seat == play.bidding().contract().dummy() {
                    assert_eq!(made(&play, seat), Err(IllegalView::Dummy { seat }));
                    continue;
                }
                let view = play.view(seat);
                assert_eq!(made(&play, seat).as_ref(), Ok(&view));
                assert_eq!(PartialPlay::from(&view).view(seat).as_ref(), Ok(&view));
                assert_eq!(all.view(seat).first(n), view);
            }
        }
    }
}

/// The cards that a seat has played are those that the play says it has, and what it was dealt less
/// these is what it holds.
#[test]
fn cards_are_played_or_held() {
    for problem in problems() {
        let all = problem.play().unwrap();
        for play in moments(&all) {
            for seat in Seat::ALL {
                let gone = play.history().cards_of(seat);
                let played: Hand = play.history().played_by(seat).map(|it| it.card).collect();
                assert_eq!(gone, played);
                assert_eq!(play.deal()[seat] - gone, play.position().hands()[seat]);
            }
        }
    }
}

/// A card is legal in a play of which some hands are hidden exactly if it is legal in some deal
/// that looks the same; here: what happened is never refused, and each law that can be seen is
/// kept.
#[test]
fn what_can_be_seen_of_the_laws_is_kept() {
    let problem = &set("paper").unwrap()[0];
    let all = problem.play().unwrap();
    let east = all.view(Seat::East);
    let start = PartialPlay::from(&east).first(0);
    let refused = |cards: &[&str]| {
        let mut play = start.clone();
        let (last, before) = cards.split_last().unwrap();
        for card in before {
            play.play(card.parse().unwrap()).unwrap();
        }
        play.play(last.parse().unwrap()).unwrap_err()
    };
    // West leads and South follows, hidden; dummy is North with ♠432 ♥32 ♦32 ♣AJT987, East holds
    // ♠QJT ♥KJT9 ♦QJT9 ♣K2.
    assert!(matches!(refused(&["HK"]), IllegalPlay::HeldElsewhere { holder: Seat::East, .. }));
    assert!(matches!(refused(&["H6", "S2"]), IllegalPlay::Revoke { seat: Seat::North, .. }));
    assert!(matches!(refused(&["H6", "H4"]), IllegalPlay::NotHeld { seat: Seat::North, .. }));
    assert!(matches!(refused(&["H6", "H2", "HK", "H6"]), IllegalPlay::NotHeld { .. }));
    // South, who is hidden, discards on East's heart, and follows to the next.
    let shown_out = refused(&["H6", "H2", "H9", "S5", "HT", "H4"]);
    assert!(matches!(shown_out, IllegalPlay::ShownOut { seat: Seat::South, trick: 1, .. }));
    // Eight clubs are seen. If West and South both throw something else on one, nobody has the
    // rest.
    let void = refused(&["H6", "H2", "H9", "H4", "C2", "S5", "S6"]);
    assert!(matches!(void, IllegalPlay::NoRoom { seat: Seat::West, .. }), "{void}");
}

/// The game of a format that a text holds.
fn read(format: Format, text: &str) -> Game {
    let mut pieces = Games::open("x", text.as_bytes(), Some(format)).unwrap();
    pieces.next().unwrap().good.remove(0)
}

const FORMATS: [Format; 4] = [Format::Pbn, Format::Lin, Format::Url, Format::Json];

/// The game of a problem as its decider sees it.
fn masked(problem: &Problem) -> Game {
    Game::from_view(problem.view(), &[])
}

/// All that a player knows of cards and calls. (What is played for LIN and addresses do not say.)
fn known(view: &View) -> String {
    let calls: Vec<_> = view.bidding().calls().collect();
    let hands = Seat::ALL.map(|seat| view.dealt(seat));
    let vulnerable = view.bidding().vulnerability();
    format!("{} {calls:?} {hands:?} {vulnerable:?} {:?}", view.seat(), view.history())
}

/// An engine is given the view, and the view from a masked file is the view from the full one.
#[test]
fn every_format_gives_the_view_of_the_full_file() {
    for problem in problems() {
        let (view, masked) = (problem.view(), masked(&problem));
        assert!(masked.hands().is_none(), "two hands at most");
        for format in FORMATS {
            let game = read(format, &format.write(&masked, DiagramStyle::default()));
            let play = game.partial_play().unwrap();
            assert_eq!(play.history().decider(), problem.decider());
            let found = play.view(problem.decider()).unwrap();
            assert_eq!(known(&found), known(view), "{}", problem.id());
            assert!(play.complete().is_none() && game.play().is_err());
        }
    }
}

/// What choose prints for a file, but for the time it took.
fn chosen(name: &str, text: &str, system: &str, engine: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    let args = ["falsecard", "choose", path.to_str().unwrap(), "--system", system, "--json"];
    let more = ["--engine", engine, "--worlds", "4", "--set", "mind-worlds=2"];
    let mut bytes = Vec::new();
    cli::run(args.into_iter().chain(more), &mut bytes).unwrap();
    fs::remove_file(&path).unwrap();
    let answer: Result<serde_json::Value, _> = serde_json::from_slice(&bytes);
    let mut answer =
        answer.unwrap_or_else(|_| panic!("{name}: {}", String::from_utf8_lossy(&bytes)));
    answer["ms"] = 0.into();
    answer.to_string()
}

fn chooses_alike(problem: &Problem, engine: &str) {
    let system = problem.system().unwrap_or("natural");
    let full = chosen(&format!("{}.pbn", problem.id()), &problem.game().to_pbn(), system, engine);
    for (format, ending) in FORMATS.into_iter().zip(["pbn", "lin", "txt", "json"]) {
        let text = format.write(&masked(problem), DiagramStyle::default());
        let name = format!("{}-masked.{ending}", problem.id());
        assert_eq!(chosen(&name, &text, system, engine), full, "{name}");
    }
}

#[test]
fn a_masked_file_is_answered_with_the_same_bytes() {
    for problem in problems().iter().step_by(30) {
        chooses_alike(problem, "minimax");
    }
    chooses_alike(&problems()[0], "fused");
}

#[test]
#[ignore = "181 problems in four formats by two engines: `cargo test --profile quick --test program seat:: -- --ignored`"]
fn every_masked_file_is_answered_with_the_same_bytes() {
    for problem in problems() {
        chooses_alike(&problem, "minimax");
        chooses_alike(&problem, "fused");
    }
}

const PLAYED: &str = "tests/data/played.pbn";

/// A moment named three ways is one moment.
#[test]
fn any_moment_of_a_finished_board_can_be_asked_about() {
    let choose = |moment: &[&str]| {
        let work = ["choose", PLAYED, "--engine", "minimax", "--worlds", "2", "--json"];
        let text = stdout(&[&work[..], moment].concat());
        let mut answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        answer["ms"] = 0.into();
        answer
    };
    // South leads ♠2 to trick 3 (it won the second): see the file.
    let east = choose(&["--at", "2.E"]);
    assert_eq!(east["seat"], "E");
    assert_eq!(east, choose(&["--at", "C8"]));
    assert_eq!(east, choose(&["--at", "C8", "--board", "1"]));
    let lead = choose(&["--at", "1"]);
    assert_eq!(lead["seat"], "W");
    assert_eq!(lead, choose(&["--at", "CJ"]));
    for (moment, why) in [
        (&["--at", "14"][..], "expected a trick from"),
        (&["--at", "5.Q"], "expected a trick from"),
        (&["--board", "99"], "there is no board"),
        (&[], "all the cards have been played"),
    ] {
        let output = falsecard(&[&["choose", PLAYED], moment].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{moment:?}");
        assert!(told.contains(why), "{moment:?}: {told}");
    }
    let early = falsecard(&["choose", "problems/paper/paper-ex1.pbn", "--at", "9"]);
    assert!(String::from_utf8_lossy(&early.stderr).contains("has not come to trick 9"));
    let early = falsecard(&["choose", "problems/paper/paper-ex1.pbn", "--at", "S2"]);
    assert!(String::from_utf8_lossy(&early.stderr).contains("S2 has not been played"));
}

/// Of a deal with hidden hands only the choices of those whose hands are known are judged, and
/// nothing is said of the cards as they lay.
#[test]
fn decisions_are_judged_from_two_hands() {
    let full = fs::read_to_string(PLAYED).unwrap();
    let hand = |line: &str| {
        line.starts_with("[Deal ")
            .then(|| "[Deal \"N:K94.QT54.AK7.Q63 - A5.AK32.T53.A942 -\"]".to_owned())
    };
    let masked: String = full.lines().map(|it| hand(it).unwrap_or(it.into()) + "\n").collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("declarer-only.pbn");
    fs::write(&path, masked).unwrap();
    let remarks = |file: &str| -> Vec<serde_json::Value> {
        let work = ["review", file, "--engine", "minimax", "--worlds", "2"];
        let more = ["--player", "Dan", "--json", "--cache=off"];
        let text = stdout(&[&work[..], &more].concat());
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (mut open, mut hidden) = (remarks(PLAYED), remarks(path.to_str().unwrap()));
    assert!(open.len() > 15);
    assert!(open.iter().all(|remark| remark["double_dummy"].is_u64()));
    assert!(hidden.iter().all(|remark| remark["double_dummy"].is_null()));
    for remark in open.iter_mut().chain(&mut hidden) {
        (remark["file"], remark["double_dummy"]) = (0.into(), 0.into());
    }
    assert_eq!(open, hidden);
}

/// Only mistakes, each with a command that runs, by the agreements that the review went by.
#[test]
fn a_mistake_comes_with_the_command_that_explains_it() {
    let agreed = ["--system", "no-signals", "--profile", "NS=upside-down-carding"];
    let work = ["review", PLAYED, "--engine", "minimax", "--cache=off"];
    let work = [&work[..], &agreed].concat();
    let text = stdout(&[&work[..], &["--only-mistakes", "--player", "east"]].concat());
    let joined = text.split(" \\\n").map(str::trim_start).collect::<Vec<_>>().join(" ");
    let why: Vec<&str> =
        joined.lines().filter_map(|line| line.trim().strip_prefix("why: ")).collect();
    assert_eq!(
        why.len(),
        text.lines()
            .filter(|line| line.ends_with("  mistake") || line.contains("  mistake,"))
            .count()
    );
    assert!(text.contains('♠') && text.contains("A5") && !why.is_empty(), "{text}");
    for command in why {
        assert!(command.ends_with(&agreed.join(" ")), "{command}");
        let words: Vec<&str> = command.split(' ').skip(1).chain(["--worlds", "1"]).collect();
        assert!(stdout(&words).contains("double dummy"));
    }
    let clean = [&work[..], &["--only-mistakes", "--player", "Ada", "--worlds", "20"]].concat();
    assert_eq!(stdout(&clean), "No mistakes.\n");
    let records = ["--records", PLAYED, "--player", "east", "--worlds", "1", "--cache=off"];
    let known = falsecard(&[&["review", PLAYED, "--engine", "minimax"], &records[..]].concat());
    assert!(String::from_utf8_lossy(&known.stderr).contains("0 boards of other deals"));
    let nobody = falsecard(&[&work[..], &["--player", "Zoe"]].concat());
    assert_eq!(nobody.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("Zoe"));
}

/// A PBN text of a deal of which not all is known; `other` stands in for tags and play.
fn partial(deal: &str, other: &str) -> String {
    let own = |tag: &str| other.contains(&format!("[{tag} "));
    let tag = |name: &str, value: &str| {
        if own(name) { String::new() } else { format!("[{name} \"{value}\"]\n") }
    };
    let head = [tag("Dealer", "S"), tag("Contract", "3NT"), tag("Declarer", "S")].concat();
    format!("{head}[Deal \"{deal}\"]\n{other}\n")
}

const DUMMY: &str = "432.32.32.AJT987";
const EAST: &str = "QJT.KJT9.QJT9.K2";

/// Partial deals at fault: what is known of the hands, what else stands there, the verb that asks,
/// and what it says.
const MALFORMED: [(&str, &str, &str, &str); 29] = [
    // Hands.
    ("N:432.32.32.AJT98 QJT.KJT9.QJT9.K2 - -", "", "choose", "law 14"),
    ("N:432.32.32.AJT9876 QJT.KJT9.QJT9.K2 - -", "", "choose", "law 13"),
    ("N:432.32.32.AJT98 - - -", "", "choose", "law 6B: North was dealt 12"),
    ("N:432.32.32.AJT9876 - - -", "", "choose", "law 13: North has 14"),
    ("N:432.32.32.AJT987 QJT.KJT9.QJT9.A2 - -", "", "choose", "law 1: there is one ♣A"),
    ("N:4322.32.32.AJT98 - - -", "", "choose", "law 1: there is one ♠2"),
    ("N:432.32.32.AJT98X - - -", "", "choose", "rank"),
    ("N:432.32.AJT987 - - -", "", "choose", "3 suits instead of four"),
    ("N:432.32.32.AJT987 - -", "", "choose", "3 hands instead of four"),
    ("432.32.32.AJT987 - - -", "", "choose", "does not begin with the seat"),
    ("N:- - - -", "", "choose", "no [Deal]"),
    ("N:K2.A.3.4 - - -", "[Play \"N\"]\n*", "choose", "law 6B: North was dealt 5"),
    // Who is to play, and what he sees.
    ("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 - -", "", "choose", "West sees a hand of his own"),
    ("N:- QJT.KJT9.QJT9.K2 - -", "[Play \"W\"]\nH6 - - -\n*", "choose", "South sees a hand"),
    ("N:- QJT.KJT9.QJT9.K2 - -", "[Play \"W\"]\nH6 H2 - -\n*", "choose", "law 41D: North faces"),
    ("N:- QJT.KJT9.QJT9.K2 - -", "[Play \"W\"]\nH6 H2 - -\n*", "explain", "law 41D: North faces"),
    ("N:- QJT.KJT9.QJT9.K2 - -", "[Play \"W\"]\nH6 H2 - -\n*", "signal", "law 41D: North faces"),
    ("N:- QJT.KJT9.QJT9.K2 - -", "[Play \"W\"]\nH6 H2 - -\n*", "believe", "law 41D: North faces"),
    // Bidding.
    ("N:- - - 8765.654.654.543", "[Contract \"9NT\"]", "choose", "no contract"),
    ("N:- - - 8765.654.654.543", "[Contract \"Pass\"]", "choose", "law 22"),
    ("N:- - - 8765.654.654.543", "[Contract \"?\"]", "choose", "[Contract]"),
    ("N:- QJT.KJT9.QJT9.K2 - 8765.654.654.543", "[Declarer \"?\"]", "choose", "no [Declarer]"),
    ("N:- - - 8765.654.654.543", "[Declarer \"Q\"]", "choose", "none of N, E, S and W"),
    ("N:- - - 8765.654.654.543", "[Vulnerable \"Maybe\"]", "choose", "none of None, NS, EW"),
    (
        "N:- - - 8765.654.654.543",
        "[Contract \"?\"]\n[Auction \"S\"]\n2NT 2C 3NT AP",
        "choose",
        "may not call",
    ),
    // The play.
    (FULL, "[Play \"W\"]\nHK - - -\n*", "choose", "law 44B: West leads to trick 1"),
    (FULL, "[Play \"W\"]\nH6 S2 - -\n*", "choose", "law 44C: North holds a heart"),
    (FULL, "[Play \"W\"]\nH6 H2 H9 H6\n*", "choose", "law 44A: South plays ♥6, which was played"),
    (FULL, "[Play \"W\"]\nH6 H2 H9 S5\nH4 H3 HT H5\n*", "choose", "law 44C: South did not follow"),
];

/// East's hand with dummy's.
const FULL: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 - -";

/// What is said of faults, wherever its lines are broken.
fn unwrapped(output: Output) -> String {
    let told = String::from_utf8(output.stderr).unwrap().replace('│', " ");
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn malformed_partial_deals_are_refused_with_the_law_and_the_place() {
    assert_eq!(FULL, format!("N:{DUMMY} {EAST} - -"));
    for (number, (deal, other, verb, why)) in MALFORMED.into_iter().enumerate() {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("malformed-{number}.pbn"));
        fs::write(&path, partial(deal, other)).unwrap();
        let output = falsecard(&[verb, path.to_str().unwrap(), "--threads", "1"]);
        let status = output.status.code();
        let told = unwrapped(output);
        assert_eq!(status, Some(2), "{number}: {deal} {other}: {told}");
        assert!(told.contains(why), "{number}: {deal} {other}: expected {why}, not {told}");
    }
}

/// The ending of a file, its text, and what is said of it.
const ELSEWHERE: [(&str, &str, &str); 12] = [
    ("lin", "st||md|1,,S234H23D23C789TJ,STJQH9TJKD9TJQC2K|mb|1N|mb|p|mb|p|mb|p|", "law 14"),
    ("lin", "st||md|1,,S234H23D23C789TJA,STJQH9TJKD9TJQC2A|mb|1N|mb|p|mb|p|mb|p|", "law 1: "),
    ("lin", "st||md|1,,S234H23D23C789TJA,STJQH9TJKD9TJQC2K|mb|p|mb|p|mb|p|mb|p|", "law 22"),
    ("lin", "st||md|1,,,|mb|1N|mb|p|mb|p|mb|p|pc|H6|", "no [Deal]"),
    ("lin", "st||md|1,,S234H23D23C789TJA,|mb|1N|mb|p|mb|p|mb|p|pc|H6|pc|S2|", "law 44C: North"),
    ("lin", "st||md|1,,S234H23D23C789TJA,|mb|1N|mb|p|mb|p|mb|p|pc|SA|pc|HA|", "law 44A: North"),
    (
        "txt",
        "https://www.bridgebase.com/tools/handviewer.html?n=s432h32d32cajt98&d=s&a=1nppp",
        "law 6B",
    ),
    (
        "txt",
        "https://www.bridgebase.com/tools/handviewer.html?e=s432h32d32cajt987&d=s&a=1nppp",
        "West",
    ),
    (
        "json",
        r#"{"dealer":"S","deal":{"N":"432.32.32.AJT98"},"contract":"3NT","declarer":"S"}"#,
        "law 6B",
    ),
    ("json", r#"{"dealer":"S","deal":{"Q":"432.32.32.AJT987"},"contract":"3NT"}"#, "Q"),
    ("json", r#"{"dealer":"S","deal":{"W":"432.32.32.AJT987"},"declarer":"S"}"#, "[Contract]"),
    (
        "json",
        r#"{"deal":{"W":"432.32.32.AJT987","E":"QJT.KJT9.QJT9.K2"},"contract":"3NT"}"#,
        "[Declarer]",
    ),
];

#[test]
fn malformed_partial_deals_of_other_formats_are_refused() {
    for (number, (ending, text, why)) in ELSEWHERE.into_iter().enumerate() {
        let name = format!("malformed-elsewhere-{number}.{ending}");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, text).unwrap();
        let output = falsecard(&["choose", path.to_str().unwrap(), "--worlds", "1"]);
        let status = output.status.code();
        let told = unwrapped(output);
        assert_eq!(status, Some(2), "{number}: {text}: {told}");
        assert!(told.contains(why), "{number}: {text}: expected {why}, not {told}");
    }
}

/// The same of hands, dummy and cards as a program gives them.
#[test]
fn malformed_views_are_refused_with_the_law() {
    let bidding = Arc::clone(set("paper").unwrap()[0].view().bidding());
    let hand = |text: &str| text.parse::<Hand>().unwrap();
    let east = |dummy: Option<&str>, cards: &[&str]| {
        let cards: Vec<Card> = cards.iter().map(|card| card.parse().unwrap()).collect();
        View::new(Seat::East, hand(EAST), dummy.map(hand), Arc::clone(&bidding), &cards)
            .map(|_| ())
            .map_err(|why| why.to_string())
    };
    let told = [
        (
            east(Some(DUMMY), &[]),
            "law 41D: North faces dummy's hand after the opening lead, and no",
        ),
        (east(None, &["H6"]), "law 41D: North faces dummy's hand after the opening lead, and it"),
        (east(Some(EAST), &["H6"]), "law 1: there is one"),
        (east(Some("432.32.32.AJT98"), &["H6"]), "law 6B: North was dealt 12"),
        (east(Some(DUMMY), &["H6", "H2", "S2"]), "card 3, in trick 1: law 44A: East does not hold"),
        (east(Some(DUMMY), &["H6", "H2", "SQ"]), "card 3, in trick 1: law 44C: East holds a heart"),
        (east(Some(DUMMY), &["H6", "H2", "HK", "HJ"]), "card 4, in trick 1: law 44A: South plays"),
        (east(Some(DUMMY), &["H6", "H2", "H9", "S5", "H4"]), "card 5, in trick 2: law 44A: East"),
    ];
    for (found, why) in told {
        let found = found.unwrap_err();
        assert!(found.starts_with(why), "expected {why}, not {found}");
    }
    let dummy = View::new(Seat::North, hand(DUMMY), None, Arc::clone(&bidding), &[]);
    assert!(dummy.unwrap_err().to_string().starts_with("law 43A: North is dummy"));
    let short = View::new(Seat::East, hand("QJT.KJT9.QJT9.K"), None, bidding, &[]);
    assert!(short.unwrap_err().to_string().starts_with("law 6B: East was dealt 12"));
}
