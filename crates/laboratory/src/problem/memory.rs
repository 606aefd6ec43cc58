//! What engines have answered before, so that a run that was broken off goes on where it stopped.
//!
//! A file of JSON lines, one an answer, written as soon as the answer is there. An answer is used
//! again only where everything that it depends on is the same: what the player sees, the
//! agreements, the engine, its settings, and the source of the program.
//!
//! An answer within a budget of time depends on more than that: on the machine, its threads, and
//! what else it was doing just then. No key holds all this, so it is a measurement rather than a
//! fact, and is not remembered.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use web_time::Instant;

use crate::store::{Store, StoreError, StoreKind, fingerprint};
use falsecard_engine::cards::{Card, pbn_name, serialize_card};
use falsecard_engine::constraint::System;
use falsecard_engine::play::View;
use falsecard_engine::search::{Decision, NoDecision, Question, Search, Settings};
use falsecard_notation::Game;
use falsecard_notation::limits::MAX_ANSWERS;

/// What engines have answered.
const ANSWERS: StoreKind = StoreKind {
    what: "remembered answers",
    head: "{\"falsecard\":\"answers remembered; may be deleted at any time\"}\n",
};

/// Why a question has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The engine chose no card.
    #[error(transparent)]
    NoDecision(#[from] NoDecision),
    /// Somebody would not wait for it. What the engine had found by then is not its answer.
    #[error("interrupted")]
    Interrupted,
}

/// The agreements of the table, and the text that they were read from.
#[derive(Debug, Clone, Copy)]
pub struct RuleFileRef<'a> {
    /// The agreements.
    pub system: &'a System,
    /// The text of their rule file, which tells one state of it from another.
    pub text: &'a str,
}

/// A question to an engine: what to play now.
pub struct Consultation<'a> {
    /// What the player knows whose turn it is.
    pub view: &'a View,
    /// Who is asked.
    pub engine: &'static dyn Search,
    /// What the players have agreed.
    pub known: RuleFileRef<'a>,
    /// How hard to think.
    pub settings: &'a Settings,
    /// Set by whoever will not wait any longer: then there is no answer.
    pub stop: &'a AtomicBool,
}

/// What an engine answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The card chosen.
    #[serde(serialize_with = "serialize_card", deserialize_with = "card")]
    pub card: Card,
    /// Whether it is ahead of every other by two standard errors at least.
    pub resolved: bool,
    /// The time it took when it was worked out, in milliseconds.
    pub ms: u64,
    /// Whether it is remembered, and was not worked out just now.
    #[serde(skip)]
    pub recalled: bool,
    /// The number of worlds that the card chosen was played out in, or, for minimax, solved in. 0
    /// if every other card was far behind or the time was up before: then double dummy decided.
    pub worlds: usize,
    /// Every legal card, best first.
    pub rivals: Vec<Rival>,
}

/// How a card compares with the one chosen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// The card.
    #[serde(serialize_with = "serialize_card", deserialize_with = "card")]
    pub card: Card,
    /// The points by which it falls short of the card chosen.
    pub behind: f64,
    /// The standard error of that; `None` where it cannot be estimated.
    pub behind_se: Option<f64>,
    /// The number of worlds that the comparison rests on.
    pub worlds: usize,
}

/// The answers so far, and the file that keeps them.
#[derive(Default)]
pub struct Memory {
    known: HashMap<AnswerKey, EngineAnswer>,
    store: Option<Store>,
    /// Who is told when the file keeps no more.
    warn: Option<Box<dyn FnMut(StoreError)>>,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory")
            .field("known", &self.known.len())
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

/// All that an answer depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct AnswerKey {
    /// What the player sees of the board, and the cards played.
    board: String,
    engine: String,
    settings: String,
    system: String,
    source: String,
}

#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    #[serde(flatten)]
    key: AnswerKey,
    #[serde(flatten)]
    answered: EngineAnswer,
}

impl Memory {
    /// A memory that a file keeps, which is begun with the first answer if it is not there. What
    /// cannot be read in the file is passed over: it is the torn end of a run that was killed.
    ///
    /// The file is a help and never a hindrance: when an answer cannot be kept in it, `warn` is
    /// told so, once, and from then on the answers are remembered as long as the program runs.
    ///
    /// # Errors
    ///
    /// [`StoreError`] when the file cannot be read or is another; it is not touched.
    pub fn open(path: &Path, warn: impl FnMut(StoreError) + 'static) -> Result<Self, StoreError> {
        let store = Store::new(path, ANSWERS, MAX_ANSWERS as u64);
        let lines = store.lines()?;
        let entries =
            lines.iter().filter_map(|line| serde_json::from_str::<StoredAnswer>(line).ok());
        let entries = entries.filter(|entry| entry.key.source == source());
        let known = entries.map(|entry| (entry.key, entry.answered)).collect();
        Ok(Self { known, store: Some(store), warn: Some(Box::new(warn)) })
    }

