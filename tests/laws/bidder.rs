//! The laws of bidding: legal calls to the end, made by what is seen alone, agreements first, and
//! meant as they are read.
//!
//! `cargo test --profile quick --test laws bidder:: -- --ignored` bids a million hands (some
//! minutes).

use falsecard::bidding::{
    AuctionSoFar, BidNetwork, BidTrace, Bidder, CallChoice, CallContext, Foresight, KeyCardAnswer,
    KeyCardScale, KeyCardStage, KeyCardTurn, KeyCards, LikelyCall, OpeningStyle, bid_out,
};
use falsecard::cards::{
    Builder, BySeat, Call, FullDeal, Hand, Seat, Side, Suit, Vulnerability, clockwise, hand_points,
};
use falsecard::constraint::caller::{CALLS, Typical, number};
use falsecard::constraint::{CallExplanation, System};
use falsecard::dd::Solver;
use falsecard::network::Network;
use falsecard::play::{Play, Position, imps};
use falsecard::table::{NumberedDeal, bid_board};
use falsecard::work::Interval;
use rayon::prelude::*;

fn hands(deal: &FullDeal) -> BySeat<Hand> {
    BySeat::from_fn(|seat| deal[seat])
}

fn system(name: &str) -> System {
    System::bundled(name).unwrap()
}

fn bid(system: &System, deal: &NumberedDeal) -> AuctionSoFar {
    let players = BySeat::from_fn(|_| Bidder::new(system));
    bid_out(&players, &hands(&deal.hands), AuctionSoFar::new(deal.dealer, deal.vulnerability))
}

/// By every system that comes with the program every auction comes to its end; each call says
/// something, in a form that is read again.
#[test]
fn auctions_end_and_calls_are_explained() {
    for name in ["natural", "sayc", "two-over-one", "acol", "paper", "no-signals"] {
        let system = system(name);
        let bidder = Bidder::new(&system);
        for number in 1..=24 {
            let heard = bid(&system, &NumberedDeal::random(11, number));
            assert!(heard.auction().has_ended() && heard.turn().is_none());
            let said = bidder.meaning(&heard);
            assert!(!said.is_empty());
            let read = CallExplanation::parse(&said);
            assert!(said == "natural" || read.unread.is_empty(), "{said}: {:?}", read.unread);
        }
    }
}

/// A million hands are bid to the end, each call by the laws.
#[test]
#[ignore = "some minutes"]
fn a_million_hands_are_bid() {
    let system = System::natural();
    (1..=250_000).into_par_iter().for_each(|number| {
        let heard = bid(system, &NumberedDeal::random(15, number));
        assert!(heard.auction().has_ended(), "deal {number}");
        assert!(heard.auction().len() < 60, "deal {number}: {:?}", heard.auction());
    });
}

/// What calls are likely is a probability of legal calls.
#[test]
fn probabilities_are_of_legal_calls() {
    for name in ["natural", "acol"] {
        let system = system(name);
        let bidder = Bidder::new(&system);
        for number in 1..=40 {
            let deal = NumberedDeal::random(16, number);
            let mut heard = AuctionSoFar::new(deal.dealer, deal.vulnerability);
            while let Some(seat) = heard.turn() {
                let hand = deal.hands[seat];
                let own = bidder.inclinations(hand, &heard);
                for calls in [&own, &bidder.calls(hand, &heard)] {
                    let all: f64 = calls.iter().map(|it| it.probability).sum();
                    assert!((all - 1.0).abs() < 1e-4, "{all}");
                    assert!(calls.iter().all(|it| it.probability >= 0.0 && heard.allows(it.call)));
                    assert!(calls.is_sorted_by(|a, b| a.probability >= b.probability));
                }
                let call = bidder.call(hand, &heard);
                assert!(own[0].probability <= 0.5 || call == own[0].call);
                assert!(heard.push(call, None));
            }
        }
    }
}

