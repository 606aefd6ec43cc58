//! The laws of matches: what is the same gains nothing, who sees more wins, the order of work
//! changes nothing, and what is finished is not lost.

use crate::command::{self, text};
use crate::common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use falsecard::constraint::System;
use falsecard::notation::Game;
use falsecard::play::Play;
use falsecard::problem::{RuleFileRef, random_board};
use falsecard::records::{DeciderRole, GameRecord};
use falsecard::search::{Settings, named};
use falsecard::table::{
    Aspect, AspectStatistics, BidTable, Contest, ContestResult, DealtBoard, Duel, Entrant, Fixture,
    NumberedDeal, PlayedBoard, Roles, Room, RuleFile, Strategy, against_people,
};
use falsecard::work::Interval;
use falsecard_lab::departure::{Decisions, DepartureKind, DepartureStudy};
use rayon::prelude::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Leads and no calls: beliefs by it cost little.
const RULES: &str = "no-signals";

fn entrant(engine: &str, seed: u64) -> Entrant {
    let engine = match engine {
        "open" => Strategy::Open,
        "person" => Strategy::Person,
        "random" => Strategy::Random,
        name => Strategy::Search(named(name).unwrap()),
    };
    let settings = Settings::builder().seed(seed).worlds(1).build().unwrap();
    Entrant::new(engine, settings)
}

fn fixtures(boards: u64) -> Vec<Fixture> {
    let agreements = Arc::new(RuleFile::bundled(RULES).unwrap());
    let boards = (0..boards).filter_map(|number| random_board(7, number)).enumerate();
    let fixture = |(at, board)| Fixture::new(at + 1, board, Arc::clone(&agreements));
    boards.map(fixture).collect()
}

fn duel(a: &Entrant, b: &Entrant, roles: Roles) -> Duel {
    Duel { a: a.clone(), b: b.clone(), against: None, partner: None, roles }
}

fn played(duel: &Duel, boards: u64) -> Vec<PlayedBoard> {
    let play = |fixture: &Fixture| PlayedBoard::new(fixture, duel.play(fixture, &GO_ON).unwrap());
    fixtures(boards).par_iter().map(play).collect()
}

/// An engine gains nothing on itself, in no role, and plays the same cards in every room.
#[test]
fn the_same_gains_nothing() {
    for (engine, boards) in [("minimax", 2), ("random", 20), ("open", 2), ("person", 4)] {
        let it = entrant(engine, 1);
        for outcome in played(&duel(&it, &it, Roles::Both), boards) {
            let gains = Aspect::ALL.map(|aspect| outcome.swing(aspect).unwrap());
            assert!(gains.iter().all(|gain| (gain.imps, gain.points, gain.tricks) == (0, 0, 0)));
            let cards = &outcome.table(Room::Control).unwrap().cards;
            assert!(outcome.tables.iter().all(|table| table.cards == *cards), "{engine}");
        }
    }
}

/// What the one gains the other loses; and the match is what it is whoever is named first.
#[test]
fn what_the_one_gains_the_other_loses() {
    let (one, other) = (entrant("random", 1), entrant("random", 2));
    let there = played(&duel(&one, &other, Roles::Both), 30);
    let back = played(&duel(&other, &one, Roles::Both), 30);
    let mut differ = 0;
    for (there, back) in there.iter().zip(&back) {
        let [there, back] = [there, back].map(|outcome| outcome.swing(Aspect::Match).unwrap());
        assert_eq!(
            (there.imps, there.points, there.tricks),
            (-back.imps, -back.points, -back.tricks)
        );
        assert_eq!(there.goals, [back.goals[1], back.goals[0]]);
        differ += usize::from(there.points != 0);
    }
    assert!(differ > 15, "players at random differ on {differ} of 30 boards only");
}

