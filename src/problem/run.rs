//! Solving problems with engines.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Serialize;

use crate::cards::pbn_name;
use crate::constraint::System;
use crate::notation::Problem;
use crate::search::{Decision, NoDecision, Question, Search, Settings};

/// An engine's answer to a problem with one seed.
#[derive(Debug, Clone, Serialize)]
pub struct Verdict {
    /// The problem's identifier.
    pub problem: String,
    /// Its first category.
    pub category: String,
    /// The engine.
    pub engine: &'static str,
    /// The card chosen, as PBN writes it.
    pub card: String,
    /// The acceptable cards.
    pub answer: Vec<String>,
    /// Whether the card is one of them.
    pub solved: bool,
    /// Whether the card is ahead of every other by two standard errors at least.
    pub resolved: bool,
    /// The time it took, in milliseconds.
    pub ms: u64,
    /// The seed.
    pub seed: u64,
    /// The whole decision, for the text report.
    #[serde(skip)]
    pub decision: Decision,
}

/// Solves one problem with one engine and one seed.
///
/// # Errors
///
/// [`NoDecision`].
pub fn solve(
    problem: &Problem,
    engine: &'static dyn Search,
    system: &System,
    settings: &Settings,
    progress: &(dyn Fn(f64) + Sync),
    stop: &AtomicBool,
) -> Result<Verdict, NoDecision> {
    let view = problem.play().view(problem.decider());
    let start = Instant::now();
    let question = Question { view: &view, system, hints: &[], settings, progress, stop };
    let decision = engine.decide(&question)?;
    Ok(Verdict {
        problem: problem.id().to_owned(),
        category: problem.categories().first().cloned().unwrap_or_default(),
        engine: engine.slug(),
        card: pbn_name(decision.card),
        answer: problem.answer().iter().map(|&card| pbn_name(card)).collect(),
        solved: problem.is_answer(decision.card),
        resolved: decision.resolved,
        ms: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        seed: settings.seed,
        decision,
    })
}
