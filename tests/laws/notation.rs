//! What the readers accept, what they refuse and how they say it, and how a board is drawn.
#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use falsecard::cards::{Card, Seat, Strain, Vulnerability};
use falsecard::cli::Located;
use falsecard::notation::{
    Breach, Contents, Cost, Diagram, DiagramCards, DiagramStyle, Fault, Format, Game, Games, Pips,
    Problem, SignalTask, pbn, problem,
};
use falsecard::play::Play;
use miette::{GraphicalReportHandler, GraphicalTheme};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn data(path: &str) -> PathBuf {
    Path::new(ROOT).join("tests/data/pbn").join(path)
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the directory is part of the project");
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Contents<Game> {
    pbn::read(&file_name(path), &fs::read(path).unwrap())
}

fn games(text: &str) -> Vec<Game> {
    pbn::read("test.pbn", text.as_bytes()).all().unwrap()
}

fn paper(n: usize) -> Problem {
    let path = Path::new(ROOT).join(format!("problems/paper/paper-ex{n}.pbn"));
    let contents = problem::read(&file_name(&path), &fs::read(path).unwrap());
    contents.all().unwrap().remove(0)
}

fn card(name: &str) -> Card {
    name.parse().unwrap()
}

const DEAL: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

#[test]
fn one_game_written_in_many_ways_is_one_game() {
    let plain = games(include_str!("../data/pbn/same/plain.pbn")).remove(0);
    assert_eq!(plain.play().unwrap().history().played().len(), 7);
    for path in files(&data("same")) {
        let contents = read(&path);
        assert!(contents.faults.is_empty(), "{path:?}: {:?}", contents.faults);
        let [game] = contents.good.as_slice() else { panic!("{path:?}: not one game") };
        let (play, wanted) = (game.play().unwrap(), plain.play().unwrap());
        let calls = |play: &Play| play.bidding().calls().collect::<Vec<_>>();
        assert_eq!(calls(&play), calls(&wanted), "{path:?}");
        assert_eq!((play.deal(), play.history()), (wanted.deal(), wanted.history()), "{path:?}");
        assert_eq!(game.tag("board"), Some("7"), "{path:?}");
    }
}

#[test]
fn values_keep_their_characters() {
    let event = |file: &str| read(&data(file)).good[0].tag("Event").unwrap().to_owned();
    assert_eq!(event("same/latin1.pbn"), "Finale à Malmö");
    assert_eq!(event("same/utf8.pbn"), "Finale à Malmö ♠");
    assert_eq!(event("same/unescaped-quotes.pbn"), "The \"big\" final");
    assert_eq!(event("same/escaped-quotes.pbn"), "The \"big\" \\ final]");
}

#[test]
fn unknown_tags_are_kept_with_their_lines() {
    let game = read(&data("same/repeated-tag.pbn")).good.remove(0);
    let kept: Vec<_> = game.tags().iter().filter(|tag| tag.name == "Event2").collect();
    assert_eq!(kept.iter().map(|tag| tag.value.as_str()).collect::<Vec<_>>(), ["x", "y"]);
    assert_eq!(kept.iter().map(|tag| tag.line).collect::<Vec<_>>(), [9, 10]);
}

fn faults(path: &Path) -> Vec<Fault> {
    let bytes = fs::read(path).unwrap();
    let name = file_name(path);
    if name.starts_with("problem-") {
        return problem::read(&name, &bytes).faults;
    }
    let contents = pbn::read(&name, &bytes);
    let of_sections = contents.good.iter().flat_map(Game::faults).cloned();
    of_sections.chain(contents.faults.clone()).collect()
}

fn render(fault: &Fault) -> String {
    let mut text = String::new();
    let theme = GraphicalTheme::unicode_nocolor();
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100);
    handler.render_report(&mut text, &Located::from(fault.clone())).unwrap();
    text
}

#[test]
fn each_bad_file_is_refused_with_the_rule_and_the_place() {
    let mut told = String::new();
    let mut kinds = BTreeSet::new();
    for path in files(&data("bad")) {
        let faults = faults(&path);
        assert!(!faults.is_empty(), "{path:?} was accepted");
        for fault in faults {
            assert_eq!(fault.file(), file_name(&path));
            let kind = format!("{:?}", fault.breach());
            kinds.insert(kind.split(&[' ', '('][..]).next().unwrap().to_owned());
            writeln!(told, "{}", render(&fault)).unwrap();
        }
    }
    assert!(kinds.len() >= 30, "{kinds:?}");
    insta::assert_snapshot!("faults", told);
}

