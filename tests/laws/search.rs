//! The laws of every search: nothing hidden is looked at, the same seed gives the same bytes on any
//! number of threads; and the paper's figure 9.

use crate::common;
use crate::one_pass;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{card, example_1, example_2, example_3, example_4};
use falsecard::belief::{Belief, Evidence};
use falsecard::cards::{FullDeal, Hand, Seat, Side};
use falsecard::constraint::System;
use falsecard::dd::Solver;
use falsecard::play::{Play, Position, View};
use falsecard::search::allocation::{self, ALLOCATIONS};
use falsecard::search::{
    self, Decision, Fused, Guess, ImaginedDeal, Probing, Question, SEARCHES, Search, Settings,
    SettingsBuilder, UNTIL_DONE,
};
use falsecard::work::stream;
use itertools::Itertools;
use one_pass::OnePass;

/// Little work, so that the laws can be tested on all searches.
fn light(seed: u64) -> Settings {
    little(seed).build().unwrap()
}

fn little(seed: u64) -> SettingsBuilder {
    Settings::builder().seed(seed).worlds(4).mind_worlds(3).lookahead(Some(6))
}

fn question<'a>(view: &'a View, system: &'a System, settings: &'a Settings) -> Question<'a> {
    Question::new(view).with_system(system).with_settings(settings)
}