/// Nobody passes partner's strong 2♣ in any seat, however weak his hand. Where strong hands open
/// 1♣, 2♣ shows clubs, and a weak hand may pass; over the answer of 2♦ opener shows a major of four
/// cards.
#[test]
fn a_strong_two_clubs_is_answered() {
    let weak: Hand = "9753.J.J732.K652".parse().unwrap();
    for (name, is_strong) in [
        ("natural", true),
        ("sayc", true),
        ("acol", true),
        ("textbook", true),
        ("strong-club", false),
        ("polish-club", false),
    ] {
        let system = system(name);
        let bidder = Bidder::new(&system);
        for passes in 0..4 {
            let calls = [["P"; 3].as_slice(), &["2C", "P"]].concat();
            let heard = after(&calls[3 - passes..]);
            for calls in [bidder.calls(weak, &heard), bidder.inclinations(weak, &heard)] {
                let pass = calls.iter().find(|it| it.call == Call::Pass).unwrap();
                assert_eq!(pass.probability == 0.0, is_strong, "{name}, {passes}: {pass:?}");
                let all: f64 = calls.iter().map(|it| it.probability).sum();
                assert!((all - 1.0).abs() < 1e-4, "{all}");
            }
        }
        let opener: Hand = "A5.KQ84.73.KQ972".parse().unwrap();
        let answered = bidder.call(opener, &after(&["2C", "P", "2D", "P"]));
        assert!(is_strong || answered == "2H".parse().unwrap(), "{name}: {answered}");
    }
}

/// Who sits elsewhere with the same cards bids the same.
#[test]
fn seats_have_no_names() {
    let system = system("natural");
    for number in 1..=30 {
        let deal = NumberedDeal::random(12, number);
        let mut turned = Builder::new();
        for seat in Seat::ALL {
            turned[clockwise(seat, 1)] = deal.hands[seat];
        }
        let vulnerability = match deal.vulnerability {
            it if it == Vulnerability::NS => Vulnerability::EW,
            it if it == Vulnerability::EW => Vulnerability::NS,
            it => it,
        };
        let turned = NumberedDeal {
            hands: turned.build_full().unwrap(),
            dealer: clockwise(deal.dealer, 1),
            vulnerability,
            ..deal.clone()
        };
        assert_eq!(bid(&system, &deal).auction(), bid(&system, &turned).auction());
    }
}

/// What an opening says is true of most hands that make it: nine in ten are within each of its
/// ranges.
#[test]
fn openings_mean_what_they_say() {
    let system = system("natural");
    let bidder = Bidder::new(&system);
    let (mut said, mut kept) = (0, 0);
    for number in 1..=400 {
        let deal = NumberedDeal::random(13, number);
        let call = bid(&system, &deal).auction()[0];
        let first = AuctionSoFar::new(deal.dealer, deal.vulnerability).with(call).unwrap();
        if call != Call::Pass {
            let meaning = CallExplanation::parse(&bidder.meaning(&first));
            said += 1;
            kept += usize::from(meaning.condition.is_true_of(&deal.hands[deal.dealer]));
        }
    }
    assert!(said > 120, "only {said} of 400 hands open");
    assert!(4 * kept > 3 * said, "{kept} of {said} are within all ranges");
}

/// Where a file states what is agreed, nobody bids otherwise: a notrump is 12 to 14 by one system,
/// 15 to 17 by the other.
#[test]
fn agreements_come_first() {
    for (name, points) in [("acol", 12..=14), ("sayc", 15..=17)] {
        let system = system(name);
        let (mut opened, mut others) = (0, 0);
        for number in 1..=1500 {
            let deal = NumberedDeal::random(17, number);
            let hand = deal.hands[deal.dealer];
            let heard = AuctionSoFar::new(deal.dealer, deal.vulnerability);
            let call = Bidder::new(&system).call(hand, &heard);
            if call == "1NT".parse().unwrap() {
                opened += 1;
                assert!(points.contains(&hand_points(hand)), "{name}: 1NT with {hand}");
            } else if points.contains(&hand_points(hand)) && is_flat(hand) {
                others += 1;
            }
        }
        assert!(opened > 20, "{name}: {opened} notrumps");
        assert!(others < opened, "{name}: {others} flat hands open otherwise");
    }
}

fn is_flat(hand: Hand) -> bool {
    Suit::ASC.into_iter().all(|suit| (2..=4).contains(&hand[suit].len()))
        && Suit::ASC.into_iter().filter(|suit| hand[*suit].len() == 2).count() < 2
}

