//! What is said of a choice in a played deal, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_laboratory::problem::{JudgedClaim, Remark};

/// The claim that ended the play of a game.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "Claim")]
pub struct ClaimLine<'a> {
    /// The file as it was named.
    pub file: &'a str,
    /// The game in it, from 1.
    pub game: usize,
    /// The claim that ended the play.
    pub claim: JudgedClaim,
}

/// A choice of a game, with its player.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "Remark")]
pub struct RemarkLine<'a> {
    /// The file as it was named; empty where no file was.
    pub file: &'a str,
    /// The game in it, from 1.
    pub game: usize,
    /// Who chose, as the file calls him, or else his seat in full.
    pub player: &'a str,
    /// What is said.
    #[serde(flatten)]
    pub remark: &'a Remark,
}
