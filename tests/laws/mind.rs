//! The laws of imagined players: what they look at is what they believe, they throw nothing away as
//! equal that is not, and they play as others expect them to.

use crate::common;

use common::{at_random, card, example_1, example_2, example_3, example_4};
use falsecard::belief::{Belief, Evidence, Reader, Reading};
use falsecard::carding::Situation;
use falsecard::cards::{Builder, BySuit, Card, FullDeal, Seat, Suit};
use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::mind::{Assessment, JudgesBy, Mind, Request, agreed_or_lowest, situation};
use falsecard::play::{Board, Play, View};
use falsecard::problem::random_board;
use falsecard::work::{mean_and_error, stream};
use rayon::prelude::*;

fn textbook() -> System {
    System::bundled("textbook").unwrap()
}

fn mind(system: &System, worlds: usize) -> Mind<'_> {
    Mind::new(system, worlds)
}

/// From ♣KJ alone, behind the ♣Q of an opponent, South wins the trick: the jack will be as good as
/// the king was, but now it loses.
#[test]
fn king_and_jack_are_no_equals_behind_the_queen() {
    let deal = "N:AK72.A965.K64.32 T643.732.J97.AQ8 Q85.KQ84.AQ83.KJ J9.JT.T52.T97654";
    let play = common::play(deal, "1NT P 3NT P P P", "3NT", "C7 C2 CQ");
    let (system, view) = (textbook(), play.view(Seat::South));
    let mut solver = Solver::new();
    for seed in 0..200 {
        let mut rng = stream(seed, &[]);
        let chosen = mind(&system, 1 + seed as usize % 4).choose(&view, &mut solver, &mut rng);
        assert_eq!(chosen.unwrap(), card("CK"), "seed {seed}");
    }
}

/// Random play from the examples and from random boards: a few thousand moments.
fn moments() -> Vec<Play> {
    let examples = [example_1(), example_2(), example_3(), example_4()];
    let boards = (0..40).filter_map(|number| random_board(11, number)).map(Play::new);
    let starts: Vec<Play> = examples.into_iter().chain(boards).collect();
    let from = |(start, seed): (Play, u64)| {
        let played = start.history().played().len();
        (0..51 - played).map(move |more| at_random(start.clone(), more, seed)).collect::<Vec<_>>()
    };
    (0..3)
        .flat_map(|seed| starts.iter().map(move |start| (start.clone(), seed)))
        .flat_map(from)
        .collect()
}

/// Cards that are as good as each other all win the trick as it stands, or none does.
#[test]
fn equals_win_the_trick_together_or_not_at_all() {
    for play in moments() {
        let view = play.view(play.history().decider());
        for suit in Suit::ASC {
            let holding = view.legal()[suit];
            let dummy = view.dealt(view.contract().dummy());
            let situation = Situation::now(view.history(), dummy, suit);
            for rank in holding {
                let equals = situation.equals(holding, rank);
                assert!(equals.contains(rank));
                let winners =
                    equals.iter().filter(|&rank| wins(&play, Card { suit, rank })).count();
                assert!(winners == 0 || winners == equals.len(), "{suit} {holding} {equals}");
            }
        }
    }
}

/// Whether the card would be winning the trick.
fn wins(play: &Play, card: Card) -> bool {
    let mut trick = *play.history().trick();
    trick.push(card);
    let winner = trick.winner(play.bidding().contract().strain());
    winner.is_some_and(|(seat, _)| seat == play.history().to_play())
}

/// A card of two meanings on trial: the worlds that its readers then look at have everything in the
/// shares that the card leaves it, by Bayes's rule, however few they look at.
#[test]
fn what_is_looked_at_is_what_is_believed() {
    const SEEDS: u64 = 300;
    let system = textbook();
    let trials = [("C8", Seat::South), ("C2", Seat::South), ("C5", Seat::East), ("C2", Seat::East)];
    for (play, at) in trials.map(|(name, seat)| (example_4().with(card(name)).unwrap(), seat)) {
        let view = play.view(at);
        let on_trial = Some(play.history().played().len() - 1);
        for worlds in [1, 4, 6] {
            let mind = Mind { on_trial, ..mind(&system, worlds) };
            let looked_at: Vec<Vec<FullDeal>> = (0..SEEDS)
                .into_par_iter()
                .map(|seed| mind.imagine(&view, &mut stream(seed, &[])).unwrap().worlds)
                .collect();
            let belief = mind.belief(&view).unwrap();
            for seat in view.hidden() {
                let lengths = belief.lengths(seat, Suit::Clubs);
                for (length, believed) in lengths.into_iter().enumerate() {
                    let is_so = |world: &&FullDeal| world[seat][Suit::Clubs].len() == length;
                    let shares: Vec<f64> = looked_at
                        .iter()
                        .map(|all| all.iter().filter(is_so).count() as f64 / all.len() as f64)
                        .collect();
                    let (share, error) = mean_and_error(&shares);
                    assert!(
                        (share - believed).abs() < 4.5 * error + 0.01,
                        "{seat} {length} clubs: {share} ± {error}, believed {believed}"
                    );
                }
            }
        }
    }
}

