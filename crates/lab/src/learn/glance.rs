//! Trains the glance network by double dummy: what cards are worth to a player at a glance.
//!
//! A lesson is a position of a record as its player saw it, with the double-dummy worth of each
//! card in the true deal and, late in the play where solving is fast, in some deals of the player's
//! belief. One deal per position teaches well: its noise is smaller than the differences between
//! positions, so many positions with one deal each teach more than fewer with many.

use rand::{Rng, RngExt};

use super::lessons::{Lessons, variation};
use super::training::{Examples, Trainer};
use falsecard_engine::cards::{Card, FullDeal};
use falsecard_engine::constraint::System;
use falsecard_engine::dd::Solver;
use falsecard_engine::mind::glance::{ChosenCard, Glance, GlanceTargets, GlanceTrace, Scene};
use falsecard_engine::mind::{Assessment, Mind};
use falsecard_engine::play::{Play, View};
use falsecard_engine::real::Real;
use falsecard_engine::work::stream;
use falsecard_laboratory::records::GameRecord;

/// The passes over all lessons, the batch size, and the largest learning rate.
const PASSES: usize = 7;
const BATCH: usize = 512;
const RATE: f64 = 2e-3;

/// The number of worlds by which the shares of hidden cards are estimated.
const SHARES: usize = 64;

/// The number of variations of a play, which leave the person's card after at most [`LAST_LEFT`]
/// cards.
const VARIATIONS: usize = 5;
const LAST_LEFT: usize = 32;

/// The most cards that may be played.
const MOST: usize = 13;

/// The weight of a lesson is the root of its number of deals, in units of this, since the mean of
/// more deals is nearer to the truth. The root is 2.4 on average, so the worth of cards counts a
/// third more beside the spread and people's choices than it would by itself.
const UNIT: f32 = 1.8;

/// The units per nat in which habits are stored, and the largest stored value.
const PARTS: f64 = 1000.0;
const LEAST_LIKELY: f64 = 12_000.0;

/// The value of [`GlanceLesson`]'s `chosen` if no person chose.
const NOBODY: u8 = 255;

/// A position, the double-dummy worth of its cards, and a person's choice there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlanceLesson {
    scene: Scene,
    /// The sums of each card's tricks over all deals solved, and the number of deals.
    sums: [u8; MOST],
    deals: u8,
    /// The tricks of each card in the true deal.
    in_one: [u8; MOST],
    /// The index of the card that a person chose, or [`NOBODY`].
    chosen: u8,
    /// The negative log-probability of each card by habit, in [`PARTS`] of a nat.
    habits: [u16; MOST],
}

impl GlanceLesson {
    /// The length of a stored lesson, in bytes.
    pub const BYTES: usize = Scene::BYTES + MOST + 1 + MOST + 1 + 2 * MOST;

    fn of(
        view: &View,
        worlds: &[FullDeal],
        solved: &Assessment,
        habits: &[(Card, f64)],
        chosen: Option<Card>,
    ) -> Self {
        let (mut sums, mut in_one) = ([0; MOST], [0; MOST]);
        for column in 0..solved.cards().len() {
            sums[column] = solved.tricks(column).sum();
            in_one[column] = solved.tricks(column).next().unwrap_or_default();
        }
        let scene = Scene::of(view, worlds.iter().map(|world| (world, 1.0)));
        let at = |card| solved.cards().iter().position(|it| *it == card);
        let mut kept = [LEAST_LIKELY as u16; MOST];
        for (card, odds) in habits {
            if let Some(at) = at(*card) {
                kept[at] = (-PARTS * Real::ln(*odds)).clamp(0.0, LEAST_LIKELY).round() as u16;
            }
        }
        let chosen = chosen.and_then(at).map_or(NOBODY, |at| at as u8);
        let deals = solved.worlds() as u8;
        Self { scene, sums, deals, in_one, chosen, habits: kept }
    }

    /// The lesson as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.scene.bytes();
        bytes.extend(self.sums);
        bytes.push(self.deals);
        bytes.extend(self.in_one);
        bytes.push(self.chosen);
        bytes.extend(self.habits.iter().flat_map(|habit| habit.to_le_bytes()));
        bytes
    }

    /// The lesson of these bytes; `None` if they are not one.
    pub fn read(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (scene, rest) = bytes.split_first_chunk()?;
        let (sums, rest) = rest.split_first_chunk()?;
        let (&[deals], rest) = rest.split_first_chunk()?;
        let (&in_one, rest) = rest.split_first_chunk()?;
        let (&[chosen], rest) = rest.split_first_chunk()?;
        let habit = |at: usize| u16::from_le_bytes([rest[2 * at], rest[2 * at + 1]]);
        let (scene, sums, habits) = (Scene::read(scene)?, *sums, std::array::from_fn(habit));
        let cards = scene.legal().len();
        let is_possible = (1..=MOST).contains(&cards)
            && deals > 0
            && (chosen == NOBODY || usize::from(chosen) < cards);
        is_possible.then_some(Self { scene, sums, deals, in_one, chosen, habits })
    }

    /// Calls `learn` with the scene and what is to be learned there.
    pub fn teach<R>(&self, learn: impl FnOnce(&Scene, GlanceTargets) -> R) -> R {
        let tricks = self.means();
        let cards = tricks.len();
        let nats = |habit: &u16| -f32::from(*habit) / PARTS as f32;
        let habits: Vec<f32> = self.habits[..cards].iter().map(nats).collect();
        let at = usize::from(self.chosen);
        let chosen = (self.chosen != NOBODY).then_some(ChosenCard { at, habits: &habits });
        let weight = f32::from(self.deals).sqrt() / UNIT;
        learn(
            &self.scene,
            GlanceTargets { tricks: &tricks, in_one: &self.in_one[..cards], weight, chosen },
        )
    }

    /// The mean tricks of each card.
    fn means(&self) -> Vec<f32> {
        let sums = self.sums[..self.scene.legal().len()].iter();
        sums.map(|&sum| f32::from(sum) / f32::from(self.deals)).collect()
    }
}

