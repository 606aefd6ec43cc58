//! What the line taken says: the laws, and what it is worth over 121 problems from columns and
//! textbooks.
//!
//! `cargo test --profile quick --test laws line:: -- --nocapture` prints how much likelier it makes
//! the true deal. The weight of a trick was set on the problems of even number alone.

use crate::common;
use crate::problems;

use falsecard::belief::{Belief, Evidence, Reader, effective_size};
use falsecard::cards::{FullDeal, Seat, Side};
use falsecard::constraint::System;
use falsecard::dd::{Solver, naive};
use falsecard::play::{Play, View};
use falsecard::search::{Line, Question, Sample, Settings, UNTIL_DONE, WeighedWorlds};
use falsecard::work::{mean_and_error, on_all_threads, stream};
use problems::{Case, cases};

fn belief(view: &View, system: &System) -> Belief {
    Belief::new(&Evidence::of(view, system, Reader::AtTheTable)).unwrap()
}

/// Positions with four tricks left, of which everything can be said.
fn endings() -> Vec<Play> {
    let start =
        [common::example_1(), common::example_2(), common::example_3(), common::example_4()];
    let late = |(seed, play): (u64, Play)| {
        let more = 38 - play.history().played().len();
        common::at_random(play, more, seed)
    };
    (1..).zip(start.into_iter().cycle().take(12)).map(late).collect()
}

fn costs_of(line: &Line, world: &FullDeal, solver: &mut Solver) -> Vec<u8> {
    line.costs(world, solver, || false).unwrap()
}

fn natural() -> System {
    System::bundled("textbook").unwrap()
}

/// Only what a hidden player chose is held against a layout: not the decider's own cards, nor the
/// opening lead.
#[test]
fn a_line_is_that_of_the_others() {
    for case in cases() {
        let view = case.play.view(case.decider);
        let contract = view.contract();
        let lead = view.history().played().first().map(|played| played.card);
        for (seat, card) in Line::of(&view).cards() {
            assert_ne!(contract.decider(seat), view.seat(), "{}", case.name);
            assert_ne!(Some(card), lead, "{}", case.name);
        }
    }
}

/// What a card cost is what the specification says.
#[test]
fn costs_are_those_of_the_specification() {
    let value = |play: &Play, side: Side| {
        let position = play.position();
        let more = position.tricks_of(side, naive::tricks(position));
        play.history().tricks_won(side) + more
    };
    for play in endings().into_iter().step_by(2) {
        let view = play.view(play.history().decider());
        let line = Line::of(&view);
        let costs = costs_of(&line, play.deal(), &mut Solver::new());
        let cards: Vec<_> = line.cards().collect();
        assert_eq!(cards.len(), costs.len());
        for ((seat, card), cost) in cards.into_iter().zip(costs) {
            let played = play.history().played();
            let at = played.iter().position(|played| played.card == card).unwrap();
            let side = Side::of(seat);
            let [before, after] = [at, at + 1].map(|n| {
                let mut back = Play::new(play.board().clone());
                played[..n].iter().for_each(|played| back.play(played.card).unwrap());
                value(&back, side)
            });
            assert_eq!(cost, before - after, "{card}");
        }
    }
}

/// A layout in which no card costs less than in another is no likelier; none is impossible; what
/// costs the same everywhere does not matter.
#[test]
fn weights_fall_with_the_costs() {
    let mut solver = Solver::new();
    for play in endings() {
        let view = play.view(play.history().decider());
        let belief = belief(&view, &natural());
        let worlds: Vec<FullDeal> = belief.spread(&mut stream(1, &[])).take(64).collect();
        let all = Line::of(&view);
        let costs: Vec<Vec<u8>> =
            worlds.iter().map(|world| costs_of(&all, world, &mut solver)).collect();
        let line = all.that_matter(&costs);
        let judged: Vec<(Vec<u8>, f64)> = worlds
            .iter()
            .map(|world| (costs_of(&line, world, &mut solver), line.weight(world, &mut solver)))
            .collect();
        assert!(judged.iter().all(|(_, weight)| *weight > 0.0 && *weight <= 1.0));
        assert_eq!(line.is_empty(), judged.iter().all(|(_, weight)| *weight >= 1.0));
        for (costs, weight) in &judged {
            let dearer = |other: &[u8]| other.iter().zip(costs).all(|(other, cost)| other >= cost);
            assert!(judged.iter().all(|(other, less)| !dearer(other) || less <= weight));
        }
    }
}

