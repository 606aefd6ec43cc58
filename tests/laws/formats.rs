//! Laws of the formats: nothing is lost, round trips keep what can be said, every departure from a
//! standard is told, and no input is too large.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufReader, Read};
use std::path::PathBuf;

use falsecard::cards::Seat;
use falsecard::constraint::System;
use falsecard::notation::limits::{MAX_FAULTS, MAX_GAME};
use falsecard::notation::{
    Annotation, Breach, Contents, Deviation, DiagramStyle, Format, Game, Games, Warning, json, lin,
    pbn, read_calls,
};
use falsecard::play::Scoring;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats")
}

/// The fixtures: name and bytes.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| Format::of_name(name).is_some_and(|format| format != Format::Text));
    names.sort();
    let bytes = |name: &String| fs::read(folder().join(name)).unwrap();
    names.iter().map(|name| (name.clone(), bytes(name))).collect()
}

fn read(name: &str, bytes: &[u8]) -> Contents<Game> {
    let pieces = Games::open(name, bytes, Format::of_name(name)).unwrap();
    let mut all = Contents::default();
    for piece in pieces {
        all.good.extend(piece.good);
        all.faults.extend(piece.faults);
        all.warnings.extend(piece.warnings);
    }
    all
}

fn good(name: &str) -> Vec<Game> {
    read(name, &fs::read(folder().join(name)).unwrap()).all().unwrap()
}

/// What a game says, as far as every format can say it.
fn said(game: &Game) -> String {
    let hands = Seat::ALL.map(|seat| game.hand(seat).map(|hand| hand.to_string()));
    let annotation = |said: Option<&Annotation>| {
        said.map(|said| (said.alerted, said.explanation.clone())).unwrap_or_default()
    };
    let calls: Vec<_> = game.auction().iter().map(ToString::to_string).collect();
    let told: Vec<_> = (0..calls.len()).map(|n| annotation(game.call_annotation(n))).collect();
    let cards: Vec<_> = game.cards().iter().map(ToString::to_string).collect();
    format!(
        "{hands:?} {:?} {:?} {calls:?} {told:?} {:?} {:?} {} {cards:?} {:?}",
        game.dealer(),
        game.vulnerability(),
        game.contract(),
        game.strain(),
        game.is_passed_out(),
        game.result(),
    )
}

#[test]
fn the_index_names_every_file() {
    let index = fs::read_to_string(folder().join("README.md")).unwrap();
    let named: BTreeSet<&str> =
        index.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let fixtures = fixtures();
    assert_eq!(named, fixtures.iter().map(|(name, _)| name.as_str()).collect());
    assert!(fixtures.len() >= 40);
}

/// What is said of each file is a golden file: `UPDATE=1` writes it anew.
#[test]
fn every_departure_from_the_standard_is_told() {
    let mut told = String::new();
    for (name, bytes) in fixtures() {
        let contents = read(&name, &bytes);
        assert!(contents.faults.is_empty(), "{name}: {:?}", contents.faults);
        assert!(!contents.good.is_empty(), "{name}");
        contents.warnings.iter().for_each(|warning| writeln!(told, "{warning}").unwrap());
    }
    let golden = folder().join("warnings.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&golden, &told).unwrap();
    }
    assert_eq!(told, fs::read_to_string(&golden).unwrap());
}

#[test]
fn a_file_read_and_written_loses_nothing() {
    for (name, bytes) in fixtures() {
        let games = read(&name, &bytes).good;
        let text = pbn::write(&games);
        let again = pbn::read("again.pbn", text.as_bytes()).all();
        let again = again.unwrap_or_else(|fault| panic!("{name}: {fault}\n{text}"));
        assert_eq!(pbn::write(&again), text, "{name}");
        for (game, again) in games.iter().zip(&again) {
            assert_eq!(said(game), said(again), "{name}");
        }
        // Every word of the file is there again, if in another place or spelling.
        let record = json::write(&games);
        let back = json::read("back.json", record.as_bytes()).all();
        let back = back.unwrap_or_else(|fault| panic!("{name}: {fault}\n{record}"));
        assert_eq!(json::write(&back), record, "{name}");
        assert_eq!(pbn::write(&back), text, "{name}");
    }
}

#[test]
fn what_a_pbn_file_says_is_written_again() {
    let text = pbn::write(&good("comments.pbn"));
    for part in [
        "Creator: a program",
        "of the file",
        "PipColors 1",
        "{20-22}",
        "silent",
        "{lead}",
        "{low}",
        "third",
        "to come",
        "of several\r\n\r\nlines",
    ] {
        assert!(text.contains(part), "{part} is lost in\n{text}");
    }
    let text = pbn::write(&good("tables.pbn"));
    assert!(text.contains(
        "[OptimumResultTable \"Declarer;Denomination\\\\2R;Result\\\\2R\"]\r\nN NT  7\r\n"
    ));
    assert!(text.contains("E  S  6 {of course}\r\nS  H 10\r\n"), "{text}");
    let text = pbn::write(&good("revoke.pbn"));
    assert!(text.contains("C3 C7 ^R HJ CQ\r\n"), "{text}");
    let text = pbn::write(&good("insufficient-bid.pbn"));
    assert!(
        text.contains("2NT Pass ^I 1C 3NT Pass =1=\r\nPass Pass\r\n[Note \"1:slow\"]"),
        "{text}"
    );
    let between = good("comments-between.pbn");
    assert!(!between[0].to_pbn().contains("second"));
    assert!(
        between[1].to_pbn().starts_with("; of the second") || between[1].to_pbn().starts_with(';')
    );
}

