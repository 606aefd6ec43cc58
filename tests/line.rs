//! What the line taken says: the laws, and what it is worth over 121 problems from columns and
//! textbooks.
//!
//! `cargo test --release --test line -- --nocapture` prints how much likelier it makes the true deal.
//! The weight of a trick was set on the problems of even number alone.

mod common;
#[path = "common/problems.rs"]
mod problems;

use falsecard::belief::{Belief, EffectiveSize, Evidence, Line, Reader};
use falsecard::cards::{FullDeal, Seat, Side};
use falsecard::constraint::System;
use falsecard::dd::{Solver, naive};
use falsecard::play::{Play, View};
use falsecard::search::{
    Question, Sample, Settings, UNTIL_DONE, Weighed, mean_and_error, on_all_threads, stream,
};
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

fn natural() -> System {
    System::bundled("natural").unwrap()
}

/// Only what a hidden player chose is held against a layout: not the decider's own cards, nor the
/// opening lead.
#[test]
fn a_line_is_that_of_the_others() {
    for case in cases() {
        let view = case.play.view(case.decider);
        let contract = view.contract();
        let decider = |seat| if seat == contract.dummy() { contract.declarer } else { seat };
        let lead = view.history().played().first().map(|played| played.card);
        for (seat, card) in Line::of(&view).cards() {
            assert_ne!(decider(seat), view.seat(), "{}", case.name);
            assert_ne!(Some(card), lead, "{}", case.name);
        }
    }
}

/// What a card cost is what the specification says.
#[test]
fn costs_are_those_of_the_specification() {
    let value = |play: &Play, side: Side| {
        let position = play.position();
        let more = naive::tricks(position);
        let more = if side.has(position.to_play()) { more } else { position.tricks_left() - more };
        play.history().tricks_won(side) + more
    };
    for play in endings() {
        let view = play.view(play.history().decider());
        let line = Line::of(&view);
        let costs = line.costs(play.deal(), &mut Solver::new());
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

/// A layout is the less likely the more the cards cost in it, and never impossible; what costs the
/// same everywhere does not matter.
#[test]
fn weights_fall_with_the_cost() {
    let mut solver = Solver::new();
    for play in endings() {
        let view = play.view(play.history().decider());
        let belief = belief(&view, &natural());
        let worlds: Vec<FullDeal> = belief.spread(&mut stream(1, &[])).take(64).collect();
        let all = Line::of(&view);
        let costs: Vec<Vec<u8>> =
            worlds.iter().map(|world| all.costs(world, &mut solver)).collect();
        let line = all.that_matter(&costs);
        let mut by_cost: Vec<(u8, f64)> = Vec::new();
        for world in &worlds {
            let cost = line.costs(world, &mut solver).iter().sum();
            by_cost.push((cost, line.weight(world, &mut solver)));
        }
        assert!(by_cost.iter().all(|(_, weight)| *weight > 0.0 && *weight <= 1.0));
        assert_eq!(line.is_empty(), by_cost.iter().all(|(_, weight)| *weight >= 1.0));
        for (cost, weight) in &by_cost {
            assert!(by_cost.iter().all(|(other, less)| other <= cost || less <= weight));
        }
    }
}

/// The worlds of a search are drawn in proportion to belief times weight: a card lies where the
/// weighed belief has it, within the error.
#[test]
fn worlds_are_kept_in_proportion_to_their_weight() {
    let system = natural();
    let settings = Settings { worlds: 1000, ..Settings::default() };
    let mut judged = 0;
    for play in endings() {
        let view = play.view(play.history().decider());
        let question = Question {
            view: &view,
            system: &system,
            hints: &[],
            settings: &settings,
            progress: &|_| (),
            stop: &UNTIL_DONE,
        };
        let sample = Sample::of(&question).unwrap();
        let belief = belief(&view, &system);
        let weighed = Weighed::draw(&view, &belief, settings.seed, 4000);
        assert_eq!(sample.line.cards, weighed.line.cards);
        let seat = view.hidden()[0];
        for card in view.unseen() {
            let kept = sample.worlds.iter().filter(|world| world[seat].contains(card)).count();
            let kept = kept as f64 / sample.worlds.len() as f64;
            let (shift, error) = weighed.shift(seat, card);
            let share = belief.owner(card)[seat] + shift;
            let deviation = (share * (1.0 - share) / sample.worlds.len() as f64).sqrt();
            let error = error.hypot(deviation.max(0.0)).max(1e-9);
            assert!((kept - share).abs() < 5.0 * error, "{card}: {kept} and {share} ± {error}");
        }
        judged += usize::from(!sample.line.cards.is_empty());
    }
    assert!(judged >= 4, "only {judged} lines say anything");
}

/// Worlds of one weight are worth their number, and no sample is worth more.
#[test]
fn the_effective_size_is_at_most_the_number() {
    let mut size = EffectiveSize::default();
    for (n, weight) in [1.0, 0.6, 0.36, 1.0, 0.6].into_iter().enumerate() {
        size.add(weight);
        assert_eq!(size.drawn(), n + 1);
        assert!(size.size() <= (n + 1) as f64 + 1e-9 && size.size() >= 1.0);
    }
}

/// How much likelier the line makes the true deal, in nats, and what share of the sample is left.
fn gain(case: &Case, number: u64) -> Option<(f64, f64)> {
    let view = case.play.view(case.decider);
    if view.hidden().len() != 2 {
        return None;
    }
    let belief = belief(&view, &case.system());
    let worlds: Vec<FullDeal> = belief.spread(&mut stream(1, &[number])).take(48).collect();
    let all = Line::of(&view);
    let pilots: Vec<Vec<u8>> =
        on_all_threads(&worlds[..8], |world, solver| all.costs(world, solver));
    let line = all.that_matter(&pilots);
    let weights = on_all_threads(&worlds, |world, solver| line.weight(world, solver));
    let truth = line.weight(case.play.deal(), &mut Solver::new());
    let size = EffectiveSize::of(weights.iter().copied());
    let mean = mean_and_error(&weights).0;
    Some(((truth / mean).ln(), size.size() / weights.len() as f64))
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
        assert!(least > -1.0);
    }
    let all: Vec<f64> = gains.iter().flatten().map(|(nats, _)| *nats).collect();
    assert!(mean_and_error(&all).0 > 0.0);
}

/// Who is to lead has seen nothing.
#[test]
fn there_is_no_line_before_the_opening_lead() {
    let play = Play::new(common::example_1().board().clone());
    assert!(Line::of(&play.view(Seat::West)).is_empty());
}