/// Luck averages out to nothing, and without it gains are known more exactly. That is tested of all
/// gains together: so few boards cannot show it of each. Where no person sits, there is no luck.
#[test]
fn without_luck_a_gain_is_known_more_exactly() {
    let [open, minimax, person] = ["open", "minimax", "person"].map(|engine| entrant(engine, 1));
    let boards = played(&duel(&open, &person, Roles::Both), 100);
    let mut variances = [0.0, 0.0];
    for aspect in Aspect::ALL {
        let swings: Vec<_> = boards.iter().map(|board| board.swing(aspect).unwrap()).collect();
        let standing = AspectStatistics::of(aspect, &swings);
        let luck: Vec<f64> = swings.iter().map(|swing| swing.luck.unwrap()).collect();
        let luck = Interval::of(&luck);
        assert!(luck.mean.abs() < 3.0 * luck.error.unwrap(), "{aspect:?}: luck of {luck:?}");
        let errors = [&standing.imps, standing.surest_imps()].map(|it| it.error.unwrap());
        variances.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error * error);
    }
    let [with_luck, without] = variances;
    assert!(without < with_luck, "{without} {with_luck}");
    let line = serde_json::to_string(&boards[0]).unwrap();
    assert!(line.contains("luck"), "{line}");
    assert_eq!(serde_json::from_str::<PlayedBoard>(&line).unwrap(), boards[0]);
    let nobody_draws = played(&duel(&open, &minimax, Roles::Declare), 2);
    assert!(nobody_draws.iter().all(|board| board.swing_of_all().unwrap().luck.is_none()));
}

/// A partner has one defender's seat, in turn the leader's and the other's; with a copy of the
/// engine as partner the match is the same as without.
#[test]
fn a_partner_sits_opposite() {
    let [one, other] = [1, 2].map(|seed| entrant("random", seed));
    let alone = duel(&one, &other, Roles::Defend);
    let fixtures = fixtures(4);
    for (partner, is_same) in [(&one, true), (&entrant("random", 3), false)] {
        let pairs = Duel { partner: Some(partner.clone()), ..alone.clone() };
        let [with, without] = [&pairs, &alone].map(|it| played(it, 4));
        let cards = |boards: &[PlayedBoard]| -> Vec<String> {
            boards.iter().map(|it| it.table(Room::Closed).unwrap().cards.clone()).collect()
        };
        assert_eq!(cards(&with) == cards(&without), is_same);
        for fixture in &fixtures {
            let leader = fixture.board.bidding().contract().declarer.lho();
            let leads = std::ptr::eq(
                pairs.player(Room::Closed, fixture, leader),
                pairs.partner.as_ref().unwrap(),
            );
            assert_eq!(leads, fixture.number.is_multiple_of(2));
        }
    }
}

/// A match that ends when it is sure has the boards of the longer match up to there, for any number
/// of threads.
#[test]
fn a_match_ends_when_it_is_sure() {
    let run = |boards: &str, threads: &str, more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_falsecard"))
            .args(["match", "-a", "open", "-b", "random", "--role", "defend", "--json"])
            .args(["-n", boards, "--threads", threads])
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let boards = |out: &str| out.lines().filter(|it| it.contains("rooms")).count();
    let (sure, all) = (run("204", "3", &["--until-sure"]), run("20", "2", &[]));
    assert_eq!(boards(&all), 20);
    let few = boards(&sure);
    assert_eq!(few, 200, "it is sure who sees more as soon as it may be");
    assert!(sure.lines().zip(all.lines()).take(20).all(|(sure, all)| sure == all));
}

/// Compared in one role, two engines meet the same players: the play is that of the match's rooms.
#[test]
fn a_role_is_a_part_of_the_match() {
    let (one, other) = (entrant("open", 1), entrant("random", 2));
    let both = played(&duel(&one, &other, Roles::Both), 8);
    for (roles, aspect) in [(Roles::Declare, Aspect::Declaring), (Roles::Defend, Aspect::Defending)]
    {
        for (part, whole) in played(&duel(&one, &other, roles), 8).iter().zip(&both) {
            assert_eq!(part.swing(aspect), whole.swing(aspect));
            assert_eq!(part.swing_of_all(), whole.swing(aspect));
            assert_eq!(part.swing(Aspect::Match), None);
        }
    }
}

/// Who sees all four hands never does worse than somebody else in his place against him who sees
/// them too, and wins against who does not.
#[test]
fn who_sees_more_wins() {
    let sum = |outcomes: &[PlayedBoard]| -> i32 {
        outcomes.iter().map(|outcome| outcome.swing(Aspect::Match).unwrap().imps).sum()
    };
    let [open, minimax, person, random] =
        ["open", "minimax", "person", "random"].map(|engine| entrant(engine, 1));
    assert!(sum(&played(&duel(&open, &minimax, Roles::Both), 4)) > 0);
    for thinks in [minimax, person] {
        assert!(sum(&played(&duel(&thinks, &random, Roles::Both), 4)) > 0);
    }
    for roles in [Roles::Declare, Roles::Defend] {
        let against_open = Duel { against: Some(open.clone()), ..duel(&open, &random, roles) };
        for outcome in played(&against_open, 5) {
            assert!(outcome.swing_of_all().unwrap().points >= 0, "double dummy is best play");
        }
    }
}