#[test]
fn a_round_trip_by_lin_keeps_deal_auction_alerts_play_and_result() {
    for (name, bytes) in fixtures() {
        let games = read(&name, &bytes).good;
        let boards = lin::write(&games);
        assert_eq!(boards.lines().count(), games.len(), "{name}");
        let there = lin::read("there.lin", boards.as_bytes()).all();
        let there = there.unwrap_or_else(|fault| panic!("{name}: {fault}\n{boards}"));
        let text = pbn::write(&there);
        let back = pbn::read("back.pbn", text.as_bytes()).all();
        let back = back.unwrap_or_else(|fault| panic!("{name}: {fault}\n{text}"));
        assert_eq!(back.len(), games.len(), "{name}");
        for (game, back) in games.iter().zip(&back) {
            assert_eq!(said(game), said(back), "{name}\n{boards}");
            assert_eq!(
                game.tag("Board"),
                back.tag("Board").filter(|board| *board != "?"),
                "{name}"
            );
        }
    }
}

#[test]
fn inheritance_goes_on_until_it_is_redefined() {
    let games = good("inheritance.pbn");
    let values = |tag: &str| games.iter().map(|game| game.tag(tag)).collect::<Vec<_>>();
    assert_eq!(values("Event"), [Some("Summer's end"); 4]);
    assert_eq!(values("Site"), [Some("Hall"), Some("Hall"), Some("Hall"), None]);
    let dates = ["2026.09.01", "2026.09.01", "2026.09.02", "2026.09.02"].map(Some);
    assert_eq!(values("Date"), dates);
    assert_eq!(games[3].tag("Scoring"), Some(""));
}

#[test]
fn an_irregularity_stops_the_replay_and_not_the_reading() {
    for name in ["revoke.pbn", "lead-out-of-turn.pbn"] {
        let game = good(name).remove(0);
        assert!(game.board().is_ok() && game.cards().is_empty());
        assert!(matches!(game.play().unwrap_err().breach(), Breach::Irregularity { .. }));
        assert!(game.position().is_err());
    }
    for name in ["insufficient-bid.pbn", "skipped-player.pbn", "swapped-declarer.pbn"] {
        let play = good(name).remove(0).play().unwrap();
        assert_eq!(play.bidding().calls().count(), 0, "{name}");
        assert!(play.history().played().len() >= 4, "{name}");
    }
}

#[test]
fn hands_may_be_unknown() {
    let told = good("unknown-hand.pbn").remove(0);
    assert_eq!(told.hand(Seat::South).unwrap().to_string(), "AK9.AQ87.AK87.Q6");
    assert!(told.deal().is_some());
    for name in ["two-unknown-hands.pbn", "two-hands.lin"] {
        let open = good(name).remove(0);
        assert!(open.deal().is_none() && open.hands().is_none(), "{name}");
        assert_eq!(Seat::ALL.iter().filter(|seat| open.hand(**seat).is_some()).count(), 2);
        assert_eq!(open.cards().len(), 4, "{name}");
        assert!(open.play().is_err());
    }
}

#[test]
fn a_vugraph_file_has_two_rooms() {
    let games = good("vugraph.lin");
    let tags = |tag: &str| games.iter().map(|game| game.tag(tag).unwrap()).collect::<Vec<_>>();
    assert_eq!(tags("Board"), ["17", "17", "18", "18"]);
    assert_eq!(tags("Room"), ["Open", "Closed", "Open", "Closed"]);
    assert_eq!(tags("South"), ["os", "cs", "os", "cs"]);
    assert_eq!(tags("Event"), ["Cup"; 4]);
    let results: Vec<_> = games.iter().map(Game::result).collect();
    assert_eq!(results, [Some(9), Some(8), None, Some(11)]);
    assert!(games[2].is_passed_out());
    assert_eq!(games[3].contract().unwrap().to_string(), "4♥ by East");
    let chat = &games[0].call_annotation(0).unwrap().comments[0];
    assert_eq!(chat.text, "kib1: strong!");
}

#[test]
fn names_and_chat_can_be_left_out() {
    for (name, bytes) in fixtures() {
        for game in read(&name, &bytes).good {
            let names: Vec<String> = ["North", "East", "South", "West"]
                .iter()
                .filter_map(|seat| game.tag(seat).filter(|name| name.len() > 2).map(str::to_owned))
                .collect();
            let written = game.clone().anonymous();
            for text in [written.to_pbn(), written.to_lin(), written.to_json()] {
                assert!(!text.contains("kib1"), "{name}");
                let told = |player: &&String| text.contains(player.as_str());
                assert_eq!(names.iter().find(told), None, "{name}\n{text}");
            }
            assert_eq!(said(&written), said(&game), "{name}");
        }
    }
}

