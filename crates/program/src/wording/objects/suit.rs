//! What one suit is worth, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::wording::SolvedSuit;
use falsecard_engine::cards::{Holding, serialize_holding};
use falsecard_engine::suit::SuitAnswer;

/// What a suit is worth.
#[derive(JsonSchema, Serialize)]
pub struct SuitSolved<'a> {
    /// North's holding; dummy's in a deal.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    first: Holding,
    /// South's holding; declarer's in a deal.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    second: Holding,
    /// The cards that the defenders hold.
    #[serde(serialize_with = "serialize_holding")]
    #[schemars(with = "String")]
    missing: Holding,
    #[serde(flatten)]
    answer: &'a SuitAnswer,
}

impl<'a> From<&'a SolvedSuit> for SuitSolved<'a> {
    fn from(solved: &'a SolvedSuit) -> Self {
        let suit = solved.named.suit;
        let [first, second] = suit.hands();
        Self { first, second, missing: suit.missing(), answer: &solved.answer }
    }
}
