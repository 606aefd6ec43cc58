//! Why one card and not another: how the play goes after each of two cards, and the technique that
//! it shows.

use crate::common;

use falsecard::cards::{Card, Seat, Side, Suit};
use falsecard::constraint::System;
use falsecard::notation::problem;
use falsecard::play::{Scoring, View};
use falsecard::search::{
    Contrast, Course, CourseTrick, Fused, Idea, Question, Search, Settings, explain,
};

/// What the choice between two cards of a problem comes down to.
fn contrast(file: &str, cards: [&str; 2]) -> (View, Contrast) {
    let text = std::fs::read(file).unwrap();
    let problem = problem::read(file, &text).all().unwrap().remove(0);
    let system = System::bundled(problem.system().unwrap_or("textbook")).unwrap();
    let settings = Settings::builder().scoring(Scoring::Points).worlds(24).build().unwrap();
    let question = Question::new(problem.view()).with_system(&system).with_settings(&settings);
    let decision = Fused.decide(&question).unwrap();
    let explanation = explain(&question, &decision, cards.map(common::card)).unwrap();
    (problem.view().clone(), explanation.contrast.expect("one of them does better"))
}

/// Problems whose sources name the technique, by file, cards and idea.
const NAMED: [(&str, [&str; 2], &str); 7] = [
    ("problems/paper/paper-ex1.pbn", ["C2", "CK"], "hold-up"),
    ("problems/entry-to-lead/bw-005a.pbn", ["C3", "CA"], "ruff"),
    ("problems/avoid-endplay/bb-secondhand-20.pbn", ["HK", "H5"], "unblock"),
    ("problems/declarer/bb-entries-02.pbn", ["DA", "D3"], "reached"),
    ("problems/declarer/bb-establishment-01.pbn", ["SK", "S4"], "entry"),
    ("problems/declarer/bb-establishment-09.pbn", ["SK", "SJ"], "entry"),
    ("problems/entry-to-lead/bb-secondhand-08.pbn", ["CA", "C3"], "race"),
];

#[test]
fn the_technique_is_named_as_the_sources_name_it() {
    for (file, cards, name) in NAMED {
        let (view, contrast) = contrast(file, cards);
        let idea = serde_json::to_value(contrast.idea).unwrap();
        assert_eq!(idea["name"], name, "{file}");
        assert_eq!(contrast.cards, cards.map(common::card), "{file}");
        holds(&view, &contrast);
    }
}

/// What is told is what was played: the two courses begin with the two cards, and, unless the whole
/// play decides, end with the trick that decides, which its card wins in one of them alone.
fn holds(view: &View, contrast: &Contrast) {
    let Contrast { turning, courses, causes, .. } = contrast;
    assert!(contrast.more > contrast.fewer && contrast.often <= contrast.more);
    assert!(contrast.more + contrast.fewer <= contrast.layouts);
    for (card, course) in contrast.cards.iter().zip(courses) {
        let first = &course.tricks[0].trick;
        assert_eq!(first.card_of(view.history().to_play()), Some(*card));
    }
    if !contrast.idea.is_some_and(Idea::is_of_whole_play) {
        let is_won = |course: &Course| {
            let its = |it: &&CourseTrick| it.trick.card_of(turning.seat) == Some(turning.card);
            course.tricks.iter().find(its).unwrap().winner == turning.seat
        };
        assert_eq!([is_won(&courses[0]), is_won(&courses[1])], [turning.gained, !turning.gained]);
    }
    let hidden: Vec<Seat> = contrast.hidden.iter().map(|it| it.seat).collect();
    assert_eq!(hidden, view.hidden());
    let suits: f64 = Suit::ASC.iter().map(|&suit| contrast.suits[suit]).sum();
    assert!(suits > 0.0, "more tricks in all");
    assert_eq!(turning.gained, Side::of(turning.seat) == view.side());
    let difference = causes.card + causes.opponents + causes.own_side;
    assert!(difference > 0.0, "the better card takes more tricks: {causes:?}");
}

/// A hold-up that works because declarer goes wrong is said to.
#[test]
fn an_error_of_an_opponent_is_told_apart_from_the_card() {
    let (_, contrast) = contrast("problems/paper/paper-ex1.pbn", ["C2", "CK"]);
    assert!(contrast.causes.opponents > contrast.causes.card, "{:?}", contrast.causes);
    assert!(!matches!(contrast.idea, Some(Idea::Gift)));
    let error: Card = contrast.causes.error.expect("declarer errs").card;
    assert_eq!(error.suit, common::card("C2").suit);
}
