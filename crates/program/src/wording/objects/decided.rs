//! A decision for programs.

use serde::Serialize;

use falsecard_engine::search::Decision;

/// A decision with the time it took.
#[derive(Debug, Clone, Serialize)]
pub struct TimedDecision {
    /// The decision.
    #[serde(flatten)]
    pub decision: Decision,
    /// The time in milliseconds.
    pub ms: u64,
    /// Whether it was broken off.
    pub interrupted: bool,
}
