//! Answers of engines, kept in a file so that an interrupted run resumes where it stopped.
//!
//! The file has one JSON line for each answer, written as soon as the answer is known. An answer is
//! used again only if everything that it depends on is unchanged: what the player sees, the
//! agreements, the engine, its settings, and the source of the program.
//!
//! An answer under a time limit also depends on the machine and its load, which no key holds. It is
//! not remembered.

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

/// The file of answers.
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
    /// The question was stopped before the engine had its answer.
    #[error("interrupted")]
    Interrupted,
}

/// A borrowed rule file: the agreements of the table and the text that they were read from.
#[derive(Debug, Clone, Copy)]
pub struct RuleFileRef<'a> {
    /// The agreements.
    pub system: &'a System,
    /// The text of the rule file, which identifies its version.
    pub text: &'a str,
}

/// A question to an engine: what to play now.
pub struct Consultation<'a> {
    /// The view of the player whose turn it is.
    pub view: &'a View,
    /// The engine that is asked.
    pub engine: &'static dyn Search,
    /// The agreements of the table.
    pub known: RuleFileRef<'a>,
    /// The settings of the engine.
    pub settings: &'a Settings,
    /// Set from another thread to stop the engine, which then gives no answer.
    pub stop: &'a AtomicBool,
}

/// An engine's answer to a [`Consultation`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The card chosen.
    #[serde(serialize_with = "serialize_card", deserialize_with = "card")]
    pub card: Card,
    /// Whether the card is ahead of every other by at least two standard errors.
    pub resolved: bool,
    /// The time of the computation, in milliseconds.
    pub ms: u64,
    /// Whether the answer comes from the memory.
    #[serde(skip)]
    pub recalled: bool,
    /// The number of worlds in which the chosen card was played out or, by minimax, solved. 0 if
    /// double dummy decided: every other card was far behind, or the time was up.
    pub worlds: usize,
    /// All legal cards, the best first.
    pub rivals: Vec<Rival>,
}

/// A card compared with the chosen one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// The card.
    #[serde(serialize_with = "serialize_card", deserialize_with = "card")]
    pub card: Card,
    /// The points by which it falls short of the chosen card.
    pub behind: f64,
    /// The standard error of `behind`; `None` if it cannot be estimated.
    pub behind_se: Option<f64>,
    /// The number of worlds that the comparison rests on.
    pub worlds: usize,
}

/// The answers so far, and the file in which they are kept, if there is one.
#[derive(Default)]
pub struct Memory {
    known: HashMap<AnswerKey, EngineAnswer>,
    store: Option<Store>,
    /// Called once when an answer cannot be kept in the file.
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

/// All that an answer depends on, by which it is found again.
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
    /// Opens a memory kept in a file, which is created with the first answer. Lines that cannot be
    /// read are skipped, such as the torn last line of a run that was killed.
    ///
    /// If an answer cannot be kept in the file, `warn` is called once with the reason; from then on
    /// answers are remembered only while the program runs.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be read or is of another kind. It is then unchanged.
    pub fn open(path: &Path, warn: impl FnMut(StoreError) + 'static) -> Result<Self, StoreError> {
        let store = Store::new(path, ANSWERS, MAX_ANSWERS as u64);
        let lines = store.lines()?;
        let entries =
            lines.iter().filter_map(|line| serde_json::from_str::<StoredAnswer>(line).ok());
        let entries = entries.filter(|entry| entry.key.source == source());
        let known = entries.map(|entry| (entry.key, entry.answered)).collect();
        Ok(Self { known, store: Some(store), warn: Some(Box::new(warn)) })
    }

    /// The file in which answers are kept; `None` if there is none, or if writing to it failed.
    pub fn file(&self) -> Option<&Path> {
        self.store.as_ref().map(Store::path)
    }

    /// The remembered answer to a question; `None` if there is none.
    pub fn recall(&self, asked: &Consultation) -> Option<EngineAnswer> {
        let answered = self.known.get(&asked.key())?;
        Some(EngineAnswer { recalled: true, ..answered.clone() })
    }

    /// The answer to a question: remembered, or computed now and remembered.
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

/// The version of the program and a digest of its source, on which answers depend.
pub fn source() -> String {
    format!("{}-{}", env!("CARGO_PKG_VERSION"), env!("FALSECARD_ENGINE"))
}

/// Whether a line of the file holds an answer of this version of the program; no other is recalled.
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

    /// A fingerprint of all that the answer depends on.
    pub fn fingerprint(&self) -> String {
        fingerprint(&format!("{:?}", self.key()))
    }

    /// Whether the question has the same answer at any time and on any machine: it has no time
    /// limit.
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

    /// The comparison of a card with the chosen one; `None` if the card is not legal.
    pub fn rival(&self, card: Card) -> Option<&Rival> {
        self.rivals.iter().find(|rival| rival.card == card)
    }
}

fn card<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
    let name = String::deserialize(deserializer)?;
    let card = name.parse::<Card>().ok().filter(|&card| pbn_name(card) == name);
    card.ok_or_else(|| serde::de::Error::custom(format!("{name} is no card")))
}