/// The plays of an outcome are plays of its board, and their results are what it says.
#[test]
fn an_outcome_holds_its_plays() {
    let two = duel(&entrant("open", 1), &entrant("random", 2), Roles::Both);
    for (fixture, outcome) in fixtures(5).iter().zip(played(&two, 5)) {
        assert_eq!(outcome.tables.len(), 3);
        for table in &outcome.tables {
            let play = table.play(&fixture.board).unwrap();
            assert!(play.is_over());
            let side = fixture.board.bidding().contract().declaring_side();
            assert_eq!(play.history().tricks_won(side), table.tricks);
            assert_eq!(play.score_with(side, 0), table.score);
        }
    }
}

/// Nobody waits for what nobody wants.
#[test]
fn a_wish_to_stop_is_heard() {
    let it = entrant("minimax", 1);
    let stop = AtomicBool::new(true);
    assert_eq!(duel(&it, &it, Roles::Both).play(&fixtures(1)[0], &stop), None);
}

/// In people's places who sees all four hands gives up nothing, and the price of the people does
/// not depend on who is put there.
#[test]
fn people_are_priced_alike() {
    let system = System::bundled(RULES).unwrap();
    let known = RuleFileRef { system: &system, text: RULES };
    let mut given_up = 0;
    for number in 0..3 {
        let start = Play::new(random_board(3, number).unwrap());
        let game = Game::from_play(&common::at_random(start, 52, number), &[]);
        let record = GameRecord::of(&game).unwrap();
        let priced = ["open", "random"]
            .map(|name| against_people(&entrant(name, 1), &record, known, &GO_ON).unwrap());
        let [all, declarer, defender] = [0, 1, 2].map(|role| priced.map(|roles| roles[role]));
        assert!(DeciderRole::EACH.len() == 3 && all[0].engine == 0, "open gives up nothing");
        assert_eq!(all.map(|it| it.person)[0], all.map(|it| it.person)[1]);
        for at in 0..2 {
            assert_eq!(all[at].person, declarer[at].person + defender[at].person);
            assert_eq!(all[at].choices, declarer[at].choices + defender[at].choices);
        }
        given_up += all[1].engine.min(all[1].person);
    }
    assert!(given_up > 0, "cards at random give something up");
}

/// Who sees all hands never loses by his card when all play on as well as he; an equal card gains
/// nothing then; nobody leaves his own card; and what is asked about is what there is to choose.
#[test]
fn a_departure_is_worth_what_follows_from_it() {
    let rules = RuleFile::bundled(RULES).unwrap();
    let known = RuleFileRef { system: &rules.system, text: &rules.text };
    let comparison = |a: &str, b: &str, decisions| DepartureStudy {
        a: entrant(a, 1),
        b: entrant(b, 1),
        players: vec![entrant("open", 1), entrant("open", 2)],
        decisions,
        seed: 4,
    };
    let (mut gained, mut departures) = (0.0, 0);
    for board in (0..).filter_map(|number| random_board(9, number)).take(4) {
        let game = Game::from_play(&common::at_random(Play::new(board), 52, 5), &[]);
        let record = GameRecord::of(&game).unwrap();
        let same = comparison("random", "random", Decisions::Drawn(99))
            .of(&record, known, &GO_ON)
            .unwrap();
        let open = (0..52).filter(|&at| record.after(at).legal().len() > 1).count();
        assert!(same.departures.is_empty() && same.decisions[0] == open);
        let found =
            comparison("open", "random", Decisions::Drawn(12)).of(&record, known, &GO_ON).unwrap();
        assert_eq!(found.decisions[0], 12);
        assert_eq!(found.decisions[0], found.decisions[1] + found.decisions[2]);
        for it in &found.departures {
            assert!(it.gained.mean >= 0.0 && it.gained.error == Some(0.0), "{it:?}");
            assert!(it.expected.is_none() && !it.conceals, "open does not say what it expects");
            let is_equal = it.kind == DepartureKind::Equal;
            assert!(!is_equal || it.gained.mean == 0.0, "{it:?}");
            let is_same_suit = it.card.suit == it.instead_of.suit;
            let by_suit = [DepartureKind::OtherSuit, DepartureKind::OtherDiscard];
            assert!(!(is_same_suit && by_suit.contains(&it.kind)), "{it:?}");
            gained += it.gained.mean;
        }
        departures += found.departures.len();
        let lead =
            comparison("open", "random", Decisions::Lead).of(&record, known, &GO_ON).unwrap();
        assert!(lead.decisions[0] == 1 && lead.departures.iter().all(|it| it.before.is_empty()));
    }
    assert!(departures > 12 && gained > 0.0, "{departures} departures gain {gained}");
}