#[test]
fn a_bad_game_does_not_hide_the_next() {
    for path in files(&data("bad")) {
        let name = file_name(&path);
        if name.starts_with("problem-") || ["another-format.pbn", "empty.pbn"].contains(&&*name) {
            continue;
        }
        let good = read(&path).good;
        let last = good.last().unwrap();
        assert!(good[..good.len() - 1].iter().all(|game| !game.faults().is_empty()), "{name}");
        assert_eq!((last.tag("Event"), last.number()), (Some("Good"), 2), "{name}");
        assert!(last.faults().is_empty(), "{name}");
    }
}

/// The example with another auction or play.
fn with(auction: &str, play: &str) -> String {
    format!(
        "[Dealer \"S\"]\n[Vulnerable \"NS\"]\n[Deal \"{DEAL}\"]\n[Declarer \"S\"]\n\
         [Contract \"3NT\"]\n[Auction \"S\"]\n{auction}\n[Play \"W\"]\n{play}\n"
    )
}

/// A play costs what comes behind its fault, an auction itself alone, and the text of both is kept.
#[test]
fn a_faulty_section_does_not_take_the_deal_with_it() {
    const AUCTION: &str = "2NT Pass 3NT AP";
    const PLAY: &str = "H6 H2 HK HA\nC3 C7 + CQ";
    let auctions = ["2NT Pass 2S AP", "2NT Pass 3NX AP", "2NT Pass 3NT", "- 2NT Pass 3NT AP"];
    let plays = [
        ("H6 H2 DQ HA", 2),
        ("H6 H2 SA HA", 2),
        ("H6 H2 KH HA", 2),
        ("H6 H2 HK HA\nC3 C7 + C3", 4),
        ("H6 H2 HK HA\nC3 - + CQ", 6),
        ("H6 H2 HK HA\nC3 C7 - CQ\nH5 H3 HT HQ", 7),
        ("? H2 HK HA", 0),
    ];
    let auctions = auctions.map(|auction| (auction, PLAY, 7, Cost::Auction));
    let plays = plays.map(|(play, kept)| {
        let last = || games(&with(AUCTION, PLAY))[0].cards()[kept - 1];
        (AUCTION, play, kept, Cost::Play { kept: (kept > 0).then(|| (kept, last())) })
    });
    for (auction, play, kept, cost) in auctions.into_iter().chain(plays) {
        let text = with(auction, play);
        let game = games(&text).remove(0);
        let [fault] = game.faults() else { panic!("{text}: {:?}", game.faults()) };
        assert_eq!(fault.cost(), cost, "{text}");
        let shown = render(fault);
        assert!(shown.contains('⚠') && shown.contains(" as text"), "{shown}");
        let calls = if cost == Cost::Auction { 0 } else { 6 };
        assert_eq!((game.auction().len(), game.cards().len()), (calls, kept), "{text}");
        assert_eq!(game.play().unwrap().history().played().len(), kept, "{text}");
        assert!(Problem::new(game.clone()).is_err(), "{text}");
        let written = pbn::write([&game]);
        let mut lines = if cost == Cost::Auction { auction } else { play }.lines();
        assert!(lines.all(|line| written.contains(line)), "{text}\nwritten as\n{written}");
        let again = games(&written).remove(0);
        assert_eq!(again.faults()[0].breach(), fault.breach());
        assert_eq!((again.cards(), pbn::write([&again])), (game.cards(), written));
    }
    let both = games(&with("2NT Pass 2S AP", "H6 H2 DQ HA")).remove(0);
    assert_eq!((both.faults().len(), both.cards().len()), (2, 2));
    assert_eq!(games(&with(AUCTION, PLAY))[0].faults().len(), 0);
}

