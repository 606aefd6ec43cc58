//! A decision for programs.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::search::Decision;

/// A decision, with the time that it took.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "Decision")]
pub struct TimedDecision {
    /// The decision.
    #[serde(flatten)]
    pub decision: Decision,
    /// Milliseconds that it took.
    pub ms: u64,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
}