fn dealt(number: usize) -> DealtBoard {
    let agreements = Arc::new(RuleFile::bundled("natural").unwrap());
    DealtBoard { deal: NumberedDeal::random(8, number), agreements, tag: None }
}

fn of_system(engine: &str, name: &str) -> Entrant {
    let mut entrant = entrant(engine, 1);
    entrant.agreed.system = RuleFile::bundled(name);
    entrant
}

/// Who bids and plays alike gains nothing; what the one gains the other loses; the plays are plays
/// of what was bid.
#[test]
fn who_bids_alike_gains_nothing() {
    let contest = |a: &Entrant, b: &Entrant| Contest { a: a.clone(), b: b.clone() };
    let [one, other] = ["acol", "sayc"].map(|name| of_system("open", name));
    let mut differ = 0;
    for board in (1..=8).map(dealt) {
        let same = contest(&one, &one).play(&board, &GO_ON).unwrap();
        assert_eq!((same.imps, same.points), (0, 0));
        assert!(same.is_same_contract() && same.rooms[0].cards == same.rooms[1].cards);
        let there = contest(&one, &other).play(&board, &GO_ON).unwrap();
        let back = contest(&other, &one).play(&board, &GO_ON).unwrap();
        assert_eq!((there.imps, there.points), (-back.imps, -back.points));
        differ += usize::from(!there.is_same_contract());
        for BidTable { contract, score, cards, tricks, .. } in &there.rooms {
            match contract {
                None => assert!(*score == 0 && cards.is_empty() && *tricks == 0),
                Some(_) => assert_eq!(cards.split(' ').count(), 52),
            }
        }
        let text = serde_json::to_string(&there).unwrap();
        assert_eq!(serde_json::from_str::<ContestResult>(&text).unwrap(), there);
    }
    assert!(differ > 0, "two systems reach the same contract on each of eight boards");
}

/// A deal that nobody opens scores nothing in either room, whoever sits there.
#[test]
fn what_is_passed_out_scores_nothing() {
    let flat = "N:A432.K65.Q43.J98 K765.QT4.J95.A54 QT8.J987.AT2.K32 J9.A32.K876.QT76";
    let deal = NumberedDeal { hands: flat.parse().unwrap(), ..NumberedDeal::random(1, 1) };
    let board = DealtBoard { deal, ..dealt(1) };
    let contest = Contest { a: entrant("random", 1), b: entrant("random", 2) };
    let played = contest.play(&board, &GO_ON).unwrap();
    assert_eq!((played.imps, played.points), (0, 0));
    for table in &played.rooms {
        assert_eq!((table.contract, table.score, table.auction.len()), (None, 0, 4));
    }
}