/// What LIN and JSON say behind a fault becomes a remark.
#[test]
fn a_faulty_section_of_another_format_is_kept_too() {
    let head = "md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|";
    let bid = "mb|2N|mb|p|mb|3N|mb|p|mb|p|mb|p|";
    let play = "pc|H6|pc|H2|pc|HK|pc|HA|";
    let json = |auction: &str, play: &str| {
        format!(
            "{{\"dealer\":\"S\",\"deal\":{{\"S\":\"AK9.AQ87.AK87.Q6\",\"W\":\"8765.654.654.543\",\
             \"N\":\"432.32.32.AJT987\"}},\"auction\":[{auction}],\"play\":[{play}]}}"
        )
    };
    let calls = r#"{"call":"2NT"},{"call":"Pass"},{"call":"3NT"},{"call":"Pass"},{"call":"Pass"},{"call":"Pass"}"#;
    let cases = [
        (Format::Lin, format!("{head}{bid}pc|H6|pc|DQ|pc|HK|"), 1, "DQ HK"),
        (Format::Lin, format!("{head}{bid}pc|H6|pc|ZZ|pc|HK|"), 1, "ZZ HK"),
        (Format::Lin, format!("{head}mb|2N|mb|1C|an|short|{play}"), 0, "H6 H2 HK HA"),
        (Format::Lin, format!("{head}mb|2N|mb|1C|an|short|{play}"), 0, "1C (short)"),
        (Format::Lin, format!("{head}mb|2N|mb|zz|"), 0, "2N zz"),
        (Format::Json, json(calls, r#"{"card":"H6"},{"card":"ZZ"}"#), 1, "ZZ"),
        (Format::Json, json(r#"{"call":"ZZ"}"#, ""), 0, "ZZ"),
    ];
    for (format, text, kept, rest) in cases {
        let pieces = Games::open("test", text.as_bytes(), Some(format)).unwrap();
        let games: Vec<Game> = pieces.flat_map(|piece| piece.all().unwrap()).collect();
        let [game] = games.as_slice() else { panic!("{text}") };
        assert_eq!((game.faults().len(), game.cards().len()), (1, kept), "{text}");
        assert!(game.deal().is_some());
        for written in [game.to_pbn(), game.to_lin(), game.to_json()] {
            assert!(written.contains(rest), "{rest} is lost in {written}");
        }
    }
}

#[test]
fn the_place_of_a_fault_is_the_word_at_fault() {
    let place = |file: &str| {
        let fault = faults(&data(file)).remove(0);
        (fault.line(), fault.column())
    };
    assert_eq!(place("bad/revoke.pbn"), (12, 7));
    assert_eq!(place("bad/insufficient-bid.pbn"), (9, 10));
    assert_eq!(place("bad/card-dealt-twice.pbn"), (5, 61));
    assert_eq!(
        faults(&data("bad/revoke.pbn"))[0].to_string(),
        "revoke.pbn:12: law 44C: East holds a heart and must follow suit, so ♦Q would be a revoke",
    );
}

#[test]
fn independent_faults_are_told_together() {
    let text = "[Dealer \"Q\"]\n[Vulnerable \"Q\"]\n[Deal \"N:A\"]\n[Auction \"N\"]\n8C\n";
    let faults = pbn::read("test.pbn", text.as_bytes()).faults;
    assert_eq!(faults.len(), 4);
    assert!(faults.iter().all(|fault| fault.cost() == Cost::Game));
    assert!(matches!(faults[0].breach(), Breach::HandCount { found: 1 }));
}

#[test]
fn games_need_no_blank_line_between_them() {
    let one = include_str!("../data/pbn/same/plain.pbn");
    assert_eq!(games(&one.repeat(3)).len(), 3);
    assert_eq!(games(&one.replace("% PBN 2.1\n", "\n \t\n").repeat(3)).len(), 3);
}

#[test]
fn a_deal_alone_will_do() {
    let game = games(&format!("[Deal \"{DEAL}\"]")).remove(0);
    assert!(game.deal().is_some() && game.contract().is_none() && game.cards().is_empty());
    let why = game.board().unwrap_err();
    assert!(matches!(why.breach(), Breach::MissingTag { tag: "Contract", .. }));
    assert!(games("[Deal \"N:... ... ... ...\"]")[0].hands().is_none());
    assert!(games("[Deal \"\"]\n[Vulnerable \"\"]")[0].hands().is_none());
}

#[test]
fn a_contract_without_an_auction_will_do() {
    let text = format!("[Deal \"{DEAL}\"][Dealer \"N\"][Contract \"4SX\"][Declarer \"W\"]");
    let board = games(&text)[0].board().unwrap();
    assert_eq!(board.bidding().contract().to_string(), "4♠x by West");
    assert_eq!(board.bidding().vulnerability(), Vulnerability::NONE);
    assert_eq!(board.bidding().calls().count(), 0);
}

#[test]
fn a_passed_out_board_and_an_unfinished_auction_can_be_read() {
    let passed = games(&format!("[Deal \"{DEAL}\"]\n[Contract \"Pass\"]\n[Auction \"E\"]\nAP\n"));
    assert!(passed[0].is_passed_out());
    assert_eq!(passed[0].dealer(), Some(Seat::East));
    assert_eq!(*passed[0].board().unwrap_err().breach(), Breach::NoPlay);
    let unfinished = games(&format!("[Deal \"{DEAL}\"]\n[Auction \"E\"]\n1C Pass +\n"));
    assert_eq!(unfinished[0].auction().len(), 2);
    assert!(unfinished[0].contract().is_none() && !unfinished[0].is_passed_out());
}

#[test]
fn an_end_position_is_a_position_and_no_board() {
    let text = "[Deal \"N:AQ... .AK.. ..AK. KJ...\"]\n[Contract \"NT\"]\n";
    let by_declarer = games(&format!("{text}[Declarer \"W\"]")).remove(0);
    assert_eq!(by_declarer.position().unwrap().to_play(), Seat::North);
    assert_eq!(by_declarer.strain(), Some(Strain::Notrump));
    assert!(matches!(by_declarer.board().unwrap_err().breach(), Breach::EndPosition { found: 2 }));
    let by_play = games(&format!("{text}[Play \"S\"]\nDA - - -\n")).remove(0);
    assert_eq!(by_play.position().unwrap().to_play(), Seat::West);
    let neither = games(text).remove(0);
    let why = neither.position().unwrap_err();
    assert!(matches!(why.breach(), Breach::MissingTag { tag: "Declarer", .. }));
}

#[test]
fn the_paper_examples_are_problems() {
    let answers: Vec<_> = (1..=4).map(|n| paper(n).answer().to_vec()).collect();
    assert_eq!(answers, ["C2", "CA", "D9", "C2"].map(|c| vec![card(c)]));
    let fourth = paper(4);
    assert_eq!(fourth.id(), "paper-ex4");
    assert_eq!(fourth.categories(), ["signal"]);
    assert_eq!((fourth.role(), fourth.decider()), (Some(SignalTask::Give), Seat::West));
    assert_eq!(fourth.tempting(), [card("C8")]);
    assert_eq!(fourth.system(), Some("paper-weak-notrump"));
    assert_eq!(fourth.source(), Some("Otawa & Uehara 2006, example 4"));
    assert_eq!(fourth.view().history().trick().leader(), Seat::South);
}

#[test]
fn a_problem_may_have_several_categories_and_a_note() {
    let text = include_str!("../../problems/paper/paper-ex1.pbn");
    let text = text.replace("[Role", "[Category \"duck, entries\"]\n[Role");
    let text = text.replace("[Decider", "[Category \"duck, entries\"]\n[Decider")
        + "[Expert \"c2\"]\n[Note \"1:of the auction\"]\n[Note \"spots filled in\"]\n";
    let problem = problem::read("p.pbn", text.as_bytes()).all().unwrap().remove(0);
    assert_eq!(problem.categories(), ["falsecard-defender", "duck", "entries"]);
    assert_eq!(problem.expert(), [card("C2")]);
    assert_eq!(problem.note(), Some("spots filled in"));
}

#[test]
fn what_the_decider_sees_is_drawn() {
    let problem = paper(1);
    let view = problem.view();
    let diagram = Diagram::of_view(view, DiagramCards::Left).titled(problem.id());
    insta::assert_snapshot!("view", diagram.draw(DiagramStyle::default()));
}

#[test]
fn all_four_hands_are_drawn_in_letters() {
    let diagram = Diagram::of_play(&paper(2).play().unwrap(), DiagramCards::Dealt);
    insta::assert_snapshot!(
        "letters",
        diagram.draw(DiagramStyle { pips: Pips::Letters, colour: false })
    );
}

#[test]
fn hearts_and_diamonds_are_red() {
    let diagram = Diagram::of_view(paper(2).view(), DiagramCards::Left);
    let style = DiagramStyle { pips: Pips::Symbols, colour: true };
    let coloured = diagram.draw(style);
    let plain = diagram.draw(DiagramStyle { colour: false, ..style });
    assert_eq!(coloured.replace("\x1b[31m", "").replace("\x1b[0m", ""), plain);
    insta::assert_snapshot!("colour", coloured.replace('\x1b', "␛"));
}

#[test]
fn a_void_in_a_long_hand_and_no_auction_are_drawn() {
    let deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";
    let text = format!(
        "[Deal \"{deal}\"][Dealer \"W\"][Contract \"7SXX\"][Declarer \"N\"][Vulnerable \"All\"]"
    );
    let play = games(&text)[0].play().unwrap();
    let drawn = Diagram::of_play(&play, DiagramCards::Left).draw(DiagramStyle::default());
    assert!(drawn.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!("voids", drawn);
}