/// What the players say of their calls outranks the system, and the belief says so.
#[test]
fn explanations_reach_the_reading_of_the_auction() {
    let play = good("bbo.lin").remove(0).play().unwrap();
    let explained = System::bundled("natural").unwrap().explain(play.bidding());
    let source = |call: usize| explained[call].promise.as_ref().unwrap().source.clone();
    assert!(source(0).starts_with("explained: notrump opener -- 2-5 !C;"), "{}", source(0));
    assert!(source(2).starts_with("explained: 4- !H;"), "{}", source(2));
    assert!(!source(1).contains("explained"), "{}", source(1));
    let condition = explained[0].promise.as_ref().unwrap().condition.to_string();
    assert!(condition.contains("hcp 20-21"), "{condition}");
}

#[test]
fn the_size_of_the_buffer_changes_nothing() {
    for (name, bytes) in fixtures() {
        let whole = read(&name, &bytes);
        for size in [1, 7, 64] {
            let input = BufReader::with_capacity(size, bytes.as_slice());
            let pieces = Games::open(&name, input, Format::of_name(&name)).unwrap();
            let games: Vec<Game> = pieces.flat_map(|piece| piece.good).collect();
            assert_eq!(pbn::write(&games), pbn::write(&whole.good), "{name}");
        }
    }
}

#[test]
fn a_diagram_is_drawn_of_every_fixture() {
    for (name, bytes) in fixtures() {
        for game in read(&name, &bytes).good {
            let drawn = Format::Text.write(&game, DiagramStyle::default());
            assert!(drawn.starts_with("Board "), "{name}");
        }
    }
}

/// The first fault of an endless input.
fn refusal(format: Format, endless: impl Read) -> Breach {
    let mut games = Games::open("endless", BufReader::new(endless), Some(format)).unwrap();
    let fault = games.find_map(|piece| piece.faults.into_iter().next());
    assert!(games.next().is_none(), "nothing is read behind a text that is too long");
    fault.unwrap().breach().clone()
}

/// Repeats a text up to a size.
fn repeated(text: &'static str, bytes: u64) -> impl Read {
    struct Again(&'static [u8], usize);
    impl Read for Again {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len().min(self.0.len() - self.1);
            buffer[..count].copy_from_slice(&self.0[self.1..self.1 + count]);
            self.1 = (self.1 + count) % self.0.len();
            Ok(count)
        }
    }
    Again(text.as_bytes(), 0).take(bytes)
}

/// A line of a gigabyte, a million calls, a game without end: an error, and soon.
#[test]
fn whatever_is_too_large_is_refused() {
    let gigabyte = 1 << 30;
    for format in [Format::Pbn, Format::Lin, Format::Json] {
        assert_eq!(refusal(format, repeated("x", gigabyte)), Breach::LineTooLong);
    }
    let lines = "[A \"x\"]\n";
    assert_eq!(refusal(Format::Pbn, repeated(lines, gigabyte)), Breach::GameTooLong);
    assert_eq!(refusal(Format::Lin, repeated("mb|p|\n", gigabyte)), Breach::GameTooLong);
    assert_eq!(refusal(Format::Lin, repeated("x\n", gigabyte)), Breach::GameTooLong);

    let calls = format!("[Dealer \"N\"]\n[Auction \"N\"]\n{}", "1C ".repeat(MAX_GAME / 4));
    assert_eq!(pbn::read("calls.pbn", calls.as_bytes()).good[0].faults().len(), 1);
    let calls = format!("md|1,,,|{}", "mb|p|".repeat(MAX_GAME / 6));
    assert_eq!(lin::read("calls.lin", calls.as_bytes()).good[0].faults().len(), 1);
    let notes: String = (0..10_000).fold(String::new(), |mut text, number| {
        writeln!(text, "[Note \"{number}:x\"]").unwrap();
        text
    });
    let notes = pbn::read("notes.pbn", notes.as_bytes());
    assert!(matches!(notes.faults[0].breach(), Breach::TooManyTags));
    let bad = "[Deal \"N:A\"]\n\n".repeat(2 * MAX_FAULTS);
    let bad = pbn::read("bad.pbn", bad.as_bytes()).faults;
    assert_eq!(bad.len(), MAX_FAULTS);
    assert_eq!(*bad[MAX_FAULTS - 1].breach(), Breach::TooManyFaults);
}

/// A line of many boards takes no more time a board than many lines do.
#[test]
fn boards_on_one_line_are_read_in_linear_time() {
    let board = "md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|mb|p|mb|p|";
    let line = board.repeat(MAX_GAME / board.len() - 1);
    assert!(lin::read("line.lin", line.as_bytes()).good.len() > 10_000);
}

/// A deal with its auction; West leads against 3NT.
const BOARD: &str = "[Dealer \"S\"]\n[Vulnerable \"NS\"]\n\
    [Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n\
    [Declarer \"S\"]\n[Contract \"3NT\"]\n";

/// North and South win the first two tricks, and claim.
const CLAIMED: &str = "[Play \"W\"]\nH6 H2 HK HA\nC3 CA C2 CQ\n*\n";

/// What lint has to say of a text.
fn told(text: &str, strict: bool) -> Vec<String> {
    let contents = pbn::read("x.pbn", text.as_bytes());
    let faults = contents.faults.iter().chain(contents.good.iter().flat_map(Game::faults));
    let strictly = contents.good.iter().filter(|_| strict).flat_map(Game::strict_warnings);
    let warnings = contents.warnings.iter().cloned().chain(strictly);
    let departures = warnings.filter(|warning| warning.deviation.is_departure());
    departures.map(|it| it.to_string()).chain(faults.map(ToString::to_string)).collect()
}