/// Lessons of the play of a record, and of its variations, where another card is played at some
/// moment and the rest by habit: imagined players reach positions that people avoid.
impl Lessons for Vec<GlanceLesson> {
    const KIND: &'static str = "falsecard lessons 4";

    fn of(record: &GameRecord, system: &System, seed: u64) -> Self {
        let mut rng = stream(seed, &[record.key(), 5]);
        // A glance says what people like beside their habits, suit by suit. A network of players
        // knows both.
        let system = system.clone().played_by(None);
        let mut class = GlanceTeacher {
            mind: Mind::new(&system, 0),
            solvers: Default::default(),
            found: Vec::new(),
        };
        let played = record.play.history().played();
        let mut play = record.after(0);
        for played in played {
            class.sit(&play, Some(played.card), &mut rng);
            if play.play(played.card).is_err() {
                return class.found;
            }
        }
        for _ in 0..VARIATIONS {
            let from = rng.random_range(1..played.len().clamp(2, LAST_LEFT)).min(played.len());
            let mut play = record.after(from);
            for &card in &variation(record, from, &system, &mut rng)[from..] {
                if play.play(card).is_err() || play.is_over() {
                    break;
                }
                class.sit(&play, None, &mut rng);
            }
        }
        class.found
    }

    fn bytes(&self) -> Vec<u8> {
        self.iter().flat_map(GlanceLesson::bytes).collect()
    }

    fn read(_: &GameRecord, bytes: &[u8]) -> Option<Self> {
        let (pieces, rest) = bytes.as_chunks();
        let each = pieces.iter().map(GlanceLesson::read);
        each.collect::<Option<_>>().filter(|_| rest.is_empty())
    }
}

/// Makes lessons of positions.
struct GlanceTeacher<'a> {
    mind: Mind<'a>,
    /// The solvers of the true deal, and of deals of the belief.
    solvers: [Solver; 2],
    found: Vec<GlanceLesson>,
}

impl GlanceTeacher<'_> {
    /// Adds the lesson of a position and of the card that a person chose there, if there is a
    /// choice.
    fn sit(&mut self, play: &Play, chosen: Option<Card>, rng: &mut impl Rng) {
        let view = play.view(play.history().decider());
        // A glance is not asked for the opening lead, before which there is no dummy.
        if play.history().played().is_empty() || !self.mind.has_to_think(&view) {
            return;
        }
        let Ok(belief) = self.mind.belief(&view) else { return };
        let worlds: Vec<FullDeal> = belief.spread(rng).take(SHARES).collect();
        let [truth, imagined] = &mut self.solvers;
        let mut solved = Assessment::of(&view, &[*play.deal()], truth);
        solved.extend(&Assessment::of(&view, &worlds[..deals(&view)], imagined));
        let habits = self.mind.habits(&view);
        self.found.push(GlanceLesson::of(&view, &worlds, &solved, &habits, chosen));
    }
}

/// In how many deals of the belief a position is solved: the more, the faster it is.
fn deals(view: &View) -> usize {
    match 13 - view.history().tricks_played() {
        11.. => 0,
        10 => 1,
        9 => 2,
        8 => 4,
        _ => 8,
    }
}

/// The glance lessons of records.
#[derive(Debug, Default)]
pub struct GlanceRecords {
    lessons: Vec<GlanceLesson>,
}

impl Examples for GlanceRecords {
    type Network = Glance;
    type Lessons = Vec<GlanceLesson>;

    fn add_all(&mut self, games: Vec<(&GameRecord, Vec<GlanceLesson>)>) {
        self.lessons.extend(games.into_iter().flat_map(|(_, lessons)| lessons));
    }

    fn network(&self, seed: u64, report: &dyn Fn(f64, f64) -> bool) -> Option<Glance> {
        let trainer = Trainer { passes: PASSES, batch: BATCH, rate: RATE, seed };
        let look = |glance: &Glance, it: &GlanceLesson, _: &mut _, gradient: &mut [f32]| {
            it.teach(|scene, lesson| {
                let traced = GlanceTrace::new(glance, scene);
                traced.add_gradient(glance, lesson, gradient);
                Some(traced.difference_error(lesson))
            })
        };
        trainer.teach(&self.lessons, &look, report)
    }

    /// The figure, half the mean squared error of cards, as a root-mean-square error in tricks.
    fn progress(figure: f64) -> String {
        format!("off by {:.3} tricks", (2.0 * figure).sqrt())
    }
}