/// The worlds of a search are drawn in proportion to belief times weight: a card lies where the
/// weighed belief has it, within the error.
#[test]
fn worlds_are_kept_in_proportion_to_their_weight() {
    let system = natural();
    let settings = Settings::builder().worlds(1000).build().unwrap();
    let mut judged = 0;
    for play in endings() {
        let view = play.view(play.history().decider());
        let question = Question::new(&view).with_system(&system).with_settings(&settings);
        let sample = Sample::of(&question).unwrap();
        let belief = belief(&view, &system);
        let weighed = WeighedWorlds::draw(&view, &belief, settings.seed(), 4000, &UNTIL_DONE);
        assert_eq!(sample.line.cards, weighed.line.cards);
        if weighed.worlds.is_empty() {
            continue;
        }
        let seat = view.hidden()[0];
        for card in view.unseen() {
            let kept = sample.worlds.iter().filter(|world| world[seat].contains(card)).count();
            let kept = kept as f64 / sample.worlds.len() as f64;
            let (shift, error) = weighed.shift(seat, card);
            let share = (belief.owner(card)[seat] + shift).clamp(0.0, 1.0);
            let deviation = (share * (1.0 - share) / sample.worlds.len() as f64).sqrt();
            let error = error.hypot(deviation).max(1e-9);
            assert!((kept - share).abs() < 5.0 * error, "{card}: {kept} and {share} ± {error}");
        }
        judged += 1;
    }
    assert!(judged >= 4, "only {judged} lines say anything");
}

/// How much likelier the line makes the true deal, in nats, and what share of the sample is left.
fn gain(case: &Case, number: u64) -> Option<(f64, f64)> {
    let view = case.play.view(case.decider);
    if view.hidden().len() != 2 {
        return None;
    }
    let belief = belief(&view, &case.system());
    let worlds: Vec<FullDeal> = belief.spread(&mut stream(1, &[number])).take(24).collect();
    let all = Line::of(&view);
    let pilots: Vec<Vec<u8>> =
        on_all_threads(&worlds[..8], |world, solver| costs_of(&all, world, solver));
    let line = all.that_matter(&pilots);
    let weights = on_all_threads(&worlds, |world, solver| line.weight(world, solver));
    let truth = line.weight(case.play.deal(), &mut Solver::new());
    let mean = mean_and_error(&weights).0;
    Some(((truth / mean).ln(), effective_size(&weights) / weights.len() as f64))
}

#[test]
fn the_line_tells_of_the_deal() {
    let cases = cases();
    let gains: Vec<Option<(f64, f64)>> =
        (0..).zip(&cases).map(|(number, case)| gain(case, number)).collect();
    for (half, name) in ["even", "odd"].into_iter().enumerate() {
        let half: Vec<(f64, f64)> = gains.iter().skip(half).step_by(2).flatten().copied().collect();
        let nats: Vec<f64> = half.iter().map(|(nats, _)| *nats).collect();
        let least = nats.iter().copied().fold(f64::INFINITY, f64::min);
        let kept = half.iter().map(|(_, kept)| *kept).fold(1.0, f64::min);
        let (mean, error) = mean_and_error(&nats);
        println!(
            "{name:>4} half: {mean:+.3} ± {error:.3} nats a problem, at the worst {least:+.2}; \
             the effective sample is {:.0} % at the least",
            100.0 * kept
        );
        assert!(mean > 0.0);
    }
}

/// Who is to lead has seen nothing.
#[test]
fn there_is_no_line_before_the_opening_lead() {
    let play = Play::new(common::example_1().board().clone());
    assert!(Line::of(&play.view(Seat::West)).is_empty());
}