/// Contracts are sensible: most can be made as the cards lie, and hardly any has fewer than seven
/// trumps.
#[test]
fn contracts_are_sensible() {
    let system = system("natural");
    let (mut made, mut boards, mut short, mut games) = (0, 0, 0, 0);
    for number in 1..=40 {
        let Some(board) = bid_board(&Bidder::new(&system), &NumberedDeal::random(14, number))
        else {
            continue;
        };
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

/// Partner's 4NT is answered by the key cards, whatever else the hand holds.
#[test]
fn key_cards_are_told() {
    let system = System::natural();
    let bidder = Bidder::new(system);
    let heard = after(&["1S", "P", "3S", "P", "4NT", "P"]);
    let hands = [
        ("QJ85.KQ3.8762.QJ", "5C"),
        ("KJ85.KQ3.8762.QJ", "5D"),
        ("QJ85.AQ3.8762.J4", "5D"),
        ("KJ85.AQ3.8762.J4", "5H"),
        ("J985.A83.A762.Q4", "5H"),
        ("KQ85.A83.8762.J4", "5S"),
        ("KJ85.A83.A762.54", "5C"),
    ];
    let told = hands.map(|(hand, answer)| {
        let call = bidder.call(hand.parse().unwrap(), &heard);
        call == answer.parse().unwrap()
    });
    assert!(told.iter().all(|told| *told), "{told:?}");
}

/// Where 4NT may mean something else than a question about key cards in the agreed suit, nobody is
/// made to answer by a scale: after a splinter, a cue bid of their suit, a transfer, a new suit
/// above the agreed one, a double, and when he has passed already.
#[test]
fn doubtful_questions_have_no_scale() {
    let bidder = Bidder::new(System::natural());
    let hand = "KJ85.AQ3.8762.J4".parse().unwrap();
    let doubtful: [&[&str]; 7] = [
        &["1S", "P", "4C", "P", "4NT", "P"],
        &["1D", "1S", "2S", "P", "4NT", "P"],
        &["1NT", "P", "2D", "P", "2H", "P", "4NT", "P"],
        &["1S", "P", "2C", "P", "2S", "P", "3S", "P", "4C", "P", "4NT", "P"],
        &["1S", "P", "3S", "P", "4NT", "X"],
        &["1S", "P", "3S", "P", "4NT", "P", "P", "X", "P", "P"],
        &["1S", "4H", "P", "P", "4NT", "P"],
    ];
    for calls in doubtful {
        let heard = after(calls);
        let five = |it: &&LikelyCall| matches!(it.call, Call::Bid(bid) if bid.level.get() == 5);
        let likely = bidder.calls(hand, &heard);
        let answers = likely.iter().filter(five).filter(|it| it.probability > 0.0);
        assert!(answers.count() > 2, "{calls:?}");
        for it in &likely {
            assert!(!bidder.shows(&heard, it.call).contains("key card"), "{calls:?} {}", it.call);
        }
    }
}

/// Who asked with two key cards goes no higher than five where two are missing, and bids slam where
/// one is.
#[test]
fn the_asker_counts() {
    let system = System::natural();
    let bidder = Bidder::new(system);
    let hand = "AKJ973.KQJ5.KQ.4".parse().unwrap();
    for (answer, level) in [("5D", 5), ("5H", 6)] {
        let heard = after(&["1S", "P", "3S", "P", "4NT", "P", answer, "P"]);
        let call = bidder.call(hand, &heard);
        let Call::Bid(bid) = call else { panic!("{answer}: {call}") };
        assert_eq!(bid.level.get(), level, "{answer}: {call}");
    }
}

fn after(calls: &[&str]) -> AuctionSoFar {
    let mut heard = AuctionSoFar::new(Seat::North, Vulnerability::NONE);
    for call in calls {
        assert!(heard.push(call.parse().unwrap(), None));
    }
    heard
}

/// Each answer is one call, which shows that answer and no other; what it shows is true of the
/// hand.
#[test]
fn answers_are_read_as_they_are_given() {
    for scale in [KeyCardScale::ThreeFirst, KeyCardScale::FourFirst] {
        for number in 1..=200 {
            let deal = NumberedDeal::random(21, number);
            for trumps in [None, Some(Suit::Hearts)] {
                let held = KeyCards::of(deal.hands[Seat::North], trumps);
                let answer = KeyCardAnswer::of(held);
                assert_eq!(KeyCardAnswer::shown_by(answer.call(scale), scale), Some(answer));
                let is_one = matches!(answer, KeyCardAnswer::OneOrFour);
                assert_eq!(is_one, [1, 4].contains(&held.count));
            }
        }
    }
}

/// A question is open to the partner of who asked, then to who asked, and to nobody once an
/// opponent has bid; its trumps are the suit of both partners, or the last.
#[test]
fn questions_are_seen() {
    let turn = |calls: &[&str]| {
        let heard = after(calls);
        KeyCardTurn::of(&heard.calls(), heard.turn().unwrap())
    };
    let spades = Some(Suit::Spades);
    let asked = turn(&["1S", "P", "3S", "P", "4NT", "P"]).unwrap();
    assert_eq!(asked, KeyCardTurn { trumps: spades, stage: KeyCardStage::Asked });
    let answered = turn(&["1S", "P", "3S", "P", "4NT", "P", "5H", "P"]).unwrap();
    assert!(matches!(answered.stage, KeyCardStage::Answered { partner_opened: false, .. }));
    let told = turn(&["1S", "P", "3S", "P", "4NT", "P", "5H", "P", "5S", "P"]).unwrap();
    assert_eq!(told, KeyCardTurn { trumps: spades, stage: KeyCardStage::Told });
    assert_eq!(turn(&["1S", "P", "2C", "P", "2S", "P", "4NT", "P"]).unwrap().trumps, spades);
    assert_eq!(turn(&["1NT", "P", "4NT", "P"]).unwrap().trumps, None);
    assert_eq!(turn(&["1S", "P", "3S", "P", "4NT"]), None);
    assert_eq!(turn(&["1S", "P", "3S", "P", "4NT", "5C"]), None);
    assert_eq!(turn(&["4NT", "P"]), None);
}

/// Looking ahead: the same seed gives the same calls for any number of threads, the calls are
/// legal, and the likeliest gains nothing over itself.
#[test]
fn who_looks_ahead_calls_the_same() {
    let system = System::natural();
    let foresight = Foresight { deals: 6, seed: 3 };
    let bidder = Bidder::new(system).with_foresight(Some(foresight));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for number in 1..=3 {
        let deal = NumberedDeal::random(18, number);
        let heard = AuctionSoFar::new(deal.dealer, deal.vulnerability);
        let hand = deal.hands[deal.dealer];
        let look = || foresight.tries(&bidder, hand, &heard);
        let tried = look();
        assert_eq!(tried, pool.install(look));
        if let Some(first) = tried.first() {
            assert!(first.gain.mean.abs() < 1e-12);
        }
        for it in &tried {
            let all: f64 = it.ends.iter().map(|(_, share)| share).sum();
            assert!((all - 1.0).abs() < 1e-9 && heard.allows(it.call.call));
        }
        assert!(heard.allows(bidder.call(hand, &heard)));
    }
}

/// North looks ahead among three champions, and at another table he does not: what looking ahead
/// gains him, and what he gains who has practised over a champion in his seat. Double dummy, in
/// IMPs a deal, with 95 % intervals.
#[test]
#[ignore = "half an hour: cargo test --profile quick --test laws bidder::looking -- --ignored --nocapture"]
fn looking_ahead_gains_among_champions() {
    let system = System::natural();
    let champion = Bidder::new(system).with_network(BidNetwork::champions());
    let gains = |number: usize| {
        let deal = NumberedDeal::random(101, number);
        let score = |north: Bidder| {
            let players =
                BySeat::from_fn(|seat| if seat == Seat::North { north } else { champion });
            let start = AuctionSoFar::new(deal.dealer, deal.vulnerability);
            let contract = bid_out(&players, &hands(&deal.hands), start).contract();
            contract.map_or(0, |contract| {
                let lead = contract.declarer.lho();
                let position = Position::new(hands(&deal.hands), contract.strain(), lead).unwrap();
                let tricks = 13 - Solver::new().tricks(&position);
                contract.score(tricks, deal.vulnerability, Side::of(Seat::North))
            })
        };
        let at_once = Bidder::new(system);
        let foresight = Foresight { seed: number as u64, ..Foresight::default() };
        let ahead = score(at_once.with_foresight(Some(foresight)));
        let [at_once, champions] = [at_once, champion].map(score);
        [ahead - at_once, at_once - champions].map(|points| f64::from(imps(points)))
    };
    let gains: Vec<[f64; 2]> = (1..=1_000).into_par_iter().map(gains).collect();
    let [ahead, practice] = [0, 1].map(|which| {
        let gains: Vec<f64> = gains.iter().map(|it| it[which]).collect();
        Interval::of(&gains)
    });
    println!("looking ahead gains {ahead:?}, and practice {practice:?}");
    assert!(ahead.is_beyond_error() && ahead.mean > 0.0);
}

/// A hand that must not be passed out below game is not: after a jump that forces, with game
/// values, the auction reaches game or better.
#[test]
fn strong_hands_reach_game() {
    let system = System::natural();
    let (mut strong, mut reached) = (0, 0);
    for number in 1..=1200 {
        let deal = NumberedDeal::random(19, number);
        for side in [Side::NorthSouth, Side::EastWest] {
            let seats = Seat::ALL.into_iter().filter(|&seat| side.has(seat));
            let points: u8 = seats.map(|seat| hand_points(deal.hands[seat])).sum();
            if points >= 28 {
                strong += 1;
                let contract = bid(system, &deal).contract();
                reached += usize::from(contract.is_some_and(|it| {
                    let bid = it.contract.bid;
                    let points = it.contract.score(13, false);
                    bid.level.get() >= 3 && points >= 400 && side == it.declaring_side()
                }));
            }
        }
    }
    assert!(strong > 60, "{strong}");
    assert!(10 * reached >= 9 * strong, "{reached} of {strong} reach game");
}

/// Slopes are what differences of the probabilities say.
#[test]
fn slopes_are_differences() {
    let network = BidNetwork::champions();
    let before = [(Seat::North, "1H".parse().unwrap()), (Seat::East, Call::Pass)];
    let context = CallContext::of(&before, Seat::South, Vulnerability::NS);
    let hand = "KQ72.83.JT2.Q954".parse().unwrap();
    let choice = CallChoice::new(&context, hand, [OpeningStyle::default(); 2], None);
    let call: Call = "1S".parse().unwrap();
    let kept = [1.0; 256];
    let nats = |network: &BidNetwork| BidTrace::new(network, &choice, call, &kept).nats();
    let mut gradient = vec![0.0; BidNetwork::SIZE];
    BidTrace::new(network, &choice, call, &kept).add_gradient(network, &mut gradient);
    let mut largest: Vec<usize> = (0..gradient.len()).collect();
    largest.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
    for &at in largest.iter().take(40).step_by(4) {
        let moved = |by: f32| {
            let mut moved = network.clone();
            moved.unpacked_mut()[at] += by;
            nats(&moved)
        };
        let step = 0.02;
        let seen = (moved(step) - moved(-step)) / f64::from(2.0 * step);
        let gradient = f64::from(gradient[at]);
        assert!((seen - gradient).abs() < 0.05 * gradient.abs() + 2e-3, "{at}: {seen} {gradient}");
    }
    let all = network.probabilities(&choice);
    assert!(all.len() == CALLS && all[number(call)] > 0.3, "{}", all[number(call)]);
}

/// What calls are said to show is what hands of champions have who make them. Our players have
/// practised since, and it is still true of their hands: the ranges hold nine in ten.
#[test]
fn calls_show_what_they_are_said_to() {
    let system = System::natural();
    let bidder = Bidder::new(system);
    // Of each call of a deal: whether the hand's points are in the range that is told, and its
    // lengths.
    let shown = |number: usize| {
        let deal = NumberedDeal::random(99, number);
        let mut heard = AuctionSoFar::new(deal.dealer, deal.vulnerability);
        let mut shown = Vec::new();
        while let Some(seat) = heard.turn() {
            let hand = deal.hands[seat];
            let call = bidder.call(hand, &heard);
            assert!(heard.push(call, None));
            let told =
                system.explain_so_far(&heard.calls(), heard.explanations(), heard.vulnerability());
            let Some(usual) = Typical::behind(&told).filter(|_| call != Call::Pass) else {
                continue;
            };
            let in_range = |suit: Suit| usual.lengths[suit].contains(&(hand[suit].len() as u8));
            shown.push((usual.points.contains(&hand_points(hand)), Suit::ASC.map(in_range)));
        }
        shown
    };
    let shown: Vec<_> = (1..=100).into_par_iter().flat_map_iter(shown).collect();
    let points: Vec<bool> = shown.iter().map(|(points, _)| *points).collect();
    let lengths: Vec<bool> = shown.iter().flat_map(|(_, lengths)| *lengths).collect();
    let share = |held: &[bool]| held.iter().filter(|it| **it).count() as f64 / held.len() as f64;
    let (calls, points, lengths) = (points.len(), share(&points), share(&lengths));
    println!("{calls} calls: points in range {points:.3}, lengths {lengths:.3}");
    assert!(points > 0.9 && lengths > 0.95, "{points} {lengths}");
}
