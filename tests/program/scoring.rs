//! What is played for decides which card is best: the laws of every search by every scoring.

use crate::common;

use std::process::Command;

use common::{example_1, example_3};
use falsecard::constraint::System;
use falsecard::notation::pbn;
use falsecard::play::{Play, Scoring, View};
use falsecard::problem::set;
use falsecard::search::{self, Decision, Question, SEARCHES, Sample, Settings};

const TWO: [Scoring; 2] = [Scoring::Imps, Scoring::Matchpoints];

/// Little work, so that the laws can be tested on all searches.
fn light(scoring: Scoring) -> Settings {
    let light = Settings::builder().worlds(4).mind_worlds(2).lookahead(Some(6));
    light.scoring(scoring).build().unwrap()
}

fn system() -> System {
    System::bundled("paper-weak-notrump").unwrap()
}

fn question<'a>(view: &'a View, system: &'a System, settings: &'a Settings) -> Question<'a> {
    Question::new(view).with_system(system).with_settings(settings)
}

fn decide(engine: &str, view: &View, settings: &Settings) -> Decision {
    search::named(engine).unwrap().decide(&question(view, &system(), settings)).unwrap()
}

/// A decision of a defender and one of declarer.
fn views() -> [View; 2] {
    let late = |play: Play| common::at_random(play.clone(), 20 - play.history().played().len(), 5);
    [late(example_1()), late(example_3())].map(|play| play.view(play.history().decider()))
}

/// Every search counts in what is played for, and says beside it what a card is worth by the
/// others.
#[test]
fn what_is_played_for_is_what_is_counted() {
    for (view, scoring) in
        views().into_iter().flat_map(|view| Scoring::ALL.map(|it| (view.clone(), it)))
    {
        for engine in SEARCHES.map(falsecard::search::Search::slug) {
            let decision = decide(engine, &view, &light(scoring));
            assert_eq!(decision.scoring, scoring);
            for candidate in &decision.candidates {
                let figures = candidate.figures;
                assert!((0.0..=13.0).contains(&figures.tricks), "{engine} {figures:?}");
                assert!(figures.imps.abs() <= 24.0, "{engine} {figures:?}");
                let counted = match scoring {
                    Scoring::Points => continue,
                    Scoring::Imps => figures.imps,
                    Scoring::Matchpoints => figures.matchpoints,
                };
                assert!((candidate.mean - counted).abs() < 1e-9, "{engine} {candidate:?}");
            }
        }
    }
}

/// Solved in the same worlds, the cards share what there is: what one gains the others lose. So it
/// is for every engine where each card is played out in every world.
#[test]
fn all_cards_together_have_half_of_the_matchpoints() {
    for view in views() {
        for engine in ["minimax", "abc-2006"] {
            let decision = decide(engine, &view, &light(Scoring::Points));
            let sum = |of: fn(&search::Figures) -> f64| -> f64 {
                decision.candidates.iter().map(|candidate| of(&candidate.figures)).sum()
            };
            let half = decision.candidates.len() as f64 / 2.0;
            assert!(sum(|figures| figures.imps).abs() < 1e-9, "{engine}");
            assert!((sum(|figures| figures.matchpoints) - half).abs() < 1e-9, "{engine}");
        }
    }
}

/// A card that takes as many tricks as another in every world, or more, is behind it by no scoring;
/// and the card chosen is behind none.
#[test]
fn a_card_that_is_never_worse_is_never_behind() {
    for problem in set("declarer").unwrap().iter().chain(&set("duck").unwrap()).step_by(7) {
        let view = problem.view();
        let system = System::bundled("natural").unwrap();
        for scoring in Scoring::ALL {
            let settings = light(scoring);
            let question = question(view, &system, &settings);
            let decision = search::named("minimax").unwrap().decide(&question).unwrap();
            let assessment = Sample::of(&question).unwrap().assessment;
            let tricks: Vec<Vec<u8>> = decision
                .candidates
                .iter()
                .map(|candidate| {
                    let known = assessment.cards().iter();
                    let column = known.copied().position(|card| card == candidate.card).unwrap();
                    assessment.tricks(column).collect()
                })
                .collect();
            for (one, mine) in decision.candidates.iter().zip(&tricks) {
                for (other, theirs) in decision.candidates.iter().zip(&tricks) {
                    if mine.iter().zip(theirs).all(|(a, b)| a >= b) {
                        assert!(one.mean >= other.mean - 1e-9, "{} {scoring}", problem.id());
                    }
                }
                assert!(decision.candidates[0].mean >= one.mean - 0.5, "{}", problem.id());
            }
        }
    }
}