/// The card when the suits have changed their names: spades are now hearts, …, clubs spades.
fn renamed(card: Card) -> Card {
    let suit = Suit::ASC[(card.suit as usize + 3) % 4];
    Card { suit, ..card }
}

/// Of cards that are as good the same one is played whatever the suits are called.
#[test]
fn the_names_of_suits_decide_nothing() {
    let system = textbook();
    let none = BySuit::default();
    let (mut seen, mut among_suits) = (0, 0);
    for (start, seed) in (0..40).flat_map(|seed| [(example_1(), seed), (example_4(), seed)]) {
        let mut other = Builder::new();
        for seat in Seat::ALL {
            other[seat] = start.deal()[seat].iter().map(renamed).collect();
        }
        let bidding = start.bidding().clone();
        let mut other = Play::new(Board::new(other.build_full().unwrap(), bidding));
        let play = at_random(start, seed as usize % 40, seed);
        for played in play.history().played() {
            other.play(renamed(played.card)).unwrap();
        }
        let chosen = |play: &Play, cards: &[Card]| {
            agreed_or_lowest(&play.view(play.history().decider()), &system, cards, &none)
        };
        let cards: Vec<Card> = play.legal().iter().collect();
        let other_cards: Vec<Card> = cards.iter().copied().map(renamed).collect();
        assert_eq!(renamed(chosen(&play, &cards)), chosen(&other, &other_cards), "{cards:?}");
        seen += 1;
        among_suits += usize::from(cards.iter().any(|card| card.suit != cards[0].suit));
    }
    assert!(seen == 80 && among_suits >= 20, "{among_suits}");
}

/// Late in the play worlds are cheap, and a mind looks at more of them; beside a glance at fewer,
/// where people's habits are known at fewest.
#[test]
fn worlds_are_many_where_they_are_cheap() {
    let [natural, textbook] = ["natural", "textbook"].map(|name| System::bundled(name).unwrap());
    for play in moments() {
        let view = play.view(play.history().decider());
        let looks_at = |by, system| Mind { by, ..mind(system, 4) }.worlds_at(&view);
        let (by_worlds, both, of_people) = match 13 - play.history().tricks_played() {
            10.. => (4, 0, 0),
            9 => (8, 4, 0),
            8 => (16, 8, 0),
            7 => (32, 8, 2),
            _ => (32, 8, 8),
        };
        for system in [&natural, &textbook] {
            assert_eq!(looks_at(JudgesBy::Worlds, system), by_worlds);
        }
        assert_eq!(looks_at(JudgesBy::Both, &textbook), both);
        assert_eq!(looks_at(JudgesBy::Both, &natural), of_people);
    }
}

/// Late in the play worlds say better what cards are worth, so a mind glances there only to see
/// what people like, where no network of players says it; or where he solves no worlds.
#[test]
fn a_mind_glances_where_a_glance_tells_more() {
    let [natural, textbook] = ["natural", "textbook"].map(|name| System::bundled(name).unwrap());
    let by_rules = natural.clone().played_by(None);
    for play in moments().iter().step_by(115) {
        let view = play.view(play.history().decider());
        let is_early = 13 - play.history().tricks_played() > 6;
        let glances = |by, system, worlds| {
            let mind = Mind { by, ..mind(system, worlds) };
            mind.imagine(&view, &mut stream(1, &[])).unwrap().scene.is_some()
        };
        for system in [&natural, &by_rules, &textbook] {
            assert!(!glances(JudgesBy::Worlds, system, 4));
            assert!(glances(JudgesBy::Both, system, 0));
        }
        assert_eq!(glances(JudgesBy::Both, &natural, 4), is_early);
        assert_eq!(glances(JudgesBy::Both, &textbook, 4), is_early);
        assert!(glances(JudgesBy::Both, &by_rules, 4));
    }
}

/// What nearly all people do, a mind that glances does as often as they do.
#[test]
fn what_is_obvious_is_played_as_people_play_it() {
    let (system, mut solver) = (System::natural(), Solver::new());
    let glancing = Mind { by: JudgesBy::Both, ..mind(system, 4) };
    let mut obvious = 0;
    for play in moments().iter().step_by(23) {
        let view = play.view(play.history().decider());
        let habits = glancing.habits(&view);
        if glancing.has_to_think(&view) && habits.iter().any(|(_, odds)| *odds > 0.98) {
            let odds = glancing.odds(&view, &mut solver, &mut stream(1, &[])).unwrap();
            for ((one, own), (other, of_people)) in odds.iter().zip(&habits) {
                assert!(one == other && (own - of_people).abs() < 1e-6);
            }
            obvious += 1;
        }
    }
    assert!(obvious > 10, "{obvious}");
}

