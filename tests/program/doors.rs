//! One engine, whichever way it is asked: the library, the command line and the page give the same
//! answer to the same question, byte for byte. What Python answers is compared in
//! `python/tests/test_doors.py`.

use crate::served::post;

use std::path::PathBuf;
use std::time::Duration;

use falsecard::bidding::{AuctionSoFar, BidAdvice, Bidder, Foresight};
use falsecard::cards::{Seat, Vulnerability};
use falsecard::constraint::System;
use falsecard::notation::pbn;
use falsecard::play::{Scoring, View};
use falsecard::search::{Decision, Engine, Settings};
use falsecard::text;
use falsecard::web::draw;
use falsecard::web::page::spot::address_of;
use serde_json::{Value, json};

/// Example 1 of the paper: East chooses from two cards.
const EXAMPLE: &str = include_str!("../../problems/paper/paper-ex1.pbn");

const AGREEMENTS: &str = "paper";

/// One question in each form.
struct Asked {
    text: String,
    file: PathBuf,
    view: View,
    /// By what agreements.
    agreements: &'static str,
    /// What is said of these on the command line and in the page's address.
    named: Option<&'static str>,
}

impl Asked {
    /// A board, for which the file names this scoring, if any.
    fn new(scoring: Option<&str>) -> Self {
        let tag = scoring.map(|named| format!("[Scoring \"{named}\"]\n")).unwrap_or_default();
        let text = without(&["Scoring", "Problem"]).replacen("[Dealer", &(tag + "[Dealer"), 1);
        let name = format!("doors-{}.pbn", scoring.unwrap_or("unscored"));
        Self::of(text, &name, AGREEMENTS, Some(AGREEMENTS))
    }

    /// A problem that names no agreements.
    fn problem() -> Self {
        Self::of(without(&["System"]), "doors-problem.pbn", "textbook", None)
    }

    fn of(text: String, name: &str, agreements: &'static str, named: Option<&'static str>) -> Self {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, &text).unwrap();
        let game = pbn::read("asked", text.as_bytes()).all().unwrap().remove(0);
        let play = game.partial_play().unwrap();
        let view = play.view(play.history().decider()).unwrap();
        Self { text, file, view, agreements, named }
    }

    /// The answer of the library, with nothing but the agreements said.
    fn of_library(&self, engine: &str) -> Decision {
        let engine: Engine = engine.parse().unwrap();
        engine.with_system(System::bundled(self.agreements).unwrap()).choose(&self.view).unwrap()
    }

    /// What the command line prints, a line for each engine, without the time that it took.
    fn of_command_line(&self) -> Vec<String> {
        let file = self.file.to_str().unwrap();
        let named = self.named.iter().flat_map(|named| ["--system", named]);
        let said = run(&["choose", file, "--json"].into_iter().chain(named).collect::<Vec<_>>());
        let whole = |line: &str| line.split_once(",\"ms\":").unwrap().0.to_owned() + "}";
        said.lines().map(whole).collect()
    }

    /// The candidates that the page shows at last.
    fn of_page(&self) -> String {
        let game = pbn::read("asked", self.text.as_bytes()).all().unwrap().remove(0);
        let address = address_of(&game);
        let address = match self.named {
            Some(named) => address.with("system", Some(named)),
            None => address,
        };
        let address = address.to_string();
        let events = post("/choose", &address).text;
        let (_, last) = events.rsplit_once("event: standing\ndata: ").expect(&events);
        let data: serde_json::Value = serde_json::from_str(last.lines().next().unwrap()).unwrap();
        data["html"].as_str().unwrap().to_owned()
    }
}

/// The example without these tags.
fn without(tags: &[&str]) -> String {
    let is_one = |line: &str| tags.iter().any(|tag| line.starts_with(&format!("[{tag} ")));
    EXAMPLE.lines().filter(|line| !is_one(line)).map(|line| line.to_owned() + "\n").collect()
}