/// At matchpoints the overtrick counts for as much as the contract: declarer does not duck to be
/// safe.
#[test]
fn the_choice_follows() {
    let problems = set("all").unwrap();
    let hold_up = problems.iter().find(|problem| problem.id() == "bb-holdup-13").unwrap();
    let view = hold_up.view();
    let system = System::bundled("natural").unwrap();
    let [points, imps, matchpoints] = Scoring::ALL.map(|scoring| {
        let settings = Settings::builder().worlds(80).scoring(scoring).build().unwrap();
        let question = question(view, &system, &settings);
        search::named("minimax").unwrap().decide(&question).unwrap()
    });
    assert!(hold_up.is_answer(points.card) && hold_up.is_answer(imps.card));
    assert!(!hold_up.is_answer(matchpoints.card));
    let [safe, greedy] = [&points, &matchpoints].map(|decision| &decision.candidates[0]);
    assert!(
        safe.figures.success > greedy.figures.success
            && safe.figures.tricks < greedy.figures.tricks
    );
}

/// Under every scoring the fused search resolves what it is sure of, and without playouts it is
/// minimax.
#[test]
fn fused_has_a_prior_by_every_scoring() {
    for (view, scoring) in views().into_iter().flat_map(|view| TWO.map(|it| (view.clone(), it))) {
        let settings = light(scoring).to_builder().best_defence(1.0).build().unwrap();
        let [fused, minimax] = ["fused", "minimax"].map(|engine| decide(engine, &view, &settings));
        assert_eq!(fused.card, minimax.card, "who believes double dummy alone plays by it");
        for candidate in &fused.candidates {
            let gain = candidate.gain.unwrap();
            assert!(gain.mean <= 1e-9 && gain.deviation < 1e-9, "{gain:?}");
        }
    }
}

/// What the file says holds unless the user says otherwise.
#[test]
fn the_file_says_what_is_played_for() {
    let file = "problems/paper/paper-ex1.pbn";
    let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let text = text.replace("[Problem \"paper-ex1\"]\n", "");
    for (tag, known) in [
        ("IMP", Some(Scoring::Imps)),
        ("MatchPoints;MP1", Some(Scoring::Matchpoints)),
        ("Rubber", Some(Scoring::Points)),
        ("?", None),
    ] {
        let text = text.replace("[Scoring \"IMP\"]", &format!("[Scoring \"{tag}\"]"));
        let game = pbn::read("a.pbn", text.as_bytes()).good.remove(0);
        assert_eq!(game.scoring(), known);
        assert_eq!(game.board().unwrap().bidding().scoring(), known);
        let path = format!("{}/scoring.pbn", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&path, text).unwrap();
        for named in [None, Some(Scoring::Points), Some(Scoring::Matchpoints)] {
            let told = named.map_or(vec![], |it| vec!["--scoring", it.slug()]);
            let args =
                [&["choose", &path, "--worlds", "1", "--engine", "minimax", "--json"], &told[..]];
            let output = Command::new(env!("CARGO_BIN_EXE_falsecard")).args(args.concat()).output();
            let line: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
            let expected = named.or(known).unwrap_or(Scoring::Imps);
            assert_eq!(line["scoring"], expected.slug(), "{tag}, {named:?}");
        }
    }
}
