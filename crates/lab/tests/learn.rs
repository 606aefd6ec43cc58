//! The laws of learning from records: what is fitted is found again, is judged on other persons,
//! and is read as it was written.

#[path = "../../../tests/common/mod.rs"]
mod common;

use std::process::Command;

use common::at_random;
use falsecard::belief::{
    Belief, Evidence, Reader, Standpoint, choice_of_suit, effective_size, policy,
};
use falsecard::bidding::{BidNetwork, Bidder};
use falsecard::carding::inclination::SuitChoice;
use falsecard::carding::{Policy, Situation};
use falsecard::cards::{Builder, BySeat, FullDeal, Hand, Seat, Side, Suit};
use falsecard::constraint::{NoProfile, Pair, Promise, System};
use falsecard::play::{PartialPlay, Play, PlayedCard};
use falsecard::problem::random_board;
use falsecard::records::{Acquaintance, GameRecord, Profile, SystemJudge, boards_of};
use falsecard::table::{NumberedDeal, bid_board};
use falsecard::work::stream;
use falsecard_engine::real::Real;
use falsecard_lab::learn::{Folds, Split, Study};
use rand::RngExt;

/// Where the files of the tests are.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn natural() -> System {
    System::bundled("natural").unwrap()
}

/// Random boards with some cards played.
fn plays(boards: u64, cards: usize) -> Vec<Play> {
    let boards = (0..boards).filter_map(|number| random_board(5, number));
    boards.map(|board| at_random(Play::new(board), cards, 1)).collect()
}

/// The cards of every holding are as likely together as they are one by one, whatever may be
/// chosen.
#[test]
fn habits_add_up_to_one() {
    let system = natural();
    let policy = falsecard::belief::policy(&system, falsecard::belief::Standpoint::Partner);
    for play in plays(20, 44) {
        let dummy = play.bidding().contract().dummy();
        for (played, situation) in Situation::of_history(play.history(), Some(play.deal()[dummy])) {
            let left = play.deal()[played.seat][played.card.suit] - situation.before;
            let choice = policy.at(&situation);
            let all: f64 = left.iter().map(|rank| choice.probability(left, rank)).sum();
            assert!((all - 1.0).abs() < 1e-9, "{left}: {all}");
        }
    }
}

/// Calls that are kept to as people keep to them: the table of weights by points is that of single
/// hands, and no weight is above one.
#[test]
fn slack_is_the_same_for_tables_and_hands() {
    let system = natural();
    for play in plays(40, 0) {
        for rule in system.read(play.bidding()) {
            for seat in Seat::ALL {
                let hand = play.deal()[seat];
                let lengths = falsecard::cards::Suit::ASC.map(|suit| hand[suit].len() as u8);
                let weight = rule.weight(&hand);
                let points = usize::from(falsecard::cards::hand_points(hand));
                let table = rule.weights_of(lengths).map_or(weight, |table| table[points]);
                assert!(weight > 0.0 && weight <= 1.0 + 1e-12, "{}: {weight}", rule.source);
                assert!((table - weight).abs() < 1e-12 * weight.max(1e-9), "{}", rule.source);
            }
        }
    }
}

/// The exact count equals enumeration where calls and cards are read as people make them.
#[test]
fn the_count_equals_enumeration() {
    // A network of players weighs what is counted (tests/laws/player.rs).
    let system = natural().played_by(None);
    let mut counted = 0;
    for play in plays(30, 38) {
        let view = play.view(play.history().decider());
        let evidence = Evidence::of(&view, &system, Reader::AtTheTable);
        let belief = Belief::new(&evidence).unwrap();
        let [one, other] = view.hidden()[..] else { panic!("dummy is faced") };
        let [ours, theirs] = [one, other].map(|seat| evidence.ownership.must(seat));
        let open = (view.unseen() - ours - theirs).iter().collect::<Vec<_>>();
        let wanted = 13 - ours.len();
        let mut sum = 0.0;
        for bits in (0u32..1 << open.len()).filter(|bits| bits.count_ones() as usize == wanted) {
            let first = open.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            let first: Hand = ours | first.map(|(_, &card)| card).collect();
            let mut deal = Builder::new();
            for seat in Seat::ALL {
                deal[seat] = play.deal()[seat];
            }
            deal[one] = first;
            deal[other] = view.unseen() - first;
            let deal: FullDeal = deal.build_full().unwrap();
            let may = [one, other]
                .iter()
                .all(|&seat| (deal[seat] - evidence.ownership.may(seat)).is_empty());
            sum += if may { evidence.weight(&deal) } else { 0.0 };
        }
        assert!((sum - belief.weight()).abs() < 1e-9 * sum, "{sum} {}", belief.weight());
        counted += 1;
    }
    assert!(counted > 20);
}