/// A match that is bid too has the same bytes for any number of threads, and goes on from where it
/// was broken off. What a file says of the auction does not count.
#[test]
fn a_match_that_is_bid_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bid.jsonl");
    let out = file.to_str().unwrap();
    let run = |more: &[&str]| {
        let args = ["--bid", "--a", "random:system=acol", "--b", "random", "-n", "6", "--json"];
        let output = falsecard(&[&args[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        output.stdout
    };
    let whole = run(&["--out", out, "--threads", "1"]);
    assert_eq!(text(&whole).lines().count(), 7, "a line a board, and one of all");
    assert_eq!(text(&whole), text(&run(&["--threads", "3"])));
    let kept = fs::read(&file).unwrap();
    fs::write(&file, &kept[..kept.len() / 2]).unwrap();
    assert_eq!(text(&whole), text(&run(&["--out", out])));
    let of_file = falsecard(&["tests/data/played.pbn", "--bid", "--a", "open", "--b", "open"]);
    let said = text(&of_file.stdout);
    assert!(of_file.status.success() && said.contains("bid and played"), "{said}");
}

fn falsecard(args: &[&str]) -> Output {
    command::falsecard(&[&["match"], args].concat())
}

const SMALL: [&str; 8] =
    ["--a", "minimax", "--b", "random", "--worlds", "1", "--system", "natural-calls"];

/// The same bytes for any number of threads.
#[test]
fn threads_change_nothing() {
    let of = |threads: &str| {
        let more = ["-n", "2", "--json", "--threads", threads];
        falsecard(&[&SMALL[..], &more].concat()).stdout
    };
    let one = of("1");
    assert_eq!(text(&one).lines().filter(|line| line.starts_with("{\"board\"")).count(), 2);
    assert_eq!(text(&one), text(&of("3")));
}

/// A match goes on from wherever it was broken off, and says the same in the end; boards of other
/// matches in the same file are not taken for its own.
#[test]
fn a_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let out = file.to_str().unwrap();
    let run = |a: &str| {
        falsecard(&["--a", a, "--b", "random:seed=9", "-n", "6", "--json", "--out", out]).stdout
    };
    let whole = run("random");
    let kept = fs::read(&file).unwrap();
    let lines = text(&kept).lines().count();
    assert_eq!(lines, 7, "a line a board, and one at the head");
    for share in [0.0, 0.3, 0.9, 1.0] {
        let end = (share * kept.len() as f64) as usize;
        fs::write(&file, &kept[..end]).unwrap();
        assert_eq!(text(&run("random")), text(&whole), "broken off at {end}");
    }
    let other = run("open");
    assert_ne!(text(&other), text(&whole));
    assert_eq!(text(&run("random")), text(&whole));
    assert_eq!(text(&run("open")), text(&other));
}

/// What else may have the name of the results stays as it is.
#[test]
fn another_file_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pbn");
    fs::write(&file, "% PBN 2.1\n").unwrap();
    let output = falsecard(&["--a", "random", "-n", "1", "--out", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no file of match results"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "% PBN 2.1\n");
}

/// A report has the interval of each role, and every large swing with its play in each room; from
/// where a room leaves the first, its card is marked.
#[test]
fn a_report_draws_the_swings() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.html");
    let args = ["--a", "open", "--b", "random", "-n", "2", "--html"];
    let output = falsecard(&[&args[..], &[file.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let html = fs::read_to_string(&file).unwrap();
    assert_eq!(html.matches("class=\"hands\"").count(), 2);
    assert_eq!(html.matches("class=\"tricks\"").count(), 6, "three rooms of two boards");
    let marked = html.matches("<mark>").count();
    assert!((2..=4).contains(&marked), "a room of each board leaves the first: {marked}");
    assert!(html.contains("class=\"intervals\""));
}

/// The largest swings are games that can be read again, room by room, with who sat where.
#[test]
fn swings_are_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("swings.pbn");
    let name = file.to_str().unwrap();
    let args = ["--a", "open", "--b", "random", "-n", "2", "--swings", name];
    assert!(falsecard(&args).status.success());
    let contents = falsecard::notation::pbn::read(name, &fs::read(Path::new(name)).unwrap());
    let games = contents.all().unwrap();
    let rooms: Vec<_> = games.iter().map(|game| game.tag("Room").unwrap()).collect();
    assert_eq!(rooms, ["Open", "Closed", "Control"].repeat(2));
    for game in &games {
        assert!(game.play().unwrap().is_over());
        let names = ["North", "East"].map(|seat| game.tag(seat).unwrap());
        assert!(names.iter().all(|name| ["open", "random"].contains(name)));
    }
}

/// What cannot be is refused with what would be right.
#[test]
fn bad_settings_are_refused() {
    let cases: [(&[&str], &str); 9] = [
        (&["--a", "nobody"], "the engines are"),
        (&["--a", "fused:mind_worlds=0"], "expected a number from 1"),
        (&["--a", "fused:tempo=3"], "no setting"),
        (&["--a", "fused:no-count"], "no setting"),
        (&["--a", "fused:without=nothing"], "no such convention"),
        (&["-b", "minimax:without=nothing"], "no such convention"),
        (&["--against", "open"], "--role declare"),
        (&["--boards", "0"], "at least one"),
        (&["--against-people"], "required"),
    ];
    for (args, said) in cases {
        let output = falsecard(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let told = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(said), "{args:?}: {told}");
    }
}