/// Each value, and what is said of it; nothing where it is empty.
#[test]
fn what_no_game_can_have_is_told() {
    const RESULT: &str = "declarer takes 0 to 13 tricks";
    const DAY: &str = "a day reads YYYY.MM.DD";
    const SCORE: &str = "a score is a whole number";
    let values = [
        ("Result", "14", RESULT),
        ("Result", "-1", RESULT),
        ("Result", "C-2", RESULT),
        ("Result", "NS 9 EW 2", RESULT),
        ("Result", "1", "has won 2 and lost 0 in the cards played"),
        ("Result", "EW 12", "[Result] says 1 tricks"),
        ("Result", "NS 2 EW 11", ""),
        ("Result", "13", ""),
        ("Result", "^1", ""),
        ("Score", "NS 420", "with no number of tricks"),
        ("Date", "2026.02.31", DAY),
        ("Date", "2023.02.29", DAY),
        ("Date", "2024.02.29", ""),
        ("Date", "2026.??.??", ""),
        ("Date", "26.01.01", DAY),
        ("Date", "2026.o1.01", DAY),
        ("EventDate", "2026.13.01", DAY),
        ("Score", "a", SCORE),
        ("Score", "10.5", SCORE),
        ("ScoreIMP", "EW -2.5", ""),
        ("ScoreIMP", "10. 10", "a score is a number such as 2.5"),
        ("ScorePercentage", "101", "0 to 100"),
        ("ScorePercentage", "-10", "0 to 100"),
        ("ScorePercentage", "EW 50. NS 50.0", ""),
        ("ScoreRubber", "EW 300/40 NS 50 / 70", ""),
        ("ScoreRubber", "10", "above and below the line"),
        ("OptimumScore", "NS +420", ""),
        ("OptimumScore", "NS 420 EW -420", ""),
        ("OptimumScore", "NS 420 EW 420", "the other's opposite"),
        ("OptimumScore", "100", "it reads NS 420"),
        ("DoubleDummyTricks", "77667775576677566775", ""),
        ("DoubleDummyTricks", "7766777557667756677", "it has 20 digits"),
        ("DoubleDummyTricks", "7766777557667756677e", "it has 20 digits"),
        ("Event", "a\tb", "a tab"),
        ("Event", "a\u{7f}b", "control character U+007F"),
    ];
    for (tag, value, right) in values {
        let found = told(&format!("{BOARD}[{tag} \"{value}\"]\n{CLAIMED}"), false);
        let fits = match right {
            "" => found.is_empty(),
            right => found.len() == 1 && found[0].contains(right),
        };
        assert!(fits, "{tag} {value}: {found:?}");
    }
    // What later games inherit is told once.
    let day = "[Date \"##2026.02.31\"]\n\n[Board \"2\"]\n\n[Board \"3\"]\n";
    assert_eq!(told(day, false).len(), 1);
}

/// Law 77, the side that is named, and what counts otherwise.
#[test]
fn a_score_goes_with_contract_and_result() {
    let cases = [
        ("[Score \"NS 630\"][Result \"10\"]", None),
        ("[Score \"630\"][Result \"10\"]", None),
        ("[Score \"EW -630\"][Result \"EW 3\"]", None),
        ("[Score \"NS 630 EW -630\"][Result \"10\"]", None),
        ("[Score \"NS 430\"][Result \"10\"]", Some("with 10 tricks scores 630")),
        ("[Score \"EW 630\"][Result \"10\"]", Some("with 10 tricks scores -630")),
        ("[Score \"NS 630 EW 630\"][Result \"10\"]", Some("scores 630")),
        ("[Score \"NS 30\"][Result \"10\"][Scoring \"Rubber\"]", None),
        ("[Score \"-200\"]", None),
        ("[Score \"-150\"]", Some("with no number of tricks")),
        ("[Score \"100\"][Contract \"Pass\"][Declarer \"\"]", Some("passed out scores 0")),
        ("[Result \"7\"][Contract \"Pass\"][Declarer \"\"]", Some("where nobody bid")),
        ("[Result \"7\"][Contract \"\"][Declarer \"\"]", Some("no [Declarer] is named")),
    ];
    for (tags, right) in cases {
        let name = |line: &str| line.split(' ').next().unwrap().to_owned();
        let kept = BOARD.lines().filter(|line| !tags.contains(&name(line)));
        let rest: String = kept.flat_map(|line| [line, "\n"]).collect();
        let found = told(&format!("{rest}{tags}\n"), false);
        let fits = match right {
            None => found.is_empty(),
            Some(right) => found.len() == 1 && found[0].contains(right),
        };
        assert!(fits, "{tags}: {found:?}");
    }
    // A claim in LIN, below the tricks already won.
    let board = "md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|\
        mb|2N|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|H6|pc|H2|pc|HK|pc|HA|";
    let claims =
        |tricks: u8| lin::read("x.lin", format!("{board}mc|{tricks}|").as_bytes()).warnings.len();
    assert_eq!([0, 1, 13].map(claims), [1, 0, 0]);
}

