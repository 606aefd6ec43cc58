//! How likely a player is to play each card, and what it is worth, fitted to the cards of records: the school of that network.

use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::corpus::Record;
use super::school::{Examples, School, kept_or_left_out};
use crate::carding::player::{CardChoice, CardLesson, CardMoment, CardNetwork, TracedCard};
use crate::cards::Card;
use crate::constraint::System;
use crate::dd::Solver;
use crate::mind::{Assessment, Mind};
use crate::play::Play;
use crate::work::stream;

/// How often all choices are shown, how many between two steps, and how large these are at most.
const PASSES: usize = 16;
const BATCH: usize = 1024;
const RATE: f64 = 3e-3;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.2;

/// This share of choices is solved double dummy, in the deal as it was: each takes longer than all passes over it.
const VALUED: f64 = 0.5;

/// In so many variations of a board another card is played than the person's, no later than after this many cards, and the rest by
/// habit: imagined players come to positions that people avoid.
const VARIATIONS: usize = 1;
const LAST_LEFT: usize = 32;

/// Choices of records among several cards, each with what its player had before him and what the cards were worth.
#[derive(Debug, Default)]
pub struct CardRecords {
    choices: Vec<Choice>,
}

#[derive(Debug)]
struct Choice {
    seen: CardChoice,
    /// What a person played, if one was there.
    played: Option<Card>,
    /// As in [`CardLesson`]: empty if nobody worked it out.
    worths: Box<[f32]>,
}

impl Examples for CardRecords {
    type Network = CardNetwork;

    fn add_all(&mut self, records: &[&Record]) {
        let system = System::natural().clone().played_by(None);
        let of = |solver: &mut Solver, record: &&Record| choices(record, &system, solver);
        let found: Vec<Vec<Choice>> = records.par_iter().map_init(Solver::new, of).collect();
        self.choices.extend(found.into_iter().flatten());
    }

    fn network(&self, seed: u64, told: &dyn Fn(f64, f64) -> bool) -> Option<CardNetwork> {
        let school = School { passes: PASSES, batch: BATCH, rate: RATE, seed };
        school.teach(
            &self.choices,
            &|network: &CardNetwork, Choice { seen, played, worths }, rng, slopes| {
                let kept = std::array::from_fn(|_| kept_or_left_out(rng, LEFT_OUT));
                let lesson = CardLesson { choice: seen, played: *played, worths };
                let traced = TracedCard::new(network, lesson, &kept);
                traced.add_slopes(network, slopes);
                traced.nats()
            },
            told,
        )
    }
}

/// The choices of a record, and some of its variations.
fn choices(record: &Record, system: &System, solver: &mut Solver) -> Vec<Choice> {
    let mut found = Vec::new();
    let played = record.play.history().played();
    let mut rng = stream(record.number as u64, &[5]);
    let mut now = Play::new(record.play.board().clone());
    for played in played {
        if now.legal().len() > 1 {
            let worths =
                if rng.random_bool(VALUED) { worths(&now, solver) } else { Box::default() };
            found.push(Choice { seen: seen(&now), played: Some(played.card), worths });
        }
        now.play(played.card).expect("it was played");
    }
    let mind = Mind::new(system, 0);
    for _ in 0..VARIATIONS {
        let from = rng.random_range(0..played.len().clamp(1, LAST_LEFT));
        let mut play = record.after(from.min(played.len()));
        let mut card = any(&play, &mut rng);
        while let Some(next) = card {
            play.play(next).expect("it may be played");
            if play.is_over() {
                break;
            }
            if play.legal().len() > 1 && rng.random_bool(VALUED) {
                let worths = worths(&play, solver);
                found.push(Choice { seen: seen(&play), played: None, worths });
            }
            card = Some(mind.by_habit(&play.view(play.history().decider()), &mut rng));
        }
    }
    found
}

/// Any card that may be played.
fn any(play: &Play, rng: &mut impl Rng) -> Option<Card> {
    let legal: Vec<Card> = play.legal().iter().collect();
    legal.get(rng.random_range(0..legal.len().max(1))).copied()
}

/// What the player sees who is to choose now.
fn seen(now: &Play) -> CardChoice {
    let (bidding, deal) = (now.bidding(), now.deal());
    let moment = CardMoment::of(bidding, now.history(), deal[bidding.contract().dummy()]);
    moment.with(deal[moment.decider()])
}

/// What each of his cards is worth as the cards lie, in the order of [`CardChoice::in_order`], above or below the mean.
fn worths(now: &Play, solver: &mut Solver) -> Box<[f32]> {
    let view = now.view(now.history().decider());
    let worths = Assessment::of(&view, &[*now.deal()], solver).worths(view.stake());
    let mean = worths.iter().map(|(_, worth)| worth).sum::<f64>() / worths.len() as f64;
    let apart = |card| {
        let found = worths.iter().find(|(it, _)| *it == card);
        found.map_or(0.0, |(_, worth)| (worth - mean) as f32)
    };
    CardChoice::in_order(view.legal()).map(apart).collect()
}