fn run(args: &[&str]) -> String {
    let mut out = Vec::new();
    let all = std::iter::once("falsecard").chain(args.iter().copied());
    falsecard::cli::run(all, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_same_question_has_the_same_answer_at_every_door() {
    let scorings = [(None, Scoring::Imps), (Some("MP"), Scoring::Matchpoints)];
    for (named, scoring) in scorings.into_iter().chain([(Some("Rubber"), Scoring::Points)]) {
        is_answered_alike(&Asked::new(named), scoring);
    }
}

/// Who asks what to call is told what comes of each call, with nothing said of how.
#[test]
fn the_same_hand_has_the_same_call_at_every_door() {
    let (hand, auction) = ("98.Q43.62.AJT985", "P 2C P 2D P 2NT P 3C");
    let said = run(&["bid", hand, "--auction", auction, "--dealer", "E", "--vul", "all", "--json"]);
    let question = serde_json::json!({
        "hand": hand, "auction": auction, "dealer": "E", "vulnerable": "all"
    });
    let answer = post("/api/bid", &question.to_string()).text;
    assert_eq!(answer.split_once("\r\n\r\n").unwrap().1, said);
    let mut heard = AuctionSoFar::new(Seat::East, Vulnerability::ALL);
    for call in auction.split(' ') {
        assert!(heard.push(call.parse().unwrap(), None));
    }
    let bidder = Bidder::new(System::natural()).with_foresight(Some(Foresight::default()));
    let advice = BidAdvice::of(&bidder, hand.parse().unwrap(), &heard).unwrap();
    assert_eq!(text::json(&advice).unwrap() + "\n", said);
}

/// A suit of its own, and a suit of a deal after its opening lead.
#[test]
fn the_same_suit_has_the_same_plans_at_every_door() {
    let deal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";
    let of_deal = ["--contract", "3NTS", "--lead", "H6"];
    let asked = |args: &[&str], question: Value, path: &str, address: &str| {
        let printed = run(&[&["suit"], args, &["--json"]].concat());
        let answer = post("/api/suit", &question.to_string()).text;
        assert!(answer.ends_with(&printed), "{args:?}");
        let told = run(&[&["suit"], args].concat());
        let page = post(path, address).text;
        let chances = told.split_whitespace().zip(told.split_whitespace().skip(1));
        let mut chances = chances.filter(|(_, unit)| unit.starts_with('%')).peekable();
        assert!(chances.peek().is_some());
        for (number, _) in chances {
            assert!(page.contains(number.trim_start_matches('(')), "{number}: {page}");
        }
    };
    let question = json!({"suit": "AK943 / Q10", "vacant": "10-12"});
    let address = "combination=AK943 / Q10&vacant=10-12";
    asked(&["AK943 / Q10", "--vacant", "10-12"], question, "/combination", address);
    let question = json!({"suit": "87 / AJ10", "entries": 1});
    let address = "combination=87 / AJ10&entries=1";
    asked(&["87 / AJ10", "--entries", "1"], question, "/combination", address);
    let led = run(&["suit", "87 / AJ10", "--entries", "1", "--lead-from", "north", "--json"]);
    let question = json!({"suit": "87 / AJ10", "entries": 1, "lead_from": "north"}).to_string();
    assert!(post("/api/suit", &question).text.ends_with(&led));
    let question = json!({"deal": deal, "contract": "3NTS", "played": "H6", "suit": "C"});
    let address = format!("deal={deal}&by=3NTS&play=H6&panel=suit&suit=C");
    asked(&[&[deal, "--suit", "C"], &of_deal[..]].concat(), question, "/suit", &address);
    for hidden in ["&see=W", "&shown=W", "&me=W"] {
        let answer = post("/suit", &(address.clone() + hidden)).text;
        assert!(answer.contains("hands are hidden") && !answer.contains("AJ1098"), "{answer}");
    }
}

/// A problem that names no agreements is judged by the textbook and by points, whatever its file
/// says is played for.
#[test]
fn a_problem_is_judged_alike_at_every_door() {
    is_answered_alike(&Asked::problem(), Scoring::Points);
}

fn is_answered_alike(asked: &Asked, scoring: Scoring) {
    let decisions = ["minimax", "fused"].map(|engine| asked.of_library(engine));
    let lines: Vec<String> = decisions.iter().map(|it| text::json(it).unwrap()).collect();
    assert!(decisions.iter().all(|it| it.scoring == scoring), "{scoring:?}");
    assert_eq!(asked.of_command_line(), lines, "{scoring:?}");
    let shown = draw::candidates(&asked.view, &decisions.each_ref());
    assert_eq!(asked.of_page(), shown.as_str(), "{scoring:?}");
}

/// A limit of time sets the number of worlds in the library, on the command line and for an engine
/// of a match.
#[test]
fn a_limit_of_time_allows_more_worlds_at_every_door() {
    let time = Duration::from_millis(1);
    let limited = Settings::builder().budget(time).build().unwrap();
    assert_eq!(limited.worlds(), 16 * Settings::default().worlds());
    assert_eq!(Settings::default().with_budget(time), limited);
    let said = run(&[
        "run",
        "problems/paper/paper-ex1.pbn",
        "--engine",
        "minimax",
        "--budget",
        "1ms",
        "--json",
    ]);
    let said: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!(said["worlds"], limited.worlds());
}

/// Who says how many worlds there are gets them, with a limit of time or without.
#[test]
fn a_number_of_worlds_that_is_set_stays() {
    let time = Duration::from_secs(1);
    for settings in [Settings::builder().worlds(20).budget(time), Settings::builder().worlds(20)] {
        assert_eq!(settings.build().unwrap().worlds(), 20);
    }
    let most = Settings::builder().unhurried_worlds(Settings::MOST_WORLDS).budget(time);
    assert_eq!(most.build().unwrap().worlds(), Settings::MOST_WORLDS);
    assert!(Settings::builder().budget(Settings::LONGEST + time).build().is_err());
}

/// An engine that plays another card than the answer of a problem says so in the quiz, and sets the
/// card that was chosen beside the answer.
#[test]
fn an_engine_says_that_it_does_not_find_the_answer() {
    let game = pbn::read("asked", EXAMPLE.as_bytes()).all().unwrap().remove(0);
    let asked = |card| {
        let address = address_of(&game).with("engine", Some("minimax"));
        post("/choose", &address.with("answer", Some("C2")).with("card", Some(card)).to_string())
            .text
    };
    let said = asked("C2");
    assert!(said.contains("It does not find the answer: "), "{said}");
    assert!(!said.contains("beside your card"), "{said}");
    let found =
        post("/choose", &address_of(&game).with("engine", Some("minimax")).to_string()).text;
    assert!(!found.contains("the answer"), "{found}");
}
