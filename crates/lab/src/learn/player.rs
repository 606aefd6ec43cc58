//! Trains the network of card players on records: the probability of each card, and what it is
//! worth.

use rand::RngExt;
use rayon::prelude::*;

use super::lessons::{Lessons, variation};
use super::training::{Examples, Trainer, dropout};
use falsecard_engine::carding::player::{
    CardChoice, CardExample, CardMoment, CardNetwork, CardTrace,
};
use falsecard_engine::cards::{Card, Hand, display_order};
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::mind::Assessment;
use falsecard_engine::play::Play;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::GameRecord;

/// The passes over all choices, the batch size, and the largest learning rate.
const PASSES: usize = 16;
const BATCH: usize = 1024;
const RATE: f64 = 3e-3;

/// The dropout rate.
const LEFT_OUT: f32 = 0.2;

/// The number of variations of a play, which leave the person's card after at most [`LAST_LEFT`]
/// cards and continue by habit: imagined players reach positions that people avoid.
const VARIATIONS: usize = 1;
const LAST_LEFT: usize = 32;

/// The units per trick in which the worth of cards is stored.
const PARTS: f64 = 512.0;

/// The lessons of a game: its play and some variations, with the double-dummy worth of each card at
/// each choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLessons {
    lines: Vec<LessonPlay>,
}

/// A play of a lesson, from the first card on, with its choices.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LessonPlay {
    cards: Vec<Card>,
    moments: Vec<LessonChoice>,
}

/// A choice among several cards, with the worth of each.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LessonChoice {
    /// The number of cards played before the choice.
    after: usize,
    /// The double-dummy worth of each card, in the order of [`CardChoice::in_order`], less the mean
    /// of all; in [`PARTS`] of a trick.
    worths: Vec<i16>,
}

impl CardLessons {
    /// The choices of a play, from the card with the number `from` on.
    fn line(played: &[Card], from: usize, record: &GameRecord, solver: &mut Solver) -> LessonPlay {
        let mut line = LessonPlay { cards: played.to_vec(), moments: Vec::new() };
        let mut now = Play::new(record.play.board().clone());
        for (after, &card) in played.iter().enumerate() {
            if after >= from && now.legal().len() > 1 {
                line.moments.push(LessonChoice { after, worths: worths(&now, solver) });
            }
            if now.play(card).is_err() {
                line.cards.truncate(after);
                break;
            }
        }
        line
    }

    /// Whether the lessons fit this game.
    fn are_of(&self, record: &GameRecord) -> bool {
        self.lines.iter().all(|line| line.is_of(record))
    }
}

impl LessonPlay {
    /// Whether the play fits this game: its cards are legal, and each choice is among as many cards
    /// as there were.
    fn is_of(&self, record: &GameRecord) -> bool {
        let mut now = Play::new(record.play.board().clone());
        let mut moments = self.moments.iter().peekable();
        let fits = |(after, &card): (usize, &Card)| {
            let moment = moments.next_if(|moment| moment.after == after);
            moment.is_none_or(|moment| moment.worths.len() == now.legal().len())
                && now.play(card).is_ok()
        };
        self.cards.iter().enumerate().all(fits) && moments.next().is_none()
    }

    /// The play up to its last card, or to the first that is not legal.
    fn play(&self, record: &GameRecord) -> Play {
        let mut play = Play::new(record.play.board().clone());
        for &card in &self.cards {
            if play.play(card).is_err() {
                break;
            }
        }
        play
    }
}

impl Lessons for CardLessons {
    const KIND: &'static str = "falsecard lessons of cards 1";

    fn of(record: &GameRecord, system: &System, seed: u64) -> Self {
        // A network of players would say what it has learned; rules say what people do.
        let system = &system.clone().played_by(None);
        let mut solver = Solver::new();
        let mut rng = stream(seed, &[record.key(), 5]);
        let played: Vec<Card> = record.play.history().played().iter().map(|it| it.card).collect();
        let mut lines = vec![Self::line(&played, 0, record, &mut solver)];
        for _ in 0..VARIATIONS {
            let from = rng.random_range(0..played.len().clamp(1, LAST_LEFT)).min(played.len());
            let cards = variation(record, from, system, &mut rng);
            lines.push(Self::line(&cards, from + 1, record, &mut solver));
        }
        Self { lines }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for LessonPlay { cards, moments } in &self.lines {
            bytes.extend([cards.len() as u8, moments.len() as u8]);
            bytes.extend(cards.iter().map(|card| display_order(*card)));
            for LessonChoice { after, worths } in moments {
                bytes.extend([*after as u8, worths.len() as u8]);
                bytes.extend(worths.iter().flat_map(|worth| worth.to_le_bytes()));
            }
        }
        bytes
    }