/// Players who draw their cards from a policy.
fn played_by(system: &System, boards: u64) -> Vec<(GameRecord, System)> {
    let policy = falsecard::belief::policy(system, falsecard::belief::Standpoint::Player);
    let boards = (0..boards).filter_map(|number| Some((number, random_board(7, number)?)));
    boards
        .map(|(number, board)| {
            let mut play = Play::new(board);
            let mut rng = stream(3, &[number]);
            while !play.is_over() {
                let legal: Vec<_> = play.legal().iter().collect();
                let suit = legal[rng.random_range(0..legal.len())].suit;
                let dummy = play.deal()[play.bidding().contract().dummy()];
                let situation = Situation::now(play.history(), Some(dummy), suit);
                let holding = play.position().hands()[play.history().to_play()][suit];
                let ticket = rng.random::<f64>();
                let rank = policy.at(&situation).draw(holding, holding, ticket).unwrap();
                play.play(falsecard::cards::Card { suit, rank }).unwrap();
            }
            let players = BySeat::from_fn(|seat| Some(format!("{seat}{}", number % 7)));
            (GameRecord { number: number as usize, players, play }, system.clone())
        })
        .collect()
}

/// People as records show them, but for carding that they have agreed on.
fn with_carding(name: &str) -> System {
    System::parse(name, &format!("system {name}\nuse {name}\nuse natural\n")).unwrap()
}

/// The posterior probabilities of some carding agreements for the pair that sat on these sides of
/// some records, from a uniform prior.
fn agreement_shares(sat: &[(&GameRecord, Side)], agreements: &[System]) -> Vec<f64> {
    let policies: Vec<Policy> =
        agreements.iter().map(|system| policy(system, Standpoint::Player)).collect();
    let mut nats = vec![0.0; policies.len()];
    for (record, side) in sat {
        let play = &record.play;
        let dummy = play.bidding().contract().dummy();
        let played = Situation::of_history(play.history(), Some(play.deal()[dummy]));
        let own =
            |(played, _): &(PlayedCard, Situation)| side.has(played.seat) && played.seat != dummy;
        for (PlayedCard { seat, card, .. }, situation) in played.into_iter().filter(own) {
            let left = play.deal()[seat][card.suit] - situation.before;
            for (nats, policy) in nats.iter_mut().zip(&policies) {
                *nats += Real::ln(policy.at(&situation).probability(left, card.rank));
            }
        }
    }
    let most = nats.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = nats.iter().map(|nats| Real::exp(nats - most)).collect();
    let all: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / all).collect()
}

/// Of pairs that keep to what they have agreed as far as rule files say, nineteen in twenty are
/// recognised by their cards on ten boards.
#[test]
fn agreements_are_recognised_after_ten_boards() {
    let names = [
        "no-signals",
        "standard-carding",
        "upside-down-carding",
        "odd-even-carding",
        "count-carding",
    ];
    let agreements = names.map(with_carding);
    let (mut right, mut all) = (0, 0);
    for (number, agreed) in agreements.iter().enumerate() {
        let records = played_by(agreed, 400);
        let pairs = records.chunks(10);
        for pair in pairs.filter(|pair| pair.len() == 10) {
            let sat: Vec<_> = pair.iter().map(|(record, _)| (record, Side::EastWest)).collect();
            let shares = agreement_shares(&sat, &agreements);
            let best = (0..shares.len()).max_by(|a, b| shares[*a].total_cmp(&shares[*b])).unwrap();
            right += usize::from(best == number);
            all += 1;
        }
    }
    assert!(all >= 150 && right * 20 >= all * 19, "{right} of {all}");
}

