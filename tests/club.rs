//! The page at the club: what everybody expects of a deal, its tables side by side.
#![cfg(feature = "cli")]

#[path = "common/served.rs"]
mod served;

use std::time::{Duration, Instant};

use serde_json::Value;
use served::{plain, post};

/// North and South have all the high cards.
const DEAL: &str = "N:AKQ.432.AKQ.5432 765.T98.765.T987 432.AKQJ.432.AKQ JT98.765.JT98.J6";

/// A table: who sat North, the contract, declarer's tricks.
type Table = (&'static str, &'static str, u8);

const EVENING: [Table; 5] = [
    ("Ada", "6NT", 12),
    ("Bea", "3NT", 13),
    ("Cleo", "7NT", 13),
    ("Dora", "6NT", 13),
    ("Eve", "7NT", 12),
];

/// The file of an evening, every table declared by North, nobody vulnerable.
fn evening(tables: &[Table]) -> String {
    let table = |(name, contract, tricks): &Table| {
        format!(
            "[Board \"7\"]\n[North \"{name}\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"{DEAL}\"]\n\
             [Declarer \"N\"]\n[Contract \"{contract}\"]\n[Result \"{tricks}\"]\n\n"
        )
    };
    tables.iter().map(table).collect()
}

/// What the page is told of the boards of a file.
fn opened(file: &str) -> Vec<Value> {
    let answer = post("/open", file);
    let lines = answer.text.lines().filter_map(|line| serde_json::from_str(line).ok());
    lines.filter(|line: &Value| line["address"].is_string()).collect()
}

fn address(game: &Value) -> String {
    game["address"].as_str().unwrap().to_owned()
}

#[test]
fn a_list_has_what_players_look_for() {
    let games = opened(&evening(&EVENING));
    assert_eq!(games.len(), 5);
    let first = &games[0];
    assert_eq!([&first["board"], &first["contract"], &first["by"]], ["7", "6NT", "N"]);
    assert_eq!(first["names"][0], "Ada");
    let scores: Vec<i64> = games.iter().map(|game| game["score"].as_i64().unwrap()).collect();
    assert_eq!(scores, [990, 520, 1520, 1020, -50]);
    let results: Vec<&str> = games.iter().map(|game| game["result"].as_str().unwrap()).collect();
    assert_eq!(results, ["=", "+4", "=", "+1", "−1"]);
}

/// A deal that was passed out is a result too.
#[test]
fn a_deal_that_is_passed_out_is_listed() {
    let file = format!(
        "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"{DEAL}\"]\n[Declarer \"\"]\n\
         [Contract \"Pass\"]\n[Result \"\"]\n[Auction \"N\"]\nPass Pass Pass Pass\n"
    );
    let games = opened(&file);
    assert_eq!(
        [&games[0]["contract"], &games[0]["score"]],
        [&Value::from("Pass"), &Value::from(0)]
    );
    let board = post("/board", &address(&games[0]));
    assert_eq!(board.status, 200, "{}", board.text);
    let deal = post("/deal", &address(&games[0]));
    assert!(plain(&deal.text).contains("passed out"), "{}", deal.text);
}

#[test]
fn a_board_says_points_shapes_and_its_result() {
    let games = opened(&evening(&EVENING));
    let board = plain(&post("/board", &address(&games[1])).text);
    for said in
        ["18 points, 3-3-3-4", "0 points, 3-3-3-4", "result +4, NS +520", "What can be made"]
    {
        assert!(board.contains(said), "{said}: {board}");
    }
    let hidden = post("/board", &format!("{}&see=E", address(&games[1]))).text;
    assert_eq!(
        hidden.matches("class=\"worth\"").count(),
        1,
        "of hands that are not seen nothing is said"
    );
    assert!(!hidden.contains("What can be made"));
}

#[test]
fn what_can_be_made_is_what_double_dummy_says() {
    let games = opened(&evening(&EVENING));
    let deal = post("/deal", &address(&games[0]));
    let said = plain(&deal.text);
    for text in [
        "Par is NS +1520: 7NT by North or South.",
        "6NT by North took 12 tricks (NS +990), 1 fewer",
    ] {
        assert!(said.contains(text), "{said}");
    }
    assert_eq!(deal.text.matches("<td").count(), 21, "twenty contracts and a corner");
    let unknown = post("/deal", "deal=N:AKQ.432.AKQ.5432 - - -&by=3NT+by+North");
    assert_eq!(unknown.status, 400);
}

/// A question that needs all hands is not offered where they are not known.
#[test]
fn nothing_is_offered_that_ends_in_an_error() {
    let two = "deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+-+-&dealer=S&by=3NT+by+South&play=H6+H2";
    let board = post("/board", two).text;
    assert!(board.contains("Which card?") && !board.contains("Double dummy"), "{board}");
    assert!(!board.contains("What can be made"));
}

#[test]
fn tables_stand_side_by_side() {
    let games = opened(&evening(&EVENING));
    let places: Vec<String> = games.iter().map(address).collect();
    let sent = |page: &str| format!("{page}&panel=tables\n{}", places.join("\n"));
    let answer = post("/tables", &sent(&places[3]));
    let said = plain(&answer.text);
    // The best and the worst are left out: the mean of 990, 520 and 1020.
    assert!(said.contains("5 tables") && said.contains("The datum is NS +840"), "{said}");
    let imps: Vec<&str> = ["+12", "+5", "+4", "-8", "-13"].into();
    let rows: Vec<String> = answer.text.split("<tr").skip(2).map(plain).collect();
    assert_eq!(rows.len(), 5, "{said}");
    for (row, imps) in rows.iter().zip(imps) {
        assert!(row.contains(imps), "{imps}: {row}");
    }
    let here: Vec<&str> =
        answer.text.split("<tr").filter(|row| row.starts_with(" aria-current")).collect();
    assert!(here.len() == 1 && here[0].contains("Dora"), "{}", answer.text);
    let pairs = post("/tables", &sent(&format!("{}&scoring=matchpoints", places[0])));
    let rows: Vec<String> = pairs.text.split("<tr").skip(2).map(plain).collect();
    for (row, share) in rows.iter().zip(["100", "75", "50", "25", "0"]) {
        assert!(row.contains(share), "{share}: {row}");
    }
}

/// The tables of a club's evening are there within a second, also of many tables.
#[test]
fn many_tables_take_no_second() {
    let tables: Vec<Table> = EVENING.iter().copied().cycle().take(200).collect();
    let games = opened(&evening(&tables));
    let places: Vec<String> = games.iter().map(address).collect();
    let start = Instant::now();
    let answer = post("/tables", &format!("{}\n{}", places[0], places.join("\n")));
    assert!(plain(&answer.text).contains("200 tables"), "{}", answer.text);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[test]
fn tables_that_are_none_are_refused() {
    for text in ["", "\n", "x", "deal=\ndeal=", &format!("deal={DEAL}"), &"a\n".repeat(9_999)] {
        let answer = post("/tables", text);
        assert_eq!(answer.status, 400, "{text}: {}", answer.text);
    }
}
