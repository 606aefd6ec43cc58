//! The laws of bidding by rule files: legal calls to the end, made by what is seen alone, and meant as they are read.

use falsecard::cards::{Builder, BySeat, FullDeal, Hand, Seat, Suit, clockwise};
use falsecard::constraint::{CallExplanation, System};
use falsecard::dd::Solver;
use falsecard::play::Play;
use falsecard::table::{Bidder, Deal, bid_board, bid_out};

fn hands(deal: &FullDeal) -> BySeat<Hand> {
    BySeat::from_fn(|seat| deal[seat])
}

fn system(name: &str) -> System {
    System::bundled(name).unwrap()
}

/// By every system that comes with the program every auction comes to its end; each call says something, in a form
/// that is read again.
#[test]
fn auctions_end_and_calls_are_explained() {
    for name in ["natural", "sayc", "two-over-one", "acol", "paper", "no-signals"] {
        let system = system(name);
        let bidder = Bidder { system: &system };
        for number in 1..=24 {
            let deal = Deal::random(11, number);
            let heard = bid_out(&system, &hands(&deal.hands), deal.dealer);
            assert!(heard.auction().has_ended() && heard.turn().is_none());
            let said = bidder.meaning(&heard);
            assert!(!said.is_empty());
            let read = CallExplanation::parse(&said);
            assert!(said == "natural" || read.unread.is_empty(), "{said}: {:?}", read.unread);
        }
    }
}

/// Who sits elsewhere with the same cards bids the same.
#[test]
fn seats_have_no_names() {
    let system = system("natural");
    for number in 1..=30 {
        let deal = Deal::random(12, number);
        let mut turned = Builder::new();
        for seat in Seat::ALL {
            turned[clockwise(seat, 1)] = deal.hands[seat];
        }
        let turned = turned.build_full().unwrap();
        let here = bid_out(&system, &hands(&deal.hands), deal.dealer);
        let there = bid_out(&system, &hands(&turned), clockwise(deal.dealer, 1));
        assert_eq!(here.auction(), there.auction());
    }
}

/// What an opening says is true of the hand that makes it, and of every other hand that would.
#[test]
fn openings_keep_their_promises() {
    let system = system("natural");
    let bidder = Bidder { system: &system };
    let mut said = 0;
    for number in 1..=200 {
        let deal = Deal::random(13, number);
        let heard = bid_out(&system, &hands(&deal.hands), deal.dealer);
        let mut first = falsecard::table::Heard::new(deal.dealer);
        first.push(heard.auction()[0], None);
        let meaning = CallExplanation::parse(&bidder.meaning(&first));
        let hand = deal.hands[deal.dealer];
        assert!(meaning.condition.is_true_of(&hand), "{} with {hand}", meaning.text);
        said += usize::from(heard.auction()[0] != falsecard::cards::Call::Pass);
    }
    assert!(said > 60, "only {said} of 200 hands open");
}

/// Contracts are sensible: most can be made as the cards lie, and hardly any has fewer than seven trumps.
#[test]
fn contracts_are_sensible() {
    let system = system("natural");
    let (mut made, mut boards, mut short, mut games) = (0, 0, 0, 0);
    for number in 1..=40 {
        let Some(board) = bid_board(&system, &Deal::random(14, number)) else { continue };
        let contract = board.bidding().contract();
        let of_defenders = Solver::new().tricks(Play::new(board.clone()).position());
        let tricks = 13 - of_defenders;
        let trumps = |suit: Suit| {
            board.deal()[contract.declarer][suit].len() + board.deal()[contract.dummy()][suit].len()
        };
        boards += 1;
        made += usize::from(tricks >= contract.goal());
        short += usize::from(contract.trumps().is_some_and(|suit| trumps(suit) < 7));
        games += usize::from(contract.contract.bid.level.get() >= 3);
    }
    assert!(boards >= 36, "{boards} of 40 are bid");
    assert!(2 * made >= boards, "{made} of {boards} can be made");
    assert!(10 * short <= boards, "{short} of {boards} have fewer than seven trumps");
    assert!(4 * games >= boards, "{games} of {boards} are bid to the three level or higher");
}
