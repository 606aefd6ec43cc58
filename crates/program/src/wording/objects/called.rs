//! What the calls of an auction say, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::constraint::caller::Typical;
use falsecard_engine::constraint::{ExplainedCall, Formula, Promise};

/// A call and what it says.
#[derive(Debug, Clone, JsonSchema, Serialize)]
pub struct CallSays {
    /// Who called.
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    seat: char,
    /// The call: `2NT`, `P`, `X`, `XX`.
    call: String,
    /// What the call promises, and by which rule; `null` if it promises nothing.
    says: Option<String>,
    /// What hands are that make the call and its player's calls before it: nine in ten, by records.
    #[serde(skip_serializing_if = "Option::is_none")]
    hands: Option<String>,
    /// The number of better calls that it denies.
    denies: usize,
}

impl CallSays {
    /// Every call of an auction.
    pub fn all(auction: &[ExplainedCall]) -> Vec<Self> {
        let says = |(at, call): (usize, &ExplainedCall)| Self {
            seat: call.seat.letter(),
            call: call.call.to_string(),
            says: call.promise.as_ref().map(|promise| promise.source.clone()),
            hands: Typical::behind(&auction[..=at]).map(|hands| hands.to_string()),
            denies: call.promise.as_ref().map_or(0, |promise| denied(promise)),
        };
        auction.iter().enumerate().map(says).collect()
    }
}

/// How many calls a promise denies.
pub fn denied(promise: &Promise) -> usize {
    match &promise.denied {
        None => 0,
        Some(Formula::Any(calls)) => calls.len(),
        Some(_) => 1,
    }
}
