//! What players are told of a finished board: par as they say it, a whole line, whether a claim was
//! right, which call cost the board, and alerts.

use falsecard::bidding::{AuctionSoFar, Bidder, bid_out};
use falsecard::cards::{BySeat, Call, Seat, Side, Strain, Vulnerability, with_tens};
use falsecard::constraint::System;
use falsecard::dd::{Par, Solver, Table};
use falsecard::notation::{Diagram, DiagramStyle, Game, read};
use falsecard::play::{DeclaredContract, Position, imps};
use falsecard::problem::JudgedClaim;
use falsecard::table::{NumberedDeal, costly_calls};

/// The hands of a deal with who leads against a strain.
fn start(deal: &NumberedDeal, strain: Strain, leader: Seat) -> Position {
    Position::new(BySeat::from_fn(|seat| deal.hands[seat]), strain, leader).unwrap()
}

/// A side that takes eleven tricks without the opponents bidding is told 3NT with two overtricks,
/// not 5NT.
#[test]
fn par_names_the_lowest_contract_that_scores_it() {
    let tricks = |seat, strain| match (Side::of(seat), strain) {
        (Side::NorthSouth, Strain::Notrump) => 11,
        (Side::NorthSouth, Strain::Hearts) => 10,
        (Side::NorthSouth, _) => 8,
        (Side::EastWest, _) => 2,
    };
    let par = Par::of(&Table::from_fn(tricks), Seat::North, Vulnerability::NONE);
    let named: Vec<String> = par.contracts.iter().map(ToString::to_string).collect();
    assert_eq!((par.score, named.join(", ")), (460, "3NT by North, 3NT by South".to_owned()));
    // Whatever the deal, par contracts score par.
    let mut solver = Solver::new();
    for number in 1..=8 {
        let NumberedDeal { hands, dealer, vulnerability, .. } = NumberedDeal::random(76, number);
        let table = solver.table(&hands);
        let par = Par::of(&table, dealer, vulnerability);
        for it in &par.contracts {
            let tricks = table.tricks(it.declarer, it.strain());
            assert_eq!(it.score(tricks, vulnerability, Side::NorthSouth), par.score, "{it}");
        }
    }
}

/// A double-dummy line gives nothing away, and goes to the last card.
#[test]
fn a_line_is_best_play_by_both_sides() {
    let mut solver = Solver::new();
    for number in 1..=4 {
        let deal = NumberedDeal::random(77, number);
        let position = start(&deal, Strain::ASC[number], Seat::ALL[number % 4]);
        let line = solver.line(position);
        let costs = solver.costs(position, &line).unwrap();
        assert_eq!(line.len(), 52);
        assert!(costs.cards.iter().all(|cost| cost.tricks == 0));
        assert_eq!(line, solver.line(position), "ties are broken alike");
    }
}

fn game(text: &str) -> Game {
    read("told.pbn", text.as_bytes()).all().unwrap().remove(0)
}

const DEAL: &str = "[Dealer \"S\"]\n[Vulnerable \"NS\"]\n\
    [Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n\
    [Declarer \"S\"]\n[Contract \"3NT\"]\n";

/// A claim is judged by the cards left; a play to the end and a deal without play are none.
#[test]
fn claims_are_judged_double_dummy() {
    let claimed = |result: u8, play: &str| {
        let text = format!("{DEAL}[Result \"{result}\"]\n[Play \"W\"]\n{play}*\n");
        JudgedClaim::of(&game(&text), &mut Solver::new())
    };
    let right = claimed(12, "H6 H2 HK HA\n").unwrap();
    assert_eq!((right.left, right.given, right.double_dummy), (12, 12, 12));
    let short = claimed(9, "H6 H2 HK HA\n").unwrap();
    assert_eq!((short.given, short.double_dummy, short.declarer), (9, 12, Seat::South));
    assert_eq!(claimed(9, ""), None);
}

/// What is told of a call holds: our player calls otherwise, his contract is better, and no more
/// than par is counted. Of our own auctions no call costs anything.
#[test]
fn costly_calls_are_what_they_say() {
    let system = System::natural();
    let players = BySeat::from_fn(|_| Bidder::new(system));
    let mut solver = Solver::new();
    let mut found = 0;
    for number in 1..=12 {
        let deal = NumberedDeal::random(78, number);
        let hands = BySeat::from_fn(|seat| deal.hands[seat]);
        let begun = || AuctionSoFar::new(deal.dealer, deal.vulnerability);
        let own = bid_out(&players, &hands, begun());
        assert_eq!(costly_calls(&deal.hands, &own, &players, &mut solver), []);
        let mut passed = begun();
        while passed.push(Call::Pass, None) {}
        let table = solver.table(&deal.hands);
        let par = Par::of(&table, deal.dealer, deal.vulnerability).score;
        for call in costly_calls(&deal.hands, &passed, &players, &mut solver) {
            found += 1;
            let side = Side::of(call.seat);
            let score = |it: Option<DeclaredContract>| {
                it.map_or(0, |it| {
                    let tricks = table.tricks(it.declarer, it.strain());
                    it.score(tricks, deal.vulnerability, side)
                })
            };
            let par = if side == Side::NorthSouth { par } else { -par };
            assert_eq!(
                (call.made, call.scores, call.par),
                (Call::Pass, [score(call.leads_to), 0], par)
            );
            assert_ne!(call.right, call.made);
            assert_eq!(call.cost, imps(call.scores[0].min(par)));
            assert!(call.cost >= 2);
        }
    }
    assert!(found > 2, "passing a deal out costs");
}

/// Alerts and what calls mean stand in the auction, from LIN and from PBN.
#[test]
fn alerts_are_shown() {
    let lin = "pn|a,b,c,d|st||md|3SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,|sv|n|\
        mb|p|mb|2N!|an|20-22|mb|p|mb|3N!|mb|p|mb|p|mb|p|";
    let pbn = format!("{DEAL}[Auction \"S\"]\n2NT =1= Pass 3NT! AP\n[Note \"1:20-22\"]\n");
    for (text, meaning) in [(lin, "! East's 2NT: 20-22"), (&pbn, "! South's 2NT: 20-22")] {
        let game = read("told", text.as_bytes()).all();
        let Ok([game]) = game.as_deref() else { continue };
        let drawn = Diagram::of_game(game).draw(DiagramStyle::default());
        assert!(drawn.contains("2NT!") && drawn.contains("3NT!"), "{drawn}");
        assert!(drawn.contains(meaning) || text == lin, "{drawn}");
    }
}

/// Tens are written out behind the symbol of a suit and nowhere else.
#[test]
fn people_read_tens_as_10() {
    for (text, wanted) in [
        ("♠T ♥KT4 ♦T", "♠10 ♥K104 ♦10"),
        ("4♠x by South", "4♠x by South"),
        ("♣ T", "♣ 10"),
        ("♠ The trick", "♠ The trick"),
        ("[Deal \"N:AT...\"]", "[Deal \"N:AT...\"]"),
    ] {
        assert_eq!(with_tens(text), wanted);
        assert_eq!(with_tens(&with_tens(text)), wanted, "once is enough");
    }
}