    fn read(record: &GameRecord, mut bytes: &[u8]) -> Option<Self> {
        let mut lines = Vec::new();
        while let Some(([cards, moments], rest)) = bytes.split_first_chunk() {
            let (cards, mut rest) = rest.split_at_checked(usize::from(*cards))?;
            let card = |order: &u8| Hand::ALL.iter().find(|it| display_order(*it) == *order);
            let cards = cards.iter().map(card).collect::<Option<Vec<Card>>>()?;
            let mut found = Vec::new();
            for _ in 0..*moments {
                let ([after, count], more) = rest.split_first_chunk()?;
                let (worths, more) = more.split_at_checked(2 * usize::from(*count))?;
                let (pairs, _) = worths.as_chunks();
                let worths = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
                found.push(LessonChoice { after: usize::from(*after), worths });
                rest = more;
            }
            lines.push(LessonPlay { cards, moments: found });
            bytes = rest;
        }
        let lessons = Self { lines };
        (bytes.is_empty() && lessons.are_of(record)).then_some(lessons)
    }
}

/// Choices of cards in records. What a player has before him is computed whenever the choice is
/// used: that takes a seventh of the time, and storing it would take many times the memory.
#[derive(Debug, Default)]
pub struct CardRecords {
    /// The plays of the records, and their variations.
    plays: Vec<Play>,
    choices: Vec<StoredChoice>,
}

#[derive(Debug)]
struct StoredChoice {
    /// The index of the play, and the number of its cards before the choice.
    play: u32,
    after: u8,
    /// Whether a person chose the next card.
    by_person: bool,
    /// The worth of each card, as in [`LessonChoice`].
    worths: Box<[i16]>,
}

impl CardRecords {
    /// The network's input at a choice: the play as its player sees it.
    fn seen(&self, choice: &StoredChoice) -> CardChoice {
        let play = &self.plays[choice.play as usize];
        let (deal, history) = (play.deal(), play.history().first(usize::from(choice.after)));
        let moment = CardMoment::of(play.bidding(), &history, deal[history.contract().dummy()]);
        moment.with(deal[moment.decider()])
    }

    /// The card that a person chose; `None` in a variation's own cards.
    fn chosen(&self, choice: &StoredChoice) -> Option<Card> {
        let played = self.plays[choice.play as usize].history().played();
        choice.by_person.then(|| played[usize::from(choice.after)].card)
    }
}

impl Examples for CardRecords {
    type Network = CardNetwork;
    type Lessons = CardLessons;

    fn add_all(&mut self, games: Vec<(&GameRecord, CardLessons)>) {
        let plays =
            |(record, lessons): (&GameRecord, CardLessons)| -> Vec<(Play, Vec<LessonChoice>)> {
                lessons.lines.into_iter().map(|line| (line.play(record), line.moments)).collect()
            };
        let found: Vec<_> = games.into_par_iter().map(plays).collect();
        for (number, (play, moments)) in found.into_iter().flat_map(|it| it.into_iter().enumerate())
        {
            let (at, by_person) = (self.plays.len() as u32, number == 0);
            let known = play.history().played().len();
            let moments = moments.into_iter().filter(|moment| moment.after < known);
            self.choices.extend(moments.map(|LessonChoice { after, worths }| StoredChoice {
                play: at,
                after: after as u8,
                by_person,
                worths: worths.into(),
            }));
            self.plays.push(play);
        }
    }

    fn network(&self, seed: u64, report: &dyn Fn(f64, f64) -> bool) -> Option<CardNetwork> {
        let trainer = Trainer { passes: PASSES, batch: BATCH, rate: RATE, seed };
        trainer.teach(
            &self.choices,
            &|network: &CardNetwork, choice, rng, gradient| {
                let kept = std::array::from_fn(|_| dropout(rng, LEFT_OUT));
                let worth = |&worth: &i16| (f64::from(worth) / PARTS) as f32;
                let lesson = CardExample {
                    choice: &self.seen(choice),
                    played: self.chosen(choice),
                    worths: &choice.worths.iter().map(worth).collect::<Vec<f32>>(),
                };
                let traced = CardTrace::new(network, lesson, &kept);
                traced.add_gradient(network, gradient);
                traced.nats()
            },
            report,
        )
    }
}

/// The worth of each card as the cards lie, stored as in [`LessonChoice`].
fn worths(now: &Play, solver: &mut Solver) -> Vec<i16> {
    let view = now.view(now.history().decider());
    let worths = Assessment::of(&view, &[*now.deal()], solver).worths(view.stake());
    let mean = worths.iter().map(|(_, worth)| worth).sum::<f64>() / worths.len() as f64;
    let apart = |card| {
        let found = worths.iter().find(|(it, _)| *it == card);
        found.map_or(0, |(_, worth)| (PARTS * (worth - mean)).round() as i16)
    };
    CardChoice::in_order(view.legal()).map(apart).collect()
}