/// Each departure, what is said of it, and whether only the standard minds.
#[test]
fn what_departs_from_the_standard_is_told() {
    let auction = |calls: &str| format!("[Dealer \"S\"]\n[Auction \"S\"]\n{calls}\n");
    let play = |cards: &str| format!("{BOARD}[Play \"W\"]\n{cards}\n");
    let table = |head: &str, rows: &str| format!("[ScoreTable \"{head}\"]\n{rows}\n");
    let hearts = "[Dealer \"S\"]\n[Vulnerable \"-\"]\n\
        [Deal \"W:KQT2.AT.J6542.85 .63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4\"]\n\
        [Declarer \"S\"]\n[Contract \"5H\"]\n[Play \"W\"]\n";
    let irregular = |cards: &str| format!("{hearts}{cards}\n");
    let cases = [
        ("junk\n[Event \"x\"]\n".into(), "it is taken for a remark", false),
        ("junk\n\n[Event \"x\"]\n".into(), "text outside of a tag", false),
        (
            "[Site \"a\"]\n[Site \"b\"]\n".into(),
            "with different values: \"a\", the first, counts",
            false,
        ),
        ("[Site \"a\"]\n[Site \"a\"]\n".into(), "[Site] stands twice", false),
        ("[Deal \"N:- - - -\"]\n".into(), "nothing is known", false),
        (BOARD.replace(" QJT", "  QJT"), "one blank", false),
        (auction("1C $256 AP"), "\"$256\" is no suffix", false),
        (auction("1C $a AP"), "\"$a\" is no suffix", false),
        (auction("1C =a= AP"), "\"=a=\" is no suffix", false),
        (auction("1C $7 AP"), "$7 is a mark of a card", false),
        (play("H6 $1 + - -"), "$1 is a mark of a call", false),
        (auction("1C !!! AP"), "this is the second", false),
        (auction("1C ! $3 AP"), "this is the second", false),
        (auction("1C =1= =2= AP\n[Note \"1:a\"]\n[Note \"2:b\"]"), "one note at most", false),
        (auction("1C Pass + Pass"), "\"Pass\" stands behind the +", false),
        (auction("1C Pass + *"), "a + says that the section goes on", false),
        (play("H6 H2 HK HA\n*\nC3 C7 + CQ"), "\"C3\" stands behind the *", false),
        (
            BOARD.replace("\"S\"]\n[Contract", "\"^S\"]\n[Contract") + "[Auction \"S\"]\n3NT AP\n",
            "who is dummy, declares",
            false,
        ),
        (auction("1D ^I 1S"), "this bid is sufficient", false),
        (irregular("^L SK H3 S4 S3"), "it is this player's turn to lead", false),
        (irregular("^R SK H3 S4 S3"), "who leads cannot revoke", false),
        (irregular("SK ^R H3 S4 S3"), "no card of the suit led", false),
        (irregular("SK H3 ^R S4 S3"), "this card follows suit", false),
        (table("Rank;Call", "1 4H ; x"), "no remark stands behind an element", false),
        ("[Odd \"x\"]\n".into(), "[Odd] is no tag of the standard", true),
        ("[Board \"A1\"]\n".into(), "a whole number above 0", true),
        ("[Round \"&\"]\n".into(), "letters, digits and _", true),
        ("[Time \"24:00:00\"]\n".into(), "HH:MM:SS", true),
        ("[TimeControl \"4\"]\n".into(), "games and minutes", true),
        ("[Hidden \"NN\"]\n".into(), "once each", true),
        ("[Room \"Blue\"]\n".into(), "Open or Closed", true),
        ("[FrenchMP \"no\"]\n".into(), "Yes or No", true),
        ("[TimeCall \"soon\"]\n".into(), "a whole number", true),
        ("[Scoring \"IMP;\"]\n".into(), "no part of it is empty", true),
        ("[ScoreRubberHistory \"NS 0 0\"]\n".into(), "points in rubbers before", true),
        (
            "[Vulnerable \"All\"]\n[ScoreRubberHistory \"NS 0 0 / 100 0 EW 0 0 / 0 0\"]\n".into(),
            "that the vulnerability is NS",
            true,
        ),
        ("[Dealer \"N\"]\n[Note \"33:x\"]\n".into(), "from 1 to 32", true),
        (auction("1C AP\n[Note \"1:x\"]"), "no call and no card", true),
        ("[Auction \"S\"]\n1C AP\n".into(), "[Auction] needs [Dealer] before it", true),
        (
            format!("[Play \"W\"]\nH6 + - -\n{}", BOARD.replace("[Declarer \"S\"]\n", "")),
            "[Play] needs [Declarer]",
            true,
        ),
        (format!("[Event \"{}\"]\n", "x".repeat(300)), "at most 255 characters", true),
        (table("Rank;Call\\L", "1 4H"), "the width of \"Call\" is a number", true),
        (table("Rank;Call", "1 4H 2"), "3 elements do not fill rows of 2 columns", true),
        (table("Rank;Call", "1 ]"), "\"]\" is no element", true),
        (
            table("-Rank;+MP", "1 9.5\n2 9.6"),
            "column 2 is marked +, and its values do not fall",
            true,
        ),
    ];
    for (text, right, strict) in cases {
        let has = |strict| told(&text, strict).iter().any(|told| told.contains(right));
        assert_eq!((has(false), has(true)), (!strict, true), "{text}: {:?}", told(&text, true));
    }
}

