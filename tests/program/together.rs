//! The page's questions about several boards: a lesson, an evening, and the field of a deal.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use falsecard::bidding::{AuctionSoFar, Bidder};
use falsecard::constraint::System;
use falsecard::notation::problem;
use falsecard::problem::RuleFileRef;
use falsecard::table::{NumberedDeal, bid_by_people, play_by_people};
use falsecard::web::page::answer;
use serde_json::Value;

/// The status and the text of an answer of the page.
fn asked(path: &str, sent: &str) -> (u16, String) {
    let (status, text) = (RefCell::new(0), RefCell::new(String::new()));
    let begin = |code: u16, _: &str| *status.borrow_mut() = code;
    let take = |piece: String| text.borrow_mut().push_str(&piece);
    answer(path, sent.as_bytes().to_vec(), &begin, &take);
    (status.into_inner(), text.into_inner())
}

/// The address of a moment: the first example of the paper.
const MOMENT: &str = "deal=N:432.32.32.AJT987+QJT.KJT9.QJT9.K2+AK9.AQ87.AK87.Q6+8765.654.654.543\
    &dealer=S&vul=NS&by=3NT+by+South&play=H6+H2+HK+HA+CQ+C3+C7&system=paper&board=7";

/// What a teacher has collected comes back as he wrote it, with hands that the player does not see.
#[test]
fn a_lesson_is_a_file_of_problems() {
    let line =
        format!("{MOMENT}&answer=C2&tempting=CK&note=Count+clubs.&why=A+%22second%22+finesse");
    let (status, text) = asked("/lesson", &format!("{line}\n{line}"));
    assert_eq!(status, 200, "{text}");
    let file: Value = serde_json::from_str(&text).unwrap();
    let file = file["problems"].as_str().unwrap();
    let problems = problem::read("lesson.pbn", file.as_bytes()).all().unwrap();
    assert_eq!(problems.len(), 2);
    for (number, problem) in problems.iter().enumerate() {
        assert_eq!(problem.id(), format!("lesson-{}", number + 1));
        assert_eq!(problem.answer(), ["C2".parse().unwrap()]);
        assert_eq!(problem.note(), Some("Count clubs."));
        assert!(problem.why().unwrap().ends_with("finesse"), "{:?}", problem.why());
        assert!(problem.game().deal().is_some(), "all hands are in the file");
        assert_eq!(problem.view().hidden().len(), 2, "and two of them are not seen");
    }
}

#[test]
fn what_is_no_lesson_is_refused() {
    for (sent, why) in [
        (String::new(), "empty"),
        (MOMENT.to_owned(), "problem 1: "),
        (format!("{MOMENT}&answer=C2\nnonsense"), "problem 2: "),
        (format!("{MOMENT}&answer=SA"), "problem 1: "),
        (format!("{MOMENT}&answer=C2\n").repeat(65), "64 problems at most"),
        ("deal=".to_owned(), "problem 1: "),
    ] {
        let (status, text) = asked("/lesson", &sent);
        assert!(status == 400 && text.contains(why), "{sent:.200}: {status} {text}");
    }
}

/// Only the choices of the player who is named count, and a player without any is refused.
#[test]
fn an_evening_is_of_one_player() {
    let board = format!("{MOMENT}&east=Ada&south=Bea&west=Cleo&north=Dora");
    let (status, text) = asked("/evening", &format!("who=Cleo\n{board}"));
    assert_eq!(status, 200);
    assert!(text.contains("1 board played for IMPs, 2 choices"), "{text}");
    for (who, why) in [("Dora", "had a choice"), ("Eve", "had a choice"), ("", "whose evening")] {
        let (_, text) = asked("/evening", &format!("who={who}\n{board}"));
        assert!(text.contains("event: refusal") && text.contains(why), "{who}: {text}");
    }
}

/// Equal seeds give equal tables, and a board is bid and played to its end by the laws.
#[test]
fn the_field_of_a_deal_is_the_same_for_everybody() {
    let system = System::natural();
    let (bidder, known) = (Bidder::new(system), RuleFileRef { system, text: "" });
    let deal = NumberedDeal::random(3, 1);
    let table = |seed| {
        let heard = AuctionSoFar::new(deal.dealer, deal.vulnerability);
        let board = bid_by_people(&bidder, deal.hands, heard, seed)?;
        play_by_people(&board, known, seed, &AtomicBool::new(false))
    };
    let first = table(1).expect("somebody bids");
    assert!(first.is_over());
    assert_eq!(table(1).unwrap().history(), first.history());
    let others = (2..5).filter_map(table);
    assert!(others.into_iter().any(|it| it.history() != first.history()), "people differ");
}

/// Without a person at the table, or before the end, there is nothing to compare.
#[test]
fn a_field_is_compared_after_the_board() {
    for (more, why) in [("", "nobody sits"), ("&me=S", "not over")] {
        let (status, text) = asked("/field", &format!("{MOMENT}{more}"));
        assert!(status == 200 && text.contains("event: refusal") && text.contains(why), "{text}");
    }
}
