//! Solving problems with engines.

use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory::{Consultation, Memory, NoAnswer, RuleFileRef};
use falsecard_engine::cards::pbn_name;
use falsecard_engine::play::Scoring;
use falsecard_engine::search::{Search, Settings};
use falsecard_notation::Problem;

/// The answer of an engine to a problem, with one seed.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "ProblemAnswer")]
pub struct Verdict {
    /// The identifier of the problem.
    pub problem: String,
    /// The problem's first category.
    pub category: String,
    /// The engine.
    pub engine: String,
    /// What it plays.
    #[schemars(with = "falsecard_engine::cards::CardText")]
    pub card: String,
    /// What is right.
    #[schemars(with = "Vec<falsecard_engine::cards::CardText>")]
    pub answer: Vec<String>,
    /// Whether the card is acceptable.
    pub solved: bool,
    /// Whether the card is ahead of every other by two standard errors; for fused, whether at most
    /// 0.002 stakes are expected to be lost if another card is better.
    #[serde(default)]
    pub resolved: bool,
    /// Milliseconds that it took when it was worked out.
    #[serde(default)]
    pub ms: u64,
    /// Whether the answer is remembered from an earlier run.
    #[serde(default)]
    pub recalled: bool,
    /// The seed.
    pub seed: u64,
    /// The worlds allowed, as by `--worlds`.
    #[serde(default)]
    pub worlds: usize,
    /// The worlds in which the card was in fact played out, or for minimax solved. 0: nothing was
    /// played out, because every other card was far behind or the time was up; then double dummy
    /// decides.
    #[serde(default)]
    pub played_out: usize,
    /// The setting `mind-worlds`. Late in the play a mind looks at more.
    #[serde(default)]
    pub mind_worlds: usize,
    /// The limit of time in milliseconds, as by `--budget`; `null` without one.
    #[serde(default)]
    pub budget_ms: Option<u64>,
    /// The version of the program.
    #[serde(default)]
    pub version: String,
}

/// The settings for problems: points, unless they name another scoring, whatever the tags of a
/// problem say. Problems ask whether the contract is made.
pub fn as_judged(settings: &Settings) -> Settings {
    settings.or_scoring(Scoring::Points)
}

/// Solves a problem with one engine and one seed, or remembers the answer. Problems are judged by
/// points unless the settings name another scoring.
///
/// # Errors
///
/// [`NoAnswer`].
pub fn solve(
    problem: &Problem,
    engine: &'static dyn Search,
    known: RuleFileRef,
    settings: &Settings,
    memory: &mut Memory,
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Verdict, NoAnswer> {
    let settings = &as_judged(settings);
    let asked = Consultation { view: problem.view(), engine, known, settings, stop };
    let answered = memory.ask(&asked, progress)?;
    Ok(Verdict {
        problem: problem.id().to_owned(),
        category: problem.categories().first().cloned().unwrap_or_default(),
        engine: engine.slug().to_owned(),
        card: pbn_name(answered.card),
        answer: problem.answer().iter().map(|&card| pbn_name(card)).collect(),
        solved: problem.is_answer(answered.card),
        resolved: answered.resolved,
        ms: answered.ms,
        recalled: answered.recalled,
        seed: settings.seed(),
        worlds: settings.worlds(),
        played_out: answered.worlds,
        mind_worlds: settings.mind_worlds(),
        budget_ms: settings.budget().map(|budget| budget.as_millis() as u64),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}