/// What the standard allows, in the forms in which it does.
#[test]
fn what_the_standard_allows_is_left_alone() {
    let games = [
        format!("{BOARD}[Auction \"S\"]\n2NT Pass +\n"),
        format!("{BOARD}[Auction \"S\"]\n2NT Pass *\n[Play \"W\"]\n+\n"),
        format!("{BOARD}[Play \"W\"]\nH6 H2 HK HA\n+\n"),
        format!("{BOARD}[Auction \"S\"]\n2NT ! =1= $20 Pass 3NT AP\n[Note \"1:a\"]\n"),
        BOARD.replace("\"S\"]\n[Contract", "\"^N\"]\n[Contract") + "[Auction \"S\"]\n3NT AP\n",
        "[Dealer \"S\"]\n[Auction \"S\"]\n1D ^I 1C ^S Pass AP\n".to_owned(),
        "[Vulnerable \"\"]\n[Dealer \"\"]\n[Contract \"\"]\n[Result \"\"]\n".to_owned(),
        "[Deal \"N:A... .A.. ..A. ...A\"]\n[Contract \"NT\"]\n[Play \"W\"]\n+\n".to_owned(),
        "[TotalScoreTable \"-Rank\\3R;Names\\45;+MP\"]\n{ten}\n1 \"A ;B\" 9.6\n2 \"C;D\" -\n3 \"E\" 9\n".to_owned(),
        format!("[Event \"{}\"]\n", "x".repeat(244)),
    ];
    for game in games {
        assert_eq!(told(&game, true), Vec::<String>::new(), "{game}");
    }
    // The contract that an auction broken off has led to stands, the cards are played on.
    let game = format!("{BOARD}[Auction \"S\"]\n2NT Pass *\n[Play \"W\"]\nH6 +\n");
    let game = pbn::read("x.pbn", game.as_bytes()).all().unwrap().remove(0);
    assert_eq!((game.auction().len(), game.play().unwrap().history().played().len()), (0, 1));
    assert!(game.to_pbn().contains("2NT Pass *"));
}

/// Of what is out of place nothing is lost.
#[test]
fn what_is_told_is_kept() {
    let text = "some junk\n[Event \"x\"]\n[Site \"a\"]\n[Site \"b\"]\n\
        [Dealer \"S\"]\n[Auction \"S\"]\n1C $256 =a= AP\n";
    let written = pbn::write(&pbn::read("x.pbn", text.as_bytes()).all().unwrap());
    for kept in ["some junk", "[Site \"a\"]", "[Site \"b\"]", "$256", "=a="] {
        assert!(written.contains(kept), "{kept} is lost in {written}");
    }
    assert_eq!(pbn::write(&pbn::read("y.pbn", written.as_bytes()).good), written);
}

/// A format: how games are written and read.
type Way = (fn(&[Game]) -> String, fn(&str, &[u8]) -> Contents<Game>);

/// Writes games in every format, reads that and writes it again: the same.
fn assert_written_the_same_twice(games: &[Game]) {
    let ways: [Way; 3] = [
        (|g| pbn::write(g), pbn::read),
        (|g| json::write(g), json::read),
        (|g| lin::write(g), lin::read),
    ];
    for (write, read) in ways {
        let written = write(games);
        let again = read("again", written.as_bytes()).all().unwrap_or_else(|fault| {
            panic!("{fault}\n{written}");
        });
        assert_eq!(write(&again), written);
    }
}

/// A section that is kept as text stays that text, and nothing in it becomes calls, cards or tags.
#[test]
fn what_is_kept_as_text_is_written_the_same_twice() {
    const HEAD: &str = "[Dealer \"S\"]\n[Contract \"3NT\"]\n[Declarer \"S\"]\n";
    for (why, text, kept) in [
        ("a space that PBN does not know", "[Auction \"S\"]\n2n P 3N AP\u{a0}\n", "3N AP\u{a0}\r"),
        ("nothing else on a line", "[Odd \"Share\"]\n\u{85}\n1\n", "]\r\n\u{85}\r\n1\r"),
        ("a hidden line", "[Auction \"S\"]\n2NT\n%[Play \"W\"]\n^I\n", "\n%[Play"),
        ("a hidden line of a table", "[Odd \"Share\"]\n1\n%[Deal \"\"]\n2\n", "\n%[Deal \"\"]"),
        ("a per cent sign that hides nothing", "[Odd \"Share\"]\n1\n % 2\n", "\n % 2"),
        ("a game in braces", "[Play \"W\"]\n^R {\n [Event \"x\"]} ^R\n", "\n [Event \"x\"]} ^R"),
        ("no call", "[Auction \"S\"]\n=1= Pass\n[Note \"1:a\"]\n", "]\r\n=1= Pass\r\n[Note"),
        ("no end", "[Auction \"S\"]\n{x} 2NT =1=\n[Note \"1:a\"]\n", "{x}\r\n2NT =1=\r\n[Note"),
        (
            "no end of a spare note",
            "[Auction \"S\"]\n2NT P {y}\n[Note \"1:a\"]\n",
            "{y}\r\n2NT P\r",
        ),
    ] {
        let games = pbn::read("text.pbn", format!("{HEAD}{text}").as_bytes()).all().unwrap();
        let written = pbn::write(&games);
        assert!(written.contains(kept), "{why}: {kept:?} is not in\n{written}");
        for said in ["{x}", "{y}", "[Note"] {
            let count = text.matches(said).count();
            assert_eq!(written.matches(said).count(), count, "{why}: {said} in\n{written}");
        }
        assert_written_the_same_twice(&games);
    }
}

