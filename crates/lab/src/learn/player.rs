//! How likely a player is to play each card, and what it is worth, fitted to the cards of records:
//! the school of that network.

use rand::RngExt;
use rayon::prelude::*;

use super::lessons::{Lessons, variation};
use super::school::{Examples, Trainer, kept_or_left_out};
use falsecard_engine::carding::player::{
    CardChoice, CardLesson, CardMoment, CardNetwork, TracedCard,
};
use falsecard_engine::cards::{Card, Hand, display_order};
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::mind::Assessment;
use falsecard_engine::play::Play;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::GameRecord;

/// How often all choices are shown, how many between two steps, and how large these are at most.
const PASSES: usize = 16;
const BATCH: usize = 1024;
const RATE: f64 = 3e-3;

/// The share of units that are left out.
const LEFT_OUT: f32 = 0.2;

/// The number of variations of a board. In each another card is played than the person's, after
/// this many cards at most, and the rest is played by habit: imagined players come to positions
/// that people avoid.
const VARIATIONS: usize = 1;
const LAST_LEFT: usize = 32;

/// What a card is worth is kept in such parts of a trick.
const PARTS: f64 = 512.0;

/// A game's play and some of its variations, with what each card was worth where there was a
/// choice, double dummy in the deal as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLessons {
    lines: Vec<LessonPlay>,
}

/// Cards from the first on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LessonPlay {
    cards: Vec<Card>,
    moments: Vec<LessonChoice>,
}

/// A choice among several cards.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LessonChoice {
    /// After how many cards.
    after: usize,
    /// Of each card in the order of [`CardChoice::in_order`], above or below the mean of all, in
    /// [`PARTS`] of a trick.
    worths: Vec<i16>,
}

impl CardLessons {
    /// The choices of a play, from the number of cards on that is given.
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

    /// Whether they may be of this game.
    fn are_of(&self, record: &GameRecord) -> bool {
        self.lines.iter().all(|line| line.is_of(record))
    }
}

impl LessonPlay {
    /// Whether it may be of this game: its cards can be played, and each choice is among as many as
    /// there were.
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

    /// The play to its last card, or to one that may not be played.
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

/// Cards of records where there was a choice. What their players had before them is worked out
/// whenever a choice is looked at: that takes a seventh of the time, and to keep it would take many
/// times the memory.
#[derive(Debug, Default)]
pub struct CardRecords {
    /// The plays of the records, and how they might have gone otherwise.
    plays: Vec<Play>,
    choices: Vec<CardExample>,
}

#[derive(Debug)]
struct CardExample {
    /// The number of the play, and after how many of its cards.
    play: u32,
    after: u8,
    /// Whether a person chose the next card.
    by_person: bool,
    /// As in [`LessonChoice`].
    worths: Box<[i16]>,
}

impl CardRecords {
    /// The play before a choice, seen by the player who is to choose.
    fn seen(&self, choice: &CardExample) -> CardChoice {
        let play = &self.plays[choice.play as usize];
        let (deal, history) = (play.deal(), play.history().first(usize::from(choice.after)));
        let moment = CardMoment::of(play.bidding(), &history, deal[history.contract().dummy()]);
        moment.with(deal[moment.decider()])
    }

    /// The card that a person chose, if one did.
    fn chosen(&self, choice: &CardExample) -> Option<Card> {
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
            self.choices.extend(moments.map(|LessonChoice { after, worths }| CardExample {
                play: at,
                after: after as u8,
                by_person,
                worths: worths.into(),
            }));
            self.plays.push(play);
        }
    }

    fn network(&self, seed: u64, report: &dyn Fn(f64, f64) -> bool) -> Option<CardNetwork> {
        let school = Trainer { passes: PASSES, batch: BATCH, rate: RATE, seed };
        school.teach(
            &self.choices,
            &|network: &CardNetwork, choice, rng, gradient| {
                let kept = std::array::from_fn(|_| kept_or_left_out(rng, LEFT_OUT));
                let worth = |&worth: &i16| (f64::from(worth) / PARTS) as f32;
                let lesson = CardLesson {
                    choice: &self.seen(choice),
                    played: self.chosen(choice),
                    worths: &choice.worths.iter().map(worth).collect::<Vec<f32>>(),
                };
                let traced = TracedCard::new(network, lesson, &kept);
                traced.add_slopes(network, gradient);
                traced.nats()
            },
            report,
        )
    }
}

/// What each of his cards is worth as the cards lie, as a [`LessonChoice`] keeps it.
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