fn decide(search: &dyn Search, view: &View, settings: &Settings) -> Decision {
    let system = System::bundled("paper-weak-notrump").unwrap();
    search.decide(&question(view, &system, settings)).unwrap()
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Some cards into the play, so that every test decision is quick.
fn late(play: Play, seed: u64) -> Play {
    let more = 20 - play.history().played().len();
    common::at_random(play, more, seed)
}

fn decisions() -> Vec<Play> {
    vec![late(example_1(), 1), late(example_2(), 2), late(example_3(), 3), late(example_4(), 4)]
}

#[test]
fn same_seed_same_bytes_on_any_number_of_threads() {
    for play in decisions() {
        let view = play.view(play.history().decider());
        for search in SEARCHES {
            let bytes = |threads| {
                let decision = with_threads(threads, || decide(search, &view, &light(7)));
                serde_json::to_string(&decision).unwrap()
            };
            let one = bytes(1);
            assert_eq!(one, bytes(2), "{}", search.slug());
            assert_eq!(one, bytes(4), "{}", search.slug());
        }
    }
}

/// Who looks on changes nothing, and what he is told last is what is decided.
#[test]
fn searches_that_are_watched_decide_the_same() {
    let system = System::bundled("paper-weak-notrump").unwrap();
    for play in decisions() {
        let view = play.view(play.history().decider());
        let settings = little(7).worlds(16).build().unwrap();
        let question = question(&view, &system, &settings);
        for search in SEARCHES {
            let standings = RefCell::new(Vec::new());
            let watch = |so_far: &dyn Fn() -> Decision| standings.borrow_mut().push(so_far());
            let watched = search.decide_watched(&question, &watch).unwrap();
            assert_eq!(watched, search.decide(&question).unwrap(), "{}", search.slug());
            let told = standings.into_inner();
            assert!(told.last().is_none_or(|last| *last == watched), "{}", search.slug());
            let worlds = |standing: &Decision| -> usize {
                standing.candidates.iter().map(|candidate| candidate.worlds).sum()
            };
            assert!(told.is_sorted_by_key(worlds), "{}: playouts are added", search.slug());
        }
    }
}

/// Whoever shares out the playouts: the same bytes on any number of threads, for both searches that
/// play out.
#[test]
fn every_allocation_is_deterministic() {
    let play = late(example_1(), 1);
    let view = play.view(play.history().decider());
    for allocation in ALLOCATIONS {
        let settings = little(3).allocation(allocation).build().unwrap();
        for search in ["abc", "fused"].map(|name| search::named(name).unwrap()) {
            let bytes = |threads| {
                let decision = with_threads(threads, || decide(search, &view, &settings));
                serde_json::to_string(&decision).unwrap()
            };
            assert_eq!(bytes(1), bytes(3), "{} {}", search.slug(), allocation.slug());
        }
    }
}

/// What is at stake: a vulnerable 3NT, made or one down, for both sides alike; nothing after the
/// last card.
#[test]
fn the_stake_is_what_a_trick_may_be_worth() {
    let stakes = |play: &Play| [Seat::South, Seat::East].map(|seat| play.view(seat).stake() as i32);
    assert_eq!(stakes(&example_1()), [700; 2]);
    let over = common::at_random(example_1(), 52 - example_1().history().played().len(), 1);
    assert_eq!(stakes(&over), [0; 2]);
}

/// No more tricks can be taken than are left, whoever asks.
#[test]
fn a_score_counts_no_trick_twice() {
    for cards in [0, 11, 30, 52 - example_1().history().played().len()] {
        let play = common::at_random(example_1(), cards, 2);
        let left = 13 - play.history().tricks_played();
        for view in [Seat::South, Seat::East].map(|seat| play.view(seat)) {
            for more in left..=u8::MAX {
                assert_eq!(view.score_with(more), view.score_with(left));
                assert_eq!(view.score_with(more), play.score_with(view.side(), more));
                assert_eq!(view.reaches_goal(more), view.score_with(left) > 0);
            }
        }
    }
}

/// What no decision can be made with is refused, and says what would be right.
#[test]
fn nonsense_is_refused() {
    let refused = [
        (Settings::builder().worlds(0), "worlds 0"),
        (Settings::builder().worlds(Settings::MOST_WORLDS + 1), "worlds 1000001"),
        (Settings::builder().mind_worlds(0), "mind-worlds 0"),
        (Settings::builder().lookahead(Some(0)), "lookahead 0"),
        (Settings::builder().lookahead(Some(53)), "lookahead 53"),
        (Settings::builder().best_defence(1.5), "best-defence 1.5"),
        (Settings::builder().best_defence(f64::NAN), "best-defence NaN"),
    ];
    for (settings, what) in refused {
        let why = settings.build().unwrap_err().to_string();
        assert!(why.starts_with(&format!("{what}: expected a ")), "{why}");
    }
}

/// Settings that ask for next to nothing get a card all the same.
#[test]
fn next_to_nothing_is_enough_for_a_card() {
    let least = Settings::builder().worlds(1).mind_worlds(1).lookahead(Some(1)).build().unwrap();
    for view in [late(example_2(), 1), late(example_4(), 2)].map(|play| {
        let decider = play.history().decider();
        play.view(decider)
    }) {
        for search in SEARCHES {
            let decision = decide(search, &view, &least);
            assert!(view.legal().contains(decision.card), "{}", search.slug());
        }
    }
}

/// Who will not wait gets an answer: every search names a card when the time is up before it began.
#[test]
fn no_time_is_enough_for_a_card() {
    let play = late(example_2(), 1);
    let view = play.view(play.history().decider());
    let system = System::bundled("textbook").unwrap();
    let at_once = AtomicBool::new(true);
    let none = Settings::builder().budget(Duration::ZERO).build().unwrap();
    for (settings, stop) in [(&none, &UNTIL_DONE), (&Settings::default(), &at_once)] {
        for search in SEARCHES {
            let question = question(&view, &system, settings).with_stop(stop);
            let decision = search.decide(&question).unwrap();
            assert!(view.legal().contains(decision.card), "{}", search.slug());
            assert_eq!(decision.candidates.len(), view.legal().len(), "{}", search.slug());
        }
    }
}

/// Who is stopped after the first playouts has minimax's card, or one that four of them speak for
/// at least.
#[test]
fn a_few_playouts_do_not_overrule_minimax() {
    let system = System::bundled("paper-weak-notrump").unwrap();
    for play in decisions() {
        let view = play.view(play.history().decider());
        for seed in 1..=10 {
            let stop = AtomicBool::new(false);
            let settings = little(seed).worlds(16).build().unwrap();
            let question = question(&view, &system, &settings).with_stop(&stop);
            let watch = |_: &dyn Fn() -> Decision| stop.store(true, Ordering::Relaxed);
            let decision = Fused.decide_watched(&question, &watch).unwrap();
            let chosen = &decision.candidates[0];
            let gain = chosen.gain.unwrap().mean;
            assert!(gain <= 0.0 || chosen.worlds >= 4, "{decision}: {gain}");
        }
    }
}

/// An explanation speaks of cards that are there: every world is a world of its player, shares add
/// up to no more than all, the gain is the difference of the scores, nobody gains by changing
/// the order of the two cards, and what is not played out changes nothing of that.
#[test]
fn an_explanation_adds_up() {
    let system = System::bundled("paper-weak-notrump").unwrap();
    for play in decisions() {
        let view = play.view(play.history().decider());
        let settings = light(3);
        let question = question(&view, &system, &settings);
        let mut cards = view.legal().iter();
        let (Some(one), Some(other)) = (cards.next(), cards.next()) else { continue };
        let decision = search::named("fused").unwrap().decide(&question).unwrap();
        let told = search::explain(&question, &decision, [one, other]).unwrap();
        let turned = search::explain(&question, &decision, [other, one]).unwrap();
        assert_eq!(
            (told.gain.0, told.accounts[0].score),
            (-turned.gain.0, turned.accounts[1].score)
        );
        assert!((told.double_dummy_gain + turned.double_dummy_gain).abs() < 1e-9);
        let scores = [0, 1].map(|at| told.accounts[at].score);
        assert!((scores[0] - scores[1] - told.gain.0).abs() < 1e-9);
        let impressions = search::impressions(&question, &decision, [one, other]).unwrap();
        assert_eq!((impressions.gain, impressions.worlds), (told.gain, 0));
        assert_eq!(impressions.triples, told.triples);
        for reading in told.accounts.iter().flat_map(|account| &account.readers) {
            for replies in reading.replies.iter().chain(&reading.in_suit) {
                assert!(replies.iter().map(|reply| reply.share).sum::<f64>() < 1.0 + 1e-9);
            }
            for place in &reading.honours {
                assert!((0.0..=1.0 + 1e-9).contains(&place.after));
                assert_ne!(place.elsewhere, told.seat);
            }
        }
        assert!(!told.triples.is_empty());
        let after = play.with(one).unwrap();
        for triple in &told.triples {
            let [supposed, guesses @ ..] = &triple.worlds;
            let cards = |guess: &Guess| -> Hand {
                guess.hands.iter().flat_map(|held| held.hand.iter()).collect()
            };
            let played: Hand = after.history().played().iter().map(|played| played.card).collect();
            assert_eq!(cards(supposed), view.unseen() - played);
            // The others do not see the decider's hand; their own is one that he supposes.
            let mine = after.view(view.seat()).left(view.seat()).unwrap();
            for guess in guesses {
                let own = supposed.hands.iter().find(|held| held.seat == guess.seat).unwrap().hand;
                assert_eq!(cards(guess), (cards(supposed) | mine) - own);
            }
        }
    }
}

/// The fused search starts from minimax: without playouts to speak against it, its card is
/// minimax's.
#[test]
fn fused_without_playouts_is_minimax() {
    for play in decisions() {
        let view = play.view(play.history().decider());
        let settings = little(5).budget(Duration::ZERO).build().unwrap();
        let [minimax, fused] = ["minimax", "fused"].map(|name| search::named(name).unwrap());
        let card = |search| decide(search, &view, &settings).card;
        assert_eq!(card(minimax), card(fused));
    }
}

/// Where more worlds could hardly change the choice, fewer are solved, the same for any number of
/// threads; but never fewer than a candidate may be played out in. The published rule solves all.
#[test]
fn worlds_end_when_more_could_hardly_change_the_choice() {
    let settings = Settings::builder().worlds(40).build().unwrap();
    for (name, fewest, ends) in
        [("minimax", 40, true), ("fused", 60, true), ("abc-2006", 160, false)]
    {
        let search = search::named(name).unwrap();
        let mut ended = 0;
        for play in decisions() {
            let view = play.view(play.history().decider());
            let most = settings.double_dummy_worlds(&view);
            let solved =
                |threads| with_threads(threads, || decide(search, &view, &settings)).solved;
            let one = solved(1);
            assert!((fewest..=most).contains(&one), "{name}: {one} of {most}");
            assert_eq!(one, solved(3), "{name}");
            ended += usize::from(one < most);
        }
        assert_eq!(ended > 0, ends, "{name} ended {ended} times");
    }
}

/// What the project is for. Double dummy prefers the king of clubs in example 1, and in example 2
/// has two cards of equal worth.
#[test]
fn fused_plays_as_the_experts_in_examples_1_and_2() {
    for (play, expert) in [(example_1(), "C2"), (example_2(), "CA")] {
        let view = play.view(play.history().decider());
        let fused = search::named("fused").unwrap();
        let system = System::bundled("paper").unwrap();
        let settings = Settings::default();
        let decision = fused.decide(&question(&view, &system, &settings)).unwrap();
        assert_eq!(decision.card, card(expert));
    }
}

/// Cards of one play are of one suit and as good double dummy; one of them stands for the others,
/// the best or an equal, and it is no rival of itself. Where one is played out for all, it has as
/// many playouts.
#[test]
fn cards_of_one_play_have_one_that_stands_for_them() {
    let mut joined = 0;
    for play in decisions().into_iter().chain([example_4()]) {
        let view = play.view(play.history().decider());
        for search in SEARCHES {
            let decision = decide(search, &view, &light(5));
            let of = |card| decision.candidate(card).unwrap();
            assert_eq!(of(decision.card).same_play_as, None);
            for level in &decision.candidates {
                let Some(better) = level.same_play_as.map(of) else { continue };
                joined += 1;
                assert_eq!(better.same_play_as, None);
                assert_eq!(better.card.suit, level.card.suit);
                assert!((better.double_dummy - level.double_dummy).abs() < 1e-9);
                let (ahead, error) = decision.ahead(better, level);
                assert!(ahead.abs() < 1e-9 || ahead.abs() < 2.0 * error, "{better:?} {level:?}");
                assert_ne!(decision.rival(), Some(level), "one play with the card chosen");
            }
        }
    }
    assert!(joined > 0, "example 4 has level clubs");
}

/// Against opponents who all see everything, nothing is won that double dummy does not see: a card
/// gains what it costs there.
#[test]
fn best_defence_cannot_be_misled() {
    let fused = search::named("fused").unwrap();
    for play in decisions() {
        let settings = little(5).best_defence(1.0).build().unwrap();
        let decision = decide(fused, &play.view(play.history().decider()), &settings);
        let chosen = &decision.candidates[0];
        let dearest = decision.candidates.iter().map(|card| card.double_dummy);
        let best = dearest.fold(f64::NEG_INFINITY, f64::max);
        assert!(chosen.double_dummy > best - 1e-9, "{:?}", chosen.card);
        assert!(chosen.gain.is_none_or(|gain| gain.deviation <= 0.0));
    }
}

/// All cards have figures of one kind, whether they were played out or not: each falls short of the
/// one chosen by the difference of their means, and one that is too dear to be played out by
/// something.
#[test]
fn what_is_not_played_out_can_be_compared() {
    let fused = search::named("fused").unwrap();
    let mut some = false;
    for play in decisions() {
        let decision = decide(fused, &play.view(play.history().decider()), &light(3));
        for card in &decision.candidates {
            let behind = decision.candidates[0].mean - card.mean;
            assert!((card.behind - behind).abs() < 1e-6, "{card:?}");
            if card.worlds == 0 && card.card != decision.card {
                some = true;
                assert!(card.behind > 0.0, "{card:?}");
            }
        }
    }
    assert!(some, "the test must meet a card that is not played out");
}

/// Without time nothing is played out, so nothing is resolved but what is solved double dummy.
#[test]
fn without_playouts_abc_resolves_nothing() {
    let abc = search::named("abc").unwrap();
    for play in decisions() {
        let settings = little(5).budget(Duration::ZERO).build().unwrap();
        let decision = decide(abc, &play.view(play.history().decider()), &settings);
        assert!(!decision.resolved || decision.candidates.len() == 1, "{decision:?}");
    }
}

/// One playout a card says nothing of its error, so no card that did worse is taken for as good:
/// the best is chosen.
#[test]
fn with_one_playout_a_card_abc_plays_the_best() {
    let abc = search::named("abc").unwrap();
    let uniform = allocation::named("uniform").unwrap();
    for (seed, play) in (1..4).cartesian_product(decisions()) {
        let settings = little(seed).worlds(1).allocation(uniform).build().unwrap();
        let decision = decide(abc, &play.view(play.history().decider()), &settings);
        let played_out = decision.candidates.iter().filter(|it| it.worlds > 0);
        let best = played_out.map(|it| it.mean).fold(f64::MIN, f64::max);
        assert!(decision.candidates[0].mean >= best - 1e-9, "{decision:?}");
    }
}

/// Non-interference: deal the hidden cards otherwise, keep what the player can see, and every
/// search returns the same decision.
#[test]
fn hidden_cards_make_no_difference() {
    for play in decisions().into_iter().chain(examples()) {
        let seat = play.history().decider();
        let view = play.view(seat);
        let belief = Belief::new(&Evidence::facts(&view)).unwrap();
        let other = view.imagine(belief.sample(&mut stream(3, &[]))).unwrap();
        assert_ne!(other.deal(), play.deal(), "the test must move some cards");
        for search in SEARCHES {
            let decision = decide(search, &view, &light(1));
            assert_eq!(decision, decide(search, &other.view(seat), &light(1)), "{}", search.slug());
        }
    }
}

/// Every search names a legal card and sums up every legal card.
#[test]
fn every_legal_card_is_a_candidate() {
    for play in decisions() {
        let view = play.view(play.history().decider());
        for search in SEARCHES {
            let decision = decide(search, &view, &light(2));
            assert!(view.legal().contains(decision.card));
            assert_eq!(decision.candidates.len(), view.legal().len());
            assert_eq!(decision.card, decision.candidates[0].card);
            assert_eq!(decision.seat, view.history().to_play());
        }
    }
}

/// From the sixth trick to the last, whoever is to play, from whichever hand.
#[test]
fn every_decision_of_a_play_is_answered() {
    for (start, seed) in [(example_2(), 4), (example_4(), 5)] {
        for more in 12..52 - start.history().played().len() {
            let play = common::at_random(start.clone(), more, seed);
            let view = play.view(play.history().decider());
            for search in SEARCHES {
                let decision = decide(search, &view, &light(1));
                assert!(view.legal().contains(decision.card), "{} {more}", search.slug());
            }
        }
    }
}

fn deal(text: &str) -> FullDeal {
    text.parse().unwrap()
}

/// Figure 9 of the paper: East's imagined deal d1 after he has played the two of clubs and South
/// has led another club; South imagines d11, of which the printed diamonds are mended as the mirror
/// of figure 8b. To East the jack of clubs is worth +100 and the ace -690; South expects the
/// opposite: -690 (to East) of the jack, +100 of the ace. So he plays the jack.
#[test]
fn figure_9() {
    let d1 = deal("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK96.AQ87.AK4.Q4 875.654.8765.653");
    let d11 = deal("N:432.32.32.AJT987 T8.KJT94.QT65.62 AK96.AQ87.AK4.Q4 QJ75.65.J987.K53");
    let east = example_1().view(Seat::East);
    let mut node = east.imagine(d1).unwrap();
    for name in ["C2", "C4", "C5"] {
        node.play(card(name)).unwrap();
    }
    assert_eq!(node.history().to_play(), Seat::North);

    let score = |tricks| node.score_with(Side::EastWest, tricks);
    let mut solver = Solver::new();
    let imagined = node.view(Seat::South).imagine(d11).unwrap();
    for (name, worth) in [("CJ", [-690, 100]), ("CA", [100, -690])] {
        let of = |position: &Position| {
            let tricks = solver.cards(position).value(card(name)).unwrap();
            score(position.tricks_of(Side::EastWest, tricks))
        };
        assert_eq!([imagined.position(), node.position()].map(of), worth, "{name}");
    }
    let others = [
        ImaginedDeal { seat: Seat::South, deal: d11 },
        ImaginedDeal { seat: Seat::West, deal: d1 },
    ];
    let mut probing = Probing::new(&node, Seat::East, others, Some(1), &mut solver);
    assert_eq!(
        score(probing.value().unwrap()),
        100,
        "South follows his own deal and plays the jack"
    );
}

/// A triple: a late moment of an example, and what each of the others imagines of what he sees.
fn triple(play: Play, played: usize, seed: u64) -> (Play, Seat, [ImaginedDeal; 2]) {
    let more = played - play.history().played().len();
    let start = common::at_random(play, more, seed);
    let me = start.history().decider();
    let contract = start.bidding().contract();
    let others = Seat::ALL.into_iter().filter(|&seat| seat != me && seat != contract.dummy());
    let mut rng = stream(seed, &[played as u64]);
    let imagined = others.map(|seat| {
        let belief = Belief::new(&Evidence::facts(&start.view(seat))).unwrap();
        ImaginedDeal { seat, deal: belief.sample(&mut rng) }
    });
    (start.clone(), me, imagined.collect::<Vec<_>>().try_into().unwrap())
}

fn examples() -> [Play; 4] {
    [example_1(), example_2(), example_3(), example_4()]
}

/// Following only what the others would do has the value of the whole tree, to the end and up to a
/// horizon.
#[test]
fn probing_is_worth_what_one_pass_is() {
    for (seed, played) in (0..12).zip([34, 35, 36, 37, 38, 39, 40, 41].into_iter().cycle()) {
        for play in examples() {
            let (start, me, others) = triple(play, played, seed);
            for lookahead in [None, Some(1), Some(5), Some(8)] {
                let mut solver = Solver::new();
                let probing = Probing::new(&start, me, others, lookahead, &mut solver).value();
                let one_pass = OnePass::new(&start, me, others, lookahead).value();
                assert_eq!(probing, Some(one_pass), "{played} cards, seed {seed}");
            }
        }
    }
}

/// Probing asks fewer nodes than one pass, its solver's among them.
#[test]
fn probing_saves_nodes() {
    let mut nodes = [0, 0];
    for play in examples() {
        let (start, me, others) = triple(play, 52 - 4 * 5, 0);
        let mut one_pass = OnePass::new(&start, me, others, None);
        let mut solver = Solver::new();
        let mut probing = Probing::new(&start, me, others, None, &mut solver);
        assert_eq!(probing.value(), Some(one_pass.value()));
        nodes[0] += one_pass.nodes();
        nodes[1] += probing.nodes();
    }
    let [many, few] = nodes;
    assert!(few * 2 < many, "{few} nodes by probing, {many} by one pass");
}