    /// The file that keeps the answers, as long as it does.
    pub fn file(&self) -> Option<&Path> {
        self.store.as_ref().map(Store::path)
    }

    /// The answer to a question, if it is remembered.
    pub fn recall(&self, asked: &Consultation) -> Option<EngineAnswer> {
        let answered = self.known.get(&asked.key())?;
        Some(EngineAnswer { recalled: true, ..answered.clone() })
    }

    /// The answer to a question, remembered or worked out now and kept.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`].
    pub fn ask(
        &mut self,
        asked: &Consultation,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<EngineAnswer, NoAnswer> {
        if let Some(answered) = self.recall(asked) {
            return Ok(answered);
        }
        let answered = asked.answer(progress)?;
        if asked.stop.load(Ordering::Relaxed) {
            return Err(NoAnswer::Interrupted);
        }
        if asked.is_repeatable() {
            self.keep(StoredAnswer { key: asked.key(), answered: answered.clone() });
        }
        Ok(answered)
    }

    fn keep(&mut self, entry: StoredAnswer) {
        if let Some(store) = &self.store {
            let line = serde_json::to_string(&entry).expect("an answer has only text keys");
            if let Err(why) = store.append(&line, is_of_this_program) {
                self.store = None;
                if let Some(warn) = &mut self.warn {
                    warn(why);
                }
            }
        }
        self.known.insert(entry.key, entry.answered);
    }
}

/// The state of the program that answers depend on: its version and a digest of its source.
pub fn source() -> String {
    format!("{}-{}", env!("CARGO_PKG_VERSION"), env!("FALSECARD_ENGINE"))
}

/// Whether a line holds an answer of the program as it is: no other is ever recalled.
fn is_of_this_program(line: &str) -> bool {
    serde_json::from_str::<StoredAnswer>(line).is_ok_and(|entry| entry.key.source == source())
}

impl Consultation<'_> {
    fn answer(&self, progress: &(dyn Fn(f64) + Sync)) -> Result<EngineAnswer, NoDecision> {
        let Self { view, settings, known, stop, .. } = *self;
        let question = Question::new(view).with_system(known.system).with_settings(settings);
        let question = question.with_progress(progress).with_stop(stop);
        let start = Instant::now();
        let decision = self.engine.decide(&question)?;
        let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(EngineAnswer::new(&decision, ms))
    }

    /// All that the answer depends on, in few letters.
    pub fn fingerprint(&self) -> String {
        fingerprint(&format!("{:?}", self.key()))
    }

    /// Whether the same question has the same answer whenever and wherever it is asked.
    fn is_repeatable(&self) -> bool {
        self.settings.budget().is_none()
    }

    fn key(&self) -> AnswerKey {
        AnswerKey {
            board: fingerprint(&Game::from_view(self.view, &[]).to_pbn()),
            engine: self.engine.slug().to_owned(),
            settings: format!("{:?}", self.settings.settled(self.view)),
            system: fingerprint(self.known.text),
            source: source(),
        }
    }
}

impl EngineAnswer {
    fn new(decision: &Decision, ms: u64) -> Self {
        let chosen = &decision.candidates[0];
        let rivals = decision.candidates.iter().map(|candidate| Rival {
            card: candidate.card,
            behind: candidate.behind,
            behind_se: candidate.behind_se.is_finite().then_some(candidate.behind_se),
            // As far as both were played out, unless the search believes more than the playouts.
            worlds: match (candidate.gain, candidate.worlds.min(chosen.worlds)) {
                (Some(_), _) | (None, 0) => decision.solved,
                (None, worlds) => worlds,
            },
        });
        let (card, resolved, worlds) = (decision.card, decision.resolved, chosen.worlds);
        Self { card, resolved, ms, recalled: false, worlds, rivals: rivals.collect() }
    }

    /// How a card compares with the one chosen; `None` if it may not be played.
    pub fn rival(&self, card: Card) -> Option<&Rival> {
        self.rivals.iter().find(|rival| rival.card == card)
    }
}

fn card<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
    let name = String::deserialize(deserializer)?;
    let card = name.parse::<Card>().ok().filter(|&card| pbn_name(card) == name);
    card.ok_or_else(|| serde::de::Error::custom(format!("{name} is no card")))
}