/// The standard knows two tabs. Both are white space.
#[test]
fn a_vertical_tab_is_white_space() {
    let text = "[Dealer \"S\"]\n[Auction \"S\"]\u{b}2NT Pass\u{b}3NT AP\u{b}\n";
    let games = pbn::read("tab.pbn", text.as_bytes()).all().unwrap();
    assert_eq!((games[0].auction().len(), games[0].faults().len()), (6, 0));
    assert_written_the_same_twice(&games);
}

/// A remark of LIN has no white space around it, and says something.
#[test]
fn remarks_are_written_to_lin_as_they_are_read() {
    let head = "md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|sv|e|";
    let board = format!("{head}mb|1C|mb|p|mb|p|mb|p|pc|D6|pc|?|pc||");
    assert_written_the_same_twice(&lin::read("remark.lin", board.as_bytes()).all().unwrap());
    for remark in ["{ }", "{}", "; said ", "{ said\n}"] {
        let text = format!("[Dealer \"S\"]\n[Auction \"S\"]\n1C {remark}\nAP\n");
        let games = pbn::read("remark.pbn", text.as_bytes()).all().unwrap();
        assert_written_the_same_twice(&games);
    }
}

/// Whatever is nested, it ends in a game or in a fault and never at the end of the stack.
#[test]
fn nothing_is_nested_too_deep() {
    for piece in ["(", "( ", "\"", "Board 1,", "Board 1: ", "'\"", "((1C) "] {
        let text = piece.repeat(400_000 / piece.len());
        let contents = falsecard::notation::read("deep.txt", text.as_bytes());
        assert!(!contents.faults.is_empty(), "{piece}");
        assert!(read_calls(&text).is_err(), "{piece}");
    }
}

/// The kind of a match is told once and holds for all its boards.
#[test]
fn all_boards_of_a_vugraph_file_are_scored_alike() {
    let deal = "md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|sv|o|";
    let calls = "mb|pass|mb|p|mb|1NT|mb|dbl|mb|p!|mb|p|mb|p|";
    let file = format!("vg|Cup,1,P,1,16,A,0,B,0|\nqx|o1|{deal}{calls}\nqx|o2|{deal}{calls}\n");
    let games = lin::read("cup.lin", file.as_bytes()).all().unwrap();
    assert_eq!(
        games.iter().map(Game::scoring).collect::<Vec<_>>(),
        [Some(Scoring::Matchpoints); 2]
    );
    // Calls may be written out.
    let said = |game: &Game| game.auction().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(said(&games[0]), ["P", "P", "1NT", "X", "P", "P", "P"]);
    let again = lin::read("again.lin", lin::write(&games).as_bytes()).all().unwrap();
    assert_eq!(
        again.iter().map(Game::scoring).collect::<Vec<_>>(),
        [Some(Scoring::Matchpoints); 2]
    );
}

/// Names and addresses go, the longer names first; how a match is scored stays.
#[test]
fn no_name_is_left_by_being_part_of_another() {
    let game = "[West \"Anna\"]\n[North \"Ann\"]\n[NorthNA \"ann@example.org\"]\n[Event \"Anna and Ann\"]\n\
                [LIN_vg \"Cup,1,P,1,16\"]\n[Deal \"N:A... .A.. ..A. ...A\"]\n";
    let game = pbn::read("names.pbn", game.as_bytes()).all().unwrap().remove(0).anonymous();
    assert_eq!(game.tag("Event"), Some("West and North"));
    assert_eq!((game.tag("NorthNA"), game.scoring()), (None, Some(Scoring::Matchpoints)));
    assert!(!pbn::write([&game]).contains("example.org"));
}

/// Whoever leads to an ending leads after a round trip, and 52 cards are no claim.
#[test]
fn endings_and_whole_plays_keep_their_leader_and_their_end() {
    let ending = "[Dealer \"S\"]\n[Deal \"N:AK... .AK.. ..AK. ...AK\"]\n[Contract \"1NT\"]\n[Declarer \"S\"]\n\
                  [Auction \"S\"]\n1NT AP\n[Play \"N\"]\nSA HA DA CA\n*\n";
    let game = pbn::read("ending.pbn", ending.as_bytes()).all().unwrap().remove(0);
    let again = lin::read("ending.lin", game.to_lin().as_bytes()).all().unwrap().remove(0);
    assert_eq!((game.cards().len(), again.cards()), (4, game.cards()));
    let played = fs::read(folder().join("../played.pbn")).unwrap();
    let whole = pbn::read("played.pbn", &played).all().unwrap().remove(0);
    assert_eq!((whole.cards().len(), whole.is_claimed()), (52, false));
}