/// Everybody trusts an agreement as far as it is kept.
fn trusted_as_kept(name: &str) -> System {
    let mut system = System::bundled(name).unwrap();
    for agreement in &mut system.cards {
        agreement.partner = agreement.kept;
        agreement.declarer = agreement.kept;
    }
    system
}

/// Decisions of one hand in which all cards are worth the same whatever the others hold, and
/// nothing is asked for or said of other suits: the player's habits alone decide. Many more worlds
/// are asked than a mind looks at.
fn matters_of_habit(system: &System) -> Vec<(Play, View)> {
    let is_such = |play: &Play, view: &View, solver: &mut Solver| {
        if view.legal().len() < 2 || view.seat() != play.history().to_play() {
            return false;
        }
        let evidence = Evidence::of(view, system, Reader::AtTheTable);
        let Ok(belief) = Belief::new(&evidence) else { return false };
        if Request::of(view, &evidence.readings).is_some() {
            return false;
        }
        let worlds: Vec<FullDeal> = belief.spread(&mut stream(1, &[])).take(192).collect();
        let assessment = Assessment::of(view, &worlds, solver);
        let same = |world: usize| {
            let mut tricks =
                (0..assessment.cards().len()).map(|column| assessment.tricks(column).nth(world));
            let first = tricks.next();
            tricks.all(|other| Some(other) == first)
        };
        (0..assessment.worlds()).all(same)
    };
    let late = moments().into_iter().filter(|play| play.history().tricks_played() >= 5);
    let views = late.map(|play| (play.view(play.history().decider()), play)).map(|(v, p)| (p, v));
    let views: Vec<_> = views.collect();
    views
        .into_par_iter()
        .map_init(Solver::new, |solver, (play, view)| {
            is_such(&play, &view, solver).then_some((play, view))
        })
        .flatten()
        .collect()
}

/// How another player reads the card if it is played now.
fn reading(play: &Play, system: &System, card: Card) -> Option<Reading> {
    let after = play.with(card).unwrap();
    let contract = play.bidding().contract();
    let player = play.history().to_play();
    let mut others =
        Seat::ALL.into_iter().filter(|&seat| seat != player && seat != contract.dummy());
    let view = after.view(others.next_back().unwrap());
    let evidence = Evidence::of(&view, system, Reader::AtTheTable);
    evidence.readings.into_iter().rfind(|reading| reading.card == card)
}

/// A mind plays its cards as often as its reader assumes: among cards that are worth the same, each
/// in proportion to the weight by which the card is read. So do those who keep to agreements, and
/// those who have the habits of people, where no network of players knows them better
/// (tests/laws/player.rs).
#[test]
fn minds_play_as_their_readers_assume() {
    for name in ["textbook", "natural"] {
        plays_as_assumed(&trusted_as_kept(name).played_by(None));
    }
}

fn plays_as_assumed(system: &System) {
    const DRAWS: u64 = 400;
    let (mut suits_chosen, mut seen) = (0, 0);
    let decisions: Vec<_> = matters_of_habit(system)
        .into_iter()
        .filter(|(play, view)| {
            // Of what a card says of other suits the holding decides only half; nor does the table
            // know yet whether a suit is returned for a ruff.
            view.legal().iter().all(|card| {
                let reading = reading(play, system, card);
                let own = situation(view, system, card.suit);
                reading.is_none_or(|it| {
                    it.messages().next().is_none() && *it.choice().situation() == own
                })
            })
        })
        .collect();
    let step = (decisions.len() / 80).max(1);
    for (play, view) in decisions.iter().step_by(step).take(80) {
        let hand = play.deal()[view.seat()];
        let weight = |card: Card| {
            let Some(reading) = reading(play, system, card) else { return 1.0 / 13.0 };
            let of_suit = reading.suits().map_or(1.0, |suits| {
                let choice = suits.inclined.choice();
                suits.inclined.appeal(card.suit, choice.left(card.suit, hand[card.suit]))
            });
            reading.weight(hand[card.suit]) * of_suit
        };
        let cards: Vec<Card> = view.legal().iter().collect();
        let all: f64 = cards.iter().map(|&card| weight(card)).sum();
        let chosen: Vec<Card> = (0..DRAWS)
            .into_par_iter()
            .map_init(Solver::new, |solver, seed| {
                mind(system, 1).choose(view, solver, &mut stream(seed, &[])).unwrap()
            })
            .collect();
        for &card in &cards {
            let expected = weight(card) / all;
            let drawn = chosen.iter().filter(|&&it| it == card).count() as f64 / DRAWS as f64;
            let error = (expected * (1.0 - expected) / DRAWS as f64).sqrt();
            assert!(
                (drawn - expected).abs() < 5.0 * error + 1e-9,
                "{card} of {cards:?}, trick {}: {drawn} of the draws, read as {expected}",
                view.history().tricks_played()
            );
        }
        seen += 1;
        suits_chosen += usize::from(cards.iter().any(|card| card.suit != cards[0].suit));
    }
    assert!(seen >= 80 && suits_chosen >= 16, "{seen} decisions, {suits_chosen} among suits");
}