/// A pair's bidding system is recognised by what thirty boards show of its hands.
#[test]
fn systems_are_recognised_by_their_calls() {
    let table = System::bundled("natural").unwrap();
    let others = ["weak-notrump", "strong-club", "polish-club"];
    let systems = others.map(|name| System::bundled(name).unwrap());
    let judge = SystemJudge::new(&table, systems.to_vec());
    let (mut right, mut all) = (0, 0);
    for (number, system) in [&table].into_iter().chain(&systems).enumerate() {
        // Systems are recognised by how people call, so these pairs call as people do.
        let caller = Bidder::new(system).with_network(BidNetwork::champions());
        let boards =
            (1..).filter_map(|deal| bid_board(&caller, &NumberedDeal::random(number as u64, deal)));
        let players = BySeat::from_fn(|_| None);
        let records = boards.map(|board| GameRecord {
            number: 1,

            players: players.clone(),
            play: Play::new(board),
        });
        let records: Vec<GameRecord> = records.take(120).collect();
        for pair in records.chunks(30) {
            let mut nats = vec![0.0; 1 + systems.len()];
            for record in pair {
                let more = judge.nats(record, Side::EastWest);
                nats.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
            let found = judge.other(&nats).map(|(system, _)| system.name.as_str());
            right += usize::from(found == number.checked_sub(1).map(|at| others[at]));
            all += 1;
        }
    }
    assert!(right * 10 >= all * 9, "{right} of {all}");
}

/// What players do whose habits are known is found again, from their records, for unseen cards too.
#[test]
fn habits_are_found_again() {
    let truth = natural();
    let records = played_by(&truth, 150);
    let study = Study::of(&records, 1);
    let everybody: Vec<usize> = (0..records.len()).collect();
    let found = study.style(&everybody, None).of_players(System::bundled("natural-calls").unwrap());
    let nats = |system: &System, records: &[(GameRecord, System)]| -> f64 {
        let policy = falsecard::belief::policy(system, falsecard::belief::Standpoint::Player);
        let (mut sum, mut n) = (0.0, 0.0);
        for (record, _) in records {
            let play = &record.play;
            let dummy = play.bidding().contract().dummy();
            for (played, situation) in
                Situation::of_history(play.history(), Some(play.deal()[dummy]))
            {
                if played.seat != dummy {
                    let left = play.deal()[played.seat][played.card.suit] - situation.before;
                    sum += Real::ln(policy.at(&situation).probability(left, played.card.rank));
                    n += 1.0;
                }
            }
        }
        sum / n
    };
    let unseen: Vec<_> = played_by(&truth, 250).split_off(150);
    let nobody = System::bundled("natural-calls").unwrap();
    let [by_truth, by_fit, by_nothing] = [&truth, &found, &nobody].map(|it| nats(it, &unseen));
    assert!(by_truth - by_fit < 0.15 * (by_truth - by_nothing), "{by_truth} {by_fit} {by_nothing}");
}

/// Whoever is judged shares no partner and no deal with those whom the judgement rests on, and
/// everybody is judged once.
#[test]
fn folds_divide_persons_and_deals() {
    let records = played_by(&natural(), 60);
    let records: Vec<&GameRecord> = records.iter().map(|(record, _)| record).collect();
    let mut judged_once = vec![0; records.len()];
    for Split { judged, others } in Folds::of(&records, 3).each() {
        for &at in &judged {
            judged_once[at] += 1;
            for &other in &others {
                for (one, two) in [Side::NorthSouth, Side::EastWest]
                    .into_iter()
                    .flat_map(|one| [Side::NorthSouth, Side::EastWest].map(|two| (one, two)))
                {
                    assert_ne!(records[at].pair(one), records[other].pair(two));
                }
                assert_ne!(records[at].play.deal(), records[other].play.deal());
            }
        }
    }
    assert!(judged_once.iter().all(|&times| times == 1));
}

/// A style is a rule file: read back, it says the same to the figures that it is written with.
#[test]
fn a_style_is_read_as_it_was_written() {
    let records = played_by(&natural(), 20);
    let style = Study::of(&records, 1).style(&(0..records.len()).collect::<Vec<_>>(), None);
    let text = style.text("mine", "a test");
    let read = System::parse("mine", &text).unwrap_or_else(|fault| panic!("{fault}"));
    let (written, known) = (style.of_players(natural()), read.reliance().unwrap());
    for (kind, nats) in written.reliance().unwrap().lines() {
        let read = known.lines().find(|(known, _)| *known == kind).map(|(_, nats)| *nats);
        let read = read.unwrap_or_default();
        assert!(nats.iter().zip(read).all(|(one, two)| (one - two).abs() < 0.06), "{kind}");
    }
}

/// What is wrong with a line of a style is said, with what would be right.
#[test]
fn a_faulty_style_is_refused() {
    for (line, expected) in [
        ("reliance raise: lower -0.5", "expected one of: below"),
        ("reliance raise: below much", "expected nats"),
        ("reliance raise below -1", "expected \":\""),
        ("reliance raise: below -99", "expected nats"),
        ("habit fifth defender: lowest 1", "expected an occasion"),
        ("habit third defender: smallest 1", "\"smallest\" is none of"),
        ("inclination second defender: length 1", "expected an occasion"),
        ("inclination lead defender: longest 1", "\"longest\" is none of"),
        ("habit third defender: lowest", "expected a word and a number"),
    ] {
        let fault = System::parse("mine", &format!("system mine\n{line}\n")).unwrap_err();
        assert_eq!(fault.line, 2);
        assert!(fault.message.contains(expected), "{line}: {}", fault.message);
    }
}

/// A promise read with slack has a weight for every hand, however far it departs.
#[test]
fn nobody_is_ruled_out() {
    let system = natural();
    let hand: Hand = "AKQJT98765432...".parse().unwrap();
    for play in plays(10, 0) {
        let rules = system.read(play.bidding());
        assert!(rules.iter().all(|rule| Promise::weight(rule, &hand) > 0.0));
    }
}

fn learned(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_falsecard-lab"))
        .arg("learn")
        .args(args)
        .current_dir(ROOT)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The figures are the same for any number of threads, and lines for people fit the page.
#[test]
fn figures_do_not_depend_on_threads() {
    let file = "tests/data/played.pbn";
    for more in [&["--json"][..], &[], &["--json", "--folds", "3", "--acquainted", "--minds", "1"]]
    {
        let test = |threads: &str| {
            let args = [&["--test", file, "--price", "2", "--threads", threads], more].concat();
            let (status, told, errors) = learned(&args);
            assert_eq!(status, 0, "{errors}");
            told
        };
        let one = test("1");
        assert_eq!(one, test("3"));
        assert!(one.lines().all(|line| !more.is_empty() || line.chars().count() <= 80));
    }
}

/// Nothing to learn from is a "no", bad input is refused, and a fit is written as a file that is
/// read.
#[test]
fn the_verb_ends_as_others_do() {
    let empty = "tests/data/bidding/competitive.pbn";
    assert_eq!(learned(&["--test", "no-such-file.pbn"]).0, 2);
    assert_eq!(learned(&["tests/data/played.pbn"]).0, 2);
    assert_eq!(learned(&["--test", "--folds", "2", "tests/data/played.pbn"]).0, 2);
    assert_eq!(learned(&["--test", empty]).0, 0);
    let folder = tempfile::tempdir().unwrap();
    // A game without its auction teaches nothing of calls, and no network is written that has
    // learned nothing.
    let [bare, network] = ["bare.pbn", "bare.calls"].map(|name| folder.path().join(name));
    let played = std::fs::read_to_string("../../tests/data/played.pbn").unwrap();
    std::fs::write(&bare, &played[..played.find("[Auction").unwrap()]).unwrap();
    let (bare, written) = (bare.to_str().unwrap(), network.to_str().unwrap());
    let (status, _, errors) = learned(&[bare, "--calls", written]);
    assert!(status == 2 && errors.contains("nothing to learn from"), "{status} {errors}");
    assert!(!network.exists());
    let path = folder.path().join("mine.rules");
    let (status, _, errors) = learned(&["tests/data/played.pbn", "-o", path.to_str().unwrap()]);
    assert_eq!(status, 0, "{errors}");
    let text = std::fs::read_to_string(path).unwrap();
    System::parse("mine", &text).unwrap_or_else(|fault| panic!("{fault}"));
}

/// A suit's appeal is the exponential of the sum of all nats times what is true of it, whatever is
/// held: what is reckoned once for the whole table, because it is public, depends on no holding.
/// And it is the same whichever plays and moments were looked at before.
#[test]
fn what_the_table_sees_depends_on_no_holding_and_no_memory() {
    let system = natural();
    let inclinations = system.inclinations().unwrap();
    let text = include_bytes!("../../../tests/data/records.pbn");
    let games = falsecard::notation::pbn::read("records.pbn", text).good;
    let records: Vec<GameRecord> =
        games.iter().filter_map(|game| GameRecord::of(game).ok()).collect();
    let mut rng = stream(9, &[]);
    let mut compared = 0;
    for _ in 0..600 {
        let record = &records[rng.random_range(0..records.len())];
        let cards = rng.random_range(1..record.play.history().played().len());
        let play = record.after(cards);
        let view = play.view(play.history().decider());
        let dummy = view.dealt(view.contract().dummy());
        let choice = SuitChoice::after(cards, view.bidding(), view.history(), dummy);
        let nats = inclinations.at(choice.occasion());
        let remembered = choice_of_suit(&view, &system).unwrap();
        let inclined = choice.clone().of_people(inclinations);
        let gone = (0..4).map(|seat| view.history().cards_of(Seat::ALL[seat]));
        let gone = gone.fold(Hand::EMPTY, |all, hand| all | hand);
        for suit in Suit::ASC {
            let out = Hand::ALL - gone - dummy.unwrap_or_default();
            let left: Hand = out.iter().filter(|_| rng.random_range(0..3) == 0).collect();
            let appeal = inclined.appeal(suit, left[suit]);
            assert_eq!(remembered.appeal(suit, left[suit]).to_bits(), appeal.to_bits());
            let Some(features) = choice.features(suit, left[suit]) else { continue };
            let nats_of = |feature: usize| {
                nats.iter().find(|(known, _)| *known == feature).map_or(0.0, |(_, nats)| *nats)
            };
            let sum: f64 = features.iter().map(|(feature, is)| nats_of(*feature) * is).sum();
            assert!((Real::ln(appeal) - sum).abs() < 1e-9, "{suit} {}: {appeal} {sum}", left[suit]);
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// Suits chosen by people whose inclinations are known: what the factors of single suits say of a
/// hand is, but for a constant, nearly what the whole hand's probability says.
#[test]
fn suits_are_read_one_by_one_nearly_as_together() {
    let system = natural();
    let inclinations = system.inclinations().unwrap();
    let mut sizes = Vec::new();
    for (record, _) in played_by(&system, 40) {
        let play = &record.play;
        let contract = play.bidding().contract();
        let dummy = play.deal()[contract.dummy()];
        let choices = SuitChoice::of_history(play.bidding(), play.history(), Some(dummy));
        for (at, (played, choice)) in choices.into_iter().enumerate() {
            let Some(choice) = choice.filter(|_| played.seat != contract.dummy()) else { continue };
            let reader = if played.seat == contract.declarer {
                contract.opening_leader()
            } else {
                contract.declarer
            };
            let view = record.after(at).view(reader);
            let Ok(belief) = Belief::new(&Evidence::facts(&view)) else { continue };
            let inclined = choice.of_people(inclinations);
            let (mut exact, mut of_both) = (Vec::new(), Vec::new());
            for world in belief.spread(&mut stream(1, &[at as u64])).take(60) {
                let hand = &world[played.seat];
                let left = |suit| inclined.choice().left(suit, hand[suit]);
                let appeal = |suit| inclined.appeal(suit, left(suit));
                if left(played.card.suit).is_empty() {
                    continue;
                }
                let all: f64 = Suit::ASC.into_iter().map(appeal).sum();
                let weight = |suit| inclined.weight(suit, hand[suit], suit == played.card.suit);
                exact.push(appeal(played.card.suit) / all);
                of_both.push(
                    exact.last().unwrap() / Suit::ASC.into_iter().map(weight).product::<f64>(),
                );
            }
            if exact.len() > 20 {
                sizes.push(effective_size(&of_both) / of_both.len() as f64);
            }
        }
    }
    let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
    assert!(sizes.len() > 300 && mean > 0.95, "{mean} of {}", sizes.len());
}

/// A pair that signals upside down is read so after some of its boards, the other side as
/// everybody; boards of the deal that is asked about teach nothing, and agreements of textbooks
/// have no habits to depart from.
#[test]
fn a_pair_is_known_from_its_other_boards() {
    let upside_down = with_carding("upside-down-carding");
    let mut records: Vec<GameRecord> =
        played_by(&upside_down, 60).into_iter().map(|(record, _)| record).collect();
    for record in &mut records {
        record.players = BySeat::from_fn(|seat| Some(format!("{seat}")));
    }
    let today = records.pop().unwrap();
    let hands = BySeat::from_fn(|seat| Some(today.play.deal()[seat]));
    let play =
        PartialPlay::new(hands, std::sync::Arc::clone(today.play.board().bidding())).unwrap();
    let everybody = natural();
    let at_table = |system: &System, records: &[GameRecord]| {
        let acquaintance = Acquaintance::new(system, records, Vec::new());
        let (known, pairs) = acquaintance.at_table(system, &today.players, &play);
        (known, pairs.map(|pair| pair.boards))
    };
    let known = |records: &[GameRecord]| at_table(&everybody, records);
    let (system, boards) = known(&records);
    assert_eq!(boards, [records.len(); 2]);
    let nats = |system: &System, side: Side, name: &str| -> f64 {
        let habits = system.habits_of(side).unwrap();
        let of_line = |(words, nats): (&str, Vec<(&str, f64)>)| {
            let own =
                nats.into_iter().find(|(known, _)| *known == name && !words.contains("trick"));
            own.map_or(0.0, |(_, nats)| nats)
        };
        habits.each().map(of_line).sum()
    };
    for (right, wrong) in [("upside-down-count", "count"), ("upside-down-attitude", "attitude")] {
        let lean =
            |system| nats(system, Side::EastWest, right) - nats(system, Side::EastWest, wrong);
        assert!(lean(&system) > lean(&everybody) + 0.5, "{right}");
    }
    let (unknown, boards) = known(std::slice::from_ref(&today));
    assert_eq!(boards, [0; 2]);
    assert_eq!(unknown.habits_of(Side::EastWest), everybody.habits());
    let textbook = System::bundled("textbook").unwrap();
    assert_eq!(at_table(&textbook, &records).1, [0; 2]);
    // A profile is read as it was written, to the hundredth of a nat.
    let own = boards_of(today.pair(Side::EastWest).unwrap(), &records);
    let profile = Profile::of(&own, everybody.habits().unwrap());
    let text = profile.text(today.pair(Side::EastWest).unwrap());
    let read = System::parse("profile", &text).unwrap();
    let pair = Pair::of_profile(&read, &everybody).unwrap();
    let again = everybody.clone().with_pair(Side::EastWest, pair);
    for (right, wrong) in [("upside-down-count", "count"), ("upside-down-attitude", "attitude")] {
        let lean =
            |system| nats(system, Side::EastWest, right) - nats(system, Side::EastWest, wrong);
        assert!((lean(&again) - lean(&system)).abs() < 1.0, "{text}");
    }
    assert_eq!(Pair::of_profile(&textbook, &everybody).err(), Some(NoProfile::SpeaksOfMore));
    assert_eq!(Pair::of_profile(&read, &textbook).err(), Some(NoProfile::NoHabits));
}