/// What is said of a call or a card and has no place is refused, since it would be lost.
#[test]
fn unknown_keys_are_refused() {
    let deal = r#""deal":{"N":"A...","E":".A..","S":"..A.","W":"...A"},"dealer":"N""#;
    for (calls, faults) in
        [(r#"{"call":"1C","alerted":true}"#, 0), (r#"{"call":"1C","alert":true}"#, 1)]
    {
        let text = format!("{{{deal},\"auction\":[{calls}]}}");
        let contents = json::read("calls.json", text.as_bytes());
        let all =
            contents.faults.len() + contents.good.iter().map(|it| it.faults().len()).sum::<usize>();
        assert_eq!(all, faults, "{text}");
    }
}

/// Found by fuzzing: each of these broke a reader or a law.
#[test]
fn what_fuzzing_found_stays_found() {
    // A mark behind which something stands that is none.
    let game = "[Dealer \"S\"]\n[Auction \"S\"]\n1C!!ÿ Pass=1=é AP\n";
    assert_eq!(pbn::read("marks.pbn", game.as_bytes()).all().unwrap()[0].auction().len(), 4);
    // A note that nothing refers to.
    let game = "[Dealer \"S\"]\n[Auction \"S\"]\n1C AP\n[Note \"2:to play\"]\n[Event \"x\"]\n";
    let written = pbn::write(&pbn::read("note.pbn", game.as_bytes()).good);
    assert!(written.contains("[Note \"2:to play\"]"), "{written}");
    assert_eq!(pbn::write(&pbn::read("again.pbn", written.as_bytes()).good), written);
    // It is not taken for one of the next section's, whether that can be read or is kept as text.
    let note = "[Dealer \"S\"]\n[Auction \"S\"]\n1C AP\n[Note \"1:a\"]\n[Note \"2:b\"]\n";
    for play in ["[Play \"W\"]\nH6 =1= + - -\n[Note \"1:fourth\"]\n", "[Play \"?\"]\n- - ^R =2=\n"]
    {
        let game = format!("{note}{play}");
        let written = pbn::write(&pbn::read("note.pbn", game.as_bytes()).all().unwrap());
        let first = written.find("[Auction").unwrap();
        assert!(written[..first].contains("[Note \"1:a\"]\r\n[Note \"2:b\"]"), "{written}");
        assert_eq!(pbn::write(&pbn::read("again.pbn", written.as_bytes()).good), written);
    }
    // So with notes of a section that never was.
    let game = "[Dealer \"S\"]\n[Note \"1:a\"]\n[Note \"2:b\"]\n[Play \"W\"]\nH6 =1=\n[Note \"1:fourth\"]\n";
    let written = pbn::write(&pbn::read("note.pbn", game.as_bytes()).all().unwrap());
    assert_eq!(pbn::write(&pbn::read("again.pbn", written.as_bytes()).good), written);
    // Keys without a meaning stay with their board.
    let written = lin::write(&good("boards.lin"));
    let again = lin::read("again.lin", written.as_bytes()).all().unwrap();
    assert_eq!(
        again.iter().map(|game| game.tag("LIN_zz")).collect::<Vec<_>>(),
        ["1", "2", "3"].map(Some)
    );
    assert_eq!(lin::write(&again), written);
    // What is unusual about a remark that belongs to the next game.
    let game = "[Event \"a long name that is no more\"]\n[Board \"1\"]\n\n{\u{e9}t\u{e9}}\n[Board \"2\"]\n";
    let contents = pbn::read("remark.pbn", game.as_bytes());
    let place = |warning: &Warning| (warning.line, warning.column);
    let utf8 = contents.warnings.iter().find(|warning| warning.deviation == Deviation::Utf8);
    assert_eq!((contents.good.len(), utf8.map(place)), (2, Some((4, 1))));
    // A per cent sign that begins a table or a section kept as text, behind its tag.
    for game in ["[Odd \"Share\"]% 12\n", "[Dealer \"S\"]\n[Play \"W\"]% ^R ^R\n"] {
        let written = pbn::write(&pbn::read("percent.pbn", game.as_bytes()).all().unwrap());
        let again = pbn::write(&pbn::read("again.pbn", written.as_bytes()).good);
        assert!(written.contains("\n %") && again == written, "{written}");
    }
    // A line break within a name.
    let board = "pn|s,w,n,e~\npg|md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|sv|e|";
    let written = lin::write(&lin::read("name.lin", board.as_bytes()).good);
    assert_eq!(lin::write(&lin::read("again.lin", written.as_bytes()).good), written);
    // A table that no PBN file can hold is refused in JSON, and a remark in LIN.
    for row in ["1 {2", "1 [Note \"1:\"]2", ""] {
        let table = serde_json::json!({
            "deal": {"N": "A...", "E": ".A..", "S": "..A.", "W": "...A"},
            "tags": [{"name": "ActionTable", "value": "Rank;Card", "table": ["A 1", row]}],
        });
        let contents = falsecard::notation::json::read("t.json", table.to_string().as_bytes());
        assert_eq!((contents.good.len(), contents.faults.len()), (0, 1), "{row:?}");
        let board = format!("{board}pb|ActionTable Rank;Card\\nA 1\\n{row}|");
        let written = pbn::write(&lin::read("table.lin", board.as_bytes()).all().unwrap());
        assert_eq!(written.contains("Rank;Card A 1"), !row.is_empty(), "{written}");
        assert!(pbn::read("again.pbn", written.as_bytes()).all().is_ok(), "{written}");
    }
}
